package paint

// shape is the path of a fill or a clip in page coordinates, whose true form is looked at only when a
// letter stands near it: most areas are upright rectangles, and nobody asks about the others.
type shape struct {
	box     Rect
	rects   []Rect // its upright rectangles, if it consists of nothing else
	data    string
	m       affine
	evenOdd bool
	reach   float64   // of a stroke: half its width; 0 of a fill
	lines   []segment // once flattened
	state   byte
}

type segment struct{ x0, y0, x1, y1 float64 }

const (
	asWritten byte = iota
	flattened
	tooComplex
)

// manySegments bounds the effort for one shape; what is more complex is known by its box only.
const manySegments = 20_000

// holds reports whether a point is in the shape; sure is false if only its box could be asked.
func (s *shape) holds(x, y float64, work *int) (inside, sure bool) {
	if !s.box.has(x, y) {
		return false, true
	}
	if len(s.rects) > 0 {
		*work += len(s.rects)
		for _, r := range s.rects {
			if r.has(x, y) {
				return true, true
			}
		}
		return false, true
	}
	if s.state == asWritten {
		s.flatten()
		*work += len(s.data) / 8
	}
	if s.state == tooComplex {
		return true, false
	}
	*work += len(s.lines)
	if s.reach > 0 {
		for i := range s.lines {
			if s.lines[i].within(s.reach, x, y) {
				return true, true
			}
		}
		return false, true
	}
	winding, crossings := 0, 0
	for _, l := range s.lines {
		if (l.y0 <= y) == (l.y1 <= y) {
			continue
		}
		if l.x0+(y-l.y0)/(l.y1-l.y0)*(l.x1-l.x0) <= x {
			continue
		}
		crossings++
		if l.y1 > l.y0 {
			winding++
		} else {
			winding--
		}
	}
	if s.evenOdd {
		return crossings%2 == 1, true
	}
	return winding != 0, true
}

// within reports whether a point is at most so far from the line.
func (l *segment) within(reach, x, y float64) bool {
	dx, dy := l.x1-l.x0, l.y1-l.y0
	t := 0.0
	if long := dx*dx + dy*dy; long > 0 {
		t = min(max(((x-l.x0)*dx+(y-l.y0)*dy)/long, 0), 1)
	}
	ex, ey := x-l.x0-t*dx, y-l.y0-t*dy
	return ex*ex+ey*ey <= reach*reach
}

// flatten makes straight lines of the path; of a fill, each subpath is closed.
func (s *shape) flatten() {
	s.state = flattened
	p := pathReader{rest: s.data}
	var sx, sy, x, y float64
	to := func(nx, ny float64) {
		if y != ny || s.reach > 0 { // level lines are never crossed
			s.lines = append(s.lines, segment{x, y, nx, ny})
		}
		x, y = nx, ny
	}
	closed := func() {
		if s.reach == 0 {
			to(sx, sy)
		}
	}
	for len(s.lines) <= manySegments {
		op, pts, ok := p.next()
		if !ok {
			closed()
			if p.odd {
				s.state, s.lines = tooComplex, nil
			}
			return
		}
		var q [3][2]float64
		for i := range q {
			q[i][0], q[i][1] = s.m.at(pts[i][0], pts[i][1])
		}
		switch op {
		case 'M':
			closed()
			sx, sy = q[0][0], q[0][1]
			x, y = sx, sy
		case 'L':
			to(q[0][0], q[0][1])
		case 'Z':
			to(sx, sy)
		case 'Q':
			c, end := q[0], q[1] // the same as a cubic one
			q[0] = [2]float64{x + 2*(c[0]-x)/3, y + 2*(c[1]-y)/3}
			q[1] = [2]float64{end[0] + 2*(c[0]-end[0])/3, end[1] + 2*(c[1]-end[1])/3}
			q[2] = end
			s.curve(x, y, q, to)
		case 'C':
			s.curve(x, y, q, to)
		}
	}
	s.state, s.lines = tooComplex, nil
}

// curve goes along a Bézier curve in eight steps: letters are large beside what that misses.
func (*shape) curve(x, y float64, q [3][2]float64, to func(x, y float64)) {
	const steps = 8
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		u := 1 - t
		a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		to(a*x+b*q[0][0]+c*q[1][0]+d*q[2][0], a*y+b*q[0][1]+c*q[1][1]+d*q[2][1])
	}
}
