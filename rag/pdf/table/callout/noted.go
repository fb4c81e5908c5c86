package callout

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

const (
	leastNoted = 2    // names with figures of their own years below
	overNotes  = 4.0  // from a name to the line with its figures, in font sizes
	mostName   = 12   // words of a name
	apartNotes = 45.0 // from the first of the figures to the last, in font sizes
)

// Noted finds bars of progress: a name over each bar, and under it a line that says of which years its figures are, "2023: 61 %" and
// "target 2030: 80 %". Without the bars these may be lines of a table.
func Noted(runs []Run, boxes []paint.Rect, em float64) (out []Group) {
	if len(runs) > mostRuns {
		return nil
	}
	p := &page{runs: runs, em: em, within: make([]bool, len(runs))}
	notes := map[int]note{}
	var order []int
	for n := range runs {
		if one, ok := p.note(n); ok {
			notes[n], order = one, append(order, n)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if d := runs[a].Base - runs[b].Base; math.Abs(d) > 0.2*em {
			return sign(d)
		}
		return sign(runs[a].Rect[0] - runs[b].Rect[0])
	})
	var g Group
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && math.Abs(runs[order[to]].Base-runs[order[from]].Base) < 0.2*em &&
			runs[order[to]].Rect[0]-runs[order[from]].Rect[0] < apartNotes*em && p.nameOver(order[to], notes, boxes) < 0 {
			to++
		}
		if name := p.nameOver(order[from], notes, boxes); name >= 0 {
			for k, n := range order[from:to] {
				row := Row{Label: p.cell([]int{name}), Note: Cell{Lines: notes[n].words, Rect: notes[n].rect}, Goes: k > 0}
				row.Figure = Cell{Lines: [][]int{notes[n].figure}, Rect: notes[n].rect}
				if len(g.Rows) == 0 {
					g.Rect = row.Label.Rect
				}
				g.Rect = join(join(g.Rect, row.Label.Rect), row.Figure.Rect)
				g.Rows = append(g.Rows, row)
			}
		}
		from = to
	}
	first := 0
	for _, r := range g.Rows {
		if !r.Goes {
			first++
		}
	}
	if first < leastNoted {
		return nil
	}
	return []Group{g}
}

// nameOver is the name over a bar over a line with figures of years, beginning where it does; -1 if none.
func (p *page) nameOver(n int, notes map[int]note, boxes []paint.Rect) int {
	r, best, away := &p.runs[n], -1, overNotes*p.em
	for k := range p.runs {
		o := &p.runs[k]
		d := r.Rect[1] - o.Rect[3]
		if d > -0.3*r.Size && d < away && k != n && math.Abs(o.Rect[0]-r.Rect[0]) < 0.6*p.em {
			best, away = k, d
		}
	}
	if best < 0 {
		return -1
	}
	name := &p.runs[best]
	for k := range p.runs { // it is the words of a key figure
		o := &p.runs[k]
		if d := name.Rect[1] - o.Rect[3]; o.Size > large*name.Size && d > -0.3*o.Size && d < underFigure*o.Size && aligned(o.Rect, name.Rect, p.em) {
			return -1
		}
	}
	bar := func(b paint.Rect) bool {
		high := b[3] - b[1]
		return high > 0.2*p.em && high < 2.5*p.em && b[2]-b[0] > 2*high && math.Abs(b[0]-name.Rect[0]) < 1.2*p.em &&
			b[1] > name.Rect[1]+0.5*name.Size && b[3] < r.Rect[3]-0.3*r.Size
	}
	if !slices.ContainsFunc(boxes, bar) {
		return -1
	}
	said := name.Said
	if _, isNote := notes[best]; isNote || letters(said) < leastNaming || len(name.Items) > mostName || said[len(said)-1] == '.' || printed.IsPeriod(said) {
		return -1
	}
	return best
}
