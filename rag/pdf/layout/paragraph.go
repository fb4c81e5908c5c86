package layout

import (
	"math"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Paragraphs are found by how lines follow each other; what a paragraph is (a heading, an item of a list, a
// note) is said of it as a whole, since a line of prose may be all link or all bold by chance.

// split divides the lines of a leaf into blocks and gives each its role.
func (s shape) split(ls []line) {
	pitches := pitchesOf(ls)
	start := 0
	for i := range ls {
		if i > 0 && s.continues(ls[start:i], &ls[i], pitches) {
			continue
		}
		if i > 0 {
			s.settle(ls[start:i])
		}
		ls[i].starts = true
		start = i
	}
	if len(ls) > 0 {
		s.settle(ls[start:])
	}
}

// pitchesOf is the distance of lines within the paragraphs of a leaf by their size: the smallest that is
// common.
func pitchesOf(ls []line) map[int]float64 {
	counts := map[int]map[int]int{}
	for i := 1; i < len(ls); i++ {
		a, b := &ls[i-1], &ls[i]
		size := tenths(b.size)
		if tenths(a.size) != size || size == 0 {
			continue
		}
		if p := (b.base - a.base) / b.size; p > 0.8 && p < 2.2 {
			if counts[size] == nil {
				counts[size] = map[int]int{}
			}
			counts[size][int(math.Round(p*20))]++
		}
	}
	out := map[int]float64{}
	for size, c := range counts {
		common, all, least := c[mostFrequent(c)], 0, math.MaxInt
		for p, n := range c {
			all += n
			if 3*n >= common {
				least = min(least, p)
			}
		}
		if all >= 3 {
			out[size] = float64(least) / 20
		}
	}
	return out
}

// continues reports whether line b goes on with a block.
func (s shape) continues(block []line, b *line, pitches map[int]float64) bool {
	first, a := &block[0], &block[len(block)-1]
	step := b.base - a.base
	if row := a.pieces > 1; row != (b.pieces > 1) {
		return false
	} else if row {
		return step > 0 && step <= 3*math.Max(a.size, b.size)
	}
	if b.marked && (!endsOpen(a) || first.marked) || b.noted || s.small(b) && isNoteStart(b.text) && s.small(a) {
		return false
	}
	if !sameSize(a, b) || !sameWeight(block, b) || !sameColour(block, b) {
		return false
	}
	pitch, ok := pitches[tenths(b.size)]
	if !ok {
		pitch = math.Min(s.pitch, 1.6)
	}
	size := math.Max(a.size, b.size)
	if step <= 0.3*size || step > math.Max(1.2*pitch, 1.25)*size {
		return false
	}
	if first.marked {
		return s.continuesItem(block, b)
	}
	return aligned(a, b) && !indents(a, b)
}

// continuesItem reports whether a line goes on with an item of a list: it hangs, or the item does not and
// has not come to its end.
func (s shape) continuesItem(block []line, b *line) bool {
	first, a := &block[0], &block[len(block)-1]
	if b.box[0] > first.box[0]+0.3*b.size {
		return b.box[0] < first.box[0]+8*b.size || aligned(a, b)
	}
	hung := len(block) > 1 && a.box[0] > first.box[0]+0.3*a.size
	return !hung && b.box[0] > first.box[0]-0.5*b.size && !a.short() && !endsSentence(a.text)
}

// endsOpen reports whether a line breaks off where nothing can end: what looks like a mark at the next
// line's beginning is then part of the sentence ("a loss of 3 - 4 %").
func endsOpen(l *line) bool {
	n := len(l.text)
	return n > 0 && strings.ContainsRune(",(", l.text[n-1])
}

// small reports whether a line is set smaller than the text, as notes are, and the text of some boxes.
func (s shape) small(l *line) bool { return l.size <= 0.86*s.body }

// sameSize reports whether a line may go on with the one before it, as far as the size of its letters goes:
// where one ends and the other begins they agree, or on the whole.
func sameSize(a, b *line) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) <= 0.12*math.Max(x, y) }
	return near(a.size, b.size) || near(a.last.size, b.first.size) && near(a.least, b.least)
}

