package table

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// draw gathers the lines and the edges of filled areas of the page that can be seen.
func (f *frame) draw(p *paint.Page) {
	g := newGrounds(f, p)
	f.ground = g
	if len(p.Rules) > 4*maxSegments {
		return
	}
	var across, down []segment
	for i := range p.Rules {
		r := &p.Rules[i]
		if !finite(r.X0, r.Y0, r.X1, r.Y1, r.Width) {
			continue
		}
		b := Upright(f.turn, p.Width, p.Height, paint.Rect{r.X0, r.Y0, r.X1, r.Y1})
		eps := math.Min(0.5*math.Abs(r.Width), 0.2*f.em) + 0.06*f.em
		if b[2]-b[0] >= b[3]-b[1] {
			if s := (segment{at: (b[1] + b[3]) / 2, from: b[0], to: b[2]}); g.shows(true, r.Ink, r.Order, s.at, s.from, s.to, eps) {
				across = append(across, s)
			}
		} else if s := (segment{at: (b[0] + b[2]) / 2, from: b[1], to: b[3]}); g.shows(false, r.Ink, r.Order, s.at, s.from, s.to, eps) {
			down = append(down, s)
		}
	}
	across = append(across, f.dashed(p)...)
	lines, columns := len(across), len(down)
	eps := 0.08 * f.em
	for i := range g.areas {
		b := g.areas[i].box
		if !g.areas[i].exact {
			continue
		}
		if w, h := b[2]-b[0], b[3]-b[1]; w < f.em || h < 0.5*f.em || w > 0.98*f.width && h > 0.5*f.height || h > 0.98*f.height {
			continue
		}
		for _, y := range []float64{b[1], b[3]} {
			if g.border(true, y, b[0], b[2], eps) {
				across = append(across, segment{y, b[0], b[2], true})
			}
		}
		for _, x := range []float64{b[0], b[2]} {
			if g.border(false, x, b[1], b[3], eps) {
				down = append(down, segment{x, b[1], b[3], true})
			}
		}
		if differ(g.areas[i].ink, white) {
			f.areas = append(f.areas, area{b[0], b[1], b[2], b[3], g.areas[i].ink})
		}
	}
	f.across, f.down = f.join(across), f.join(down)
	if len(f.across)+len(f.down) > maxSegments { // a drawing made of areas
		f.across, f.down = f.join(across[:lines]), f.join(down[:columns])
		f.areas = nil
	}
	if len(f.across)+len(f.down) > maxSegments {
		f.across, f.down = nil, nil
	}
	f.across = f.withoutUnderlines(f.across)
}

// isDash says that a filled area is so small that it is one of a dashed line, or nothing.
func (f *frame) isDash(fl *paint.Fill) bool {
	return fl.Box[2]-fl.Box[0] < 0.5*f.em && fl.Box[3]-fl.Box[1] < 0.5*f.em
}

// dashed are the lines across that are painted as a row of small areas.
func (f *frame) dashed(p *paint.Page) []segment {
	const gap, least = 0.6, 3.0 // font sizes
	var dashes []segment
	for i := range p.Fills {
		fl := &p.Fills[i]
		if fl.Opacity > 0.05 && finite(fl.Box[0], fl.Box[1], fl.Box[2], fl.Box[3]) && f.isDash(fl) && differ(fl.Ink, white) {
			b := Upright(f.turn, p.Width, p.Height, fl.Box)
			dashes = append(dashes, segment{at: (b[1] + b[3]) / 2, from: b[0], to: b[2]})
		}
	}
	slices.SortFunc(dashes, func(a, b segment) int {
		return cmp.Or(cmp.Compare(math.Round(4*a.at/f.em), math.Round(4*b.at/f.em)), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	var out []segment
	for i := 0; i < len(dashes); {
		s, j := dashes[i], i+1
		for j < len(dashes) && math.Abs(dashes[j].at-s.at) < 0.1*f.em && dashes[j].from-s.to < gap*f.em {
			s.to = math.Max(s.to, dashes[j].to)
			j++
		}
		if s.length() > least*f.em && j-i > 3 {
			out = append(out, s)
		}
		i = j
	}
	return out
}

func sortByOrder(order []int, fills []paint.Fill) {
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fills[a].Order, fills[b].Order) })
}

// snap is how far apart two strokes may lie that are meant to be one line.
func (f *frame) snap() float64 { return 0.22 * f.em }

