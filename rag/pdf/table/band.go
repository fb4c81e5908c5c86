package table

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// The limits of one table that is not drawn whole; more is no table that a person could read.
const (
	maxMembers = 6_000 // words
	maxLines   = 400
	maxColumns = 80
)

// region is a part of a page that may be a table: where it lies and which drawn lines lie in it.
type region struct {
	x0, y0, x1, y1 float64
	drawn          bool // found by lines, not only by how figures stand
}

// piece is what one column, or a heading over several, has on one line.
type piece struct {
	from, to int // columns, to included
	items    []int
	x0, x1   float64
	kind     printed.Kind
}

// builder makes rows and columns of a region whose cells are not all drawn.
type builder struct {
	f       *frame
	r       region
	members []int
	lines   []line
	levels  []level   // drawn across, top to bottom
	xs      []float64 // borders of columns, outer ones included
	content [][2]float64
	strong  []bool    // borders that are drawn
	pieces  [][]piece // by line
	anchors []bool    // by line: it has a figure behind its label
	starts  []bool    // by line: a label begins on it
	first   int       // the first anchor
	dense   bool      // lines part the rows, one from the next

	turned   []int // words written in another direction
	strips   []strip
	occupied map[[2]int]bool // rows and columns that hold turned words
}

// level is the drawn lines at one height.
type level struct {
	at     float64
	pieces []segment
}

func (l *level) covers(from, to float64) bool {
	sum := 0.0
	for _, s := range l.pieces {
		if o := overlap(s.from, s.to, from, to); o > 0 {
			sum += o
		}
	}
	return sum >= 0.6*(to-from)
}

// build finds the cells of a region; nil if it has no columns.
func (f *frame) build(r region) (*plan, []int) {
	members := f.inside(r.x0, r.y0, r.x1, r.y1)
	if len(members) < 4 || len(members) > maxMembers {
		return nil, nil
	}
	b := &builder{f: f, r: r, members: members, occupied: map[[2]int]bool{}}
	straight := make([]int, 0, len(members))
	for _, i := range members {
		if f.items[i].kind == printed.Turned {
			b.turned = append(b.turned, i)
		} else {
			straight = append(straight, i)
		}
	}
	b.lines = f.lines(straight)
	f.cutAtEdges(b.lines)
	if len(b.lines) < 2 || len(b.lines) > maxLines {
		return nil, nil
	}
	b.findLevels()
	if !b.findColumns() || len(b.xs) > maxColumns {
		return nil, nil
	}
	b.findPieces(false)
	b.findAnchors()
	b.findPieces(true)
	return b.plan(), members
}

// findLevels gathers the lines across the region. An edge of a filled area that cuts through words belongs to
// something painted behind them, not to the table.
func (b *builder) findLevels() {
	f := b.f
	for _, s := range f.across {
		if s.at < b.r.y0-f.em || s.at > b.r.y1+f.em {
			continue
		}
		o := segment{s.at, math.Max(s.from, b.r.x0-f.em), math.Min(s.to, b.r.x1+f.em), s.fill}
		if o.length() < 1.2*f.em || s.fill && (b.cuts(s) || s.length() > 2*(b.r.x1-b.r.x0)+4*f.em) {
			continue
		}
		if n := len(b.levels); n > 0 && s.at-b.levels[n-1].at <= 1.5*f.snap() {
			b.levels[n-1].pieces = append(b.levels[n-1].pieces, o)
			continue
		}
		b.levels = append(b.levels, level{s.at, []segment{o}})
	}
	// Double lines are one border.
	out := b.levels[:0]
	for _, l := range b.levels {
		if n := len(out); n > 0 && l.at-out[n-1].at < 0.85*f.em && !b.wordsBetween(out[n-1].at, l.at) {
			out[n-1].pieces = append(out[n-1].pieces, l.pieces...)
			continue
		}
		out = append(out, l)
	}
	b.levels = out
}

func (b *builder) cuts(s segment) bool {
	for i := range b.lines {
		l := &b.lines[i]
		if h := l.y1 - l.y0; s.at > l.y0+0.3*h && s.at < l.y1-0.3*h {
			for c := range l.chunks {
				if overlap(l.chunks[c].x0, l.chunks[c].x1, s.from, s.to) > 0 {
					return true
				}
			}
		}
	}
	return false
}

func (b *builder) wordsBetween(y0, y1 float64) bool {
	for i := range b.lines {
		if m := (b.lines[i].y0 + b.lines[i].y1) / 2; m > y0 && m < y1 {
			return true
		}
	}
	return false
}

// banded finds tables whose rows, or whose head and foot, are marked by lines across or by shaded stripes.
func (f *frame) banded() []Table {
	var out []Table
	for _, rs := range f.families() {
		x0, x1 := math.Inf(1), math.Inf(-1)
		for _, r := range rs {
			x0, x1 = math.Min(x0, r.from), math.Max(x1, r.to)
		}
		x0, x1 = x0-0.3*f.em, x1+0.3*f.em
		members := f.inside(x0, rs[0].at-8*f.em, x1, f.rowsBelow(rs[len(rs)-1].at, x0, x1))
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

// rowsBelow is how far down rows may go that stand below the last line of a family: some lines of text, or farther as long as there are
// figures closely below one another.
func (f *frame) rowsBelow(y, x0, x1 float64) float64 {
	const some, most, near = 5.0, 80.0, 1.5 // font sizes
	end := y
	lines := f.lines(f.inside(x0, y, x1, y+most*f.em))
	for i, l := range lines {
		if !f.figures(&l) && !f.headsGroup(lines, i) || l.y0-end > near*f.em {
			break
		}
		end = l.y1
	}
	return math.Max(y+some*f.em, end)
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
	between := slices.DeleteFunc(slices.Clone(rs), func(r run) bool { return r.at <= a.y1-0.3*f.em || r.at >= b.y0+0.3*f.em })
	if len(between) == 0 {
		return space > 3*f.em
	}
	return space > 6*f.em
}

// figures says that a line has a label and figures behind it.
func (f *frame) figures(l *line) bool {
	for c := 1; c < len(l.chunks); c++ {
		switch l.chunks[c].kind {
		case printed.Absent:
			return true
		case printed.Number: // but (2), (3) above columns only count them, and "2030 target" heads one
			t := f.text(l.chunks[c].items)
			if counts := len(t) > 2 && len(t) < 5 && t[0] == '(' && printed.Digits(t[1:]) == len(t)-2; !counts && printed.PeriodIn(t) == "" {
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
	}
	return f.periodsBehind(lines)
}

// periodsBehind reports whether a period stands behind something else on one of the lines.
func (f *frame) periodsBehind(lines []line) bool {
	return slices.ContainsFunc(lines, func(l line) bool {
		return slices.ContainsFunc(l.chunks[1:], func(c chunk) bool { return c.kind == printed.Period })
	})
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

// figuresOnly reports whether a line is nothing but figures.
func figuresOnly(l *line) bool {
	n := 0
	for c := range l.chunks {
		if k := l.chunks[c].kind; k != printed.Number && k != printed.Absent {
			return false
		}
		n++
	}
	return n > 1
}
