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
	last := &words[len(words)-1]
	if size == 0 {
		if capitals(last.text) {
			l.capped = last.size
		}
		return
	}
	if smallCapitals(last, size) {
		l.capped, l.last.size = last.size, size
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

// goOnCapitals gives lines of small capitals only the size of the text that they go on with.
func goOnCapitals(ls []line) {
	for i := 1; i < len(ls); i++ {
		a, b := &ls[i-1], &ls[i]
		step := b.base - a.base
		if !capitals(b.text) || b.size >= mostCapitals*a.size || b.size < leastCapitals*a.size || step < 0.8*a.size || step > 1.8*a.size || endsSentence(a.text) {
			continue
		}
		if same := a.capped > 0 && math.Abs(b.size-a.capped) <= 0.03*b.size; !same && (a.pieces > 1 || a.short() || !aligned(a, b)) {
			continue
		}
		b.closeGaps(1.6 * a.size)
		b.capped = b.size
		b.size, b.least, b.first.size, b.last.size = a.size, a.size, a.size, a.size
	}
}

// closeGaps puts spaces for tabs that are no wider than so much: where an icon stands before a link.
func (l *line) closeGaps(most float64) {
	for i, r := range l.text {
		if r == '\t' && l.edges[i+1]-l.edges[i] < most {
			l.text[i] = ' '
			l.pieces--
		}
	}
}
