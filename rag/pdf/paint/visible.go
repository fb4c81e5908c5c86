package paint

import "math"

// samples are the places of an outline's box at which it is asked what is behind and what is before it.
var samples = [9][2]float64{{0.5, 0.5}, {0.2, 0.5}, {0.8, 0.5}, {0.5, 0.2}, {0.5, 0.8}, {0.2, 0.2}, {0.8, 0.8}, {0.2, 0.8}, {0.8, 0.2}}

func (r Rect) sample(i int) (x, y float64) {
	return r[0] + samples[i][0]*(r[2]-r[0]), r[1] + samples[i][1]*(r[3]-r[1])
}

const white Color = 0xffffff

// judge tells whether a glyph can be seen when it is painted.
func (p *painter) judge(g *Glyph, k *mark, opacity float64) {
	t := p.top()
	switch {
	case blank(g.Text):
		return
	case t.into == toMask:
		// Seen only once something is painted through it.
		k.why = WhyInvisible
		return
	case k.ink[0] > k.ink[2] || k.ink[1] > k.ink[3]:
		k.why = WhyInvisible
		return
	case !p.inside(k.ink, t):
		k.why = WhyOffPage
	default:
		if len(t.veils) > 0 {
			opacity *= p.through(k.ink, t.veils)
		}
		switch {
		case opacity < 0.005:
			k.why = WhyInvisible
		case t.mode != blendOther && !p.contrasts(k, g.Ink, opacity, t.mode):
			k.why = WhyNoContrast
		}
	}
}

// inside reports whether at least a quarter of an outline may be painted: neither off the page nor clipped.
func (p *painter) inside(ink Rect, t *group) bool {
	c := ink.cut(t.clip)
	if len(t.shapes) == 0 && c == ink {
		return true
	}
	if c[0] > c[2] || c[1] > c[3] {
		return false
	}
	n := 0
	for i := range samples {
		x, y := ink.sample(i)
		in := t.clip.has(x, y)
		for _, s := range t.shapes {
			if !in {
				break
			}
			in, _ = s.holds(x, y, &p.work)
		}
		if in {
			n++
		}
	}
	return n > 2
}

// contrasts reports whether ink stands out somewhere in a glyph's outline from what is painted there so far.
func (p *painter) contrasts(k *mark, ink Color, opacity float64, mode blend) bool {
	// Most letters stand on the bare page or on one plain colour.
	if c, ok := p.behindAll(k.ink); ok {
		return !p.like.alike(paint(ink, c, opacity, mode), c)
	}
	for i := range samples {
		x, y := k.ink.sample(i)
		c, known, pictured := p.behind(x, y, math.MaxInt)
		if !known || !p.like.alike(paint(ink, c, opacity, mode), c) {
			return true
		}
		k.doubtful = k.doubtful || pictured
	}
	return false
}

// behindAll is the one colour behind a whole box; ok is false if it takes a closer look.
func (p *painter) behindAll(box Rect) (c Color, ok bool) {
	g := &p.ground
	if g.squares == nil || g.row(box[1]) != g.row(box[3]) || g.column(box[0]) != g.column(box[2]) {
		return 0, false
	}
	at := g.at(box[0], box[1])
	for i := len(at) - 1; i >= 0; i-- {
		a := &g.pieces[at[i]]
		p.work++
		if a.box[0] > box[2] || a.box[2] < box[0] || a.box[1] > box[3] || a.box[3] < box[1] {
			continue
		}
		if a.raster == nil && a.plain() && a.box.cut(box) == box {
			return a.ink, true
		}
		return 0, false
	}
	return white, true
}

// behind is the colour at a point before anything of an order was painted; known is false if it cannot be
// told, pictured says that a picture gave it.
func (p *painter) behind(x, y float64, order int) (c Color, known, pictured bool) {
	const many = 100
	g := &p.ground
	at := g.at(x, y)
	// Down to the topmost piece that hides all beneath, then up again.
	var coats [many]coat
	n := 0
	for i := len(at) - 1; i >= 0; i-- {
		a := &g.pieces[at[i]]
		if a.order >= order {
			continue
		}
		c := a.at(x, y, &p.work)
		if c.none() {
			continue
		}
		if !c.known || n == many {
			return 0, false, false
		}
		coats[n] = c
		n++
		pictured = pictured || a.raster != nil
		if c.solid() {
			break
		}
	}
	c = white
	for n--; n >= 0; n-- {
		c = paint(coats[n].ink, c, coats[n].opacity, coats[n].mode)
	}
	return c, true, pictured
}

// covered reports whether what is painted later hides nearly all of an outline: by one solid piece, by several
// that each cover a part, or by pieces that let through so little that the letter does not stand out.
func (p *painter) covered(ink Color, k *mark) bool {
	hidden := 0
	for i := range samples {
		if p.buried(ink, k.order, k.ink, i) {
			hidden++
		}
		if hidden+len(samples)-1-i < len(samples)-1 {
			return false // more than one place is open
		}
	}
	return true
}

// buried reports whether one sample of an outline is hidden by what was painted later.
func (p *painter) buried(ink Color, order int, box Rect, i int) bool {
	x, y := box.sample(i)
	at := p.ground.at(x, y)
	first := len(at)
	for first > 0 && p.ground.pieces[at[first-1]].order > order {
		first--
		p.work++
	}
	if first == len(at) {
		return false
	}
	letter := ink
	under, known, _ := p.behind(x, y, order)
	any := false
	for _, n := range at[first:] {
		c := p.ground.pieces[n].at(x, y, &p.work)
		switch {
		case c.none():
			continue
		case c.solid():
			letter, under, known = c.ink, c.ink, true
		case !c.known:
			return false // what it leaves of the letter cannot be told, nor what is left of it by others
		default:
			letter, under = paint(c.ink, letter, c.opacity, c.mode), paint(c.ink, under, c.opacity, c.mode)
		}
		any = true
	}
	return any && known && p.like.alike(letter, under)
}
