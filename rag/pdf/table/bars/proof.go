package bars

import (
	"math"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

const (
	lengthOff  = 0.25  // by how much a bar is longer or shorter than its figure says, in font sizes
	lengthPart = 0.025 // the same, of the longest
	leastParts = 3     // of a panel
)

// proven reports whether the figures are those of the bars that they stand at: bars of the panel, or of each category, are as long as their
// figures are large, or the figures of each category make the sum that is printed with it.
func (r *reader) proven(p *panel) bool {
	var all []part
	for i := range p.clusters {
		all = append(all, p.clusters[i].parts()...)
	}
	if len(all) < leastParts {
		return false
	}
	for way := range 2 {
		if r.sums(p, way) {
			return true
		}
		if even, told := r.even(all, way); even && told && r.totals(p, way) {
			return true
		}
		each, any := r.totals(p, way), false
		for i := range p.clusters {
			even, told := r.even(p.clusters[i].parts(), way)
			each, any = each && even, any || told
		}
		if each && any {
			return true
		}
	}
	return false
}

func (c *cluster) parts() (out []part) {
	for i := range c.columns {
		out = append(out, c.columns[i].parts...)
	}
	return out
}

// even reports whether bars are as long as their figures are large, and whether not all are equally long.
func (r *reader) even(parts []part, way int) (even, told bool) {
	longest, largest := 0.0, 0.0
	for _, p := range parts {
		if math.IsNaN(p.figure.value[way]) {
			return false, false
		}
		if p.u1-p.u0 > longest {
			longest, largest = p.u1-p.u0, p.figure.value[way]
		}
	}
	if largest <= 0 {
		return false, false
	}
	slack := math.Max(lengthOff*r.em, lengthPart*longest)
	for _, p := range parts {
		length := p.u1 - p.u0
		if math.Abs(length-longest*p.figure.value[way]/largest) > slack {
			return false, false
		}
		told = told || longest-length > 2*slack
	}
	return true, told
}

// totals reports whether what stands over bars of parts is what these make, wherever it stands.
func (r *reader) totals(p *panel, way int) bool {
	for i := range p.clusters {
		for j := range p.clusters[i].columns {
			c := &p.clusters[i].columns[j]
			if c.total.text != nil && !makes(c.parts, c.total.value[way], way) {
				return false
			}
		}
	}
	return true
}

// makes reports whether the figures of parts make a sum, as rounded.
func makes(parts []part, sum float64, way int) bool {
	made, places := 0.0, 0
	for _, p := range parts {
		made += p.figure.value[way]
		places = max(places, decimals(p.figure.text.Said, way))
	}
	return math.Abs(made-sum) < (0.5*float64(len(parts))+0.01)*math.Pow(10, -float64(places))
}

// decimals counts the places after a figure's decimal sign.
func decimals(s string, way int) int {
	g, _ := printed.ReadFigure(s)
	i := strings.LastIndexByte(g.Token, ".,"[way])
	if i < 0 {
		return 0
	}
	return len(g.Token) - i - 1
}

// sums reports whether the parts of each category make its sum, and forgets what it has found of sums if not.
func (r *reader) sums(p *panel, way int) bool {
	if r.findSums(p, way) {
		return true
	}
	for i := range p.clusters {
		p.clusters[i].sum, p.clusters[i].sumName = figure{}, nil
	}
	return false
}

// findSums reports whether all figures of each category make one that stands with it, called the same in each: on the only bar, or beside the bars
// under its name.
func (r *reader) findSums(p *panel, way int) bool {
	onBars := r.totals(p, way)
	for i := range p.clusters {
		onBars = onBars && len(p.clusters[i].columns) == 1 && p.clusters[i].columns[0].total.text != nil
	}
	if onBars {
		for i := range p.clusters {
			p.clusters[i].sum = p.clusters[i].columns[0].total
		}
	}
	if onBars || !r.totals(p, way) {
		return onBars
	}
	for i := range p.clusters {
		c := &p.clusters[i]
		from, to := p.v0-p.pitch()/2, p.v1+p.pitch()/2
		if i > 0 {
			from = p.clusters[i-1].v1
		}
		if i+1 < len(p.clusters) {
			to = p.clusters[i+1].v0
		}
		n := 0
		r.figures(nil, p.upright, func(g figure, s span) {
			if s.v0 > from && s.v1 < to && s.u0 > p.u0 && s.u0 < p.u1+overPanel*r.em && makes(c.parts(), g.value[way], way) {
				c.sum, c.sumName = g, r.above(g.text)
				n++
			}
		})
		if n != 1 || c.sumName == nil || c.sumName.Said != p.clusters[0].sumName.Said {
			return false
		}
	}
	return true
}

// above is the text right above a figure, with one edge in common.
func (r *reader) above(g *Text) (name *Text) {
	for i := range r.texts {
		t := &r.texts[i]
		edge := math.Min(math.Abs(t.Rect[0]-g.Rect[0]), math.Abs(t.Rect[2]-g.Rect[2]))
		if t.Kind == printed.Wordy && !r.used[t] && edge < oneLine*r.em && math.Abs(g.Rect[1]-t.Rect[3]) < 0.8*r.em {
			name = t
		}
	}
	return name
}