// sameWeight reports whether a line goes on with a block that is all bold, or is not all bold itself.
func sameWeight(block []line, b *line) bool {
	all := true
	for i := range block {
		all = all && block[i].bold
	}
	if all {
		return b.first.bold
	}
	a := &block[len(block)-1]
	return !b.bold || a.last.bold || !a.short() && !endsSentence(a.text)
}

// sameColour does the same for blocks that are set off by their colour.
func sameColour(block []line, b *line) bool {
	ink := block[0].first.ink
	for i := range block {
		if !block[i].plain || block[i].first.ink != ink {
			return true
		}
	}
	if b.first.ink == ink {
		return true
	}
	return !colourful(ink) && !b.plain
}

// aligned reports whether two lines share their left edge, more or less, or their middle.
func aligned(a, b *line) bool {
	if math.Abs(a.box[0]-b.box[0]) <= 3*b.size {
		return true
	}
	return math.Abs((a.box[0]+a.box[2])-(b.box[0]+b.box[2])) <= 2*b.size || math.Abs(a.box[2]-b.box[2]) <= 0.5*b.size
}

// indents reports whether a line begins a paragraph by its indentation: it stands in from the line before,
// which stands at the column's edge and ends a sentence or falls short.
func indents(a, b *line) bool {
	in := b.box[0] - a.box[0]
	return in > 0.8*b.size && in < 4*b.size && a.box[0] < a.column[0]+0.5*a.size && (endsSentence(a.text) || a.short())
}

// short reports whether a line ends well before its column does.
func (l *line) short() bool { return l.box[2] < l.column[2]-3*l.size }

func endsSentence(text []rune) bool {
	for i := len(text) - 1; i >= 0; i-- {
		if !strings.ContainsRune("\"”’')]⁰¹²³⁴⁵⁶⁷⁸⁹ ", text[i]) {
			return strings.ContainsRune(".!?:;", text[i])
		}
	}
	return false
}

// settle gives a block its role.
func (s shape) settle(block []line) {
	role := document.RoleBody
	first := &block[0]
	switch {
	case first.pieces > 1:
		role = document.RoleRow
	case first.noted, first.marked && s.small(first) && first.text[0] == '*':
		role = document.RoleNote
	case first.marked:
		role = document.RoleItem
	case isCaption(block):
		role = document.RoleCaption
	case s.heading(block):
		role = document.RoleHeading
	case first.size <= 0.76*s.body, s.small(first) && isNoteStart(first.text):
		role = document.RoleNote
	}
	for i := range block {
		block[i].role = role
	}
}

var captioned = pattern.Compile(`^(?i:figure|fig\.|table|chart|exhibit|graph|diagram) ?\d+(?:[.-]\d+)*[a-z]?(?: ?[:.|–—-] |$| \p{Lu})`)

// isCaption reports whether a block names a table or a figure by its number. A sentence about one ("Table 2
// shows that ...") goes on in lower case.
func isCaption(block []line) bool {
	if len(block) > 3 || len(block[0].text) > 160 || !captioned.MatchString(block[0].string()) {
		return false
	}
	return len(strings.Fields(blockText(block))) <= 30
}

// markItems finds the lines that begin an item of a list.
func markItems(ls []line) {
	for i := range ls {
		l := &ls[i]
		if l.noted {
			continue
		}
		if n, ok := typeset.Bullet(l.string()); ok && n < len(l.text) {
			l.marked = true
		} else if n, ok := typeset.Ordinal(l.string()); ok && n < len(l.text) && listed(ls, i) {
			l.marked = true
		}
	}
}

// listed reports whether a line that begins with a number is one of a list: a line nearby, at the same left
// edge, has the next number or the one before.
func listed(ls []line, i int) bool {
	own, _ := typeset.OrdinalValue(ls[i].string())
	for j := max(i-12, 0); j < min(i+13, len(ls)); j++ {
		if j == i || math.Abs(ls[j].box[0]-ls[i].box[0]) > ls[i].size {
			continue
		}
		if v, ok := typeset.OrdinalValue(ls[j].string()); ok && (v == own+1 || v == own-1) {
			return true
		}
	}
	return false
}
