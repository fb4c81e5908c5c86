// Package callout reads the key figures of a page: figures in large print, each with the words that say of what it is. They stand in
// tiles, in boxes, in a row or down a margin, over their words, under them or in front of them, and a line of small print may add what the
// figure was before or is to be. Read line by line, all figures would come first and then all that they are of.
//
// Which words belong to a figure is decided for all figures of one size together: they are set alike. A figure of which that is not clear
// is left alone.
package callout

import (
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Run is words of one size that stand together on one line.
type Run struct {
	Items []int   // as the caller names them
	Words [][]int // the same by words of Said: a raised mark is of the word before it
	Rect  paint.Rect
	Base  float64
	Size  float64
	Said  string
	Ink   paint.Color
}

// Cell is lines of words and their place.
type Cell struct {
	Lines [][]int
	Rect  paint.Rect
}

// Row is a figure with what it is of. Note is what a line beside a key figure says of a further figure: "2022", "target 2030".
type Row struct {
	Label  Cell
	Note   Cell
	Figure Cell
	Goes   bool // its label is that of the row before
}

// Group is key figures that are set alike.
type Group struct {
	Rows []Row
	Rect paint.Rect

	way  way
	size float64
	ink  paint.Color
}

const (
	large       = 1.25 // of a key figure, in sizes of its words and usual ones of the page
	larger      = 1.1  // the same of the page, for one in a box
	mostRuns    = 3000 // of a page; more are no infographic
	mostFigure  = 4    // words of a key figure with its unit
	alike       = 0.08 // by how much of their size figures of one group differ
	nextRow     = 6.0  // from one row of figures to the next, in sizes of these
	leastBox    = 2.2  // the height of a box, in sizes of the usual words: a lower one is a mark behind a line
	mostLeading = 0.75 // between the lines of a figure that takes two, in sizes of it
)

// page is what is looked at, and what has been found to be what.
type page struct {
	runs   []Run
	em     float64
	boxes  []paint.Rect
	rings  []paint.Rect
	box    []int // of each run, the smallest box that it stands in; -1 if none
	whole  []figure
	within []bool // runs that are part of a figure
	dated  bool   // periods may be all that stands over the figures that are looked at
	ringed bool   // rings may be drawn round the figures that are looked at, so that their words stand far below them
}

// figure is a key figure: its digits, and a unit that may stand beside it or below it.
type figure struct {
	parts []int // runs
	rect  paint.Rect
	base  float64 // of its first line
	foot  float64 // the baseline of its last
	size  float64
	box   int
	ink   paint.Color
	plain bool // digits alone
	lower bool // its words go on with it: "vessels on order"
}

// Find finds the key figures of a page. runs are its free words, boxes its areas that are filled or outlined, rings where its rings are; em is the
// usual size of its words.
func Find(runs []Run, boxes, rings []paint.Rect, em float64) []Group {
	if len(runs) > mostRuns {
		return nil
	}
	p := &page{runs: runs, em: em, boxes: boxes, rings: rings, box: within(runs, boxes, em), within: make([]bool, len(runs))}
	p.findFigures()
	bySize := func(f, of *figure) bool {
		return math.Abs(f.size-of.size) < alike*of.size && math.Abs(f.base-of.base) < nextRow*f.size
	}
	byInk := func(f, of *figure) bool { return f.ink == of.ink }
	var out []Group
	for _, all := range parted(p.whole, bySize) {
		if len(all) == 1 && p.joins(all[0], out) {
			continue
		}
		if g, ok := p.group(all); ok {
			out = append(out, g)
			continue
		}
		for _, some := range parted(all, byInk) { // where those of one size are not set alike, those of one ink may be
			if g, ok := p.group(some); ok && len(some) < len(all) {
				out = append(out, g)
			}
		}
	}
	return out
}

// parted parts figures into those that each go with the one before.
func parted(all []figure, goes func(f, of *figure) bool) (out [][]figure) {
	for len(all) > 0 {
		var group, others []figure
		last := &all[0]
		for i := range all {
			if goes(&all[i], last) {
				group, last = append(group, all[i]), &all[i]
			} else {
				others = append(others, all[i])
			}
		}
		out, all = append(out, group), others
	}
	return out
}

// joins adds a figure that stands apart to the group that is set like it, where its words stand in the same way.
func (p *page) joins(f figure, groups []Group) bool {
	for i := range groups {
		g := &groups[i]
		if math.Abs(g.size-f.size) > alike*f.size || g.ink != f.ink {
			continue
		}
		c := p.caption([]figure{f}, 0, g.way)
		label, notes := p.parts(c.runs)
		if letters(p.said(label)) < leastNaming || !p.take(c.runs) {
			continue
		}
		g.Rows = append(g.Rows, p.rows(f, label, notes)...)
		g.Rect = join(g.Rect, join(f.rect, g.Rows[len(g.Rows)-1].Label.Rect))
		return true
	}
	return false
}

// within finds the smallest box of each run.
func within(runs []Run, boxes []paint.Rect, em float64) []int {
	out := make([]int, len(runs))
	area := func(r paint.Rect) float64 { return (r[2] - r[0]) * (r[3] - r[1]) }
	for i := range runs {
		out[i] = -1
		r, off := runs[i].Rect, 0.3*em
		for b, o := range boxes {
			holds := o[0] < r[0]+off && o[2] > r[2]-off && o[1] < r[1]+off && o[3] > r[3]-off
			if holds && o[3]-o[1] > leastBox*em && (out[i] < 0 || area(o) < area(boxes[out[i]])) {
				out[i] = b
			}
		}
	}
	return out
}

// reach is how far from a figure a run may stand and belong to it, as their boxes go.
func (p *page) reach(f *figure, n int) float64 {
	if p.box[n] == f.box {
		return math.Inf(1)
	}
	if p.box[n] >= 0 {
		if b := p.boxes[p.box[n]]; b[0] <= f.rect[0] && b[1] <= f.rect[1] && b[2] >= f.rect[2] && b[3] >= f.rect[3] {
			return aroundBox * f.size
		}
	}
	return nearOver * f.size
}

// findFigures finds the figures in large print, from top to bottom and from left to right.
func (p *page) findFigures() {
	for i := range p.runs {
		r := &p.runs[i]
		if p.within[i] || r.Size < larger*p.em || r.Size < large*p.em && p.box[i] < 0 || !strings.ContainsAny(r.Said, "0123456789") || printed.IsPeriod(r.Said) {
			continue
		}
		f := figure{parts: []int{i}, rect: r.Rect, base: r.Base, foot: r.Base, size: r.Size, box: p.box[i], ink: r.Ink}
		said, ok := r.Said, readable(r.Said)
		for _, n := range p.goingOn(i) { // "12,345" and "MWh", in a size of its own or on a line of its own
			o := &p.runs[n]
			unit := o.Size*large > r.Size || printed.IsUnit(o.Said) || o.Ink == r.Ink && p.otherwise(n) // and no word of what the figure is of
			if joined := said + " " + o.Said; unit && readable(joined) && len(strings.Fields(joined)) <= mostFigure {
				f.parts, said, ok = append(f.parts, n), joined, true
				f.rect, f.foot = join(f.rect, o.Rect), math.Max(f.foot, o.Base)
			} else {
				break
			}
		}
		if !ok {
			continue
		}
		g, _ := printed.ReadFigure(said)
		f.plain = g.Unit == "" && !strings.ContainsAny(said, "%‰€$£")
		for _, n := range f.parts {
			p.within[n] = true
		}
		p.whole = append(p.whole, f)
	}
}

// otherwise reports whether what stands below a run is set in another ink: the run belongs to the figure above it.
func (p *page) otherwise(n int) bool {
	r, next := &p.runs[n], -1
	for k := range p.runs {
		o := &p.runs[k]
		if o.Base > r.Base+0.3*r.Size && o.Rect[1]-r.Rect[3] < nextLine*r.Size && aligned(o.Rect, r.Rect, p.em) && (next < 0 || o.Base < p.runs[next].Base) {
			next = k
		}
	}
	return next >= 0 && p.runs[next].Ink != r.Ink
}

// readable reports whether a text is a figure with its unit, or with one word for what it counts.
func readable(s string) bool {
	g, ok := printed.ReadFigure(s)
	if ok {
		return g.Token != ""
	}
	words := strings.Fields(s)
	if len(words) < 2 || len(words) > mostFigure {
		return false
	}
	if currency := words[0]; len(currency) == 3 && strings.ToUpper(currency) == currency && letters(currency) == 3 { // "EUR 1,184 m"
		g, ok = printed.ReadFigure(words[1])
		return ok && g.Token != ""
	}
	g, ok = printed.ReadFigure(words[0])
	return ok && g.Token != "" && printed.IsUnit(strings.Join(words[1:], " "))
}

// goingOn lists the runs that may hold the unit of a figure: right behind it, or on the next line where it begins or stands in the middle.
func (p *page) goingOn(i int) (out []int) {
	r := &p.runs[i]
	for n := range p.runs {
		o := &p.runs[n]
		if n == i || p.within[n] || p.box[n] != p.box[i] || o.Size > 1.05*r.Size {
			continue
		}
		level := math.Abs(o.Base-r.Base) < 0.35*r.Size || o.Base < r.Base && o.Rect[1] > r.Rect[1]-0.1*r.Size // raised to the top of the digits
		behind := level && o.Rect[0] > r.Rect[2]-0.1*r.Size && o.Rect[0]-r.Rect[2] < 0.7*r.Size
		below := o.Base > r.Base+0.3*r.Size && o.Rect[1]-r.Rect[3] < mostLeading*r.Size && aligned(o.Rect, r.Rect, p.em)
		if behind || below {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b int) int {
		x, y := p.runs[a].Rect, p.runs[b].Rect
		if math.Abs(p.runs[a].Base-p.runs[b].Base) > 0.35*r.Size {
			return sign(p.runs[a].Base - p.runs[b].Base)
		}
		return sign(x[0] - y[0])
	})
	return out
}

func sign(d float64) int {
	switch {
	case d < 0:
		return -1
	case d > 0:
		return 1
	}
	return 0
}

// aligned reports whether two places begin, end or have their middle below one another.
func aligned(a, b paint.Rect, em float64) bool {
	return math.Abs(a[0]-b[0]) < 0.6*em || math.Abs(a[0]+a[2]-b[0]-b[2]) < 1.6*em || math.Abs(a[2]-b[2]) < 0.4*em
}

func join(a, b paint.Rect) paint.Rect {
	return paint.Rect{math.Min(a[0], b[0]), math.Min(a[1], b[1]), math.Max(a[2], b[2]), math.Max(a[3], b[3])}
}

func letters(s string) (n int) {
	for _, r := range s {
		if r > 0x7f || r|0x20 >= 'a' && r|0x20 <= 'z' {
			n++
		}
	}
	return n
}
