package bars

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// amount is a figure read with that decimal sign; not a number if it is none then.
func amount(token string, decimal rune) float64 {
	v, err := strconv.ParseFloat(strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r
		case r == decimal:
			return '.'
		}
		return -1
	}, token), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// Distances in font sizes.
const (
	overEnd    = 2.2  // from the end of a bar to its figure
	besidePart = 1.3  // from a part of a bar to its figure beside it
	strayed    = 1.2  // by how much a figure beside a part is off it
	underFoot  = 3.0  // from the foot of bars to their names
	inFront    = 22.0 // the same, if these stand in front
	oneLine    = 0.4  // between the middles of texts on one line
	overPanel  = 9.0  // from the longest bar to the names above
	lead       = 8.0  // from the year of a panel to its first bar
)

// reader is what is read while the texts of a panel are found.
type reader struct {
	texts []Text
	used  map[*Text]bool
	em    float64
}

// labels gives each part of each bar its figure, and reports whether all have theirs.
func (r *reader) labels(p *panel) bool {
	taken := map[*Text]bool{}
	for i := range p.clusters {
		for j := range p.clusters[i].columns {
			c := &p.clusters[i].columns[j]
			end, found := r.atEnd(c, p.upright, taken)
			switch {
			case len(c.parts) == 1 && found:
				c.parts[0].figure = end
			case len(c.parts) == 1 || !r.onParts(c, p.upright, taken):
				return false
			case found:
				c.total = end
			}
		}
	}
	return true
}

// figures calls f with each figure that is free.
func (r *reader) figures(taken map[*Text]bool, upright bool, f func(g figure, s span)) {
	for i := range r.texts {
		t := &r.texts[i]
		if t.Kind != printed.Number || r.used[t] || taken[t] {
			continue
		}
		if v, ok := Amounts(t.Said); ok {
			f(figure{t, v}, along(t.Rect, upright))
		}
	}
}

// atEnd finds the nearest figure over the end of a bar.
func (r *reader) atEnd(c *column, upright bool, taken map[*Text]bool) (out figure, ok bool) {
	nearest := overEnd * r.em
	r.figures(taken, upright, func(g figure, s span) {
		if near := s.u0 - c.u1; s.mid() > c.v0 && s.mid() < c.v1 && near > -0.4*r.em && near < nearest {
			out, ok, nearest = g, true, near
		}
	})
	if ok {
		taken[out.text] = true
	}
	return out, ok
}

// onParts gives the parts of a bar the figures that stand on them, or on one side beside them: as many as there are parts.
func (r *reader) onParts(c *column, upright bool, taken map[*Text]bool) bool {
	places := []func(s span) bool{
		func(s span) bool { return s.mid() > c.v0 && s.mid() < c.v1 },
		func(s span) bool { return upright && s.v1 < c.v0+0.2*r.em && c.v0-s.v1 < besidePart*r.em },
		func(s span) bool { return upright && s.v0 > c.v1-0.2*r.em && s.v0-c.v1 < besidePart*r.em },
	}
	for _, stands := range places {
		type placed struct {
			figure
			span
		}
		var found []placed
		r.figures(taken, upright, func(g figure, s span) {
			if stands(s) && s.middle() > c.u0 && s.middle() < c.u1 {
				found = append(found, placed{g, s})
			}
		})
		if len(found) != len(c.parts) {
			continue
		}
		slices.SortStableFunc(found, func(a, b placed) int { return cmp.Compare(a.middle(), b.middle()) })
		for i := range found {
			p, at := &c.parts[i], found[i].middle()
			if at < p.u0-strayed*r.em || at > p.u1+strayed*r.em {
				return false
			}
			p.figure = found[i].figure
			taken[p.figure.text] = true
		}
		return true
	}
	return false
}

// names gives each category its name, and reports whether all have theirs: below the bars, in front of them, or, if these are years, above.
func (r *reader) names(p *panel) bool {
	free := r.words(p)
	if !p.upright {
		return r.namesInFront(p, free)
	}
	return r.namesBelow(p, free) || r.yearsAbove(p, free)
}

// word is a text that is no figure.
type word struct {
	*Text
	span
}

// words lists the texts that can be names, from the foot of the bars away.
func (r *reader) words(p *panel) (out []word) {
	for i := range r.texts {
		if t := &r.texts[i]; t.Kind != printed.Number && !r.used[t] {
			out = append(out, word{t, along(t.Rect, p.upright)})
		}
	}
	slices.SortStableFunc(out, func(a, b word) int { return cmp.Or(cmp.Compare(-a.middle(), -b.middle()), cmp.Compare(a.v0, b.v0)) })
	return out
}

