package table

import (
	"math"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// maxGrounds bounds the filled areas that are looked at.
const maxGrounds = 3_000

// white is what a page is before anything is painted.
const white paint.Color = 0xFFFFFF

// grounds tells the colour of the page behind its words. Word processors fill every cell and every paragraph,
// mostly white on white: such areas have no border that a reader could see.
type grounds struct {
	areas  []ground
	strips [][]int32 // by height: the areas that reach into the strip, in paint order
	height float64
}

type ground struct {
	box   paint.Rect
	ink   paint.Color
	order int
	exact bool // the area is its box; otherwise it lies somewhere inside
}

const strips = 64

func newGrounds(f *frame, p *paint.Page) *grounds {
	g := &grounds{height: math.Max(f.height, 1)}
	order := make([]int, 0, len(p.Fills))
	for i := range p.Fills {
		fl := &p.Fills[i]
		if fl.Opacity > 0.05 && finite(fl.Box[0], fl.Box[1], fl.Box[2], fl.Box[3]) {
			order = append(order, i)
		}
	}
	if len(order) == 0 || len(order) > maxGrounds {
		return g
	}
	sortByOrder(order, p.Fills)
	g.strips = make([][]int32, strips)
	for _, i := range order {
		box := Upright(f.turn, p.Width, p.Height, p.Fills[i].Box)
		id := int32(len(g.areas))
		// A flat area that is not quite its box is a bar with round corners behind a row.
		bar := box[2]-box[0] > 10*f.em && box[3]-box[1] < 8*f.em && box[3]-box[1] > f.em
		g.areas = append(g.areas, ground{box, p.Fills[i].Ink, p.Fills[i].Order, p.Fills[i].Exact || bar})
		for s := g.strip(box[1]); s <= g.strip(box[3]); s++ {
			g.strips[s] = append(g.strips[s], id)
		}
	}
	return g
}

func (g *grounds) strip(y float64) int {
	return min(max(int(strips*y/g.height), 0), strips-1)
}

// at is the colour last painted at a point; exact leaves out areas of which only the box is known.
func (g *grounds) at(x, y float64, exact bool) paint.Color {
	if g.strips == nil {
		return white
	}
	ids := g.strips[g.strip(y)]
	for i := len(ids) - 1; i >= 0; i-- {
		if a := &g.areas[ids[i]]; (a.exact || !exact) && x >= a.box[0] && x <= a.box[2] && y >= a.box[1] && y <= a.box[3] {
			return a.ink
		}
	}
	return white
}

// differ says that two colours can be told apart.
func differ(a, b paint.Color) bool {
	d := 0
	for shift := 0; shift <= 16; shift += 8 {
		x, y := int(a>>shift&0xFF), int(b>>shift&0xFF)
		d += max(x-y, y-x)
	}
	return d > 6
}

// border says that the colour changes at a horizontal or vertical place, along most of it.
func (g *grounds) border(horizontal bool, at, from, to, eps float64) bool {
	seen := 0
	for _, t := range []float64{0.15, 0.5, 0.85} {
		v := from + t*(to-from)
		var a, b paint.Color
		if horizontal {
			a, b = g.at(v, at-eps, true), g.at(v, at+eps, true)
		} else {
			a, b = g.at(at-eps, v, true), g.at(at+eps, v, true)
		}
		if differ(a, b) {
			seen++
		}
	}
	return seen >= 2
}

// shows says that a line of that colour can be seen on what it is drawn on, and that nothing is painted over
// it: cells that overlap hide one another's borders.
func (g *grounds) shows(horizontal bool, ink paint.Color, order int, at, from, to, eps float64) bool {
	mid := (from + to) / 2
	if horizontal && g.painted(mid, at, order, eps) || !horizontal && g.painted(at, mid, order, eps) {
		return false
	}
	if horizontal {
		return differ(ink, g.at(mid, at-eps, false)) || differ(ink, g.at(mid, at+eps, false))
	}
	return differ(ink, g.at(at-eps, mid, false)) || differ(ink, g.at(at+eps, mid, false))
}

// painted says that an area painted later lies over a point, and not only with its edge.
func (g *grounds) painted(x, y float64, order int, eps float64) bool {
	if g.strips == nil {
		return false
	}
	ids := g.strips[g.strip(y)]
	for i := len(ids) - 1; i >= 0; i-- {
		a := &g.areas[ids[i]]
		if a.order < order {
			return false
		}
		if a.exact && x > a.box[0]+eps && x < a.box[2]-eps && y > a.box[1]+eps && y < a.box[3]-eps {
			return true
		}
	}
	return false
}
