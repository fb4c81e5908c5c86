package rag

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// longestStem is the longest word that is stemmed. A longer one is no English word but a run of letters that
// a broken file gave; it is found as it stands.
const longestStem = 40

// stop are words too common to tell passages apart.
var stop = lexicon.Set("rag.stop words")

// terms are what a text is found by: the stems of its words, and the ids of paragraphs of IFRS S1 and S2 and of
// SASB metrics that it names, each whole and in its one form, so that a search for S2.29(a)(i) does not find
// whatever has a 29 in it.
func terms(text string) []string { return stems{}.terms(text) }

// Terms are the stems of a text's words and the ids that it names, as searches compare them.
func Terms(text string) []string { return terms(text) }

// stems remembers what words are cut to: the few thousand words of a report come again and again.
type stems map[string]string

func (s stems) of(word string) string {
	known, ok := s[word]
	if !ok {
		known = stem(word)
		s[word] = known
	}
	return known
}

func (s stems) terms(text string) []string {
	var out []string
	for _, id := range standards.Find(text) {
		out = append(out, strings.ToLower(id))
	}
	for _, code := range standards.FindMetrics(text) {
		out = append(out, strings.ToLower(code))
	}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if stop[w] || utf8.RuneCountInString(w) == 1 && !unicode.IsDigit([]rune(w)[0]) {
			continue
		}
		out = append(out, s.of(w))
	}
	return out
}

// stem is Porter's second stemmer (Snowball, English): "reduced emissions" finds "reducing emission". It may maim a
// word: what counts is that both sides are maimed alike. What holds a digit is a unit or a name and stays.
func stem(w string) string {
	if len(w) > longestStem || strings.ContainsFunc(w, unicode.IsDigit) {
		return w
	}
	return english.Stem(w, true)
}

// pairs are the terms that stand side by side. The ids, which come first, are whole as they are.
func pairs(ts []string) []string {
	var out []string
	for i := 1; i < len(ts); i++ {
		if !isID(ts[i-1]) && !isID(ts[i]) {
			out = append(out, ts[i-1]+" "+ts[i])
		}
	}
	return out
}

// isPair says whether an indexed term is a pair: no term has a blank in it.
func isPair(term string) bool { return strings.Contains(term, " ") }

// isID says whether a term is an id: no word has a dot in it.
func isID(term string) bool { return strings.Contains(term, ".") }
