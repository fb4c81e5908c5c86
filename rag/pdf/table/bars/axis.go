package bars

import (
	"cmp"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// span is a place beside an axis: u runs from the foot of the bars to their ends, v from one bar to the next.
type span struct{ u0, u1, v0, v1 float64 }

func (s span) mid() float64    { return (s.v0 + s.v1) / 2 }
func (s span) middle() float64 { return (s.u0 + s.u1) / 2 }
func (s span) wide() float64   { return s.v1 - s.v0 }

// along turns a rectangle to the direction of bars.
func along(r paint.Rect, upright bool) span {
	if upright {
		return span{-r[3], -r[1], r[0], r[2]}
	}
	return span{r[0], r[2], r[1], r[3]}
}

// figure is a text that is a number, in either way of writing.
type figure struct {
	text  *Text
	value [2]float64
}

// part is what one series has in a bar.
type part struct {
	span
	series int
	figure figure
	rect   paint.Rect
}

// column is a bar: one part, or parts on one another, and what they make.
type column struct {
	span
	parts []part
	total figure // of a bar of parts; nil if it is not printed
}

// cluster is the bars of one category.
type cluster struct {
	span
	columns []column
	name    []*Text
	sum     figure // of all its bars, with its name; nil if it is not printed
	sumName *Text
}

// panel is bars on one line.
type panel struct {
	span
	clusters []cluster
	heading  *Text // a year that all of it is of
	rect     paint.Rect
	upright  bool
}

const (
	leastWidth = 0.3  // of a bar, in font sizes
	equalWidth = 0.15 // by how much of its width one bar is wider than the next
	oneFoot    = 0.25 // between the feet of bars on one line, in font sizes
	mostMarks  = 200
)

// panels puts the bars of a legend together that stand on one line.
func (l *legend) panels(boxes []Box, upright bool, em float64) []panel {
	var parts []part
	for _, b := range boxes {
		if s := along(b.Rect, upright); s.wide() > leastWidth*em {
			parts = append(parts, part{span: s, series: l.series(b.Ink), rect: b.Rect})
		}
	}
	if len(parts) > mostMarks {
		return nil
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Or(cmp.Compare(a.v0, b.v0), cmp.Compare(a.u0, b.u0)) })
	var columns []column
	for _, p := range parts {
		n := slices.IndexFunc(columns, func(c column) bool {
			return math.Abs(c.v0-p.v0) < oneFoot*em && math.Abs(c.wide()-p.wide()) < equalWidth*p.wide() && math.Abs(p.u0-c.u1) < oneFoot*em
		})
		if n < 0 {
			columns = append(columns, column{span: p.span, parts: []part{p}})
			continue
		}
		columns[n].parts, columns[n].u1 = append(columns[n].parts, p), p.u1
	}
	slices.SortStableFunc(columns, func(a, b column) int { return cmp.Or(cmp.Compare(a.u0, b.u0), cmp.Compare(a.v0, b.v0)) })
	var out []panel
	for i := 0; i < len(columns); {
		j := i + 1
		for j < len(columns) && columns[j].u0-columns[j-1].u0 < oneFoot*em {
			j++
		}
		group := slices.Clone(columns[i:j])
		slices.SortStableFunc(group, func(a, b column) int { return cmp.Compare(a.v0, b.v0) })
		if p, ok := inClusters(group); ok {
			p.upright = upright
			out = append(out, p)
		}
		i = j
	}
	return out
}

// isSign reports whether a box is the sign of a series.
func isSign(all []legend, b Box) bool {
	return slices.ContainsFunc(all, func(l legend) bool {
		return slices.ContainsFunc(l.entries, func(e entry) bool { return e.sign.Rect == b.Rect })
	})
}

// inClusters parts bars where a series comes again, and reports whether each category has the same series, its bars closer to one another
// than to the next category's.
func inClusters(columns []column) (p panel, ok bool) {
	p.span, p.rect = columns[0].span, columns[0].parts[0].rect
	within, between := math.Inf(-1), math.Inf(1)
	var seen map[int]bool
	for i := range columns {
		c := &columns[i]
		again := i == 0
		for _, q := range c.parts {
			again = again || seen[q.series]
		}
		if i > 0 && (c.v0 < columns[i-1].v1-0.5*c.wide() || math.Abs(c.wide()-columns[0].wide()) > equalWidth*c.wide()) {
			return p, false
		}
		if again {
			if i > 0 {
				between = math.Min(between, c.v0-columns[i-1].v1)
			}
			p.clusters, seen = append(p.clusters, cluster{span: c.span}), map[int]bool{}
		} else {
			within = math.Max(within, c.v0-columns[i-1].v1)
		}
		last := &p.clusters[len(p.clusters)-1]
		for _, q := range c.parts {
			if seen[q.series] {
				return p, false
			}
			seen[q.series] = true
			p.rect = join(p.rect, q.rect)
		}
		last.columns = append(last.columns, *c)
		last.u1, last.v1 = math.Max(last.u1, c.u1), c.v1
		p.u1, p.v1 = math.Max(p.u1, c.u1), c.v1
	}
	first := p.clusters[0].order()
	for i := range p.clusters {
		if !slices.Equal(p.clusters[i].order(), first) {
			return p, false
		}
	}
	return p, len(first) > 1 && within < between
}

// order lists the series of a category as they stand.
func (c *cluster) order() (out []int) {
	for _, b := range c.columns {
		for _, q := range b.parts {
			out = append(out, q.series)
		}
	}
	return out
}

// Amounts reads a figure with a point as its decimal sign, and with a comma: which one it is shows only in all of a filing.
func Amounts(s string) (v [2]float64, ok bool) {
	g, ok := printed.ReadFigure(s)
	if !ok {
		return v, false
	}
	for k, decimal := range []rune{'.', ','} {
		v[k] = amount(g.Token, decimal)
	}
	return v, true
}
