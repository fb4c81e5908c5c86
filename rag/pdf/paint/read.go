package paint

import (
	"errors"
	"math"
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

// Nearly all of an SVG is glyphs, and MuPDF writes nearly all of these in one way: text, outline, matrix and perhaps a
// colour, in this order. That way is read here, at once; what is written in any other is left to use, which reads the same.

const (
	quickText   = `<use data-text="`
	quickRef    = `" xlink:href="#font_`
	quickMatrix = `" transform="`
	quickFill   = ` fill="`
)

// quick reads a glyph at the start of s and puts it on the page. ok is false if what stands there is anything else, and then
// nothing was done.
func (p *painter) quick(s string) (rest string, ok bool, err error) {
	if s != "" && s[0] == '\n' {
		s = s[1:]
	}
	if s, ok = strings.CutPrefix(s, quickText); !ok {
		return "", false, nil
	}
	u := used{written: true, opacity: 1}
	text, s, ok := quoted(s)
	if !ok {
		return "", false, nil
	}
	if s, ok = strings.CutPrefix(s, quickRef); !ok {
		return "", false, nil
	}
	if u.key, s, ok = quickKey(s); !ok {
		return "", false, nil
	}
	if s, ok = strings.CutPrefix(s, quickMatrix); !ok {
		return "", false, nil
	}
	turn, s, ok := quoted(s)
	if !ok || len(s) < 3 {
		return "", false, nil
	}
	s = s[1:] // the quote
	if after, filled := strings.CutPrefix(s, quickFill); filled {
		if len(after) < 9 || after[7] != '"' {
			return "", false, nil
		}
		if u.ink, u.filled = parseColor(after[:7]); !u.filled {
			return "", false, nil
		}
		s = after[8:]
	}
	if rest, ok = strings.CutPrefix(s, "/>"); !ok {
		return "", false, nil
	}
	if p.top().into == toNowhere {
		return rest, true, nil
	}
	u.text = decode(text)
	if u.m, ok = p.turns.read(turn); !ok {
		return rest, true, nil // it has no place
	}
	return rest, true, p.put(&u)
}

// quoted is what stands before the next quote, which stays.
func quoted(s string) (value, rest string, ok bool) {
	const short = 8
	for i := 0; i < len(s) && i < short; i++ {
		if s[i] == '"' {
			return s[:i], s[i:], true
		}
	}
	i := strings.IndexByte(s, '"')
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i:], true
}

// quickKey reads what is behind "font_", as letterOf does, up to a quote.
func quickKey(s string) (k letterKey, rest string, ok bool) {
	parts := [2]int32{}
	part, digits := 0, 0
	for i := range len(s) {
		switch d := hexDigit(s[i]); {
		case d < 16:
			if digits++; digits > 7 {
				return k, "", false
			}
			parts[part] = (parts[part]<<4 | int32(d)) & math.MaxInt32
		case s[i] == '_' && part == 0:
			part, digits = 1, 0
		case s[i] == '"' && part == 1:
			return letterKey{parts[0], parts[1]}, s[i:], true
		default:
			return k, "", false
		}
	}
	return k, "", false
}
