package bars

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Distances in font sizes.
const (
	leastYears = 3
	mostYears  = 20
	mostPoint  = 1.4  // of a point of a line
	overYear   = 0.5  // from the middle of a year to that of its points
	overYears  = 40.0 // from a year to its points
	fromPoint  = 2.6  // from a point to its figure
	besides    = 1.6  // from the middle of a year to that of a figure over it
	sameHeight = 0.12 // between two points of one figure
	mostLines  = 8
)

// point is where a line of a chart has one of its figures.
type point struct {
	x, y   float64
	figure figure
}

// points reads a chart of several lines: years below one another's points, each line in the ink of its sign. That all points stand the higher the
// larger their figures are is the proof.
func (r *reader) points(l *legend, boxes []Box) (c Chart, ok bool) {
	if len(l.entries) > mostLines {
		return c, false
	}
	for _, years := range r.rowsOfYears() {
		if c, ok = r.overYears(l, years, boxes); ok {
			return c, true
		}
	}
	return c, false
}

// onePoint reads a chart without a legend: one point over each year.
func (r *reader) onePoint(boxes []Box) (out []Chart) {
	whole := legend{entries: []entry{{}}}
	for _, years := range r.rowsOfYears() {
		whole.rect = years[0].Rect
		if c, ok := r.overYears(&whole, years, boxes); ok {
			out = append(out, c)
		}
	}
	return out
}

// rowsOfYears are years that rise from left to right on one line.
func (r *reader) rowsOfYears() (out [][]*Text) {
	var all []*Text
	for i := range r.texts {
		if t := &r.texts[i]; t.Kind == printed.Period && len(t.Said) <= 7 && !r.used[t] {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b *Text) int {
		if d := a.Rect[3] - b.Rect[3]; math.Abs(d) > 0.25*r.em {
			return cmp.Compare(a.Rect[3], b.Rect[3])
		}
		return cmp.Compare(a.Rect[0], b.Rect[0])
	})
	for from := 0; from < len(all); {
		to := from + 1
		for to < len(all) && math.Abs(all[to].Rect[3]-all[from].Rect[3]) <= 0.25*r.em && all[to].Said > all[to-1].Said && all[to].Rect[0] > all[to-1].Rect[2] {
			to++
		}
		if to-from >= leastYears && to-from <= mostYears {
			out = append(out, all[from:to])
		}
		from = to
	}
	return out
}

func (r *reader) overYears(l *legend, years []*Text, boxes []Box) (c Chart, ok bool) {
	lines := make([][]*point, len(l.entries))
	for k := range lines {
		lines[k] = make([]*point, len(years))
	}
	for _, b := range boxes {
		w, h := b.Rect[2]-b.Rect[0], b.Rect[3]-b.Rect[1]
		k := l.series(b.Ink)
		if len(l.entries) == 1 {
			k = 0 // no legend tells them apart
		}
		if k < 0 || math.Max(w, h) > mostPoint*r.em || math.Abs(w-h) > 0.3*math.Max(w, h) || b.Rect == l.entries[k].sign.Rect {
			continue
		}
		x, y := (b.Rect[0]+b.Rect[2])/2, (b.Rect[1]+b.Rect[3])/2
		n := slices.IndexFunc(years, func(t *Text) bool { return math.Abs((t.Rect[0]+t.Rect[2])/2-x) < overYear*r.em })
		if n < 0 || y > years[n].Rect[1] || years[n].Rect[1]-y > overYears*r.em {
			continue
		}
		if o := lines[k][n]; o != nil {
			if math.Abs(o.y-y) < sameHeight*r.em {
				continue // filled and outlined
			}
			return c, false
		}
		lines[k][n] = &point{x: x, y: y}
	}
	drawn := 0
	for _, line := range lines {
		n := 0
		for _, p := range line {
			if p != nil {
				n++
			}
		}
		if n > 1 {
			drawn++
		}
	}
	if drawn < 1 || !r.figuresAt(lines, years) {
		return c, false
	}
	return l.ofLines(lines, years, r.unitBefore(l))
}

