package paint

import (
	"math"
	"strconv"
	"strings"
)

// A font's own ascent and descent are not in the SVG; these hold for nearly all, and agree with where
// MuPDF puts the top of a line.
const (
	ascent  = 0.8
	descent = 0.2
)

// letter is the outline of one glyph of a font, in font units.
type letter struct {
	ink     Rect
	drawn   bool // of a Type 3 font, whose units are its own
	colored bool // in a colour of its own
	color   Color
	data    string  // of its outline
	full    float64 // the share of the ink's box that is painted
	// The least step of the pen behind this letter, and how often it was that: its width, where that is wider
	// than the outline tells, as in fonts whose letters are all of one width.
	step  float64
	steps int
}

// walked notes a step of the pen behind the letter.
func (l *letter) walked(step float64) {
	const slack = 0.012
	switch {
	case l.steps == 0 || step < l.step-slack:
		l.step, l.steps = step, 1
	case step <= l.step+slack:
		l.steps++
	}
}

// width is the letter's advance as far as can be told, in font units, and by how much a step may pass it
// without leaving a gap.
func (l *letter) width(isWord bool) (width, slack float64) {
	width, slack = 0.25, 0.15
	if !l.ink.Empty() {
		width = l.ink[2] + min(max(l.ink[0], 0.03), 0.12)
	}
	if isWord && l.steps >= 3 && l.step > width && l.step < width+0.6 {
		width = l.step
	}
	if l.drawn || l.ink.Empty() {
		slack = 1 // an outline that says little of the letter's width
	}
	return width, slack
}

// outlined is a letter by its path.
func outlined(d string) *letter {
	box, painted := covering(d)
	l := &letter{ink: box, data: d}
	if area := box.width() * box.height(); area > 0 {
		l.full = painted / area
	}
	return l
}

// hollow reports whether the outline encloses next to nothing: it has a place but paints nothing to see.
func (l *letter) hollow() bool {
	return !l.drawn && l.full*l.ink.width()*l.ink.height() < 0.001
}

// block reports whether the letter is a filled form on which others may stand: a disc, a square, a huge letter.
func (l *letter) block(size float64) bool {
	return size >= 30 || l.full > 0.55 && l.ink.width() > 0.45 && l.ink.height() > 0.45
}

type letterKey struct{ font, glyph int32 }

// letterOf reads "font_3_41".
func letterOf(id string) (k letterKey, ok bool) {
	rest, ok := strings.CutPrefix(id, "font_")
	if !ok {
		return k, false
	}
	font, glyph, _ := strings.Cut(rest, "_")
	f, _ := strconv.ParseInt(font, 16, 32) // an id that is no number names a font that no page has
	g, _ := strconv.ParseInt(glyph, 16, 32)
	return letterKey{int32(f), int32(g)}, true
}

// walk notes how far the pen went from the last glyph to one at m.
func (p *painter) walk(m affine) {
	n := len(p.marks)
	if n == 0 {
		return
	}
	k := &p.marks[n-1]
	if k.m.a != m.a || k.m.b != m.b {
		return
	}
	square := m.a*m.a + m.b*m.b
	dx, dy := m.e-k.m.e, m.f-k.m.f
	along, off := (dx*m.a+dy*m.b)/square, math.Abs(dx*m.b-dy*m.a)/square
	if off < 0.02 && along > 0.05 && along < 3 {
		k.step = along
		k.letter.walked(along)
	}
}

// extents gives each glyph its box: as wide as the pen's step behind it, unless that leaves a gap.
func (p *painter) extents() {
	// Figures are as wide as each other in nearly all fonts, however narrow the outline of a "1" is.
	figures := map[int]float64{}
	tallest := map[int]float64{}
	for i := range p.page.Glyphs {
		g, k := &p.page.Glyphs[i], &p.marks[i]
		if isFigure(g.Text) {
			width, _ := k.letter.width(true)
			figures[g.Font] = math.Max(figures[g.Font], width)
		}
		if k.drawn && !k.letter.ink.Empty() {
			tallest[g.Font] = math.Max(tallest[g.Font], k.letter.ink.height())
		}
	}
	for i := range p.page.Glyphs {
		g, k := &p.page.Glyphs[i], &p.marks[i]
		width, slack := k.letter.width(hasWord(g.Text))
		if w := figures[g.Font]; w > width && w < width+0.35 && isFigure(g.Text) && k.step >= w-0.02 {
			width = w
		}
		if k.step > 0.3*width && k.step < width+slack {
			width = k.step
		}
		em := 1.0
		if k.drawn {
			em = unit(tallest[g.Font])
		}
		g.Size *= em
		g.Box = k.m.box(Rect{0, -descent * em, width, ascent * em})
	}
}

// unit is the size of a Type 3 font in its own units, by its tallest letter, if they are not those of others.
func unit(tallest float64) float64 {
	const capital = 0.72
	if em := tallest / capital; em > 0 && (em < 0.4 || em > 2) {
		return em
	}
	return 1
}

func isFigure(s string) bool { return len(s) == 1 && s[0] >= '0' && s[0] <= '9' }
