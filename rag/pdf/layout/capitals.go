package layout

import (
	"math"
	"slices"
	"unicode"
)

// Small capitals are set smaller than the text they stand in: the names of links and of initiatives. A line is no
// footnote because most of its letters are such.

const leastCapitals, mostCapitals = 0.6, 0.9 // of the size of the text

// smallCapitals reports whether a word is set in small capitals within text of a size.
func smallCapitals(w *word, size float64) bool {
	return w.size >= leastCapitals*size && w.size < mostCapitals*size && !w.raised && capitals(w.text)
}

// capitals reports whether a word has letters, all of them large.
func capitals(text []rune) bool {
	return slices.ContainsFunc(text, unicode.IsUpper) && !slices.ContainsFunc(text, unicode.IsLower)
}

// capitals takes the size of a line from its text, not from small capitals in it.
func (l *line) capitals(words []word) {
	size := 0.0
	for i := range words {
		if w := &words[i]; !w.raised && slices.ContainsFunc(w.text, unicode.IsLower) {
			size = math.Max(size, w.size)
		}
	}
	if size == 0 {
		return
	}
	if smallCapitals(&words[len(words)-1], size) {
		l.last.size = size
	}
	if smallCapitals(&words[0], size) {
		l.first.size = size
	}
	if l.size >= mostCapitals*size {
		return
	}
	for i := range words {
		if w := &words[i]; !w.raised && w.size < mostCapitals*size && hasLetterOrDigit(w.text) && !smallCapitals(w, size) {
			return
		}
	}
	l.size = size
}
