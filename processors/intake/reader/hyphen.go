package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// vocabulary counts a document's words as they stand inside its lines, to tell a hyphen that belongs
// to a word ("low-carbon") from one that only breaks it ("sustain-ability").
type vocabulary map[string]int

// learn adds the words of a line, but for a last one that is broken.
func (v vocabulary) learn(line string) {
	for _, w := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		if w = strings.ToLower(w); !strings.HasSuffix(w, "-") && len(w) > 1 {
			v[w]++
		}
	}
}

// compounding are first parts that take a hyphen rather than grow together with what follows.
var compounding = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`non self low high long short well cross multi mid third first second half post pre anti
		climate energy carbon science gender risk nature water data health state full part co e on off in one two three four five
		six ten zero net year medium large small best fact evidence cost company group market location value asset decision follow
		up so semi quasi ex all inter intra near real right top world year-on`) {
		compounding[w] = true
	}
}

// joinBroken moves the rest of a word that a line breaks up to that line. Both come back changed, or
// as they were.
func (v vocabulary) joinBroken(line, next string) (string, string) {
	soft := strings.HasSuffix(line, string(softHyphen))
	if !soft && !strings.HasSuffix(line, "-") {
		return line, next
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(line, "-"), string(softHyphen))
	head := stem[strings.LastIndexAny(stem, " \t(/\"“‘")+1:]
	first, _ := utf8.DecodeRuneInString(next)
	last, _ := utf8.DecodeLastRuneInString(head)
	if !unicode.IsLetter(first) && !unicode.IsDigit(first) || !unicode.IsLetter(last) && !unicode.IsDigit(last) {
		return stem + hyphenIf(!soft), next
	}
	if first == 'a' || first == 'o' || first == 'u' { // "short- and long-term": nothing is broken here
		if w, _, _ := strings.Cut(next, " "); w == "and" || w == "or" || w == "und" || w == "oder" {
			return stem + hyphenIf(!soft), next
		}
	}
	tail, rest, _ := strings.Cut(next, " ")
	return stem + hyphenIf(!soft && v.keeps(head, tail)) + tail, strings.TrimLeft(rest, " ")
}

func hyphenIf(keep bool) string {
	if keep {
		return "-"
	}
	return ""
}

// keeps decides whether the hyphen between two parts belongs to the word.
func (v vocabulary) keeps(head, tail string) bool {
	w := strings.ToLower(strings.TrimFunc(tail, func(r rune) bool { return !unicode.IsLetter(r) }))
	h := strings.ToLower(head)
	_, first := utf8.DecodeRuneInString(head) // a capital may begin the word
	if !allLower(head[first:]) || w == "" || !startsLower(tail) {
		return true
	}
	together, apart := v[h+w], v[h+"-"+w]
	switch {
	case together != apart:
		return apart > together
	case compounding[h], strings.Contains(h, "-"):
		return true
	}
	return v[h] > 1 && v[w] > 1 && len(h) > 3 && len(w) > 3
}

func allLower(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLower(r) && r != '-' })
}

func startsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }
