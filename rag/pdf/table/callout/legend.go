package callout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Area is a part of a page that is filled in one ink.
type Area struct {
	Rect paint.Rect
	Ink  paint.Color
}

// Distances in font sizes.
const (
	leastSign   = 0.3 // of the sign of a part
	mostSign    = 1.8
	leastSigns  = 2
	mostSigns   = 16
	apartSigns  = 4.0  // from one sign to the next
	offSign     = 2.2  // from the middle of a sign to the words of its part
	mostLarger  = 1.4  // words of a part, than the first behind its sign
	behindSign  = 10.0 // from a sign, or the words before, to the words behind it
	mostOfSigns = 1000 // areas that may be signs
)

// Legend finds legends with figures: a column of signs in inks of their own, which areas of a chart have, too, and behind each of them a name and
// one figure.
func Legend(runs []Run, areas []Area, em float64) (out []Group) {
	if len(runs) > mostRuns {
		return nil
	}
	p := &page{runs: runs, em: em, within: make([]bool, len(runs))}
	for _, signs := range signColumns(areas, em) {
		if g, ok := p.legend(signs, areas); ok {
			out = append(out, g)
		}
	}
	return out
}

// signColumns are small square areas below one another, no two in one ink.
func signColumns(areas []Area, em float64) (out [][]Area) {
	var all []Area
	for _, a := range areas {
		w, h := a.Rect[2]-a.Rect[0], a.Rect[3]-a.Rect[1]
		if math.Min(w, h) > leastSign*em && math.Max(w, h) < mostSign*em && math.Abs(w-h) < 0.35*math.Max(w, h) {
			all = append(all, a)
		}
	}
	if len(all) > mostOfSigns {
		return nil
	}
	slices.SortStableFunc(all, func(a, b Area) int {
		return cmp.Or(cmp.Compare(a.Rect[1], b.Rect[1]), cmp.Compare(a.Rect[0], b.Rect[0]))
	})
	for len(all) > 0 {
		column, rest := all[:1:1], []Area(nil)
		for _, a := range all[1:] {
			last := column[len(column)-1]
			alike := math.Abs(a.Rect[0]-last.Rect[0]) < 0.3*em && math.Abs((a.Rect[2]-a.Rect[0])-(last.Rect[2]-last.Rect[0])) < 0.35*em
			if below := a.Rect[1] - last.Rect[3]; alike && below >= 0 && below < apartSigns*em &&
				!slices.ContainsFunc(column, func(o Area) bool { return o.Ink == a.Ink }) {
				column = append(column, a)
			} else {
				rest = append(rest, a)
			}
		}
		if len(column) >= leastSigns && len(column) <= mostSigns {
			out = append(out, column)
		}
		all = rest
	}
	return out
}

// legend reads what stands behind signs; it reports false unless all of them have a name and a figure, and most stand for an area.
func (p *page) legend(signs, areas []Area) (g Group, ok bool) {
	sum, parts := [2]float64{}, 0
	behind := make([][]int, len(signs))
	for n := range p.runs {
		if p.within[n] {
			continue
		}
		best, away := -1, offSign*p.em
		for k := range signs {
			s := signs[k].Rect
			d := math.Abs(p.middle(n) - (s[1]+s[3])/2)
			if x := p.runs[n].Rect[0] - s[2]; d < away && x > -0.2*p.em {
				best, away = k, d
			}
		}
		if best >= 0 {
			behind[best] = append(behind[best], n)
		}
	}
	var used []int
	for k := range signs {
		row, said, taken, ok := p.part(signs[k].Rect, behind[k])
		if !ok {
			return g, false
		}
		used = append(used, taken...)
		if f, _ := printed.ReadFigure(said); f.Unit == "%" {
			parts++
			for way, decimal := range []string{".", ","} {
				v, _ := amount(f.Token, decimal)
				sum[way] += v
			}
		}
		if k == 0 {
			g.Rect = signs[0].Rect
		}
		g.Rect = join(join(g.Rect, row.Label.Rect), row.Figure.Rect)
		g.Rows = append(g.Rows, row)
	}
	return g, (painted(signs, areas) || parts == len(signs) && (whole(sum[0], parts) || whole(sum[1], parts))) && p.take(used)
}

// painted reports whether most signs stand for a larger area.
func painted(signs, areas []Area) bool {
	n := 0
	for _, s := range signs {
		if slices.ContainsFunc(areas, func(a Area) bool {
			return a.Ink == s.Ink && (a.Rect[2]-a.Rect[0])*(a.Rect[3]-a.Rect[1]) > 2*(s.Rect[2]-s.Rect[0])*(s.Rect[3]-s.Rect[1])
		}) {
			n++
		}
	}
	return 2*n > len(signs)
}

// part is the name and the figure behind a sign: words that follow one another, those on its height first.
func (p *page) part(sign paint.Rect, behind []int) (row Row, said string, used []int, ok bool) {
	slices.SortStableFunc(behind, func(a, b int) int { return cmp.Compare(p.runs[a].Rect[0], p.runs[b].Rect[0]) })
	edge, figure := sign[2], Cell{}
	var name []int
	for _, n := range behind {
		r := &p.runs[n]
		if r.Rect[0]-edge > behindSign*p.em || r.Size > mostLarger*p.runs[behind[0]].Size {
			break
		}
		f, isFigure := printed.ReadFigure(r.Said)
		switch {
		case isFigure && f.Token != "" && !printed.IsPeriod(r.Said):
			if figure.Lines != nil {
				return row, "", nil, false
			}
			figure, said = p.cell([]int{n}), r.Said
		case letters(r.Said) >= leastNaming:
			from, to := figureAtEdge(r)
			if from < to {
				if figure.Lines != nil {
					return row, "", nil, false
				}
				figure = Cell{Lines: [][]int{slices.Concat(r.Words[from:to]...)}, Rect: r.Rect}
				said = strings.Join(strings.Fields(r.Said)[from:to], " ")
				rest := slices.Concat(append(slices.Clone(r.Words[:from]), r.Words[to:]...)...)
				row.Label = Cell{Lines: append(row.Label.Lines, rest), Rect: r.Rect}
			} else {
				name = append(name, n)
			}
		default:
			continue
		}
		used, edge = append(used, n), math.Max(edge, r.Rect[2])
	}
	if row.Label.Lines == nil && len(name) > 0 {
		slices.SortStableFunc(name, func(a, b int) int { return cmp.Compare(p.runs[a].Base, p.runs[b].Base) })
		row.Label, name = p.cell(name), nil
	}
	row.Figure = figure
	return row, said, used, len(name) == 0 && row.Label.Lines != nil && figure.Lines != nil
}

// figureAtEdge finds the words of a figure at the end or at the beginning of a name: "Plants 2,604", "37% Grid".
func figureAtEdge(r *Run) (from, to int) {
	words := strings.Fields(r.Said)
	if len(words) != len(r.Words) || len(words) < 2 {
		return 0, 0
	}
	for _, n := range []int{2, 1} {
		for _, at := range []int{len(words) - n, 0} {
			if at < 0 || n == len(words) {
				continue
			}
			s := strings.Trim(strings.Join(words[at:at+n], " "), ":;,()")
			if g, ok := printed.ReadFigure(s); ok && g.Token != "" && !printed.IsPeriod(s) && (n == 1 || g.Unit != "") {
				return at, at + n
			}
		}
	}
	return 0, 0
}
