package table

import (
	"cmp"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// run is lines across at one height that go on from one another.
type run struct{ at, from, to float64 }

// runs joins pieces of lines that only the gaps between columns part.
func (f *frame) runs() []run {
	levels := f.acrossByLevel()
	seams := f.seams(levels)
	var out []run
	for _, level := range levels {
		open := run{level[0].at, level[0].from, level[0].to}
		for _, s := range level[1:] {
			if s.from <= open.to+1.05*f.em || slices.ContainsFunc(seams, func(g segment) bool { return f.isSeam(g, open.to, s.from) }) {
				open.to = math.Max(open.to, s.to)
				continue
			}
			out = append(out, open)
			open = run{s.at, s.from, s.to}
		}
		out = append(out, open)
	}
	return out
}

// acrossByLevel are the lines across by height, left to right.
func (f *frame) acrossByLevel() [][]segment {
	var out [][]segment
	for i := 0; i < len(f.across); {
		j := i
		for j < len(f.across) && f.across[j].at-f.across[i].at <= 0.3*f.em {
			j++
		}
		level := slices.Clone(f.across[i:j])
		slices.SortFunc(level, func(a, b segment) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
		out = append(out, level)
		i = j
	}
	return out
}

// families groups runs that reach equally far, which borders of one table do; those of many runs first.
func (f *frame) families() [][]run {
	var out [][]run
	for _, r := range f.runs() {
		if r.to-r.from < 5*f.em {
			continue
		}
		found := false
		for i := range out {
			if o := out[i][0]; math.Abs(o.from-r.from) < 1.2*f.em && math.Abs(o.to-r.to) < 1.2*f.em {
				out[i] = append(out[i], r)
				found = true
				break
			}
		}
		if !found && len(out) < 100 {
			out = append(out, []run{r})
		}
	}
	out = f.nested(out)
	out = slices.DeleteFunc(out, func(rs []run) bool { return len(rs) < 2 || rs[len(rs)-1].at-rs[0].at < 1.2*f.em })
	slices.SortStableFunc(out, func(a, b []run) int { return cmp.Compare(len(b), len(a)) })
	return out
}

// nested puts a family into a wider one whose lines stand between its own: labels over several rows leave out
// their part of the lines.
func (f *frame) nested(families [][]run) [][]run {
	looks := 0 // at words; bounded, since pages of many families are drawings
	for changed := true; changed; {
		changed = false
		for i := range families {
			a := families[i]
			if len(a) == 0 {
				continue
			}
			for j := range families {
				b := families[j]
				if i == j || len(b) == 0 || b[0].from > a[0].from+1.2*f.em || b[0].to < a[0].to-1.2*f.em || b[0].to-b[0].from <= a[0].to-a[0].from {
					continue
				}
				between := 0
				for _, r := range b {
					if r.at > a[0].at && r.at < a[len(a)-1].at {
						between++
					}
				}
				if len(a) < 2 || between == 0 && !f.framed(a, b) {
					if looks++; len(a) < 2 || looks > 60 || !f.headedWhole(a, b) {
						continue
					}
				}
				families[j] = append(b, a...)
				for k := range families[j] { // the wider reach is the table's
					families[j][k].from, families[j][k].to = b[0].from, b[0].to
				}
				slices.SortStableFunc(families[j], func(p, q run) int { return cmp.Compare(p.at, q.at) })
				families[i] = nil
				changed = true
				break
			}
		}
	}
	return slices.DeleteFunc(families, func(rs []run) bool { return len(rs) == 0 })
}

// framed says that the lines of b lie above and below those of a at the distance of rows, and begin or end
// with them.
func (f *frame) framed(a, b []run) bool {
	pitch := 0.0
	for i := 1; i < len(a); i++ {
		pitch = math.Max(pitch, a[i].at-a[i-1].at)
	}
	above, below := false, false
	for _, r := range b {
		if d := a[0].at - r.at; d > 0 && d < 1.6*pitch {
			above = true
		}
		if d := r.at - a[len(a)-1].at; d > 0 && d < 1.6*pitch {
			below = true
		}
	}
	return above && below && (math.Abs(a[0].from-b[0].from) < 1.2*f.em || math.Abs(a[0].to-b[0].to) < 1.2*f.em)
}

// headedWhole says that b closes a table above and below the lines of a: heads of three columns or more stand at
// its upper line, over a and beside it, and what stands beside a is no running text.
func (f *frame) headedWhole(a, b []run) bool {
	if math.Abs(a[0].from-b[0].from) > 1.2*f.em && math.Abs(a[0].to-b[0].to) > 1.2*f.em {
		return false
	}
	top, bottom := math.Inf(-1), math.Inf(1)
	for _, r := range b {
		if r.at < a[0].at {
			top = math.Max(top, r.at)
		} else if r.at > a[len(a)-1].at {
			bottom = math.Min(bottom, r.at)
		}
	}
	if math.IsInf(top, 0) || math.IsInf(bottom, 0) {
		return false
	}
	heads := false
	near := f.lines(f.inside(b[0].from-f.em, top-2.5*f.em, b[0].to+f.em, top+2.5*f.em))
	for i := range near {
		over, beside := 0, 0
		for c := range near[i].chunks {
			if ch := &near[i].chunks[c]; ch.mid() > a[0].from && ch.mid() < a[0].to {
				over++
			} else {
				beside++
			}
		}
		heads = heads || over > 0 && beside > 0 && over+beside > 2
	}
	if !heads {
		return false
	}
	for _, part := range [][2]float64{{b[0].from, a[0].from}, {a[0].to, b[0].to}} {
		if part[1]-part[0] < 2*f.em {
			continue
		}
		wide := 0
		lines := f.lines(f.inside(part[0], top, part[1], bottom))
		for i := range lines {
			for c := range lines[i].chunks {
				if lines[i].chunks[c].width() > 0.6*(part[1]-part[0]) && len(lines[i].chunks[c].items) > 3 {
					wide++
				}
			}
		}
		if wide > 3 {
			return false
		}
	}
	return true
}

// underHeads reports whether the last of some lines, a short text at the left close above the edge, stands right below heads of columns: the
// unit of the table, or a name for its labels.
func (s *marked) underHeads(lines []line, edge float64) bool {
	n := len(lines)
	if n < 2 || len(lines[n-1].chunks) != 1 || s.runsOn(&lines[n-2]) || s.f.figures(&lines[n-2]) {
		return false
	}
	text, heads := &lines[n-1], &lines[n-2]
	return text.chunks[0].x0 < s.x0+3*s.f.em && text.chunks[0].width() < 0.4*(s.x1-s.x0) && edge-text.y1 < 1.8*s.f.em &&
		text.y0-heads.y1 < 0.8*s.f.em && (s.f.headsColumns(lines[n-2:n-1], 0) || s.f.unitsOnly(heads))
}

// unitsOnly reports whether a line is several units side by side and nothing else.
func (f *frame) unitsOnly(l *line) bool {
	for c := range l.chunks {
		if !printed.IsUnit(f.text(l.chunks[c].items)) {
			return false
		}
	}
	return len(l.chunks) > 1
}

// runsOn reports whether a line is running text in columns: whatever stands side by side on it has the length of a sentence's line.
func (s *marked) runsOn(l *line) bool {
	const words, share = 5, 0.3 // heads of columns are shorter, or narrower
	for c := range l.chunks {
		if len(l.chunks[c].items) < words || l.chunks[c].width() < share*(s.x1-s.x0) {
			return false
		}
	}
	return true
}

// partedAlike reports whether the lines across at two marks leave the same gaps for the borders of columns: what lies between them is of
// one table.
func (s *marked) partedAlike(i, j int) bool {
	if i < 0 || j >= len(s.marks) {
		return false
	}
	a, b := s.gaps(s.marks[i]), s.gaps(s.marks[j])
	return len(a) > 1 && slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < 0.5*s.f.em })
}

// gaps are the middles of the spaces between the pieces of the line across at a height.
func (s *marked) gaps(y float64) []float64 {
	var pieces []segment
	for _, a := range s.f.across {
		if math.Abs(a.at-y) <= 2*s.f.snap() && a.to > s.x0 && a.from < s.x1 {
			pieces = append(pieces, a)
		}
	}
	slices.SortFunc(pieces, func(a, b segment) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var out []float64
	for k, end := 0, math.Inf(1); k < len(pieces); k++ {
		if pieces[k].from > end+0.1*s.f.em {
			out = append(out, (end+pieces[k].from)/2)
		}
		if end = pieces[k].to; k > 0 {
			end = math.Max(end, pieces[k-1].to)
		}
	}
	return out
}

// parted reports whether a line is drawn across between two heights that reaches well beyond the marks at one side: rows of a wider table
// end there.
func (s *marked) parted(y0, y1 float64) bool {
	far := 3 * s.f.em
	return slices.ContainsFunc(s.f.runs(), func(r run) bool {
		return r.at > y0 && r.at < y1-s.f.snap() && (r.to > s.x1+far && r.from < s.x0+s.f.em || r.from < s.x0-far && r.to > s.x1-s.f.em)
	})
}

// headsAnew finds the lines at the end of a band that are the heads of other columns than those of the rows above: nearer to the rows below than
// to those, periods among them, a head for each column, and figures in more or fewer columns below.
func (s *marked) headsAnew(above []band, lines []line, next []band) (from int, anew bool) {
	for from = len(lines); from > 0 && !s.f.figures(&lines[from-1]); from-- {
	}
	heads := lines[from:]
	if len(heads) == 0 || len(heads) > mostHeads || len(heads[0].chunks) < 2 || !slices.ContainsFunc(heads, s.f.hasPeriods) {
		return 0, false
	}
	was, is, most, below := s.f.mostFigures(lines[:from]), 0, 0, 0.0
	for i := range above {
		was = max(was, s.f.mostFigures(above[i].lines))
	}
	for i := 0; i < len(next) && is == 0; i++ {
		if is = s.f.mostFigures(next[i].lines); is > 0 {
			below = next[i].lines[0].y0 - heads[len(heads)-1].y1
		}
	}
	if from > 0 && heads[0].y0-lines[from-1].y1 < max(0.6*s.f.em, 1.3*below) {
		return 0, false // not nearer to what they would head: the last lines of cells
	}
	for i := range heads {
		most = max(most, len(heads[i].chunks))
	}
	return from, was > 0 && is > 0 && was != is && most >= is
}
