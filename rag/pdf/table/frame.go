package table

import (
	"cmp"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// The limits of one page. A printed page holds some thousand words; beyond these a page is a drawing or an
// attack, and what is beyond them is not looked at.
const (
	maxWords    = 20_000 // above: no tables on this page
	maxSegments = 4_000  // lines and edges of fills, joined; above: fills are not looked at, then no lines
)

// item is a word in the frame of its writing direction: x runs along it, y across, downwards.
type item struct {
	word           int // index in the words given to Find
	x0, y0, x1, y1 float64
	base, size     float64
	text           string
	bold, italic   bool
	raised         bool
	ink            paint.Color
	kind           printed.Kind
	downward       bool // of a turned word: it is written down the page, not up
}

func (it *item) mid() float64 { return (it.y0 + it.y1) / 2 }

// segment is a drawn horizontal or vertical line, or the edge of a filled area: it lies at, and goes from..to
// across the other direction.
type segment struct {
	at, from, to float64
	fill         bool // an edge of an area, not a line
}

func (s segment) length() float64 { return s.to - s.from }

// area is a filled area.
type area struct {
	x0, y0, x1, y1 float64
	ink            paint.Color
}

// frame is a page, or the part of it that is written in one direction, turned upright.
type frame struct {
	turn          int
	width, height float64
	items         []item
	em            float64   // the usual size of the words
	across        []segment // horizontal, by at
	down          []segment // vertical, by at
	areas         []area
	ground        *grounds
	taken         []bool       // of items: belongs to a table already
	tiles         []paint.Rect // cells of a grid that hold a key figure each
	parted        int          // times that both sides of a strip were read
}

func finite(vs ...float64) bool {
	for _, v := range vs {
		if math.IsNaN(v) || math.Abs(v) > 1e6 {
			return false
		}
	}
	return true
}

// upright turns a rectangle of the page into the frame of a writing direction.
func Upright(turn int, w, h float64, r paint.Rect) paint.Rect {
	switch turn {
	case 90:
		return paint.Rect{r[1], w - r[2], r[3], w - r[0]}
	case 180:
		return paint.Rect{w - r[2], h - r[3], w - r[0], h - r[1]}
	case 270:
		return paint.Rect{h - r[3], r[0], h - r[1], r[2]}
	}
	return r
}

// asShown turns a rectangle of the frame back.
func asShown(turn int, w, h float64, r paint.Rect) paint.Rect {
	switch turn {
	case 90:
		return paint.Rect{w - r[3], r[0], w - r[1], r[2]}
	case 180:
		return paint.Rect{w - r[2], h - r[3], w - r[0], h - r[1]}
	case 270:
		return paint.Rect{r[1], h - r[2], r[3], h - r[0]}
	}
	return r
}

func baseline(turn int, w, h, base float64) float64 {
	switch turn {
	case 90:
		return w - base
	case 180:
		return h - base
	}
	return base
}

// newFrame gathers the words of one direction. Words of other directions that stand among them (turned column
// heads) come along as what they are: places with text.
func newFrame(turn int, words []paint.Word, p *paint.Page) *frame {
	f := &frame{turn: turn, width: p.Width, height: p.Height}
	if turn == 90 || turn == 270 {
		f.width, f.height = p.Height, p.Width
	}
	sizes := make([]float64, 0, len(words))
	f.items = make([]item, 0, len(words))
	for i := range words {
		w := &words[i]
		if w.Skewed || w.Text == "" || !finite(w.Box[0], w.Box[1], w.Box[2], w.Box[3], w.Base, w.Size) || w.Box[2] < w.Box[0] || w.Box[3] < w.Box[1] {
			continue
		}
		b := Upright(turn, p.Width, p.Height, w.Box)
		it := item{
			word: i, x0: b[0], y0: b[1], x1: b[2], y1: b[3], base: b[3], size: w.Size, text: w.Text,
			bold: w.Bold, italic: w.Italic, raised: w.Raised, ink: w.Ink,
		}
		if w.Turn == turn {
			it.base = baseline(turn, p.Width, p.Height, w.Base)
			it.kind = printed.KindOf(w.Text)
			sizes = append(sizes, w.Size)
		} else {
			it.kind = printed.Turned
			it.downward = (w.Turn-turn+360)%360 == 90
		}
		f.items = append(f.items, it)
	}
	if len(sizes) == 0 {
		return nil
	}
	slices.Sort(sizes)
	f.em = sizes[len(sizes)/2]
	if f.em <= 0 {
		return nil
	}
	// The order in which words come must not matter: two equal places are told apart by their text.
	slices.SortFunc(f.items, func(a, b item) int {
		if c := cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.x0, b.x0)); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(a.x1, b.x1), cmp.Compare(a.text, b.text), cmp.Compare(a.word, b.word))
	})
	f.taken = make([]bool, len(f.items))
	f.draw(p)
	return f
}

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
		if fl.Opacity > 0.05 && finite(fl.Box[0], fl.Box[1], fl.Box[2], fl.Box[3]) && !f.isDash(fl) { // which is no ground behind words
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
