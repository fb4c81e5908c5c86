package paint

import "math"

// pathReader walks the data of a path as MuPDF writes it: absolute commands M, L, H, V, C, Q, Z, the
// letter left out where it repeats. Anything else ends the walk and makes the path odd.
type pathReader struct {
	rest string
	odd  bool
	op   byte
	x, y float64 // where the pen is
}

var operands = [256]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'Q': 4, 'Z': 0}

// next returns a command and the points it goes through, all absolute: one for M and L, three for C,
// two for Q, none for Z. H and V come as L.
func (p *pathReader) next() (op byte, pts [3][2]float64, ok bool) {
	s := p.rest
	for s != "" && (s[0] == ' ' || s[0] == ',' || s[0] == '\n') {
		s = s[1:]
	}
	if s == "" {
		return 0, pts, false
	}
	if c := s[0]; c >= 'A' && c <= 'Z' {
		p.op = c
		s = s[1:]
		if c == 'Z' {
			p.rest = s
			return 'Z', pts, true
		}
	} else if p.op == 'M' {
		p.op = 'L'
	}
	n := operands[p.op]
	var v [6]float64
	for i := range n {
		for s != "" && (s[0] == ' ' || s[0] == ',') {
			s = s[1:]
		}
		x, taken := number(s)
		if taken == 0 || math.Abs(x) > farthest {
			n = 0
			break
		}
		v[i] = x
		s = s[taken:]
	}
	if n == 0 {
		p.odd, p.rest = true, ""
		return 0, pts, false
	}
	p.rest = s
	op = p.op
	switch op {
	case 'H':
		op, v[1] = 'L', p.y
	case 'V':
		op, v[0], v[1] = 'L', p.x, v[0]
	}
	for i := range max(n/2, 1) {
		pts[i] = [2]float64{v[2*i], v[2*i+1]}
	}
	end := pts[max(n/2, 1)-1]
	p.x, p.y = end[0], end[1]
	return op, pts, true
}

// extent is the rectangle around all points of a path, control points included; odd says that not all
// of it could be read.
func extent(d string, m affine) (r Rect, odd bool) {
	r = nothing
	p := pathReader{rest: d}
	for {
		op, pts, ok := p.next()
		if !ok {
			return r, p.odd
		}
		for i := range [256]int{'M': 1, 'L': 1, 'C': 3, 'Q': 2}[op] {
			r.extend(m.at(pts[i][0], pts[i][1]))
		}
	}
}

// covering is the rectangle around all points of a path and the area that its outlines enclose, curves taken
// for the lines between their ends and controls. Holes count as what they take away.
func covering(d string) (r Rect, enclosed float64) {
	r = nothing
	p := pathReader{rest: d}
	var start, last [2]float64
	sum := 0.0
	line := func(to [2]float64) {
		sum += last[0]*to[1] - to[0]*last[1]
		last = to
	}
	for {
		op, pts, ok := p.next()
		if !ok {
			line(start)
			return r, math.Abs(sum) / 2
		}
		n := operands[op] / 2
		if op == 'M' {
			line(start)
			start, last = pts[0], pts[0]
		}
		for i := range n {
			r.extend(pts[i][0], pts[i][1])
			if op != 'M' {
				line(pts[i])
			}
		}
	}
}

// area is what a filled path covers.
type area struct {
	box   Rect
	rects []Rect // the upright rectangles it consists of; empty if it has any other shape
}

// areaOf reads the path of a fill or a clip; rects is reused.
func areaOf(d string, m affine, rects []Rect) area {
	out := area{box: nothing, rects: rects[:0]}
	p := pathReader{rest: d}
	plain := m.upright()
	var corner [5][2]float64
	n := 0
	finish := func() {
		if n == 5 && corner[4] == corner[0] {
			n = 4
		}
		switch {
		case n < 2: // a lone point covers nothing
		case n != 4 || !oblong(corner):
			plain = false
		case len(out.rects) < manyRects:
			r := nothing
			for _, c := range corner[:4] {
				r.extend(m.at(c[0], c[1]))
			}
			out.rects = append(out.rects, r)
		default:
			plain = false
		}
		n = 0
	}
	for {
		op, pts, ok := p.next()
		if !ok {
			break
		}
		switch op {
		case 'M', 'L':
			if op == 'M' {
				finish()
			}
			if n < 5 {
				corner[n] = pts[0]
			}
			n = min(n+1, 6)
			out.box.extend(m.at(pts[0][0], pts[0][1]))
		case 'Z':
		default:
			plain = false
			for _, c := range pts[:map[byte]int{'C': 3, 'Q': 2}[op]] {
				out.box.extend(m.at(c[0], c[1]))
			}
		}
	}
	finish()
	if !plain || p.odd || overlap(out.rects) {
		out.rects = out.rects[:0]
	}
	return out
}

// manyRects bounds how many rectangles of one path are told apart.
const manyRects = 512

// oblong reports whether four corners are those of an upright rectangle.
func oblong(c [5][2]float64) bool {
	return c[0][0] == c[1][0] && c[1][1] == c[2][1] && c[2][0] == c[3][0] && c[3][1] == c[0][1] ||
		c[0][1] == c[1][1] && c[1][0] == c[2][0] && c[2][1] == c[3][1] && c[3][0] == c[0][0]
}

// overlap reports whether two rectangles of one path have area in common: then the fill rule decides
// what is covered, as in a frame drawn by an outer and an inner rectangle.
func overlap(rs []Rect) bool {
	if len(rs) > 64 {
		return false // a pattern of slivers; those of a frame are two
	}
	for i := range rs {
		for j := range i {
			if !rs[i].cut(rs[j]).Empty() {
				return true
			}
		}
	}
	return false
}