// figuresAt gives the points over each year their figures; it reports false if there are others, or the points are not as high as their figures
// are large.
func (r *reader) figuresAt(lines [][]*point, years []*Text) bool {
	var all []*point
	for n, year := range years {
		var column []*point
		for _, line := range lines {
			if line[n] != nil {
				column = append(column, line[n])
			}
		}
		if len(column) == 0 {
			continue
		}
		slices.SortStableFunc(column, func(a, b *point) int { return cmp.Compare(a.y, b.y) })
		found := r.over(year, column)
		if len(found) > len(column) {
			return false
		}
		if len(found) == len(column) {
			for i, p := range column {
				p.figure = found[i]
			}
		} else if !nearest(found, column) {
			return false
		}
		for _, p := range column {
			if p.figure.text == nil {
				continue
			}
			t := p.figure.text.Rect
			if math.Max(t[1]-p.y, p.y-t[3]) > fromPoint*r.em {
				return false
			}
			all = append(all, p)
		}
	}
	return len(all) >= leastYears && (climb(all, 0, r.em) || climb(all, 1, r.em))
}

// over are the figures over a year, from top to bottom, near one of its points.
func (r *reader) over(year *Text, column []*point) (out []figure) {
	mid := (year.Rect[0] + year.Rect[2]) / 2
	for i := range r.texts {
		t := &r.texts[i]
		if t.Kind != printed.Number || r.used[t] || math.Abs((t.Rect[0]+t.Rect[2])/2-mid) > besides*r.em || t.Rect[3] > year.Rect[1] ||
			t.Rect[3] < column[0].y-fromPoint*r.em {
			continue
		}
		if v, ok := Amounts(t.Said); ok {
			out = append(out, figure{t, v})
		}
	}
	slices.SortStableFunc(out, func(a, b figure) int { return cmp.Compare(a.text.Rect[1], b.text.Rect[1]) })
	return out
}

// nearest gives each figure to the point nearest to it, where it is much nearer than any other; it reports false if two have the same.
func nearest(found []figure, column []*point) bool {
	for _, f := range found {
		mid := (f.text.Rect[1] + f.text.Rect[3]) / 2
		best, next := -1, math.Inf(1)
		for i, p := range column {
			d := math.Abs(p.y - mid)
			if best < 0 || d < math.Abs(column[best].y-mid) {
				if best >= 0 {
					next = math.Abs(column[best].y - mid)
				}
				best = i
			} else {
				next = math.Min(next, d)
			}
		}
		if column[best].figure.text != nil || next < 1.5*math.Abs(column[best].y-mid) {
			return false
		}
		column[best].figure = f
	}
	return true
}

// climb reports whether points stand the higher the larger their figures are, in one of the two ways to write a decimal sign, and not all on one height.
func climb(all []*point, way int, em float64) bool {
	moved := false
	for i, p := range all {
		v := p.figure.value[way]
		if math.IsNaN(v) {
			return false
		}
		for _, o := range all[:i] {
			up, more := o.y-p.y, v-o.figure.value[way]
			moved = moved || math.Abs(up) > sameHeight*em
			if more > 0 && up < -sameHeight*em || more < 0 && up > sameHeight*em {
				return false
			}
		}
	}
	return moved
}

// ofLines writes lines as a table: a row for each, under the years.
func (l *legend) ofLines(lines [][]*point, years []*Text, unit []*Text) (c Chart, ok bool) {
	heads := [][]*Text{unit}
	c.Rect = l.rect
	for _, y := range years {
		heads, c.Rect = append(heads, []*Text{y}), join(c.Rect, y.Rect)
	}
	c.Rows = append(c.Rows, heads)
	for k, line := range lines {
		row, filled := [][]*Text{l.entries[k].name}, false
		for _, p := range line {
			if p == nil || p.figure.text == nil {
				row = append(row, nil)
				continue
			}
			row, filled = append(row, []*Text{p.figure.text}), true
			c.Rect = join(c.Rect, p.figure.text.Rect)
		}
		if !filled {
			return c, false
		}
		c.Rows = append(c.Rows, row)
	}
	return c, true
}

// unitBefore is the unit that stands in front of a legend, as what all of its lines are in.
func (r *reader) unitBefore(l *legend) []*Text {
	for i := range r.texts {
		t := &r.texts[i]
		gap := l.rect[0] - t.Rect[2]
		if mid := (t.Rect[1] + t.Rect[3]) / 2; gap > -0.2*r.em && gap < afterSign*r.em && mid > l.rect[1]-0.3*r.em && mid < l.rect[3]+0.3*r.em &&
			!r.used[t] && printed.IsUnit(strings.TrimRight(t.Said, ".:, ")) {
			return []*Text{t}
		}
	}
	return nil
}
