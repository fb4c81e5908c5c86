package rag

import (
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/standards"
)

// stop are words too common to tell passages apart.
var stop = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`a an and are as at be been but by can did do does for from had has have he her his how if in into is it its
		more most no not of on or our ours she so such than that the their them then there these they this those to was we were what when where
		which while who will with would you your also all any each other us`) {
		m[w] = true
	}
	return m
}()

// terms are what a text is found by: its words without endings, and the ids of paragraphs of IFRS S1 and
// S2 that it names, each whole.
func terms(text string) []string {
	var out []string
	for _, id := range standards.Find(text) {
		out = append(out, strings.ToLower(id))
	}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if stop[w] || len(w) == 1 && !unicode.IsDigit(rune(w[0])) {
			continue
		}
		out = append(out, stem(w))
	}
	return out
}

// stem takes the plural and the commonest verb endings off English words, so that "reduced emissions"
// finds "reduce emission". It may maim a word: what counts is that both sides are maimed alike.
func stem(w string) string {
	if strings.ContainsFunc(w, unicode.IsDigit) {
		return w
	}
	switch {
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 5 && strings.HasSuffix(w, "ing"):
		w = w[:len(w)-3]
	case len(w) > 4 && strings.HasSuffix(w, "ed"):
		w = w[:len(w)-2]
	case len(w) > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "xes") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes")):
		w = w[:len(w)-2]
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	if len(w) > 3 && strings.HasSuffix(w, "e") {
		w = w[:len(w)-1]
	}
	return w
}
