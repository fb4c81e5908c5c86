package table

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// rowGroup is the lines that make one row, and the band between drawn lines that they lie in.
type rowGroup struct {
	lines  []int
	band   int
	y0, y1 float64
}

// last is the lowest of its lines.
func (g rowGroup) last() int { return slices.Max(g.lines) }

// rowGroups joins lines to rows.
func (b *builder) rowGroups() []rowGroup {
	var out []rowGroup
	for i := 0; i < len(b.lines); {
		band := b.bandOf(i)
		j := i
		for j < len(b.lines) && b.bandOf(j) == band {
			j++
		}
		for _, g := range b.rowsOf(i, j) {
			r := rowGroup{lines: g, band: band, y0: math.Inf(1), y1: math.Inf(-1)}
			for _, l := range g {
				r.y0, r.y1 = math.Min(r.y0, b.lines[l].y0), math.Max(r.y1, b.lines[l].y1)
			}
			out = append(out, r)
		}
		i = j
	}
	return out
}

// rowsOf groups the lines from..to of one band.
func (b *builder) rowsOf(from, to int) [][]int {
	head := from // where the heads of columns end
	// Where lines part all rows, a line above the first figures in one band with them is of their row.
	// One of nothing but years heads it all the same.
	if own := b.dense && b.first < to && from > 0 && !b.periodsAlone(from); b.first >= from && !own {
		for i := from; i < min(b.first, to); i++ {
			if len(b.pieces[i]) > 1 || b.pieces[i][0].to > 0 {
				head = i + 1
			}
		}
	}
	if b.first >= from && b.first < to {
		head = min(head, b.firstRow(from, to))
	}
	var out [][]int
	out = append(out, b.headRows(from, head)...)
	if head == to {
		return out
	}
	joined := make([]bool, to-head) // joined[n]: line head+n goes on with the one before
	for i := head + 1; i < to; i++ {
		joined[i-head] = b.joins(i-1, i)
	}
	b.oneAnchorEach(head, to, joined)
	if rows, ok := b.spaced(head, to); ok {
		joined = rows
	}
	for i := head; i < to; i++ {
		if i > head && joined[i-head] {
			out[len(out)-1] = append(out[len(out)-1], i)
			continue
		}
		out = append(out, []int{i})
	}
	return out
}

// periodsAlone reports whether a line has periods, several of them, and nothing else.
func (b *builder) periodsAlone(l int) bool {
	return len(b.pieces[l]) > 1 && !slices.ContainsFunc(b.pieces[l], func(p piece) bool { return p.from == 0 || p.kind != printed.Period })
}

// headRows groups the lines of column heads. Heads over several columns are a row of their own; lines below one
// another in one column are one head.
func (b *builder) headRows(from, to int) [][]int {
	var out [][]int
	spanning := false
	for i := from; i < to; i++ {
		wide := false
		for _, p := range b.pieces[i] {
			wide = wide || p.to > p.from && (p.from > 0 || len(b.pieces[i]) == 1)
		}
		wide = wide || b.sparse(i)
		fresh := i == from || spanning || b.lines[i].base-b.lines[i-1].base > 2.2*math.Max(b.lines[i].size, b.lines[i-1].size)
		if !fresh && wide && len(out) > 0 {
			fresh = true
		}
		if fresh {
			out = append(out, []int{i})
		} else {
			out[len(out)-1] = append(out[len(out)-1], i)
		}
		// A head over several columns may itself take two lines.
		spanning = wide && !(i+1 < to && b.wraps(i, i+1))
	}
	return out
}

// wraps says that every piece of a line goes on below with as wide a piece.
func (b *builder) wraps(i, j int) bool {
	for _, p := range b.pieces[j] {
		ok := false
		for _, q := range b.pieces[i] {
			ok = ok ||
				q.from <= p.from && q.to >= p.to && q.to > q.from && b.lines[j].base-b.lines[i].base < 1.6*b.lines[i].size &&
					math.Abs(b.size(q)-b.size(p)) < 0.05*b.size(q) && math.Abs(q.x0-p.x0) < 0.3*b.f.em
		}
		if !ok {
			return false
		}
	}
	return true
}

func (b *builder) size(p piece) float64 { return b.f.items[p.items[0]].size }

// sparse says that a line of heads has one for each group of equally many columns: "2022 2023" over four.
func (b *builder) sparse(i int) bool {
	heads, periods := 0, 0
	for _, p := range b.pieces[i] {
		if p.from > 0 {
			if p.kind == printed.Period {
				periods++
			}
			heads++
		}
	}
	n := len(b.content) - 1
	if heads < 2 || heads >= n || n%heads != 0 {
		return false
	}
	each, k, middle := n/heads, 0, 0
	for _, p := range b.pieces[i] {
		if p.from > 0 {
			at := 1 + k*each
			if p.from < at || p.to >= at+each {
				return false // not over its share
			}
			left, right := b.content[at][0], b.content[at+each-1][1]
			if math.Abs(p.x0+p.x1-left-right) < 3*b.f.em || math.Abs(p.x0-left) < b.f.em && each < 3 {
				middle++
			}
			k++
		}
	}
	if periods == heads {
		return true
	}
	// Texts: they stand over the middle of their share, and the line below heads every column.
	return middle == heads && i+1 < b.first && i+1 < len(b.lines) && b.under(i+1) == n && b.lines[i+1].base-b.lines[i].base < 3*b.lines[i].size
}

