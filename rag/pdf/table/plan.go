package table

import (
	"cmp"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// plan is the finest division of a table into rows and columns, and which of the borders between its places
// are there. Places without a border between them are one cell.
type plan struct {
	xs, ys []float64
	right  [][]bool // right[r][k]: a border between columns k-1 and k in row r
	below  [][]bool // below[k][c]: a border between rows k-1 and k in column c
	// place has, where rows and columns were made of lines of text, the row and column of each word. Otherwise
	// a word stands where its middle is.
	place map[int][2]int
}

func newPlan(xs, ys []float64) *plan {
	p := &plan{xs: xs, ys: ys}
	p.right = make([][]bool, len(ys)-1)
	for r := range p.right {
		p.right[r] = make([]bool, len(xs))
	}
	p.below = make([][]bool, len(ys))
	for k := range p.below {
		p.below[k] = make([]bool, len(xs)-1)
	}
	return p
}

func (p *plan) rows() int { return len(p.ys) - 1 }
func (p *plan) cols() int { return len(p.xs) - 1 }

// between finds the stretch that v lies in, the first or last if it lies outside.
func between(places []float64, v float64) int {
	i, _ := slices.BinarySearchFunc(places, v, func(at, v float64) int { return cmp.Compare(at, v) })
	return min(max(i-1, 0), len(places)-2)
}

func (p *plan) rowAt(y float64) int { return between(p.ys, y) }
func (p *plan) colAt(x float64) int { return between(p.xs, x) }

// owners gives each place the number of its cell. Cells are rectangles: where missing borders leave another
// shape, it is cut.
func (p *plan) owners() (owner [][]int, cells []Cell) {
	rows, cols := p.rows(), p.cols()
	owner = make([][]int, rows)
	for r := range owner {
		owner[r] = make([]int, cols)
		for c := range owner[r] {
			owner[r][c] = -1
		}
	}
	for r := range rows {
		for c := range cols {
			if owner[r][c] >= 0 {
				continue
			}
			w := 1
			for c+w < cols && !p.right[r][c+w] && owner[r][c+w] < 0 {
				w++
			}
			h := 1
			for r+h < rows && p.open(r+h, c, w) {
				h++
			}
			for i := r; i < r+h; i++ {
				for j := c; j < c+w; j++ {
					owner[i][j] = len(cells)
				}
			}
			cells = append(cells, Cell{
				Row: r, Col: c, RowSpan: h, ColSpan: w,
				Rect: paint.Rect{p.xs[c], p.ys[r], p.xs[c+w], p.ys[r+h]},
			})
		}
	}
	return owner, cells
}

// open says that row r goes on with the cell above it in columns c to c+w, and is one cell there itself.
func (p *plan) open(r, c, w int) bool {
	for j := c; j < c+w; j++ {
		if p.below[r][j] || j > c && p.right[r][j] {
			return false
		}
	}
	return (c == 0 || p.right[r][c]) && (c+w == p.cols() || p.right[r][c+w])
}

// strip is the turned words that stand over one column: heads written up the page to save width.
type strip struct {
	x0, x1 float64
	items  []int
}

// turnedStrips gathers turned words that stand side by side as closely as lines of one text.
func (f *frame) turnedStrips(items []int) []strip {
	items = slices.Clone(items)
	slices.SortFunc(items, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.items[a].x0, f.items[b].x0), cmp.Compare(a, b))
	})
	var out []strip
	for _, i := range items {
		it := &f.items[i]
		if n := len(out); n > 0 {
			// Lines of one head are about a line's height apart, heads of two columns further.
			s := &out[n-1]
			if last := &f.items[s.items[len(s.items)-1]]; it.x0-last.x0 < 1.65*it.size {
				s.x1 = math.Max(s.x1, it.x1)
				s.items = append(s.items, i)
				continue
			}
		}
		out = append(out, strip{it.x0, it.x1, []int{i}})
	}
	return out
}

// addTurned makes columns of turned heads that stand over none.
func (b *builder) addTurned() {
	if len(b.turned) == 0 {
		return
	}
	b.strips = b.f.turnedStrips(b.turned)
	for _, s := range b.strips {
		k := 0
		for k < len(b.content) && b.content[k][0] < s.x1 {
			k++
		}
		if k > 0 && b.content[k-1][1] > s.x0-0.3*b.f.em {
			continue // over a column
		}
		b.content = slices.Insert(b.content, k, [2]float64{s.x0, s.x1})
	}
}

