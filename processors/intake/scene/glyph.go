package scene

import (
	"fmt"
	"math"
	"slices"
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
	into := &k.font
	for _, c := range []byte(rest) {
		switch {
		case c == '_':
			into = &k.glyph
		case hexDigit(c) < 16:
			*into = (*into<<4 | int32(hexDigit(c))) & math.MaxInt32
		}
	}
	return k, true
}

// mark is what is known of a glyph beside what others are told.
type mark struct {
	ink      Rect // where its outline stands, empty if it has none
	why      Why  // empty if it can be seen
	order    int  // of its last painting: what is painted later may cover it
	drawn    bool // of a Type 3 font
	squeezed bool // much too narrow
	doubtful bool // hidden as far as a picture tells: next to letters that are seen it is seen
	m        affine
	letter   *letter
	step     float64 // how far the pen went to the next glyph of the line in font units, 0 if there is none
}

// spot is where a glyph stands, in steps of two points, and what it is, in one number that is quick to look
// up: the same one there again is a second painting. Different spots may share it, so a hit is compared.
type spot uint64

func spotOf(x, y float64, text string) spot {
	const steps = 1<<20 - 1
	what := uint64(len(text))
	for i := range len(text) {
		what = what*31 + uint64(text[i])
	}
	return spot(what<<40 | uint64(int64(math.Floor(x/2))&steps)<<20 | uint64(int64(math.Floor(y/2))&steps))
}

// use is a glyph, or a picture painted again.
func (p *painter) use(attrs string) error {
	g := p.top()
	if g.into == toNowhere {
		return nil
	}
	var ref, text string
	m, ink, opacity, written := identity, Color(0), g.opacity, false
	for {
		n, v, rest, ok := attribute(attrs)
		if !ok {
			break
		}
		attrs = rest
		switch n {
		case "data-text":
			text, written = decode(v), true
		case "xlink:href":
			ref = reference(v)
		case "transform":
			if m, ok = matrix(v); !ok {
				return nil
			}
		case "fill", "stroke":
			if c, ok := parseColor(v); ok {
				ink = c
			}
		case "fill-opacity", "stroke-opacity":
			opacity *= numberOf(v)
		}
	}
	m = m.in(g.matrix)
	if !m.finite() {
		return nil
	}
	if !written {
		if r := p.images[ref]; r != nil {
			return p.picture(m, r, opacity)
		}
		return nil
	}
	key, _ := letterOf(ref)
	l := p.letters[key]
	if l == nil {
		l = &letter{ink: nothing}
	}
	switch g.into {
	case toLetter: // a letter of a Type 3 font that is made of another font's
		g.letter.ink.include(m.box(l.ink))
	case toTile:
		g.tile.paint(ink)
	case toPage, toMask:
		return p.glyph(text, int(key.font), l, m, ink, opacity)
	}
	return nil
}

// glyph adds a painted character.
func (p *painter) glyph(text string, font int, l *letter, m affine, ink Color, opacity float64) error {
	size, stretch := math.Hypot(m.c, m.d), math.Hypot(m.a, m.b)
	if text == "" || size == 0 || stretch == 0 {
		return nil
	}
	if len(p.page.Glyphs) >= p.limits.Glyphs {
		return fmt.Errorf("%w: more than %d characters", ErrCrowded, p.limits.Glyphs)
	}
	g := Glyph{Text: text, Origin: [2]float64{m.e, m.f}, Size: size, Font: font, Ink: ink, Order: p.next()}
	g.Turn, g.Skewed = turnOf(m)
	if l.colored {
		g.Ink = l.color
	}
	k := mark{ink: nothing, order: g.Order, drawn: l.drawn, squeezed: !l.drawn && stretch < 0.5*smallest}
	if !l.ink.Empty() && !(l.hollow() && hasWord(text)) {
		k.ink = m.box(l.ink)
	}
	p.judge(&g, &k, opacity)
	if t := p.top(); t.into == toPage && t.through == nil && k.why == "" && !k.ink.Empty() && l.block(size) {
		p.stand(l, m, &g, &k, opacity)
	}
	if p.again(&g, &k, 0.08*math.Min(size, stretch)) {
		return nil
	}
	k.m, k.letter = m, l
	p.walk(m)
	if t := p.top(); t.into == toMask {
		t.maskDef.glyphs = append(t.maskDef.glyphs, len(p.page.Glyphs))
	}
	p.page.Glyphs = append(p.page.Glyphs, g)
	p.marks = append(p.marks, k)
	return nil
}

// stand adds a glyph to what others may stand on or be covered by.
func (p *painter) stand(l *letter, m affine, g *Glyph, k *mark, opacity float64) {
	s := &shape{box: k.ink, data: l.data, m: m}
	if l.data == "" {
		s.state = tooComplex // a Type 3 letter of several parts
	}
	p.ground.add(p.piece(k.ink, s, g.Ink, opacity, g.Order))
}

// again reports whether the glyph was painted before at the same place: letters are filled and then
// stroked, painted twice to look bold, or have a shadow. It is one letter, seen if one of them is.
func (p *painter) again(g *Glyph, k *mark, near float64) bool {
	if blank(g.Text) {
		return false
	}
	var asked [4]spot
	for n, d := range [4][2]float64{{-near, -near}, {-near, near}, {near, -near}, {near, near}} {
		at := spotOf(g.Origin[0]+d[0], g.Origin[1]+d[1], g.Text)
		if asked[n] = at; slices.Contains(asked[:n], at) {
			continue
		}
		i, ok := p.seen[at]
		if !ok {
			continue
		}
		old, oldMark := &p.page.Glyphs[i], &p.marks[i]
		if old.Text != g.Text || math.Abs(old.Origin[0]-g.Origin[0]) > near || math.Abs(old.Origin[1]-g.Origin[1]) > near || old.Turn != g.Turn || math.Abs(old.Size-g.Size) > near {
			continue
		}
		if k.why == "" || oldMark.why != "" {
			oldMark.why, oldMark.doubtful, oldMark.order, old.Ink = k.why, k.doubtful, k.order, g.Ink
		}
		p.repeats = append(p.repeats, i)
		return true
	}
	p.seen[spotOf(g.Origin[0], g.Origin[1], g.Text)] = int32(len(p.page.Glyphs))
	return false
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

// turnOf is the writing direction: its quarter, and whether it is more than two degrees off it.
func turnOf(m affine) (turn int, skewed bool) {
	x, y := m.a, m.b
	switch {
	case math.Abs(x) >= math.Abs(y) && x > 0:
		turn = 0
	case math.Abs(x) >= math.Abs(y):
		turn = 180
	case y > 0:
		turn = 90
	default:
		turn = 270
	}
	small, large := math.Min(math.Abs(x), math.Abs(y)), math.Max(math.Abs(x), math.Abs(y))
	return turn, small > 0.035*large
}