// under counts the columns behind the first that a line heads.
func (b *builder) under(i int) int {
	n := 0
	for _, p := range b.pieces[i] {
		if p.from > 0 && p.from == p.to {
			n++
		}
	}
	return n
}

// labelled says that two lines have a label each.
func (b *builder) labelled(i, j int) bool { return b.starts[i] && b.starts[j] }

// valuesAgain reports whether two lines have words before their figures and a whole value in the same two or more columns, with nothing between the two:
// two rows, however the label of the second begins. "Score: 74" over "Rate: 80 %" is one cell, whose words may stand on lines of their own.
func (b *builder) valuesAgain(i, j int) bool {
	above, labelled := b.valuedColumns(i)
	below, again := b.valuedColumns(j)
	if !labelled || !again || len(above) < 2 || !slices.Equal(above, below) {
		return false
	}
	for k := i + 1; k < j; k++ {
		if slices.ContainsFunc(b.pieces[k], func(p piece) bool { return p.to >= above[0] }) {
			return false
		}
	}
	return true
}

// valuedColumns are the columns in which a line has a value and no more behind words; worded reports whether there are words before the first.
func (b *builder) valuedColumns(i int) (columns []int, worded bool) {
	for _, p := range b.pieces[i] {
		_, whole := printed.ReadFigure(b.f.text(p.items))
		switch {
		case p.from > 0 && p.from == p.to && whole:
			columns = append(columns, p.from)
		case p.kind == printed.Wordy:
			worded = worded || len(columns) == 0
		}
	}
	return columns, worded
}

func (b *builder) labelText(i int) string {
	if p := b.pieces[i][0]; p.from == 0 && p.kind != printed.Number {
		return b.f.text(p.items)
	}
	return ""
}

// headsGroup reports whether a line between two rows heads the second and what follows: a short text as far left as their labels, with the
// figures of both in the same columns.
func (f *frame) headsGroup(lines []line, i int) bool {
	if i == 0 || i+1 == len(lines) || len(lines[i].chunks) != 1 || !f.figures(&lines[i-1]) || !f.figures(&lines[i+1]) {
		return false
	}
	above, below, ch := lines[i-1].chunks, lines[i+1].chunks, &lines[i].chunks[0]
	if len(above) != len(below) || ch.x0 > below[0].x0+0.5*f.em || ch.x1 > below[1].x0 || lines[i+1].y0-lines[i].y1 > 1.5*f.em ||
		f.isSentence(lines[i]) || namesTable(f.text(ch.items)) {
		return false
	}
	for k := 1; k < len(above); k++ {
		if math.Abs(above[k].x1-below[k].x1) > 0.3*f.em {
			return false
		}
	}
	return true
}

// cycleSpan is the columns of a head over years that repeat: of "2024 2023 2024 2023" below two heads, each has its pair, wherever over it
// the head stands. One word over all of them is none: "restated" over each 2023.
func (b *builder) cycleSpan(pc piece, l int) (from, to int, ok bool) {
	for below := l + 1; below < min(b.first, len(b.lines)); below++ {
		start, each, times := b.cycleOf(below)
		if each == 0 {
			continue
		}
		var heads []string
		for _, q := range b.pieces[l] {
			at := q.from - start
			if at < 0 || at >= each*times {
				continue
			}
			if q.to-start >= (at/each+1)*each || at/each != len(heads) || slices.Contains(heads, b.f.text(q.items)) {
				return pc.from, pc.to, false
			}
			heads = append(heads, b.f.text(q.items))
		}
		if at := pc.from - start; len(heads) == times && at >= 0 && at < each*times {
			from = start + at/each*each
			return from, from + each - 1, true
		}
	}
	return pc.from, pc.to, false
}

// cycleOf is the first column of the years of a line that repeat, how many come before the first again, and how many times they do; none where
// they do not.
func (b *builder) cycleOf(l int) (start, each, times int) {
	var years []string
	for _, q := range b.pieces[l] {
		if q.kind != printed.Period || q.from != q.to || len(years) > 0 && q.from != start+len(years) {
			continue
		}
		if len(years) == 0 {
			start = q.from
		}
		years = append(years, b.f.text(q.items))
	}
	if len(years) < 4 {
		return start, 0, 0
	}
	each = slices.Index(years[1:], years[0]) + 1
	if each < 2 || len(years)%each != 0 {
		return start, 0, 0
	}
	for i := range years {
		if years[i] != years[i%each] {
			return start, 0, 0
		}
	}
	return start, each, len(years) / each
}
