package table

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// half is what a line of the page has on one side of a strip: the chunks from..to.
type half struct {
	line     int
	from, to int
	row      bool // a label and a figure behind it
}

// gutter is a strip of the page where two tables may part: the labels of the right one begin at x.
type gutter struct {
	x, edge     float64 // and the title over them
	y0, y1      float64
	left, right []half // from top to bottom
	rows        [2]int // of them, rows with a label and figures
	bare        [2]int // of them, lines that begin with a figure
}

// labelEdges are the places where labels with figures behind them begin on several lines, but not the first on all of them. Where heads,
// groups and titles begin a little in front of indented labels, that is the edge, and it comes first.
func (f *frame) labelEdges(lines []line) []float64 {
	var starts, texts []float64
	for i := range lines {
		cs := lines[i].chunks
		for c := range cs {
			switch {
			case f.isRow(cs[c:]):
				starts = append(starts, cs[c].x0)
			case cs[c].kind == printed.Wordy:
				texts = append(texts, cs[c].x0)
			}
		}
	}
	slices.Sort(starts)
	slices.Sort(texts)
	var out []float64
	for i := 0; i < len(starts) && len(out) < mostSides; {
		j := i
		for j < len(starts) && starts[j]-starts[i] < 0.3*f.em {
			j++
		}
		if j-i >= leastBeside && i > 0 { // what begins farthest left has nothing beside it
			if from, n := cluster(placesBetween(texts, starts[i]-mostIndent*f.em, starts[i]-0.35*f.em), 0.3*f.em); n >= leastBeside {
				out = append(out, from)
			}
			out = append(out, starts[i])
		}
		i = j
	}
	return out
}

// placesBetween are those of sorted places that lie from a to b.
func placesBetween(sorted []float64, a, b float64) []float64 {
	from, _ := slices.BinarySearch(sorted, a)
	to, _ := slices.BinarySearch(sorted, b)
	return sorted[from:max(from, to)]
}

func valued(cs []chunk) bool {
	return slices.ContainsFunc(cs, func(c chunk) bool { return c.kind == printed.Number || c.kind == printed.Absent })
}

// isRow reports whether texts side by side are a row of a table: a label, perhaps a unit, and figures.
func (f *frame) isRow(cs []chunk) bool {
	label := cs[0].kind == printed.Period || cs[0].kind == printed.Wordy && countLetters(f.text(cs[0].items)) > 2
	for k := 1; label && k < len(cs) && k <= mostNames; k++ {
		if cs[k].kind == printed.Number {
			return true
		}
	}
	return false
}

// gutters are the stretches of the page in which no text crosses a strip and both sides have rows.
func (f *frame) gutters(lines []line, x float64) []gutter {
	var out []gutter
	g := gutter{x: x, edge: x}
	closed := func() {
		if min(g.rows[0], g.rows[1]) >= leastBeside && max(g.rows[0], g.rows[1]) > leastBeside && f.trim(lines, &g) {
			out = append(out, g)
		}
		g = gutter{x: x, edge: x}
	}
	for i := range lines {
		cs := lines[i].chunks
		n := 0
		for n < len(cs) && cs[n].x0 < x-0.35*f.em && !f.hangs(cs[n:], x) {
			n++
		}
		if n > 0 && cs[n-1].x1 > x-stripWidth*f.em {
			closed()
			continue
		}
		row, heads := f.comesNext(lines, i, x)
		switch {
		case f.titles(lines, i, x):
			closed()
		case n < len(cs) && (cs[n].x0 < x-0.35*f.em && !row || heads && g.rows[1] > 0 && f.hangs(cs[n:], x)):
			// A title: what stands above it but below the last row is of the tables that begin.
			left, right := g.below()
			closed()
			g.left, g.right = left, right
		}
		if n > 0 {
			g.add(0, half{i, 0, n, f.isRow(cs[:n])}, valued(cs[:1]))
		}
		if n < len(cs) {
			g.edge = math.Min(g.edge, cs[n].x0)
			g.add(1, half{i, n, len(cs), cs[n].x0 < x+mostIndent*f.em && f.isRow(cs[n:])}, valued(cs[n:n+1]))
		}
	}
	closed()
	return out
}

