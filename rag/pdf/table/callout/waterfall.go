package callout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

const (
	leastBars  = 4
	mostBars   = 24
	widest     = 0.04 // by how much of its width one bar is wider than the next
	evenPitch  = 0.06 // by how much of it the distance of two bars differs
	onLevel    = 0.15 // between the end of a bar and the beginning of the next, in font sizes
	aboveBar   = 3.0  // from a bar to its figure, in font sizes
	underFoot  = 3.6  // from the foot of a chart to the names of its bars
	halfPitch  = 0.45 // from the middle of a bar to that of its words, of the distance of two bars
	mostOfBars = 600  // areas that may be bars
)

// Waterfall finds charts in which each bar begins where the one before it ends: an amount, by how much it rises and falls, and what it comes to.
// That the figures come to it is the proof.
func Waterfall(runs []Run, boxes []paint.Rect, em float64) (out []Group) {
	if len(runs) > mostRuns || len(boxes) > mostOfBars {
		return nil
	}
	p := &page{runs: runs, em: em, within: make([]bool, len(runs))}
	for _, bars := range equalBars(boxes, em) {
		if g, ok := p.waterfall(bars); ok {
			out = append(out, g)
		}
	}
	return out
}

// equalBars are boxes of one width at even distances.
func equalBars(boxes []paint.Rect, em float64) (out [][]paint.Rect) {
	var all []paint.Rect
	for _, b := range boxes {
		if w := b[2] - b[0]; w > em && w < 20*em && b[3]-b[1] > 0.1*em && !slices.Contains(all, b) {
			all = append(all, b)
		}
	}
	slices.SortStableFunc(all, func(a, b paint.Rect) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for len(all) > 0 {
		row, rest := all[:1:1], []paint.Rect(nil)
		for _, b := range all[1:] {
			last, w := row[len(row)-1], row[0][2]-row[0][0]
			pitch := b[0] - last[0]
			even := len(row) == 1 && pitch < 3*w || len(row) > 1 && math.Abs(pitch-(row[1][0]-row[0][0])) < evenPitch*pitch
			if math.Abs(b[2]-b[0]-w) < widest*w && b[0] >= last[2]-0.1*em && even {
				row = append(row, b)
			} else {
				rest = append(rest, b)
			}
		}
		if len(row) >= leastBars && len(row) <= mostBars {
			out = append(out, row)
		}
		all = rest
	}
	return out
}

// waterfall reads bars that begin where the one before ends.
func (p *page) waterfall(bars []paint.Rect) (g Group, ok bool) {
	foot, level, floating := bars[0][3], bars[0][1], 0
	sign := make([]float64, len(bars)) // 0 for an amount
	off := onLevel * p.em
	for k, b := range bars[1:] {
		switch {
		case math.Abs(b[3]-foot) < off && math.Abs(b[1]-level) < off: // what it comes to
		case b[3] < foot-off && math.Abs(b[1]-level) < off && math.Abs(b[3]-level) >= math.Abs(b[1]-level):
			sign[k+1], level, floating = -1, b[3], floating+1
		case b[3] < foot-off && math.Abs(b[3]-level) < off:
			sign[k+1], level, floating = 1, b[1], floating+1
		default:
			return g, false
		}
	}
	if floating < 2 || sign[len(sign)-1] != 0 {
		return g, false
	}
	pitch := bars[1][0] - bars[0][0]
	figures, used := make([]int, len(bars)), []int(nil)
	for k, b := range bars {
		figure, name := p.ofBar(b, foot, pitch)
		if figure < 0 || name == nil {
			return g, false
		}
		figures[k], used = figure, append(append(used, figure), name...)
		row := Row{Label: p.cell(name), Figure: p.cell([]int{figure})}
		if k == 0 {
			g.Rect = b
		}
		g.Rect = join(join(g.Rect, b), join(row.Label.Rect, row.Figure.Rect))
		g.Rows = append(g.Rows, row)
	}
	return g, (p.comesTo(figures, sign, ".") || p.comesTo(figures, sign, ",")) && p.take(used)
}

// ofBar finds the one figure over, on or under a bar, and its name under the foot of the chart.
func (p *page) ofBar(b paint.Rect, foot, pitch float64) (figure int, name []int) {
	figure = -1
	for n := range p.runs {
		r := &p.runs[n]
		if math.Abs(r.Rect[0]+r.Rect[2]-b[0]-b[2]) > 2*halfPitch*pitch || r.Rect[2]-r.Rect[0] > 1.3*pitch {
			continue
		}
		f, isFigure := printed.ReadFigure(r.Said)
		switch {
		case r.Rect[1] > foot-0.3*p.em:
			if r.Rect[1] < foot+underFoot*p.em {
				name = append(name, n)
			}
		case isFigure && f.Token != "" && r.Rect[3] > b[1]-aboveBar*p.em && r.Rect[1] < b[3]+aboveBar*p.em:
			if figure >= 0 {
				return -1, nil
			}
			figure = n
		}
	}
	slices.SortStableFunc(name, func(x, y int) int { return cmp.Compare(p.runs[x].Base, p.runs[y].Base) })
	for k := 1; k < len(name); k++ {
		if p.runs[name[k]].Rect[1]-p.runs[name[k-1]].Rect[3] > 0.8*p.em { // another text
			name = name[:k]
			break
		}
	}
	if letters(p.said(name)) < leastNaming && !(len(name) == 1 && printed.IsPeriod(p.runs[name[0]].Said)) {
		return figure, nil
	}
	return figure, name
}

// comesTo reports whether the first figure and all changes make each amount after them, but for rounding.
func (p *page) comesTo(figures []int, sign []float64, decimal string) bool {
	sum, unit := 0.0, 1.0
	for k, n := range figures {
		f, _ := printed.ReadFigure(p.runs[n].Said)
		v, ok := amount(f.Token, decimal)
		if !ok || f.Negative && sign[k] > 0 {
			return false
		}
		if k == 0 {
			if _, fraction, ok := strings.Cut(f.Token, decimal); ok {
				unit = math.Pow(10, -float64(len(fraction)))
			}
			sum = v
			continue
		}
		if sign[k] == 0 {
			if math.Abs(sum-v) > 0.6*unit*float64(k) {
				return false
			}
			sum = v
			continue
		}
		sum += sign[k] * v
	}
	return true
}
