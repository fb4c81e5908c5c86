package callout

import (
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

const (
	leastYears = 3
	mostYears  = 15
	evenness   = 0.25 // by how much of the usual distance two years may stand nearer or farther apart
	overYear   = 0.3  // from the middle of a year to that of its figure, of the distance of two years
	mostHigh   = 30.0 // of a chart of lines, in font sizes
	heightEven = 0.4  // by how much heights of figures may differ from their order, in font sizes
)

// Series finds charts of one line: years side by side, and over each of them one figure, the higher the larger it is. That all of them are is
// the proof; a table of figures over its years has them on one line.
func Series(runs []Run, em float64) (out []Group) {
	if len(runs) > mostRuns {
		return nil
	}
	used := map[int]bool{}
	for i := range runs {
		if used[i] || !isYear(runs[i].Said) {
			continue
		}
		years := yearsFrom(runs, i, em)
		if g, ok := line(runs, years, em); ok {
			for _, n := range years {
				used[n] = true
			}
			out = append(out, g)
		}
	}
	return out
}

func isYear(s string) bool { return printed.IsPeriod(s) && !strings.Contains(s, " ") && len(s) <= 7 }

// yearsFrom lists the years that go on from one on its line, evenly and rising.
func yearsFrom(runs []Run, first int, em float64) []int {
	var row []int
	for n := range runs {
		if isYear(runs[n].Said) && math.Abs(runs[n].Base-runs[first].Base) < 0.2*em && runs[n].Rect[0] >= runs[first].Rect[0] {
			row = append(row, n)
		}
	}
	slices.SortFunc(row, func(a, b int) int { return sign(runs[a].Rect[0] - runs[b].Rect[0]) })
	if len(row) < leastYears {
		return nil
	}
	pitch, end := middle(runs, row[1])-middle(runs, row[0]), 1
	for end < len(row) && end < mostYears && math.Abs(middle(runs, row[end])-middle(runs, row[end-1])-pitch) < evenness*pitch &&
		runs[row[end]].Said > runs[row[end-1]].Said {
		end++
	}
	return row[:end]
}

func middle(runs []Run, n int) float64 { return (runs[n].Rect[0] + runs[n].Rect[2]) / 2 }

// line reads the figures over years; it reports false when there is not one over each, or they are not as high as they are large.
func line(runs []Run, years []int, em float64) (g Group, ok bool) {
	if len(years) < leastYears {
		return g, false
	}
	pitch := (middle(runs, years[len(years)-1]) - middle(runs, years[0])) / float64(len(years)-1)
	figures := make([]int, len(years))
	top := math.Inf(1)
	for k, y := range years {
		figures[k] = -1
		for n := range runs {
			r := &runs[n]
			if r.Base > runs[y].Base-runs[y].Size || runs[y].Base-r.Base > mostHigh*em || math.Abs(middle(runs, n)-middle(runs, y)) > overYear*pitch {
				continue
			}
			if f, isFigure := printed.ReadFigure(r.Said); isFigure && f.Token != "" && !printed.IsPeriod(r.Said) {
				if figures[k] >= 0 {
					return g, false // two lines, or an axis
				}
				figures[k], top = n, math.Min(top, r.Rect[1])
			}
		}
		if figures[k] < 0 {
			return g, false
		}
	}
	from, to := middle(runs, years[0])-overYear*pitch, middle(runs, years[len(years)-1])+overYear*pitch
	for n := range runs { // nothing else stands among them
		r, m := &runs[n], middle(runs, n)
		if r.Base > top && r.Base < runs[years[0]].Base-runs[years[0]].Size && m > from && m < to && !slices.Contains(figures, n) {
			return g, false
		}
	}
	if !climbs(runs, figures, em) {
		return g, false
	}
	for k, y := range years {
		row := Row{
			Label:  Cell{Lines: [][]int{runs[y].Items}, Rect: runs[y].Rect},
			Figure: Cell{Lines: [][]int{runs[figures[k]].Items}, Rect: runs[figures[k]].Rect},
		}
		g.Rows = append(g.Rows, row)
		if k == 0 {
			g.Rect = row.Label.Rect
		}
		g.Rect = join(join(g.Rect, row.Label.Rect), row.Figure.Rect)
	}
	return g, true
}

// climbs reports whether figures stand the higher the larger they are, in one of the two ways to write a decimal sign, and not all on one height.
func climbs(runs []Run, figures []int, em float64) bool {
	for _, decimal := range []string{".", ","} {
		values := make([]float64, len(figures))
		fits := true
		for k, n := range figures {
			f, _ := printed.ReadFigure(runs[n].Said)
			v, ok := amount(f.Token, decimal)
			if f.Negative {
				v = -v
			}
			values[k], fits = v, fits && ok
		}
		moved := false
		for i := range figures {
			for j := range figures[:i] {
				up := runs[figures[j]].Base - runs[figures[i]].Base // the later one is higher by that
				moved = moved || math.Abs(up) > heightEven*em
				if values[i] > values[j] && up < -heightEven*em || values[i] < values[j] && up > heightEven*em {
					fits = false
				}
			}
		}
		if fits && moved {
			return true
		}
	}
	return false
}
