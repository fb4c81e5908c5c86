package paint

import (
	"fmt"
	"math"

	"github.com/sibyl-project/sibyl/rag/pdf/paint/tags"
)

const (
	// sliver is how thin a filled rectangle is to be a rule, in points.
	sliver = 2.0
	// band is how thick a stroked line is to be an area: some writers fill a table's cells that way.
	band = 4.0
)

// path is a fill, a stroke, the outline of a letter, or part of a clip.
func (p *painter) path(attrs string) error {
	g := p.top()
	var id, d string
	m, ink, opacity, width := identity, Color(0), g.opacity, 1.0
	stroked, evenOdd, colored := false, false, false
	for {
		n, v, rest, ok := tags.Attribute(attrs)
		if !ok {
			break
		}
		attrs = rest
		switch n {
		case "d":
			d = v
		case "id":
			id = v
		case "transform":
			if m, ok = matrix(v); !ok {
				return nil
			}
		case "fill":
			if c, ok := parseColor(v); ok {
				ink, colored = c, true
			}
		case "stroke":
			if c, ok := parseColor(v); ok {
				stroked, ink, colored = true, c, true
			}
		case "fill-opacity", "stroke-opacity":
			opacity *= numberOf(v)
		case "stroke-width":
			width = numberOf(v)
		case "fill-rule", "clip-rule":
			evenOdd = v == "evenodd"
		}
	}
	if id != "" {
		if key, ok := letterOf(id); ok {
			p.letters[key] = outlined(d)
		}
		return nil
	}
	if m = m.in(g.matrix); !m.finite() {
		return nil
	}
	switch g.into {
	case toClip:
		a := areaOf(d, m, nil)
		g.clipDef.box.include(a.box)
		g.clipDef.rects, g.clipDef.data, g.clipDef.m, g.clipDef.evenOdd = a.rects, d, m, evenOdd
	case toLetter:
		box, _ := extent(d, m)
		if _, enclosed := covering(d); opacity > 0 && (stroked || enclosed > 0) {
			g.letter.ink.include(box)
			if colored {
				g.letter.color, g.letter.colored = ink, true
			}
		}
	case toTile:
		if box, _ := extent(d, m); opacity > 0 && box[0] <= box[2] {
			g.tile.paint(ink)
		}
	case toPage, toMask:
		if opacity <= 0 || d == "" {
			return nil
		}
		if stroked {
			return p.stroke(d, m, width*m.scale(), ink, opacity)
		}
		return p.fill(d, m, evenOdd, ink, opacity)
	}
	return nil
}

// full reports whether the page has as many lines and areas as it may.
func (p *painter) full() error {
	if len(p.page.Fills)+len(p.page.Rules)+len(p.page.Pictures) >= p.limits.Areas {
		return fmt.Errorf("%w: more than %d lines and areas", ErrCrowded, p.limits.Areas)
	}
	return nil
}

// stroke keeps the upright lines of a path, and remembers where a wide one of any form was painted.
func (p *painter) stroke(d string, m affine, width float64, ink Color, opacity float64) error {
	order := p.next()
	if p.top().into == toMask || p.top().through != nil {
		return nil // lines neither show nor hide letters
	}
	r := pathReader{rest: d}
	around := nothing
	bent := false
	var start, last [2]float64
	for {
		op, pts, ok := r.next()
		if !ok {
			break
		}
		if err := p.full(); err != nil {
			return err
		}
		var to [2]float64
		to[0], to[1] = m.at(pts[0][0], pts[0][1])
		switch op {
		case 'M':
			start = to
		case 'L':
			bent = !p.line(last, to, width, ink, opacity, order) || bent
		case 'Z':
			to = start
			bent = !p.line(last, to, width, ink, opacity, order) || bent
		case 'C', 'Q':
			bent = true
			for _, c := range pts[:operands[op]/2] {
				to[0], to[1] = m.at(c[0], c[1])
				around.extend(to[0], to[1])
			}
		}
		around.extend(to[0], to[1])
		last = to
	}
	if bent && width > sliver {
		half := width / 2
		around = Rect{around[0] - half, around[1] - half, around[2] + half, around[3] + half}
		if c := around.cut(p.top().clip); !c.Empty() {
			p.ground.add(p.piece(c, &shape{box: around, data: d, m: m, reach: half}, ink, opacity, order))
		}
	}
	return nil
}

