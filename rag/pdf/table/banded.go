package table

import (
	"math"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// banded finds tables whose rows, or whose head and foot, are marked by lines across or by shaded stripes.
func (f *frame) banded() []Table {
	var out []Table
	for _, rs := range f.families() {
		x0, x1 := math.Inf(1), math.Inf(-1)
		for _, r := range rs {
			x0, x1 = math.Min(x0, r.from), math.Max(x1, r.to)
		}
		x0, x1 = x0-0.3*f.em, x1+0.3*f.em
		members := f.inside(x0, rs[0].at-8*f.em, x1, rs[len(rs)-1].at+5*f.em)
		if len(members) < 4 {
			continue
		}
		lines := f.lines(members)
		f.cutAtEdges(lines)
		for _, r := range f.bands(rs, lines, x0, x1) {
			p, members := f.build(r)
			if p == nil {
				continue
			}
			if t, ok := f.table(p, members, false); ok && f.acceptsBanded(&t) {
				t.Ruled = true
				f.take(members)
				out = append(out, t)
			}
		}
	}
	return out
}

// bands cuts a family of runs into stretches that look like one table each.
func (f *frame) bands(rs []run, lines []line, x0, x1 float64) []region {
	var out []region
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && !f.apart(rs, &lines[to-1], &lines[to]) {
			to++
		}
		// Borders around the stretch, which no other line comes before.
		above, below := math.Inf(-1), math.Inf(1)
		if from > 0 {
			above = lines[from-1].y1
		}
		if to < len(lines) {
			below = lines[to].y0
		}
		var marks []float64
		for _, r := range rs {
			top, bottom := lines[from].y0, lines[to-1].y1
			if r.at > math.Max(above, top-5*f.em) && r.at < math.Min(below, bottom+5*f.em) {
				marks = append(marks, r.at)
			}
		}
		out = append(out, f.stretch(marks, lines[from:to], x0, x1)...)
		from = to
	}
	return out
}

// apart says that the space between two lines ends a table.
func (f *frame) apart(rs []run, a, b *line) bool {
	space := b.y0 - a.y1
	if space < 2.2*f.em {
		return false
	}
	for _, r := range rs {
		if r.at > a.y1-0.3*f.em && r.at < b.y0+0.3*f.em {
			return space > 6*f.em
		}
	}
	return space > 3*f.em
}

// figures says that a line has a label and figures behind it.
func (f *frame) figures(l *line) bool {
	for c := 1; c < len(l.chunks); c++ {
		switch l.chunks[c].kind {
		case printed.Absent:
			return true
		case printed.Number: // but (2), (3) above columns only count them
			if t := f.text(l.chunks[c].items); len(t) < 3 || len(t) > 4 || t[0] != '(' || printed.Digits(t[1:]) != len(t)-2 {
				return true
			}
		}
	}
	return false
}

// headsColumns says that a band looks like the heads of columns: without figures, with periods or with nearly
// as many texts side by side as the rows above have.
func (f *frame) headsColumns(lines []line, most int) bool {
	for i := range lines {
		if len(lines[i].chunks) > 2 && 2*len(lines[i].chunks) >= most {
			return true
		}
		for c := range lines[i].chunks {
			if c > 0 && lines[i].chunks[c].kind == printed.Period {
				return true
			}
		}
	}
	return false
}

// shaded says that lines stand on a filled ground over most of the width.
func (f *frame) shaded(lines []line, x0, x1 float64) bool {
	if len(lines) == 0 {
		return false
	}
	y := (lines[0].y0 + lines[0].y1) / 2
	page := f.ground.at(x0-f.em, y, true)
	n := 0
	for t := 0.5; t < 10; t++ {
		if differ(f.ground.at(x0+t/10*(x1-x0), y, true), page) {
			n++
		}
	}
	return n > 5
}
