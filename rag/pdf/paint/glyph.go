package paint

import (
	"fmt"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/paint/tags"
)

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
	solid    bool    // filled, and nothing shows through
}

// spot is where a glyph stands, in steps of two points, and what it is, in one number that is quick to look
// up: the same one there again is a second painting. Different spots may share it, so a hit is compared.
type spot uint64

func spotOf(x, y float64, what uint64) spot {
	const steps = 1<<20 - 1
	return spot(what<<40 | uint64(int64(math.Floor(x/2))&steps)<<20 | uint64(int64(math.Floor(y/2))&steps))
}

// whatIs is a number for a glyph's text.
func whatIs(text string) uint64 {
	what := uint64(len(text))
	for i := range len(text) {
		what = what*31 + uint64(text[i])
	}
	return what
}

// used is a glyph as the SVG has it, or a picture painted again.
type used struct {
	ref     string // without its "#"
	key     letterKey
	text    string
	written bool // it is a glyph
	m       affine
	ink     Color
	opacity float64 // beside its group's
	filled  bool
}

// use reads a glyph, or a picture painted again.
func (p *painter) use(attrs string) error {
	if p.top().into == toNowhere {
		return nil
	}
	u := used{m: identity, opacity: 1}
	for {
		n, v, rest, ok := tags.Attribute(attrs)
		if !ok {
			break
		}
		attrs = rest
		switch n {
		case "data-text":
			u.text, u.written = decode(v), true
		case "xlink:href":
			u.ref = tags.Reference(v)
		case "transform":
			if u.m, ok = p.turns.read(v); !ok {
				return nil
			}
		case "fill", "stroke":
			if c, ok := parseColor(v); ok {
				u.ink = c
				u.filled = u.filled || n == "fill"
			}
		case "fill-opacity", "stroke-opacity":
			u.opacity *= numberOf(v)
		}
	}
	u.key, _ = letterOf(u.ref)
	return p.put(&u)
}

// put paints what is used.
func (p *painter) put(u *used) error {
	g := p.top()
	opacity := g.opacity * u.opacity
	m := u.m.in(g.matrix)
	if !m.finite() {
		return nil
	}
	if !u.written {
		if r := p.images[u.ref]; r != nil {
			return p.picture(m, r, opacity)
		}
		return nil
	}
	l := p.letters[u.key]
	if l == nil {
		l = &letter{ink: nothing}
	}
	switch g.into {
	case toLetter: // a letter of a Type 3 font that is made of another font's
		g.letter.ink.include(m.box(l.ink))
	case toTile:
		g.tile.paint(u.ink)
	case toPage, toMask:
		return p.glyph(u.text, int(u.key.font), l, m, u.ink, opacity, u.filled)
	}
	return nil
}

// glyph adds a painted character.
func (p *painter) glyph(text string, font int, l *letter, m affine, ink Color, opacity float64, filled bool) error {
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
	k.m, k.letter = m, l
	k.solid = filled && opacity >= opaque
	if p.again(&g, &k, 0.08*math.Min(size, stretch)) {
		return nil
	}
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
	what := whatIs(g.Text)
	var asked [4]spot
	for n, d := range [4][2]float64{{-near, -near}, {-near, near}, {near, -near}, {near, near}} {
		at := spotOf(g.Origin[0]+d[0], g.Origin[1]+d[1], what)
		if asked[n] = at; slices.Contains(asked[:n], at) {
			continue
		}
		i, ok := p.seen[at]
		if !ok {
			continue
		}
		old, oldMark := &p.page.Glyphs[i], &p.marks[i]
		if old.Text != g.Text || math.Abs(old.Origin[0]-g.Origin[0]) > near ||
			math.Abs(old.Origin[1]-g.Origin[1]) > near || old.Turn != g.Turn || math.Abs(old.Size-g.Size) > near {
			continue
		}
		if oldMark.why == "" && k.overprints(oldMark) {
			oldMark.why = WhyCovered
		}
		if k.why == "" || oldMark.why != "" && oldMark.why != WhyCovered {
			oldMark.why, oldMark.doubtful, oldMark.order, old.Ink = k.why, k.doubtful, k.order, g.Ink
		}
		p.repeats = append(p.repeats, i)
		return true
	}
	p.seen[spotOf(g.Origin[0], g.Origin[1], what)] = int32(len(p.page.Glyphs))
	return false
}

// overprints reports whether a glyph that cannot be told from its ground takes away one that was painted before: the
// same outline at the very same place, filled. One that is stroked or set off leaves some of it, as a shadow.
func (k *mark) overprints(old *mark) bool {
	if k.why != WhyNoContrast || k.doubtful || !k.solid || k.letter != old.letter {
		return false
	}
	near := 0.01 * math.Hypot(k.m.a, k.m.b)
	for _, d := range [...]float64{k.m.a - old.m.a, k.m.b - old.m.b, k.m.c - old.m.c, k.m.d - old.m.d, k.m.e - old.m.e, k.m.f - old.m.f} {
		if math.Abs(d) > near {
			return false
		}
	}
	return true
}

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
