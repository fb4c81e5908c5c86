package table

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// plan makes the plan of a region from its rows, columns and drawn lines.
func (b *builder) plan() *plan {
	groups := b.rowGroups()
	if len(groups) == 0 {
		return nil
	}
	ys := []float64{b.topOf(groups[0])}
	drawn := []int{-1} // the level that a border lies at
	for i := 1; i < len(groups); i++ {
		up, down := groups[i-1], groups[i]
		// A tall word can fall into a band below that of the row behind it: no drawn line parts the two then.
		if up.band >= down.band {
			ys, drawn = append(ys, (up.y1+down.y0)/2), append(drawn, -1)
			continue
		}
		// Of several lines between two rows, the one nearest to the upper row closes it.
		ys, drawn = append(ys, b.levels[up.band].at), append(drawn, up.band)
	}
	ys, drawn = append(ys, b.bottomOf(groups[len(groups)-1])), append(drawn, -1)
	for i := 1; i < len(ys); i++ { // words that overlap in height: borders still go down the page
		ys[i] = math.Max(ys[i], ys[i-1]+1e-3)
	}
	p := newPlan(slices.Clone(b.xs), ys)
	p.place = map[int][2]int{}
	for r := range p.right {
		for k := 1; k < p.cols(); k++ {
			p.right[r][k] = true
		}
	}
	for k := 1; k < p.rows(); k++ {
		for c := range p.cols() {
			p.below[k][c] = true
		}
	}
	for r, g := range groups {
		for _, l := range g.lines {
			for _, pc := range b.pieces[l] {
				for _, it := range pc.items {
					p.place[it] = [2]int{r, pc.from}
				}
			}
		}
		b.spanHeads(p, r, g)
	}
	b.placeTurned(p, groups)
	b.mergeDown(p, groups, drawn)
	return p
}

func (b *builder) topOf(g rowGroup) float64 {
	if g.band > 0 {
		return b.levels[g.band-1].at
	}
	return math.Min(b.r.y0, g.y0)
}

func (b *builder) bottomOf(g rowGroup) float64 {
	if g.band < len(b.levels) {
		return b.levels[g.band].at
	}
	return math.Max(b.r.y1, g.y1)
}

// spanHeads takes the borders out under pieces that stand over several columns.
func (b *builder) spanHeads(p *plan, r int, g rowGroup) {
	busy := b.piecesIn(g, p.cols())
	head := g.last() < b.first
	for _, l := range g.lines {
		if head && b.sparse(l) {
			b.spread(p, r, l)
			continue
		}
		for _, pc := range b.pieces[l] {
			from, to := b.spanOf(pc, l, g, head, busy)
			for k := from + 1; k <= to; k++ {
				p.right[r][k] = false
			}
		}
	}
	b.placeMerged(p, r, g)
}

// piecesIn counts the pieces in each column of a row.
func (b *builder) piecesIn(g rowGroup, cols int) []int {
	busy := make([]int, cols)
	for _, l := range g.lines {
		for _, pc := range b.pieces[l] {
			for c := pc.from; c <= pc.to; c++ {
				busy[c]++
			}
		}
	}
	return busy
}

// spanOf is the columns that a piece of line l stands over. head says that its row stands above the first figures,
// busy how many pieces each column of the row has.
func (b *builder) spanOf(pc piece, l int, g rowGroup, head bool, busy []int) (from, to int) {
	alone := len(b.pieces[l]) == 1
	switch {
	case head && pc.from > 0:
		return b.headSpan(pc, l, g, busy)
	case pc.from > 0 || !alone:
		return pc.from, pc.to
	case head && pc.to > 0 && len(g.lines) == 1: // the name of the table
		return 0, len(busy) - 1
	case pc.to > 1 && b.title(&b.lines[l]) != nil: // the head of a group
		return 0, len(busy) - 1
	}
	return pc.from, pc.to
}

// headSpan is the columns that a head behind the first column stands over: what is drawn for it alone or what it
// stands in the middle of, but only over columns that are otherwise empty in this row.
func (b *builder) headSpan(pc piece, l int, g rowGroup, busy []int) (from, to int) {
	free := func(from, to int) bool {
		for c := from; c <= to; c++ {
			if (c < pc.from || c > pc.to) && busy[c] > 0 {
				return false
			}
		}
		return true
	}
	from, to = b.drawnSpan(pc, g)
	if from == pc.from && to == pc.to || !free(from, to) { // a ground, or a line, that all heads share is drawn for none of them
		var years bool
		if from, to, years = b.cycleSpan(pc, l); !years {
			from, to, years = b.yearsSpan(pc, l, busy)
		}
		if !years {
			from, to = b.centredSpan(pc, l, busy)
		}
	}
	if !free(from, to) {
		return pc.from, pc.to
	}
	return from, to
}

// placeMerged puts the words of a row's merged cells where those begin: a merged cell holds its words at its first
// column.
func (b *builder) placeMerged(p *plan, r int, g rowGroup) {
	for _, l := range g.lines {
		for _, pc := range b.pieces[l] {
			c := pc.from
			for c > 0 && !p.right[r][c] {
				c--
			}
			for _, it := range pc.items {
				p.place[it] = [2]int{r, c}
			}
		}
	}
}

