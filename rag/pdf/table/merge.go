package table

import (
	"math"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// mergeDown takes borders out where other columns have a drawn line and this one has none: a label over
// several rows, a head beside two-storeyed ones.
func (b *builder) mergeDown(p *plan, groups []rowGroup, drawn []int) {
	firstRow := len(groups)
	for r, g := range groups {
		if g.last() >= b.first {
			firstRow = r
			break
		}
	}
	for c := range p.cols() {
		b.mergeUnruled(p, groups, drawn, firstRow, c)
	}
	b.mergeHeads(p, groups, drawn, firstRow)
}

// mergeUnruled takes the borders out of a column where a line is drawn, but not in this column.
func (b *builder) mergeUnruled(p *plan, groups []rowGroup, drawn []int, firstRow, c int) {
	ruled := false // elsewhere in the column a line is drawn
	for k := 1; k < p.rows() && !ruled; k++ {
		ruled = drawn[k] >= 0 && b.covers(drawn[k], c)
	}
	for k := 1; k < p.rows(); k++ {
		if drawn[k] < 0 || b.covers(drawn[k], c) {
			continue
		}
		if k > firstRow && b.levels[drawn[k]].sum() < 0.25*(b.r.x1-b.r.x0) {
			continue // the edge of something shaded, no border of rows
		}
		if b.figureIn(groups[k], c) && b.figureAbove(p, groups, k, c) || !b.oneText(groups[k-1], groups[k], c) {
			continue // two figures, or two labels, are two cells
		}
		head := k < firstRow && firstRow < len(groups)
		row := k > firstRow && b.dense && ruled && c < p.cols()-1
		if row || head && b.levels[drawn[k]].any() {
			p.below[k][c] = false
		}
	}
}

// covers reports whether a level has a line in a column.
func (b *builder) covers(level, c int) bool {
	return b.levels[level].covers(b.content[c][0], b.content[c][1])
}

// mergeHeads takes borders out of heads that have no line between their rows: a head that stands alone in its column
// belongs to both rows if nothing stands above or below it.
func (b *builder) mergeHeads(p *plan, groups []rowGroup, drawn []int, firstRow int) {
	for k := 1; k < firstRow && k < p.rows(); k++ {
		if drawn[k] >= 0 || b.labelOnly(groups[k]) {
			continue // a label alone heads rows, not columns
		}
		for c := range p.cols() {
			if b.vacant(groups, k-1, c) != b.vacant(groups, k, c) && p.right[k-1][c] == p.right[k][c] && (c+1 == p.cols() || p.right[k-1][c+1] == p.right[k][c+1]) {
				p.below[k][c] = false
			}
		}
	}
}

// labelOnly says that a row has texts in the first column and nowhere else.
func (b *builder) labelOnly(g rowGroup) bool {
	for _, l := range g.lines {
		for _, pc := range b.pieces[l] {
			if pc.to > 0 {
				return false
			}
		}
	}
	return true
}

// oneText says that what two rows have in a column can be one text: nothing in one of them, or lines that
// follow one another in one face.
func (b *builder) oneText(up, down rowGroup, c int) bool {
	p, i := b.lastIn(up, c)
	q, j := b.firstIn(down, c)
	if p == nil || q == nil {
		return true
	}
	first, next := &b.f.items[p.items[0]], &b.f.items[q.items[0]]
	return first.bold == next.bold && b.lines[j].base-b.lines[i].base < 1.65*math.Max(first.size, next.size)
}

func (b *builder) lastIn(g rowGroup, c int) (found *piece, line int) {
	for _, l := range g.lines {
		for k := range b.pieces[l] {
			if pc := &b.pieces[l][k]; pc.from <= c && c <= pc.to {
				found, line = pc, l
			}
		}
	}
	return found, line
}

func (b *builder) firstIn(g rowGroup, c int) (*piece, int) {
	for _, l := range g.lines {
		for k := range b.pieces[l] {
			if pc := &b.pieces[l][k]; pc.from <= c && c <= pc.to {
				return pc, l
			}
		}
	}
	return nil, 0
}

// figureIn says that a figure of the row stands in the column.
func (b *builder) figureIn(g rowGroup, c int) bool {
	for _, l := range g.lines {
		for _, pc := range b.pieces[l] {
			if pc.from == c && pc.to == c && pc.kind == printed.Number {
				return true
			}
		}
	}
	return false
}

// figureAbove says the same of the rows that are already one cell above row k.
func (b *builder) figureAbove(p *plan, groups []rowGroup, k, c int) bool {
	for r := k - 1; r >= 0; r-- {
		if b.figureIn(groups[r], c) {
			return true
		}
		if p.below[r][c] {
			return false
		}
	}
	return false
}

func (l *level) any() bool { return len(l.pieces) > 0 }

// sum is how much of the width is drawn.
func (l *level) sum() float64 {
	n := 0.0
	for _, s := range l.pieces {
		n += s.length()
	}
	return n
}

// vacant says that nothing of row r stands in the column.
func (b *builder) vacant(groups []rowGroup, r, c int) bool {
	if b.occupied[[2]int{r, c}] {
		return false
	}
	for _, l := range groups[r].lines {
		for _, pc := range b.pieces[l] {
			if pc.from <= c && c <= pc.to {
				return false
			}
		}
	}
	return true
}

// partedByYears parts columns that only words over both of them make one: on a line of heads two years stand over it, rows have a figure below each, and what
// crosses the space between is a text for both, as "continuously 0" below 2030 and 2045.
func (b *builder) partedByYears(content [][2]float64, body []*line) [][2]float64 {
	var out [][2]float64
	for _, column := range content {
		left, right, ok := b.belowYears(column, body)
		if !ok {
			out = append(out, column)
			continue
		}
		out = append(out, left, right)
	}
	return out
}

// belowYears are the two columns that stand below the years of a head over one.
func (b *builder) belowYears(column [2]float64, body []*line) (left, right [2]float64, ok bool) {
	for i := range b.lines {
		if b.lines[i].y1 > body[0].y0 {
			break
		}
		var years []chunk
		for _, c := range b.lines[i].chunks {
			if c.x0 >= column[0]-b.f.em && c.x1 <= column[1]+b.f.em {
				years = append(years, c)
			}
		}
		if len(years) == 2 && years[0].kind == printed.Period && years[1].kind == printed.Period {
			return b.sidesOf(column, years, body)
		}
	}
	return left, right, false
}

// sidesOf are the parts of a column on either side of the space between two heads; ok if rows have a figure in both and no figure stands across it.
func (b *builder) sidesOf(column [2]float64, heads []chunk, body []*line) (left, right [2]float64, ok bool) {
	middle := (heads[0].x1 + heads[1].x0) / 2
	left, right = [2]float64{heads[0].x0, heads[0].x1}, [2]float64{heads[1].x0, heads[1].x1}
	rows := 0
	for _, l := range body {
		before, after := false, false
		for _, c := range l.chunks {
			figure := c.kind == printed.Number || c.kind == printed.Absent
			switch {
			case c.x1 <= column[0] || c.x0 >= column[1]:
			case c.x1 <= middle:
				left[0], left[1], before = math.Min(left[0], c.x0), math.Max(left[1], c.x1), before || figure
			case c.x0 >= middle:
				right[0], right[1], after = math.Min(right[0], c.x0), math.Max(right[1], c.x1), after || figure
			case figure:
				return left, right, false
			}
		}
		if before && after {
			rows++
		}
	}
	return left, right, rows > 0 && left[1] < right[0]
}