// placeTurned puts turned words into the row of heads that they stand in, all of them, and into the last one where straight words stand
// in their place.
func (b *builder) placeTurned(p *plan, groups []rowGroup) {
	last := -1
	for r, g := range groups {
		if g.last() < b.first {
			last = r
		}
	}
	straight := map[[2]int]bool{}
	for _, at := range p.place {
		straight[at] = true
	}
	at := last
	if y, ok := b.middleAbove(p.ys[last+1]); ok {
		at = min(last, p.rowAt(y))
	}
	for _, s := range b.strips {
		c := between(b.xs, (s.x0+s.x1)/2)
		row := at
		if straight[[2]int{at, c}] {
			row = last
		}
		for _, i := range s.items {
			// A label written up the side of its rows stands in them, not in the heads.
			r := row
			if mid := b.f.items[i].mid(); r < 0 || mid > p.ys[last+1] {
				r = p.rowAt(mid)
			}
			p.place[i] = [2]int{r, c}
			b.occupied[[2]int{r, c}] = true
		}
	}
}

// middleAbove is half the height of what the turned words above a place cover; false if there are none.
func (b *builder) middleAbove(y float64) (middle float64, ok bool) {
	y0, y1 := math.Inf(1), math.Inf(-1)
	for _, s := range b.strips {
		for _, i := range s.items {
			if it := &b.f.items[i]; it.mid() <= y {
				y0, y1 = math.Min(y0, it.y0), math.Max(y1, it.y1)
			}
		}
	}
	return (y0 + y1) / 2, y0 < y1
}

// rowsApart is how much wider the space between rows is than any within one.
const rowsApart = 1.25

// spaced tells by the space between lines which of them make a row: within a row they stand close, and rows stand apart by more than any of them. It
// says so only where each row then has its figures on one line, and where each label that goes on over a line end had to. ok is false where the
// lines are spaced in any other way.
func (b *builder) spaced(from, to int) (joined []bool, ok bool) {
	for _, limit := range b.steps(from, to) {
		if joined, ok = b.spacedBy(limit, from, to); ok {
			return joined, true
		}
	}
	return nil, false
}

// spacedBy does so with the lines parted where they stand farther apart than a limit.
func (b *builder) spacedBy(limit float64, from, to int) (joined []bool, ok bool) {
	joined = make([]bool, to-from)
	rows, long := 0, 0
	for i := from; i < to; {
		j, figures := i, 0
		for ; j < to && (j == i || b.gap(j) < limit); j++ {
			joined[j-from] = j > i
			if b.anchors[j] {
				figures++
			}
		}
		if figures != 1 || !b.labelWraps(i, j) {
			return nil, false
		}
		if rows++; j > i+1 {
			long++
		}
		i = j
	}
	return joined, long > 0 && rows > 1
}

// gap is how far the baseline of a line is below that of the one before.
func (b *builder) gap(i int) float64 { return b.lines[i].base - b.lines[i-1].base }

// steps are the lengths that may part rows, the widest space first: gaps between the lines are none of them nearly as long.
func (b *builder) steps(from, to int) []float64 {
	const most = 4 // of one table
	var gaps, out []float64
	for i := from + 1; i < to; i++ {
		gaps = append(gaps, b.gap(i))
	}
	slices.Sort(gaps)
	for i := len(gaps) - 1; i > 0 && len(out) < most; i-- {
		if gaps[i] > rowsApart*gaps[i-1] {
			out = append(out, (gaps[i]+gaps[i-1])/2)
		}
	}
	return out
}

// firstRow is the line that the first row with figures begins on, as the space between the lines of the rows below tells; to where it does not.
func (b *builder) firstRow(from, to int) int {
	for _, limit := range b.steps(b.first, to) {
		i := b.first
		for i > from && b.gap(i) < limit {
			i--
		}
		if _, ok := b.spacedBy(limit, i, to); ok && i < b.first && i > from {
			return i
		}
	}
	return to
}

// labelWraps reports whether the label of a row in these lines goes on over each line end because the next word had no room.
func (b *builder) labelWraps(from, to int) bool {
	var last *piece
	for i := from; i < to; i++ {
		p := &b.pieces[i][0]
		if p.from > 0 {
			continue
		}
		if p.kind == printed.Number {
			return false // figures in the place of labels
		}
		if last != nil && ((b.face(*last) == 1) != (b.face(*p) == 1) || !b.noRoom(last, p)) {
			return false
		}
		last = p
	}
	return last != nil
}

// noRoom reports whether the first word of q would have gone beyond the widest label behind p.
func (b *builder) noRoom(p, q *piece) bool {
	right := math.Inf(-1)
	for i := range b.pieces {
		if o := &b.pieces[i][0]; o.from == 0 && o.to == 0 {
			right = math.Max(right, o.x1)
		}
	}
	first := &b.f.items[q.items[0]]
	return p.x1+0.2*first.size+(first.x1-first.x0) > right
}