// line adds the line from a to b; false if it is not upright.
func (p *painter) line(a, b [2]float64, width float64, ink Color, opacity float64, order int) bool {
	const slack = 0.2
	dx, dy := math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1])
	if dx > slack && dy > slack {
		return false
	}
	if dx+dy < slack {
		return true
	}
	half := width / 2
	box := Rect{math.Min(a[0], b[0]), math.Min(a[1], b[1]), math.Max(a[0], b[0]), math.Max(a[1], b[1])}
	if dx <= slack {
		box[0], box[2] = (a[0]+b[0])/2-half, (a[0]+b[0])/2+half
	} else {
		box[1], box[3] = (a[1]+b[1])/2-half, (a[1]+b[1])/2+half
	}
	if width >= band {
		p.cover(box, nil, ink, opacity, order)
		return true
	}
	p.rule(box, width, ink, opacity, order)
	return true
}

// rule adds a thin rectangle, cut to what may be painted; a hairline counts though it has no area.
func (p *painter) rule(box Rect, width float64, ink Color, opacity float64, order int) {
	c := box.cut(p.top().clip)
	if c[0] > c[2] || c[1] > c[3] {
		return
	}
	r := Rule{X0: c[0], Y0: c[1], X1: c[2], Y1: c[3], Width: width, Ink: ink, Order: order}
	if box.width() < box.height() {
		r.X0 = (box[0] + box[2]) / 2
		r.X1 = r.X0
	} else {
		r.Y0 = (box[1] + box[3]) / 2
		r.Y1 = r.Y0
	}
	p.page.Rules = append(p.page.Rules, r)
	p.ground.add(p.piece(c, nil, ink, opacity, order))
}

// piece is what is painted in the open groups.
func (p *painter) piece(box Rect, s *shape, ink Color, opacity float64, order int) piece {
	g := p.top()
	return piece{box: box, shape: s, order: order, ink: ink, opacity: opacity, mode: g.mode, clips: g.shapes, veils: g.veils}
}

func (p *painter) fill(d string, m affine, evenOdd bool, ink Color, opacity float64) error {
	if err := p.full(); err != nil {
		return err
	}
	a := areaOf(d, m, p.rects)
	p.rects = a.rects
	order := p.next()
	if len(a.rects) == 0 {
		if !a.box.cut(p.top().clip).Empty() {
			p.cover(a.box, &shape{box: a.box, data: d, m: m, evenOdd: evenOdd}, ink, opacity, order)
		}
		return nil
	}
	for _, r := range a.rects {
		if err := p.full(); err != nil {
			return err
		}
		w, h := r.width(), r.height()
		if thin, long := math.Min(w, h), math.Max(w, h); thin <= sliver && long > 2*thin && p.top().into == toPage && p.top().through == nil {
			p.rule(r, thin, ink, opacity, order)
			continue
		}
		p.cover(r, nil, ink, opacity, order)
	}
	return nil
}

// cover paints an area: the box, or what of it the shape covers.
func (p *painter) cover(box Rect, s *shape, ink Color, opacity float64, order int) {
	g := p.top()
	c := box.cut(g.clip)
	if c.Empty() {
		return
	}
	a := p.piece(c, s, ink, opacity, order)
	switch {
	case g.into == toMask:
		g.maskDef.pieces = append(g.maskDef.pieces, a)
	case g.through != nil:
		p.show(g.through, a)
	default:
		exact := s == nil && len(g.shapes) == 0 && len(a.veils) == 0
		p.page.Fills = append(p.page.Fills, Fill{Box: c, Exact: exact, Ink: ink, Opacity: opacity, Order: order})
		p.ground.add(a)
	}
}
