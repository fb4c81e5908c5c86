package table

import (
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// findPieces says which columns each chunk stands in. A chunk over several is cut where its words leave a
// border free, or is a heading over all of them. The heads of columns, once they are known, are read again:
// they may run over borders that part the rows below.
func (b *builder) findPieces(heads bool) {
	if b.pieces == nil {
		b.pieces = make([][]piece, len(b.lines))
	}
	var homes []chunk
	if heads {
		homes = b.homes()
	}
	for i := range b.lines {
		if heads && i >= b.first {
			break
		}
		b.pieces[i] = b.pieces[i][:0:0]
		if items := b.title(&b.lines[i]); items != nil {
			b.pieces[i] = append(b.pieces[i], b.pieceOf(items))
			continue
		}
		if heads && b.ofAll(i) {
			cs := b.lines[i].chunks
			if len(cs) > 1 {
				b.pieces[i] = append(b.pieces[i], piece{0, 0, cs[0].items, cs[0].x0, cs[0].x1, printed.Wordy})
			}
			c := cs[len(cs)-1]
			b.pieces[i] = append(b.pieces[i], piece{1, len(b.content) - 1, c.items, c.x0, c.x1, printed.Wordy})
			continue
		}
		if groups := b.grouped(i); heads && groups != nil {
			b.pieces[i] = append(b.pieces[i], groups...)
			continue
		}
		for _, c := range b.lines[i].chunks {
			if from, to := b.homeOf(homes, &b.lines[i], c); from > 0 {
				b.pieces[i] = append(b.pieces[i], piece{from, to, c.items, c.x0, c.x1, c.kind})
				continue
			}
			b.pieces[i] = append(b.pieces[i], b.piecesOf(c, heads)...)
		}
	}
}

// grouped are the heads of a line that has one for each group of columns, of which the line below tells where it begins: its heads begin
// anew there, as in "t", "%", "t", "%", "t". Nil if there is no such line.
func (b *builder) grouped(i int) []piece {
	n := len(b.content) - 1
	if n < 3 || i+1 >= b.first || i+1 >= len(b.lines) {
		return nil
	}
	behind := func(l *line) []chunk {
		cs := l.chunks
		for len(cs) > 0 && cs[0].x1 < b.xs[1] {
			cs = cs[1:]
		}
		return cs
	}
	heads, below := behind(&b.lines[i]), behind(&b.lines[i+1])
	if len(below) != n || len(heads) < 2 || len(heads) == n {
		return nil
	}
	var starts []int
	names := make([]string, n)
	for c := range below {
		names[c] = b.f.text(below[c].items)
		if overlap(below[c].x0, below[c].x1, b.content[c+1][0], b.content[c+1][1]) <= 0 {
			return nil
		}
		if names[c] == names[0] {
			starts = append(starts, c)
		} else if at := c - starts[len(starts)-1]; len(starts) > 1 && names[c] != names[at] {
			return nil
		}
	}
	if len(starts) != len(heads) {
		return nil
	}
	out := slices.Clone(b.pieces[i])
	for _, c := range b.lines[i].chunks[:len(b.lines[i].chunks)-len(heads)] {
		out = append(out, b.piecesOf(c, true)...)
	}
	for k, h := range heads {
		to := n
		if k+1 < len(starts) {
			to = starts[k+1]
		}
		from := starts[k] + 1
		if h.mid() < b.content[from][0]-b.f.em || h.mid() > b.content[to][1]+b.f.em {
			return nil
		}
		out = append(out, piece{from, to, h.items, h.x0, h.x1, h.kind})
	}
	return out
}

// homes are the heads of a line that has one for each column behind the labels, in their order, where not all stand over the figures of their
// own: those at the left of cells whose figures stand at the right. Each lies between the figures beside its column. Nil if there is no such line.
func (b *builder) homes() []chunk {
	n := len(b.content) - 1
	for i := b.first - 1; i >= 0 && n > 1; i-- {
		cs := b.lines[i].chunks
		if len(cs) == n+1 && cs[0].x0 < b.content[0][1] {
			cs = cs[1:]
		}
		if len(cs) != n || slices.ContainsFunc(cs, func(c chunk) bool { return c.kind == printed.Number && printed.PeriodIn(b.f.text(c.items)) == "" }) {
			continue
		}
		over, off := true, false
		for k, c := range cs {
			over = over && c.x0 > b.content[k][1]-0.3*b.f.em && (k+2 > n || c.x1 < b.content[k+2][0]+0.3*b.f.em)
			off = off || overlap(c.x0, c.x1, b.content[k+1][0], b.content[k+1][1]) <= 0
		}
		if over && off {
			return cs
		}
	}
	return nil
}

// homeOf is the columns of a chunk among heads that have homes: that of the head it begins with, or its share of all columns if each head of
// its line begins one of equally many; 0 if it has none.
func (b *builder) homeOf(homes []chunk, l *line, c chunk) (from, to int) {
	begins := func(c chunk) int {
		return slices.IndexFunc(homes, func(h chunk) bool { return math.Abs(h.x0-c.x0) < 0.4*b.f.em })
	}
	at := begins(c)
	if at < 0 {
		return 0, 0
	}
	heads := 0
	for _, o := range l.chunks {
		if k := begins(o); k >= 0 {
			heads++
		}
	}
	if each := len(homes) / heads; heads > 1 && each > 1 && heads*each == len(homes) && at%each == 0 {
		for k, o := range l.chunks[len(l.chunks)-heads:] {
			if begins(o) != k*each {
				return at + 1, at + 1
			}
		}
		return at + 1, at + each
	}
	return at + 1, at + 1
}

// ofAll reports whether a line of heads is the unit of all columns, though it stands over one or some: alone above the heads of them all,
// where it is no beginning of one, beside the title above them, or alone below heads that are periods.
func (b *builder) ofAll(i int) bool {
	l := &b.lines[i]
	n := len(b.content) - 1
	last := len(l.chunks) - 1
	if n < 2 || last > 1 || l.chunks[last].x0 < b.content[0][1] && l.chunks[last].x0 < b.xs[1] {
		return false
	}
	text := b.f.text(l.chunks[last].items)
	if last > 0 && (i > 0 || l.chunks[0].x0 >= b.xs[1] || !printed.UnitNote(text)) {
		return false
	}
	announced := printed.UnitNote(text) && (printed.UnitIn(text) != "" || strings.Contains(text, ":"))
	if strings.HasPrefix(strings.Trim(text, "( "), "%") || !printed.IsUnit(text) && !announced {
		return false
	}
	if i == 0 && i+1 < b.first {
		below := b.lines[i+1].chunks
		return len(below) >= n && (printed.UnitNote(text) ||
			!slices.ContainsFunc(below, func(c chunk) bool { return printed.IsUnit(text + " " + b.f.text(c.items)) }))
	}
	if i == 0 || i+1 != b.first {
		return false
	}
	periods := 0
	for _, c := range b.lines[i-1].chunks {
		if c.kind == printed.Period {
			periods++
		}
	}
	return periods > 1 && 2*periods > n
}

// title gives the words of a line that is one text from the first column over several others, on a ground of its own:
// the head of a group of rows. Where its words happen to leave a border free, it is not to be cut.
func (b *builder) title(l *line) []int {
	var items []int
	for _, c := range l.chunks {
		if c.kind != printed.Wordy {
			return nil
		}
		items = append(items, c.items...)
	}
	x0, x1 := l.chunks[0].x0, l.chunks[len(l.chunks)-1].x1
	if len(b.xs) < 4 || x0 > b.xs[1] || x1 < b.xs[3] || !b.f.shaded([]line{*l}, b.r.x0, b.r.x1) {
		return nil
	}
	for n := 1; n < len(items); n++ {
		if p, q := &b.f.items[items[n-1]], &b.f.items[items[n]]; q.x0-p.x1 > 0.5*q.size {
			return nil
		}
	}
	return items
}

func (b *builder) piecesOf(c chunk, head bool) []piece {
	k := between(b.xs, c.mid())
	from, to := b.span(c.x0, c.x1, k)
	if from == to {
		return []piece{{from, to, c.items, c.x0, c.x1, c.kind}}
	}
	if head && b.oneEach(c, from, to) {
		out := make([]piece, 0, len(c.items))
		for n, i := range c.items {
			it := &b.f.items[i]
			out = append(out, piece{from + n, from + n, c.items[n : n+1], it.x0, it.x1, it.kind})
		}
		return out
	}
	// Cut where two words lie on both sides of a border.
	start := 0
	var out []piece
	for n := 1; n < len(c.items); n++ {
		p, q := &b.f.items[c.items[n-1]], &b.f.items[c.items[n]]
		for i := from + 1; i <= to; i++ {
			if q.x0-p.x1 > 0.28*q.size && b.flush(i, c.items[:n], c.items[n:]) {
				out = append(out, b.pieceOf(c.items[start:n]))
				start = n
				break
			}
			x := b.xs[i]
			if p.x1 > x+0.25*p.size || q.x0 < x-0.25*q.size {
				continue
			}
			gap := q.x0 - p.x1
			drawn := !head && b.strong[i] && gap > 0.28*q.size && b.splits(i, q.x0)
			if drawn || gap > 0.42*q.size && (p.kind.Valued() || q.kind.Valued()) || gap > 0.7*q.size {
				out = append(out, b.pieceOf(c.items[start:n]))
				start = n
				break
			}
		}
	}
	return append(out, b.pieceOf(c.items[start:]))
}

// flush reports whether words end where the figures on the left of a border do, and some behind them where the figures on its
// right do: the heads of two columns, however close they stand.
func (b *builder) flush(border int, before, behind []int) bool {
	most := 0.3 * b.f.em
	if math.Abs(b.f.items[before[len(before)-1]].x1-b.rightOf(border-1)) > most {
		return false
	}
	right := b.rightOf(border)
	return slices.ContainsFunc(behind, func(i int) bool { return math.Abs(b.f.items[i].x1-right) < most })
}

// rightOf is where most figures of a column end: marks behind some of them reach further.
func (b *builder) rightOf(col int) float64 {
	var ends []float64
	for i := range b.lines {
		for _, c := range b.lines[i].chunks {
			if c.kind == printed.Number && c.mid() > b.content[col][0] && c.mid() < b.content[col][1] {
				ends = append(ends, c.x1)
			}
		}
	}
	if len(ends) == 0 {
		return b.content[col][1]
	}
	slices.Sort(ends)
	return ends[len(ends)/2]
}

// oneEach says that each word of a chunk stands over a column of its own: heads set close.
func (b *builder) oneEach(c chunk, from, to int) bool {
	if len(c.items) != to-from+1 {
		return false
	}
	for n, i := range c.items {
		it := &b.f.items[i]
		if n > 0 && it.x0-b.f.items[c.items[n-1]].x1 < 0.36*it.size {
			return false
		}
		col := b.content[from+n]
		off := math.Abs((it.x0+it.x1)/2 - (col[0]+col[1])/2)
		if off > 0.5*b.f.em && math.Abs(it.x1-col[1]) > 0.4*b.f.em && math.Abs(it.x0-col[0]) > 0.4*b.f.em {
			return false
		}
	}
	return true
}

// splits says that a word that begins at x begins where the column's other words do: it does not merely happen
// to stand behind the border.
func (b *builder) splits(border int, x float64) bool {
	return math.Abs(x-b.content[border][0]) < 0.6*b.f.em
}

func (b *builder) pieceOf(items []int) piece {
	c := b.f.newChunk(items)
	from, to := b.span(c.x0, c.x1, between(b.xs, c.mid()))
	return piece{from, to, items, c.x0, c.x1, c.kind}
}

// span is the columns that a stretch stands in: that of its middle, and those of whose own words it stands
// above or below.
func (b *builder) span(x0, x1 float64, k int) (from, to int) {
	from, to = k, k
	reaches := func(i int) bool {
		c := b.content[i]
		return overlap(x0, x1, c[0], c[1]) > math.Min(0.6*b.f.em, 0.5*(c[1]-c[0]))
	}
	for from > 0 && reaches(from-1) {
		from--
	}
	for to < len(b.content)-1 && reaches(to+1) {
		to++
	}
	return from, to
}

// bandOf counts the levels above line i.
func (b *builder) bandOf(i int) int {
	mid := (b.lines[i].y0 + b.lines[i].y1) / 2
	n := 0
	for n < len(b.levels) && b.levels[n].at < mid {
		n++
	}
	return n
}