// pitch is how far one category is from the next.
func (p *panel) pitch() float64 {
	n := len(p.clusters)
	if n < 2 {
		return p.wide()
	}
	return (p.clusters[n-1].mid() - p.clusters[0].mid()) / float64(n-1)
}

// namesBelow reads the line of names below the bars, and the lines that these go on with.
func (r *reader) namesBelow(p *panel, free []word) bool {
	edge, names, size := p.u0, make([][]*Text, len(p.clusters)), r.em
	spans := make([]span, len(p.clusters))
	for i := 0; i < len(free); {
		j := i + 1
		for j < len(free) && free[i].middle()-free[j].middle() < oneLine*r.em {
			j++
		}
		group := slices.DeleteFunc(slices.Clone(free[i:j]), func(w word) bool { return w.v1 < p.v0-p.pitch()/2 || w.v0 > p.v1+p.pitch()/2 })
		i = j
		if len(group) == 0 || group[0].u1 > p.u0+0.4*r.em {
			continue
		}
		first := names[0] == nil
		if gap := edge - group[0].u1; first && gap > underFoot*r.em || !first && gap > 0.6*size {
			break
		}
		of := make([]*word, len(p.clusters))
		for k := range group {
			w := &group[k]
			n := slices.IndexFunc(p.clusters, func(c cluster) bool { return w.v0 < c.mid() && w.v1 > c.mid() })
			if !first {
				n = slices.IndexFunc(spans, func(s span) bool { return w.v0 < s.v1 && w.v1 > s.v0 })
			}
			if n < 0 || of[n] != nil || w.wide() > 1.1*p.pitch() && len(p.clusters) > 1 {
				return !first && p.name(names)
			}
			of[n] = w
		}
		for n, w := range of {
			switch {
			case w == nil && first:
				return false
			case w == nil:
			case first:
				names[n], spans[n] = []*Text{w.Text}, w.span
			default:
				names[n] = append(names[n], w.Text)
			}
		}
		edge, size = group[0].u0, group[0].Size
	}
	return p.name(names)
}

// name sets what the categories are called, if all are.
func (p *panel) name(names [][]*Text) bool {
	if slices.ContainsFunc(names, func(n []*Text) bool { return n == nil }) {
		return false
	}
	for i := range p.clusters {
		p.clusters[i].name = names[i]
	}
	return true
}

// yearsAbove reads years that head the categories, as many as these, each nearest to its own.
func (r *reader) yearsAbove(p *panel, free []word) bool {
	for i := range free {
		line := slices.DeleteFunc(slices.Clone(free), func(w word) bool {
			return w.Kind != printed.Period || math.Abs(w.middle()-free[i].middle()) > oneLine*r.em || w.u0 < p.u1-oneLine*r.em || w.u0-p.u1 > overPanel*r.em
		})
		if len(line) != len(p.clusters) || len(line) < 2 {
			continue
		}
		slices.SortStableFunc(line, func(a, b word) int { return cmp.Compare(a.v0, b.v0) })
		fits, names := true, make([][]*Text, len(line))
		for n, w := range line {
			fits = fits && math.Abs(w.mid()-p.clusters[n].mid()) < p.pitch()/2
			names[n] = []*Text{w.Text}
		}
		if fits {
			return p.name(names)
		}
	}
	return false
}

// namesInFront reads the lines that stand in front of each category.
func (r *reader) namesInFront(p *panel, free []word) bool {
	names := make([][]*Text, len(p.clusters))
	slices.SortStableFunc(free, func(a, b word) int { return cmp.Compare(a.v0, b.v0) })
	for n := range p.clusters {
		c := &p.clusters[n]
		for _, w := range free {
			if w.u1 < p.u0+0.2*r.em && p.u0-w.u1 < inFront*r.em && w.mid() > c.v0-0.3*r.em && w.mid() < c.v1+0.3*r.em {
				names[n] = append(names[n], w.Text)
			}
		}
		for _, t := range names[n] {
			a, b := t.Rect, names[n][0].Rect
			if math.Abs(a[0]-b[0]) > r.em && math.Abs(a[2]-b[2]) > r.em || slices.ContainsFunc(names[:n], func(o []*Text) bool { return slices.Contains(o, t) }) {
				return false
			}
		}
	}
	return p.name(names)
}

// headed finds the one year that stands before the first bar of a panel.
func (r *reader) headed(p *panel) {
	n := 0
	for _, w := range r.words(p) {
		if w.Kind == printed.Period && w.v1 < p.v0 && p.v0-w.v1 < lead*r.em && w.u0 > p.u0 && w.u0 < p.u1+underFoot*r.em {
			p.heading = w.Text
			n++
		}
	}
	if n > 1 {
		p.heading = nil
	}
}