// hangs reports whether texts on the right of a strip are a title that begins a little in front of the labels below it, alone or with a unit
// at the other end. The head of a column has the heads of others behind it.
func (f *frame) hangs(cs []chunk, x float64) bool {
	return cs[0].x0 >= x-mostHanging*f.em && cs[0].kind == printed.Wordy && cs[0].x1 > x &&
		(len(cs) == 1 || len(cs) == 2 && tellsUnit(f.text(cs[1].items)))
}

// comesNext reports what comes next on the right of a strip: a row at once, so that a line is the head of a group and no title, or heads of
// columns, so that it is one.
func (f *frame) comesNext(lines []line, i int, x float64) (row, heads bool) {
	for j := i + 1; j < len(lines) && lines[j].base-lines[i].base < mostTitled*lines[i].size; j++ {
		cs := lines[j].chunks
		for len(cs) > 0 && cs[0].x0 < x-mostHanging*f.em {
			cs = cs[1:]
		}
		if len(cs) > 0 {
			row = f.isRow(cs)
			return row, !row && len(cs) > 1 && !slices.ContainsFunc(cs, func(c chunk) bool { return c.kind == printed.Number })
		}
	}
	return false, false
}

// below are the halves behind the last row on either side.
func (g *gutter) below() (left, right []half) {
	_, l := rowsReach(g.left)
	_, r := rowsReach(g.right)
	for _, h := range g.left {
		if h.line > max(l, r) {
			left = append(left, h)
		}
	}
	for _, h := range g.right {
		if h.line > max(l, r) {
			right = append(right, h)
		}
	}
	return left, right
}

func (g *gutter) add(side int, h half, bare bool) {
	if side == 0 {
		g.left = append(g.left, h)
	} else {
		g.right = append(g.right, h)
	}
	if h.row {
		g.rows[side]++
	} else if bare {
		g.bare[side]++
	}
}

// trim leaves of a stretch what can belong to the tables: their rows and what stands over them and closely below.
func (f *frame) trim(lines []line, g *gutter) bool {
	first, last := len(lines), -1
	for _, hs := range [][]half{g.left, g.right} {
		for _, h := range hs {
			if h.row {
				first, last = min(first, h.line), max(last, h.line)
			}
		}
	}
	top := min(g.left[0].line, g.right[0].line)
	g.y0, g.y1 = lines[first].y0, lines[last].y1+spaceBelow*f.em
	for i := first - 1; i >= top && first-i <= mostTitles && g.y0-lines[i].y1 < spaceAbove*f.em; i-- {
		g.y0 = math.Min(g.y0, lines[i].y0)
	}
	bottom := max(g.left[len(g.left)-1].line, g.right[len(g.right)-1].line)
	if bottom+1 < len(lines) {
		g.y1 = math.Min(g.y1, lines[bottom+1].y0)
	}
	outside := func(h half) bool {
		mid := (lines[h.line].y0 + lines[h.line].y1) / 2
		return mid < g.y0 || mid > g.y1
	}
	g.left, g.right = slices.DeleteFunc(g.left, outside), slices.DeleteFunc(g.right, outside)
	// They stand beside one another, not one below the other.
	l0, l1 := rowsReach(g.left)
	r0, r1 := rowsReach(g.right)
	return l0 <= r1 && r0 <= l1
}

// rowsReach is the first and the last line with a row.
func rowsReach(hs []half) (first, last int) {
	first, last = math.MaxInt, -1
	for _, h := range hs {
		if h.row {
			first, last = min(first, h.line), max(last, h.line)
		}
	}
	return first, last
}

