package paint

// mask is what a group is painted through: letters (text that clips, or is filled with a pattern), or a
// soft mask, whose light parts show the group and whose dark parts hide it.
type mask struct {
	glyphs []int
	pieces []piece
}

func (m *mask) letters() bool { return len(m.glyphs) > 0 && len(m.pieces) == 0 }

// level is how much a soft mask lets through at a point. Where it paints nothing it hides. MuPDF does not write
// whether a mask goes by lightness or by opacity; nearly all go by lightness.
func (m *mask) level(x, y float64, work *int) (level float64, known bool) {
	var c Color
	for i := range m.pieces {
		coat := m.pieces[i].at(x, y, work)
		if coat.none() {
			continue
		}
		if !coat.known {
			return 1, false
		}
		c = paint(coat.ink, c, coat.opacity, coat.mode)
	}
	return (0.3*float64(c>>16&255) + 0.59*float64(c>>8&255) + 0.11*float64(c&255)) / 255, true
}

// through is the most that soft masks let through in a box.
func (p *painter) through(box Rect, veils []*mask) float64 {
	most := 0.0
	for i := range samples {
		x, y := box.sample(i)
		all := 1.0
		for _, m := range veils {
			level, known := m.level(x, y, &p.work)
			if !known {
				level = 1
			}
			all *= level
		}
		most = max(most, all)
	}
	return most
}

// show paints a piece through letters: those that it touches come to be seen, if they stand out.
func (p *painter) show(m *mask, a piece) {
	for _, i := range m.glyphs {
		p.work++
		g, k := &p.page.Glyphs[i], &p.marks[i]
		if k.why == "" || k.ink[0] > k.ink[2] {
			continue
		}
		c := k.ink.cut(a.box)
		if c[0] > c[2] || c[1] > c[3] {
			continue
		}
		if !p.inside(k.ink, p.top()) {
			k.why = WhyOffPage
			continue
		}
		k.order, k.why = a.order, ""
		if a.raster == nil {
			g.Ink = a.ink
		}
		if !p.standsOut(k.ink, &a) {
			k.why = WhyNoContrast
		}
	}
}

// standsOut reports whether a piece differs somewhere in a box from what is behind it.
func (p *painter) standsOut(box Rect, a *piece) bool {
	for i := range samples {
		x, y := box.sample(i)
		c := a.at(x, y, &p.work)
		if c.none() {
			continue
		}
		behind, known, _ := p.behind(x, y, a.order)
		if !c.known || !known || !alike(paint(c.ink, behind, c.opacity, c.mode), behind) {
			return true
		}
	}
	return false
}
