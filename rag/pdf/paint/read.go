package paint

import (
	"errors"
	"strings"
)

// ErrCrowded says that a page holds more than the limits allow.
var ErrCrowded = errors.New("the page is too crowded")

// Limits bound what one page may hold; zero fields take the default.
type Limits struct {
	Glyphs int // characters, by default 200,000
	Areas  int // lines, filled areas and pictures, by default 200,000
	Work   int // steps taken to tell what stands behind and before each character, by default 100 million
}

// Options of a reading; the zero value is one that works.
type Options struct {
	Limits   Limits
	Overlays []Overlay // painted last, in this order
}

func (l Limits) orDefault() Limits {
	set := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	set(&l.Glyphs, 200_000)
	set(&l.Areas, 200_000)
	set(&l.Work, 100_000_000)
	return l
}

// Read makes the page of what MuPDF writes of it as SVG and as HTML. It is a pure function of both, takes any
// string for either, and keeps neither alive. Its only error is ErrCrowded.
func Read(svg, html string, o Options) (Page, error) {
	var page Page
	p := newPainter(&page, o.Limits.orDefault(), strings.Count(svg, "<use "))
	if err := p.paint(svg); err != nil {
		return Page{}, err
	}
	for i := range o.Overlays {
		if err := p.overlay(&o.Overlays[i]); err != nil {
			return Page{}, err
		}
	}
	if err := p.settle(html); err != nil {
		return Page{}, err
	}
	return page, nil
}

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