// join makes one segment of pieces that lie on one line and touch. A line wins over an edge of an area.
func (f *frame) join(pieces []segment) []segment {
	slices.SortFunc(pieces, func(a, b segment) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	var out []segment
	for start := 0; start < len(pieces); {
		end := start + 1
		for end < len(pieces) && pieces[end].at-pieces[start].at <= f.snap() {
			end++
		}
		level := slices.Clone(pieces[start:end])
		slices.SortFunc(level, func(a, b segment) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
		at := level[0].at
		for i, s := range level { // the place of the longest line
			if best := level[0]; i > 0 && (best.fill && !s.fill || best.fill == s.fill && s.length() > best.length()) {
				at = s.at
			}
		}
		open := segment{at, level[0].from, level[0].to, level[0].fill}
		for _, s := range level[1:] {
			if s.from <= open.to+f.snap() {
				open.to, open.fill = math.Max(open.to, s.to), open.fill && s.fill
				continue
			}
			out = append(out, open)
			open = segment{at, s.from, s.to, s.fill}
		}
		out = append(out, open)
		start = end
	}
	return out
}

// withoutUnderlines drops lines that underline words: links and emphasis, not borders.
func (f *frame) withoutUnderlines(lines []segment) []segment {
	return slices.DeleteFunc(lines, func(s segment) bool {
		if s.fill {
			return false
		}
		// A line so close below a baseline that it touches the words, and no longer than they are.
		lo, _ := slices.BinarySearchFunc(f.items, s.at-0.3*f.em, func(it item, y float64) int { return cmp.Compare(it.base, y) })
		under := 0.0
		for i := lo; i < len(f.items) && f.items[i].base <= s.at; i++ {
			it := &f.items[i]
			if s.at-it.base < 0.26*it.size {
				// Spaces between words are underlined, too.
				under += math.Max(0, overlap(it.x0-0.15*it.size, it.x1+0.15*it.size, s.from, s.to))
			}
		}
		return under > 0.85*s.length()
	})
}

// overlap is how much two stretches share.
func overlap(a0, a1, b0, b1 float64) float64 { return math.Min(a1, b1) - math.Max(a0, b0) }

// covers says that the segments at that place cover most of from..to.
func covers(segs []segment, at, tol, from, to float64) bool {
	lo, _ := slices.BinarySearchFunc(segs, at-tol, func(s segment, y float64) int { return cmp.Compare(s.at, y) })
	sum := 0.0
	for i := lo; i < len(segs) && segs[i].at <= at+tol; i++ {
		if o := overlap(segs[i].from, segs[i].to, from, to); o > 0 {
			sum += o
		}
	}
	return sum >= 0.6*(to-from)
}

// clustered joins places that are meant to be one.
func Clustered(places []float64, tol float64) []float64 {
	slices.Sort(places)
	var out []float64
	for i := 0; i < len(places); {
		j := i
		for j < len(places) && places[j]-places[i] <= tol {
			j++
		}
		out = append(out, (places[i]+places[j-1])/2)
		i = j
	}
	return out
}

// headedAbove reports whether a table that begins with figures has the heads of its columns right above it, outside of what is
// drawn around it: texts and years side by side, each over a column of its own. Only its rows are drawn then.
func (f *frame) headedAbove(t *Table) bool {
	const near = 2.2 // font sizes from the heads to the rows
	figures := 0
	for i := range t.Cells {
		if c := &t.Cells[i]; c.Row == 0 && c.Col > 0 && f.kindOfCell(c) == printed.Number {
			figures++
		}
	}
	if figures == 0 || 2*figures < t.Cols-1 {
		return false
	}
	lines := f.lines(f.inside(t.Rect[0]-f.em, t.Rect[1]-mostHeads*near*f.em, t.Rect[2]+f.em, t.Rect[1]))
	over := map[int]bool{} // columns
	edge := t.Rect[1]
	for i := len(lines) - 1; i >= 0 && edge-lines[i].y1 < near*f.em; i-- {
		if !f.headsEach(t, &lines[i], over) {
			break
		}
		edge = lines[i].y0
		behind := len(over)
		if over[0] {
			behind--
		}
		if behind > 0 && len(over) > 1 && 2*behind >= t.Cols-1 {
			return true
		}
	}
	return false
}

// headsEach notes which columns of a table a line of texts stands over; it reports false when a text is a figure, or takes no notice
// of the columns.
func (f *frame) headsEach(t *Table, l *line, over map[int]bool) bool {
	for _, ch := range l.chunks {
		if ch.kind == printed.Absent || ch.kind == printed.Number && printed.PeriodIn(f.text(ch.items)) == "" { // "2022/23, %" heads a change
			return false
		}
		from, to := t.columnAt(ch.x0), t.columnAt(ch.x1)
		if from < 0 || to < 0 || from != to {
			return false
		}
		over[from] = true
	}
	return true
}

// columnAt is the column of a table that a place across the page lies in; -1 if none.
func (t *Table) columnAt(x float64) int {
	for i := range t.Cells {
		if c := &t.Cells[i]; c.ColSpan == 1 && x >= c.Rect[0] && x <= c.Rect[2] {
			return c.Col
		}
	}
	return -1
}

// hasPeriods reports whether texts behind the first one of a line are periods, with or without what is of them: "2019 baseline".
func (f *frame) hasPeriods(l line) bool {
	return slices.ContainsFunc(l.chunks[1:], func(c chunk) bool {
		text := f.text(c.items)
		period := printed.PeriodIn(text)
		return period != "" && !strings.ContainsAny(strings.Replace(text, period, "", 1), "0123456789")
	})
}

// mostFigures is in how many columns figures stand behind the label of a line.
func (f *frame) mostFigures(lines []line) (most int) {
	for i := range lines {
		if !f.figures(&lines[i]) {
			continue
		}
		n := 0
		for _, c := range lines[i].chunks[1:] {
			if c.kind == printed.Number || c.kind == printed.Absent {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}
