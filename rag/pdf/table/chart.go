package table

import (
	"cmp"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/bars"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// A bar chart that prints its figures is a table: what a bar stands for, and how much that is. The bars tell which texts belong
// together; that longer bars have larger figures tells that they do.

const (
	leastBars = 2    // of one chart
	mostBars  = 60   // of one chart; more are a histogram without figures
	mostAreas = 1500 // of a page; more are a drawing
)

// Distances in font sizes, and shares of a bar.
const (
	barFoot    = 0.15 // between the feet of two bars of one chart
	farApart   = 1.4  // from one bar to the next, of the usual distance
	barWidth   = 0.1  // by how much of its width one bar is wider than the next
	evenBars   = 1.12 // by how much the length of a bar for its figure differs, where figures stand on bars
	overBar    = 2.5  // from the end of a bar to its figure
	underBar   = 3.0  // from the foot of a bar to its name
	besideBar  = 22.0 // the same, if the name stands in front of it
	aboveChart = 7.0  // from the highest figure to the title
	aloneLine  = 1.5  // from one line of a name to the next
)

// bar is a filled area from its foot to its end, with the texts that belong to it.
type bar struct {
	foot, end  float64 // along it
	from, to   float64 // across it
	name       [][]int
	figure     []int
	value      [2]float64 // of its figure, in either way of writing
	nameBox    paint.Rect
	figureRect paint.Rect
	on         bool // the figure stands on it
}

// charts finds bar charts with a figure at the end of each bar and a name at its foot.
func (f *frame) charts() []Table {
	if len(f.areas) < leastBars || len(f.areas) > mostAreas {
		return nil
	}
	out, lines := []Table(nil), f.freeLines()
	for _, upright := range []bool{true, false} {
		for _, group := range f.bars(upright) {
			if f.named(group, lines, upright) && (rises(group, 0) || rises(group, 1)) && lengthsTell(group) {
				out = append(out, f.chart(group, upright))
				lines = f.freeLines()
			}
		}
	}
	return out
}

// bars groups the filled areas that stand on one line and are equally wide.
func (f *frame) bars(upright bool) [][]bar {
	var all []bar
	for _, a := range f.areas {
		b := bar{foot: a.y1, end: a.y0, from: a.x0, to: a.x1}
		if !upright {
			b = bar{foot: a.x0, end: a.x1, from: a.y0, to: a.y1}
		}
		if b.to-b.from > 0.5*f.em && !slices.ContainsFunc(all, func(o bar) bool { return o.foot == b.foot && o.from == b.from && o.to == b.to }) {
			all = append(all, b)
		}
	}
	slices.SortFunc(all, func(a, b bar) int { return cmp.Or(cmp.Compare(a.foot, b.foot), cmp.Compare(a.from, b.from)) })
	var out [][]bar
	for i := 0; i < len(all); {
		j := i + 1
		for j < len(all) && all[j].foot-all[i].foot < barFoot*f.em {
			j++
		}
		group := slices.Clone(all[i:j])
		slices.SortFunc(group, func(a, b bar) int { return cmp.Compare(a.from, b.from) })
		for k := 0; k < len(group); {
			n := k + 1
			for n < len(group) && math.Abs((group[n].to-group[n].from)-(group[k].to-group[k].from)) < barWidth*(group[k].to-group[k].from) &&
				group[n].from > group[n-1].to-0.1*f.em {
				n++
			}
			out = append(out, evenly(group[k:n])...)
			k = n
		}
		i = j
	}
	return out
}

// evenly parts bars where one stands farther from the next than bars do: two charts stand side by side on one line.
func evenly(bars []bar) [][]bar {
	if len(bars) < leastBars {
		return nil
	}
	pitches := make([]float64, 0, len(bars)-1)
	for i := 1; i < len(bars); i++ {
		pitches = append(pitches, bars[i].from-bars[i-1].from)
	}
	usual := slices.Min(pitches)
	var out [][]bar
	for from := 0; from < len(bars); {
		to := from + 1
		for to < len(bars) && pitches[to-1] < farApart*usual {
			to++
		}
		if to-from >= leastBars && to-from <= mostBars {
			out = append(out, bars[from:to])
		}
		from = to
	}
	return out
}

// named gives each bar its figure and its name, and reports whether all have theirs.
func (f *frame) named(bars []bar, lines []line, upright bool) bool {
	for i := range bars {
		if !f.figureOf(&bars[i], lines, upright) {
			return false
		}
	}
	for i := range bars {
		if !f.nameOf(bars, i, lines, upright) {
			return false
		}
	}
	// They stand on one line, or begin or end below one another.
	begin, end, off := 0.0, 0.0, 0.5*f.em
	for i := range bars {
		a, b := bars[0].nameBox, bars[i].nameBox
		if upright {
			begin, end = math.Max(begin, math.Abs(a[1]-b[1])), 2*off
		} else {
			begin, end = math.Max(begin, math.Abs(a[0]-b[0])), math.Max(end, math.Abs(a[2]-b[2]))
		}
	}
	return math.Min(begin, end) < off
}

// figureOf finds the figure at the end of a bar, on the ground of the page: one on another part of a stacked bar is that part's. A bar may have
// its figure on it, if it has one alone.
func (f *frame) figureOf(b *bar, lines []line, upright bool) bool {
	nearest := 0.0
	var on *bar // with a figure on it, at its end
	for i := range lines {
		l := &lines[i]
		for c := range l.chunks {
			ch := &l.chunks[c]
			near, across, along := b.end-l.y1, ch.mid(), (l.y0+l.y1)/2
			if !upright {
				near, across, along = ch.x0-b.end, along, across
			}
			if across > b.from && across < b.to && along > math.Min(b.foot, b.end) && along < math.Max(b.foot, b.end) {
				v, ok := bars.Amounts(f.text(ch.items))
				if !ok || ch.kind != printed.Number || on != nil {
					return false // a text on it: a box, or parts of a stacked bar
				}
				on = &bar{figure: ch.items, value: v, figureRect: paint.Rect{ch.x0, l.y0, ch.x1, l.y1}}
				continue
			}
			if ch.kind != printed.Number || near < -0.4*f.em || near > overBar*f.em || across < b.from || across > b.to {
				continue
			}
			v, ok := bars.Amounts(f.text(ch.items))
			if !ok {
				continue
			}
			if y := (l.y0 + l.y1) / 2; upright && differ(f.ground.at(ch.mid(), y, true), f.ground.at(b.from-0.3*(b.to-b.from), y, true)) {
				continue
			}
			if b.figure == nil || near < nearest {
				b.figure, b.value, b.figureRect, nearest = ch.items, v, paint.Rect{ch.x0, l.y0, ch.x1, l.y1}, near
			}
		}
	}
	if b.figure == nil && on != nil && !f.isStacked(b, upright) {
		b.figure, b.value, b.figureRect, b.on = on.figure, on.value, on.figureRect, true
	} else if on != nil {
		return false
	}
	return b.figure != nil
}

// isStacked reports whether another area begins where a bar ends: it is the first part of a stack.
func (f *frame) isStacked(b *bar, upright bool) bool {
	return slices.ContainsFunc(f.areas, func(a area) bool {
		from, to, near, far := a.x0, a.x1, a.y0, a.y1
		if !upright {
			from, to, near, far = a.y0, a.y1, a.x0, a.x1
		}
		inner := near < math.Max(b.foot, b.end)-0.1*f.em && far > math.Min(b.foot, b.end)+0.1*f.em
		touches := math.Min(math.Abs(near-b.end), math.Abs(far-b.end)) < 0.3*f.em
		return touches && !inner && overlap(from, to, b.from, b.to) > 0.5*(b.to-b.from)
	})
}

// text is a text near a bar.
type text struct {
	items []int
	box   paint.Rect
}

// nameOf finds the text at the foot of a bar: below it and nearer to its middle than to the next one's, or in front of it.
func (f *frame) nameOf(bars []bar, n int, lines []line, upright bool) bool {
	b := &bars[n]
	pitch := (bars[len(bars)-1].from - bars[0].from) / float64(len(bars)-1)
	var near []text
	for i := range lines {
		l := &lines[i]
		for c := range l.chunks {
			ch := &l.chunks[c]
			fits := false
			if upright {
				fits = l.y0 > b.foot-0.4*f.em && l.y1-b.foot < underBar*f.em && math.Abs(ch.mid()-(b.from+b.to)/2) < 0.35*pitch && ch.width() < 1.1*pitch
			} else if mid := (l.y0 + l.y1) / 2; c+1 == len(l.chunks) || l.chunks[c+1].x0 > b.foot { // nothing else stands between
				fits = mid > b.from-0.5*f.em && mid < b.to+0.5*f.em && ch.x1 < b.foot && b.foot-ch.x1 < besideBar*f.em
			}
			if fits {
				near = append(near, text{ch.items, paint.Rect{ch.x0, l.y0, ch.x1, l.y1}})
			}
		}
	}
	if len(near) == 0 {
		return false
	}
	nearest := near[0]
	for _, t := range near[1:] {
		if !upright && t.box[2] > nearest.box[2]+f.em {
			nearest = t
		}
	}
	for _, t := range near { // from top to bottom; a name may take several lines
		goesOn := upright || math.Abs(t.box[0]-nearest.box[0]) < f.em || math.Abs(t.box[2]-nearest.box[2]) < f.em
		if !goesOn || b.name != nil && t.box[3]-b.nameBox[3] > aloneLine*f.em {
			continue
		}
		if b.name == nil {
			b.nameBox = t.box
		}
		b.name = append(b.name, t.items)
		b.nameBox = paint.Rect{math.Min(b.nameBox[0], t.box[0]), b.nameBox[1], math.Max(b.nameBox[2], t.box[2]), t.box[3]}
	}
	return true
}

// rises reports whether longer bars have larger figures, and not all bars are equally long.
func rises(bars []bar, way int) bool {
	length := func(b *bar) float64 { return math.Abs(b.end - b.foot) }
	longest := 0.0
	for i := range bars {
		longest = math.Max(longest, length(&bars[i]))
	}
	order := false
	for i := range bars {
		if math.IsNaN(bars[i].value[way]) {
			return false
		}
		for j := range bars[:i] {
			d := length(&bars[i]) - length(&bars[j])
			if math.Abs(d) < 0.01*longest {
				continue
			}
			if (d > 0) != (bars[i].value[way] > bars[j].value[way]) {
				return false
			}
			order = true
		}
	}
	return order
}

// lengthsTell reports whether bars with figures on them are as long as these are large: shaded cells of a table have figures on them, too.
func lengthsTell(bars []bar) bool {
	if !slices.ContainsFunc(bars, func(b bar) bool { return b.on }) {
		return true
	}
	for way := range 2 {
		least, most := math.Inf(1), 0.0
		for i := range bars {
			r := math.Abs(bars[i].end-bars[i].foot) / bars[i].value[way]
			if math.IsNaN(r) || math.IsInf(r, 0) || r <= 0 {
				least = 0
				break
			}
			least, most = math.Min(least, r), math.Max(most, r)
		}
		if least > 0 && most < evenBars*least {
			return len(bars) > leastBars
		}
	}
	return false
}

// chart is the table of a chart: a row for each bar.
func (f *frame) chart(bars []bar, upright bool) Table {
	t := Table{Chart: true, Rows: len(bars), Cols: 2, Rect: paint.Rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}}
	reach := func(r paint.Rect) {
		t.Rect = paint.Rect{math.Min(t.Rect[0], r[0]), math.Min(t.Rect[1], r[1]), math.Max(t.Rect[2], r[2]), math.Max(t.Rect[3], r[3])}
	}
	for r := range bars {
		b := &bars[r]
		f.take(slices.Concat(append(b.name, b.figure)...))
		t.Cells = append(t.Cells,
			Cell{Row: r, Col: 0, RowSpan: 1, ColSpan: 1, Rect: b.nameBox, Lines: b.name},
			Cell{Row: r, Col: 1, RowSpan: 1, ColSpan: 1, Rect: b.figureRect, Lines: [][]int{b.figure}})
		reach(b.nameBox)
		reach(b.figureRect)
		area := paint.Rect{b.foot, b.from, b.end, b.to}
		if upright {
			area = paint.Rect{b.from, b.end, b.to, b.foot}
		}
		reach(area)
	}
	f.reachTitle(&t)
	return t
}
