package bars

import (
	"cmp"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Chart is what a chart says, as a table: heads in the first row, names in the first column.
type Chart struct {
	Rows [][][]*Text // by row and column, the lines of a cell; a row of one cell heads those below it
	Rect paint.Rect
}

// Find finds the charts of a page whose figures are proven to be those of their bars.
func Find(boxes []Box, texts []Text, em float64) (out []Chart) {
	all := legends(boxes, texts, em)
	r := &reader{texts: texts, used: map[*Text]bool{}, em: em}
	for i := range all {
		for _, e := range all[i].entries {
			r.used[e.name[0]] = true
		}
	}
	for i := range all {
		l, had := &all[i], len(out)
		bars := slices.DeleteFunc(slices.Clone(boxes), func(b Box) bool {
			return !b.Exact || l.series(b.Ink) < 0 || isSign(all, b) || !owns(all, i, b)
		})
		for _, upright := range []bool{true, false} {
			var own []panel
			for _, p := range l.panels(bars, upright, em) {
				if clear(all, i, &p, em) && r.labels(&p) && r.proven(&p) && r.names(&p) {
					own = append(own, p)
				}
			}
			for k := range own {
				r.headed(&own[k])
			}
			if c, ok := l.chart(own); ok {
				out = append(out, c)
				break // a legend is of one chart
			}
		}
		if len(out) == had {
			if c, ok := r.points(l, boxes); ok {
				out = append(out, c)
			}
		}
		r.use(out[had:])
	}
	return append(out, r.onePoint(boxes)...)
}

func (r *reader) use(charts []Chart) {
	for _, c := range charts {
		for _, row := range c.Rows {
			for _, t := range slices.Concat(row...) {
				r.used[t] = true
			}
		}
	}
}

// owns reports whether no other legend of the page that has the same series is nearer to a bar.
func owns(all []legend, n int, b Box) bool {
	own, name := apart(all[n].rect, b.Rect), all[n].entries[all[n].series(b.Ink)].name[0].Said
	for i := range all {
		k := all[i].series(b.Ink)
		if i == n || k < 0 || all[i].entries[k].name[0].Said != name {
			continue
		}
		if far := apart(all[i].rect, b.Rect); far < own || far == own && i < n {
			return false
		}
	}
	return true
}

// clear reports whether every other legend that calls an ink of a panel otherwise is much farther from it.
func clear(all []legend, n int, p *panel, em float64) bool {
	const much, more = 2.0, 2.0 // times, and font sizes
	own := apart(all[n].rect, p.rect)
	for i := range all {
		for _, series := range p.clusters[0].order() {
			e := &all[n].entries[series]
			k := all[i].series(e.sign.Ink)
			if k >= 0 && all[i].entries[k].name[0].Said != e.name[0].Said && apart(all[i].rect, p.rect) < much*own+more*em {
				return false
			}
		}
	}
	return true
}

// chart writes the panels of a legend as one table: a row for each category and a column for each series, or the other way round if the
// categories are years.
func (l *legend) chart(panels []panel) (c Chart, ok bool) {
	if len(panels) == 0 {
		return c, false
	}
	slices.SortStableFunc(panels, func(a, b panel) int { return cmp.Compare(a.rect[1], b.rect[1]) })
	order := panels[0].clusters[0].order()
	slices.Sort(order)
	years, apart := true, map[string]bool{}
	for i := range panels {
		p := &panels[i]
		own := p.clusters[0].order()
		slices.Sort(own)
		if !slices.Equal(own, order) {
			return c, false
		}
		for k := range p.clusters {
			years = years && p.clusters[k].name[0].Kind == printed.Period
		}
		if p.heading != nil {
			apart[p.heading.Said] = true
		}
	}
	if len(panels) > 1 && len(apart) < len(panels) {
		return c, false // what sets them apart is not known
	}
	if years && len(panels) == 1 {
		c.Rows = l.byYears(&panels[0], order)
	} else {
		c.Rows = l.byCategories(panels, order)
	}
	c.Rect = l.rect
	for i := range panels {
		c.Rect = join(c.Rect, panels[i].rect)
	}
	for _, row := range c.Rows {
		for _, t := range slices.Concat(row...) {
			c.Rect = join(c.Rect, t.Rect)
		}
	}
	return c, !slices.ContainsFunc(c.Rect[:], math.IsNaN)
}

// of is the figure that a category has of a series.
func (c *cluster) of(series int) []*Text {
	for _, p := range c.parts() {
		if p.series == series {
			return []*Text{p.figure.text}
		}
	}
	return nil
}

// summed reports whether the sum of each category is printed.
func (p *panel) summed() bool {
	return !slices.ContainsFunc(p.clusters, func(c cluster) bool { return c.sum.text == nil })
}

func (l *legend) byYears(p *panel, order []int) [][][]*Text {
	head := [][]*Text{nil}
	for i := range p.clusters {
		head = append(head, p.clusters[i].name)
	}
	rows := [][][]*Text{head}
	for _, s := range order {
		row := [][]*Text{l.entries[s].name}
		for i := range p.clusters {
			row = append(row, p.clusters[i].of(s))
		}
		rows = append(rows, row)
	}
	if p.summed() {
		row := [][]*Text{nil}
		if first := p.clusters[0].sumName; first != nil {
			row[0] = []*Text{first}
		}
		for i := range p.clusters {
			row = append(row, []*Text{p.clusters[i].sum.text})
		}
		rows = append(rows, row)
	}
	return rows
}

func (l *legend) byCategories(panels []panel, order []int) [][][]*Text {
	head := [][]*Text{nil}
	for _, s := range order {
		head = append(head, l.entries[s].name)
	}
	summed := !slices.ContainsFunc(panels, func(p panel) bool { return !p.summed() })
	if summed {
		head = append(head, nil)
	}
	rows := [][][]*Text{head}
	for k := range panels {
		p := &panels[k]
		if p.heading != nil {
			rows = append(rows, [][]*Text{{p.heading}})
		}
		for i := range p.clusters {
			row := [][]*Text{p.clusters[i].name}
			for _, s := range order {
				row = append(row, p.clusters[i].of(s))
			}
			if summed {
				row = append(row, []*Text{p.clusters[i].sum.text})
			}
			rows = append(rows, row)
		}
	}
	return rows
}
