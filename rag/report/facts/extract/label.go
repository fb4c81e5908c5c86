package extract

import (
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// longestLabel is how many words a label has at most that stands at a figure, in a picture or a chart.
const longestLabel = 5

var figureText = pattern.Compile(`\d[\d.,]*`)

// likeOnes counts the labels of a page that differ in nothing but their figures.
func likeOnes(all []statement.Said) map[string]int {
	out, seen := map[string]int{}, map[string]bool{}
	for i := range all {
		text := all[i].Text
		if words := wordsOf(text); words != "" && !seen[text] {
			seen[text] = true
			out[words]++
		}
	}
	return out
}

// wordsOf are the words of a label with a figure and no year; empty if a text is none such, as a sentence.
func wordsOf(text string) string {
	text = strings.TrimSpace(text)
	if len(strings.Fields(text)) > longestLabel || strings.HasSuffix(text, ".") || vocabulary.YearIn(text) > 0 || !cell.WithWord.MatchString(text) {
		return ""
	}
	if words := figureText.ReplaceAllString(text, "#"); words != text {
		return words
	}
	return ""
}

var measureWords = lexicon.Set("facts.measure words")

// countedIn is the measure that stands right behind a figure and is no unit that is reckoned with: "41.6 years", "a 24-month warranty", "85 dB(A)".
func countedIn(after string) string {
	word := strings.TrimRight(strings.TrimSpace(firstWord.FindString(strings.TrimPrefix(after, "-"))), ".,;:!?")
	if !strings.Contains(word, "(") {
		word = strings.TrimRight(word, ")")
	}
	word, _, _ = strings.Cut(word, "-")
	if name, _, _ := strings.Cut(word, "("); !measureWords[strings.ToLower(name)] {
		return ""
	}
	return word
}

var firstWord = pattern.Compile(`^[\s\x{a0}]*[^\s\x{a0}]+`)

// hyphened is the unit that hyphens bind to a figure: "a 1.4-million-square-foot centre".
func hyphened(text string, q quantity.Quantity) string {
	m := boundWords.FindString(text[q.End:])
	if m == "" || q.Unit.Dimension != quantity.Count || q.Scale != nil {
		return ""
	}
	words := strings.Split(m[1:], "-")
	for n := len(words); n > 0; n-- {
		if u := strings.Join(words[:n], " "); cell.IsUnit(u) && !cell.BareLetter.MatchString(u) {
			return u
		}
	}
	return ""
}

var boundWords = pattern.Compile(`^(?:-\p{L}+[²³]?)+`)