// spread gives each of a line's few heads its share of the columns.
func (b *builder) spread(p *plan, r, l int) {
	heads := b.countBehind(l)
	each := (len(b.content) - 1) / heads
	for k := 2; k < p.cols(); k++ {
		p.right[r][k] = (k-1)%each == 0
	}
}

// countBehind counts the pieces of a line behind the first column.
func (b *builder) countBehind(l int) int {
	n := 0
	for _, pc := range b.pieces[l] {
		if pc.from > 0 {
			n++
		}
	}
	return n
}

// centredSpan widens a head to the empty columns beside it whose middle it stands on, if the line below heads
// them each.
func (b *builder) centredSpan(pc piece, l int, busy []int) (from, to int) {
	from, to = pc.from, pc.to
	if l+1 >= b.first || l+1 >= len(b.lines) {
		return from, to
	}
	below, flush, first := make([]bool, len(b.content)), make([]bool, len(b.content)), false
	for _, q := range b.pieces[l+1] {
		first = first || q.from == pc.from && math.Abs(q.x0-pc.x0) < 0.3*b.f.em // the first line of one column's head
		for c := q.from; c <= q.to; c++ {
			below[c] = true
			flush[c] = q.from == q.to && math.Abs(q.x1-b.content[c][1]) < 0.4*b.f.em
		}
	}
	left, right := pc.from, pc.to
	for left > 1 && busy[left-1] == 0 && below[left-1] {
		left--
	}
	for right < len(b.content)-1 && busy[right+1] == 0 && below[right+1] {
		right++
	}
	mid, widest := (pc.x0+pc.x1)/2, 0
	for i := left; i <= pc.from; i++ {
		for j := pc.to; j <= right; j++ {
			// In the middle of their texts or, where those stand at the right of their columns, of what is left of the line.
			off := math.Abs((b.content[i][0]+b.content[j][1])/2 - mid)
			if !first && !slices.Contains(flush[i:j+1], false) {
				off = math.Min(off, math.Abs((b.content[i-1][1]+b.content[j][1])/2-mid))
			}
			if j-i > widest && off < 0.9*b.f.em {
				from, to, widest = i, j, j-i
			}
		}
	}
	return from, to
}

// offCentre is how far from the middle of its columns a head over all years stands at most, in widths of one of them: less than what
// one column more or less would make.
const offCentre = 0.35

// yearsSpan widens a head to all columns that the line below heads with periods, if it alone stands over them, in their middle: in that
// of their texts or, where those stand at the right of their columns, in that of the columns.
func (b *builder) yearsSpan(pc piece, l int, busy []int) (from, to int, ok bool) {
	if l+1 >= b.first || l+1 >= len(b.lines) || pc.kind == printed.Period {
		return pc.from, pc.to, false
	}
	period := make([]bool, len(b.content))
	for _, q := range b.pieces[l+1] {
		period[q.from] = q.from == q.to && q.kind == printed.Period
		if q.from == pc.from && pc.from == pc.to && math.Min(math.Abs(q.x0-pc.x0), math.Abs(q.x1-pc.x1)) < 0.3*b.f.em {
			return pc.from, pc.to, false // flush with one year: the first line of its head
		}
	}
	from, to = pc.from, pc.to
	if !period[from] || !period[to] {
		return pc.from, pc.to, false
	}
	for from > 1 && period[from-1] {
		from--
	}
	for to < len(b.content)-1 && period[to+1] {
		to++
	}
	if to == from {
		return pc.from, pc.to, false
	}
	for c := from; c <= to; c++ {
		if (c < pc.from || c > pc.to) && busy[c] > 0 {
			return pc.from, pc.to, false
		}
	}
	width := (b.content[to][1] - b.content[from][1]) / float64(to-from)
	mid, right := (pc.x0+pc.x1)/2, b.content[to][1]
	texts, columns := (b.content[from][0]+right)/2, (b.content[from][1]-width+right)/2
	if math.Abs(mid-texts) > offCentre*width && math.Abs(mid-columns) > offCentre*width {
		return pc.from, pc.to, false
	}
	return from, to, true
}

// drawnSpan widens a head to the line below it or the box around it, if that is drawn for it alone.
func (b *builder) drawnSpan(pc piece, g rowGroup) (from, to int) {
	from, to = pc.from, pc.to
	x0, x1 := math.Inf(1), math.Inf(-1)
	em := b.f.em
	for _, a := range b.f.areas {
		if x1 >= x0 && a.x1-a.x0 >= x1-x0 {
			continue
		}
		if a.x0 <= pc.x0+0.3*em && a.x1 >= pc.x1-0.3*em && a.y0 <= g.y0+0.3*em &&
			a.y1 >= g.y1-0.3*em && a.y1-a.y0 < (g.y1-g.y0)+3*em && a.x1-a.x0 < 0.9*(b.r.x1-b.r.x0) {
			x0, x1 = a.x0, a.x1
		}
	}
	if x0 > x1 && g.band < len(b.levels) {
		for _, s := range b.levels[g.band].pieces {
			if s.from <= pc.x0+0.3*em && s.to >= pc.x1-0.3*em && s.length() < 0.9*(b.r.x1-b.r.x0) {
				x0, x1 = s.from, s.to
			}
		}
	}
	if x0 > x1 {
		return from, to
	}
	for i, c := range b.content {
		if mid := (c[0] + c[1]) / 2; i > 0 && mid > x0 && mid < x1 {
			from, to = min(from, i), max(to, i)
		}
	}
	return from, to
}
