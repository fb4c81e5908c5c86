package paint

import "math"

// affine maps (x, y) to (a x + c y + e, b x + d y + f).
type affine struct{ a, b, c, d, e, f float64 }

var identity = affine{a: 1, d: 1}

// in returns what applies m first and then outer.
func (m affine) in(outer affine) affine {
	if outer == identity {
		return m
	}
	return affine{
		a: outer.a*m.a + outer.c*m.b, b: outer.b*m.a + outer.d*m.b,
		c: outer.a*m.c + outer.c*m.d, d: outer.b*m.c + outer.d*m.d,
		e: outer.a*m.e + outer.c*m.f + outer.e, f: outer.b*m.e + outer.d*m.f + outer.f,
	}
}

func (m affine) at(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// box is the smallest upright rectangle around r mapped by m.
func (m affine) box(r Rect) Rect {
	x0, x1 := span(m.a*r[0], m.a*r[2])
	u0, u1 := span(m.c*r[1], m.c*r[3])
	y0, y1 := span(m.b*r[0], m.b*r[2])
	v0, v1 := span(m.d*r[1], m.d*r[3])
	return Rect{x0 + u0 + m.e, y0 + v0 + m.f, x1 + u1 + m.e, y1 + v1 + m.f}
}

func span(a, b float64) (low, high float64) {
	if a > b {
		return b, a
	}
	return a, b
}

// upright reports whether upright rectangles stay upright: the turn is a multiple of 90 degrees.
func (m affine) upright() bool {
	const slack = 1e-4
	along := math.Max(math.Abs(m.a), math.Abs(m.d))
	across := math.Max(math.Abs(m.b), math.Abs(m.c))
	return across <= slack*along || along <= slack*across
}

// scale is how much longer a length becomes, the mean of both directions.
func (m affine) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// finite reports whether every number of m is one a page can have.
func (m affine) finite() bool {
	for _, v := range [6]float64{m.a, m.b, m.c, m.d, m.e, m.f} {
		if math.IsNaN(v) || math.Abs(v) > farthest {
			return false
		}
	}
	return true
}

// farthest bounds coordinates, in points: PDF allows 14,400 to a side, hostile files write anything, and
// beyond this a float no longer holds tenths of a point.
const farthest = 1e9

// nothing is the rectangle around no point.
var nothing = Rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

func (r *Rect) extend(x, y float64) {
	r[0], r[1] = min(r[0], x), min(r[1], y)
	r[2], r[3] = max(r[2], x), max(r[3], y)
}

func (r *Rect) include(o Rect) {
	r[0], r[1] = min(r[0], o[0]), min(r[1], o[1])
	r[2], r[3] = max(r[2], o[2]), max(r[3], o[3])
}

// Empty reports whether r has no extent in one direction.
func (r Rect) Empty() bool { return !(r[0] < r[2] && r[1] < r[3]) }

func (r Rect) cut(o Rect) Rect {
	return Rect{max(r[0], o[0]), max(r[1], o[1]), min(r[2], o[2]), min(r[3], o[3])}
}

func (r Rect) width() float64  { return r[2] - r[0] }
func (r Rect) height() float64 { return r[3] - r[1] }

func (r Rect) has(x, y float64) bool { return x >= r[0] && x <= r[2] && y >= r[1] && y <= r[3] }

// inverse maps back; of what maps everything to a line it maps everything to nowhere.
func (m affine) inverse() affine {
	det := m.a*m.d - m.b*m.c
	if det == 0 {
		return affine{e: farthest, f: farthest}
	}
	return affine{
		a: m.d / det, b: -m.b / det, c: -m.c / det, d: m.a / det,
		e: (m.c*m.f - m.d*m.e) / det, f: (m.b*m.e - m.a*m.f) / det,
	}
}
