package paint

// Overlay is what a reader paints on a page and what is no part of it: the appearance of a note. Its letters are
// not the page's, but they and whatever else it paints may cover the page's.
type Overlay struct {
	SVG    string
	Matrix [6]float64 // from the drawing to the page: (x, y) becomes (a x + c y + e, b x + d y + f)
	Box    Rect       // of the page, outside of which it paints nothing
}

// overlay paints a drawing over the page, keeping nothing of it but what it covers.
func (p *painter) overlay(o *Overlay) error {
	m := affine{o.Matrix[0], o.Matrix[1], o.Matrix[2], o.Matrix[3], o.Matrix[4], o.Matrix[5]}
	if !m.finite() {
		return nil // it has no place
	}
	aside := Page{Width: p.page.Width, Height: p.page.Height}
	q := newPainter(&aside, p.limits, 0)
	q.ground, q.order, q.work, q.pixels = p.ground, p.order, p.work, p.pixels
	q.groups[0].matrix, q.groups[0].clip = m, o.Box.cut(p.groups[0].clip)
	err := q.paint(o.SVG)
	p.ground, p.order, p.work, p.pixels = q.ground, q.order, q.work, q.pixels
	return err
}