// endsAt reports whether lines or grounds end on the left of a strip and others begin on its right, and whether some lead across it, down to
// the line that may close the last row: a ground further below is of something else.
func (f *frame) endsAt(lines []line, g *gutter) (ends, crossed bool) {
	left, right := 0, 0
	_, l := rowsReach(g.left)
	_, r := rowsReach(g.right)
	foot := lines[max(l, r)].y1 + f.em
	for _, r := range f.runs() {
		if r.at < g.y0-f.em || r.at > g.y1+f.em || r.to-r.from < levelLength*f.em {
			continue
		}
		switch {
		case r.from < g.x-2*f.em && r.to > g.x+2*f.em:
			crossed = crossed || r.at < foot
		case r.to < g.x && g.x-r.to < levelLength*f.em:
			left++
		case r.from > g.x-2*f.em && r.from < g.x+f.em:
			right++
		}
	}
	return left >= leastEnds && right >= leastEnds, crossed
}

// titles reports whether a line is the titles of two tables: one text on either side of a strip, and below each nothing at first but
// heads of columns.
func (f *frame) titles(lines []line, i int, x float64) bool {
	cs := lines[i].chunks
	if len(cs) != 2 || cs[0].kind != printed.Wordy || cs[1].kind != printed.Wordy {
		return false
	}
	if cs[0].x1 > x-stripWidth*f.em || cs[1].x0 < x-mostHanging*f.em || cs[1].x0 > x+0.6*f.em {
		return false
	}
	headed := func(title *chunk, right bool) bool {
		for j := i + 1; j < len(lines) && lines[j].base-lines[i].base < mostTitled*lines[i].size; j++ {
			var side []chunk
			for _, c := range lines[j].chunks {
				if (c.mid() > x) == right && c.x1 > title.x0 {
					side = append(side, c)
				}
			}
			if len(side) == 0 {
				continue
			}
			heads := !slices.ContainsFunc(side, func(c chunk) bool { return c.kind == printed.Number || c.kind == printed.Absent })
			return heads && (len(side) > 1 || side[0].x0 > title.x0+mostIndent*f.em)
		}
		return false
	}
	return headed(&cs[0], false) && headed(&cs[1], true)
}

// The gaps at which a table is not parted although they are wide, in font sizes and heights.
const (
	widestSeam  = 3.0
	leastLevels = 3
)

// seams are wide gaps between pieces of lines that stand one below the other and part no tables: at the left are rows with their labels, at
// the right more figures of these, as beside a column that is shaded from top to bottom.
func (f *frame) seams(levels [][]segment) []segment {
	type gap struct {
		segment
		y0, y1 float64
		x0, x1 float64 // how far lines reach on both sides
		levels int
	}
	var gaps []gap
	for _, level := range levels {
		for k := 1; k < len(level); k++ {
			from, to := level[k-1].to, level[k].from
			if to-from <= 1.05*f.em || to-from > widestSeam*f.em {
				continue
			}
			i := slices.IndexFunc(gaps, func(g gap) bool { return f.isSeam(g.segment, from, to) })
			if i < 0 {
				if i = len(gaps); i >= maxColumns {
					return nil // a drawing
				}
				gaps = append(gaps, gap{segment: segment{from: from, to: to}, y0: level[k].at, x0: level[0].from, x1: level[len(level)-1].to})
			}
			g := &gaps[i]
			g.y1, g.levels = level[k].at, g.levels+1
		}
	}
	var out []segment
	for _, g := range gaps {
		if g.levels < leastLevels {
			continue
		}
		if f.rowsIn(g.x0, g.from, g.y0, g.y1) >= leastLevels && f.rowsIn(g.to, g.x1, g.y0, g.y1) < 2 {
			out = append(out, g.segment)
		}
	}
	return out
}

func (f *frame) isSeam(g segment, from, to float64) bool {
	return math.Abs(g.from-from) < 0.3*f.em && math.Abs(g.to-to) < 0.3*f.em
}

// rowsIn counts the labels with figures behind them in a part of the page.
func (f *frame) rowsIn(x0, x1, y0, y1 float64) int {
	n := 0
	for _, l := range f.lines(f.inside(x0, y0, x1, y1)) {
		if f.isRow(l.chunks) {
			n++
		}
	}
	return n
}
