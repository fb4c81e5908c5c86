package table

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/bars"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// table makes the table of a plan: words into cells, rows and columns without words left out.
func (f *frame) table(p *plan, members []int, ruled bool) (Table, bool) {
	lines := f.lines(members)
	owner, cells := p.owners()
	for i := range lines {
		for _, c := range lines[i].chunks {
			f.place(p, owner, cells, c, i)
		}
	}
	for i := range cells {
		f.orderTurned(&cells[i])
	}
	t := Table{Ruled: ruled, Rows: p.rows(), Cols: p.cols(), Cells: cells}
	t.dropEmpty(p)
	if t.Rows == 0 || t.Cols == 0 {
		return t, false
	}
	r := paint.Rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, c := range t.Cells {
		r[0], r[1] = math.Min(r[0], c.Rect[0]), math.Min(r[1], c.Rect[1])
		r[2], r[3] = math.Max(r[2], c.Rect[2]), math.Max(r[3], c.Rect[3])
	}
	t.Rect = r
	return t, true
}

// place puts the words of a chunk into their cells. Lines of a cell are told apart by the number of the line
// they come from, for now the first element.
func (f *frame) place(p *plan, owner [][]int, cells []Cell, c chunk, line int) {
	sum, n := 0.0, 0
	for _, i := range c.items {
		if !f.items[i].raised {
			sum, n = sum+f.items[i].mid(), n+1
		}
	}
	if n == 0 {
		sum, n = f.items[c.items[0]].mid(), 1
	}
	row := p.rowAt(sum / float64(n))
	last := -1
	for k, i := range c.items {
		it := &f.items[i]
		r, col := row, p.colAt((it.x0+it.x1)/2)
		if at, ok := p.place[i]; ok {
			r, col = at[0], at[1]
		} else if it.raised && last >= 0 && k > 0 && it.x0-f.items[c.items[k-1]].x1 < 0.5*it.size {
			r, col = cells[last].Row, cells[last].Col // a mark stays with what it marks
		}
		id := owner[r][col]
		last = id
		cell := &cells[id]
		if m := len(cell.Lines); m == 0 || cell.Lines[m-1][0] != line {
			cell.Lines = append(cell.Lines, []int{line})
		}
		m := len(cell.Lines) - 1
		cell.Lines[m] = append(cell.Lines[m], i)
	}
}

// orderTurned puts turned lines of a cell in their reading order, before those that are not, and takes the line numbers out.
func (f *frame) orderTurned(c *Cell) {
	var turned []int
	straight := c.Lines[:0:0]
	for _, l := range c.Lines {
		if l = l[1:]; f.items[l[0]].kind == printed.Turned {
			turned = append(turned, l...)
		} else {
			straight = append(straight, l)
		}
	}
	c.Lines = append(f.turnedLines(turned), straight...)
}

// turnedLines gathers turned words to lines. One line of writing is one stretch of x; along it words go up or down the page.
func (f *frame) turnedLines(all []int) [][]int {
	way := 1.0 // up the page, line by line to the right
	if len(all) > 0 && f.items[slices.Min(all)].downward {
		way = -1
	}
	slices.SortFunc(all, func(a, b int) int {
		p, q := &f.items[a], &f.items[b]
		if math.Abs(p.x0-q.x0) > 0.4*math.Min(p.x1-p.x0, q.x1-q.x0) {
			return sign(way * (p.x0 - q.x0))
		}
		if d := q.y1 - p.y1; d != 0 {
			return sign(way * d)
		}
		return a - b
	})
	var out [][]int
	for n, i := range all {
		it := &f.items[i]
		if n > 0 {
			if o := &f.items[all[n-1]]; math.Abs(it.x0-o.x0) <= 0.4*math.Min(it.x1-it.x0, o.x1-o.x0) {
				m := len(out) - 1
				out[m] = append(out[m], i)
				continue
			}
		}
		out = append(out, []int{i})
	}
	return out
}

func sign(d float64) int {
	if d < 0 {
		return -1
	}
	if d > 0 {
		return 1
	}
	return 0
}

// dropEmpty leaves out rows and columns in which no cell has a word of its own.
func (t *Table) dropEmpty(p *plan) {
	rows, cols := make([]int, len(t.Cells)), make([]int, len(t.Cells)) // what is left of each cell's extent
	keepRow, keepCol := make([]bool, t.Rows), make([]bool, t.Cols)
	for i := range t.Cells {
		rows[i], cols[i] = t.Cells[i].RowSpan, t.Cells[i].ColSpan
	}
	for r := range keepRow {
		for i, c := range t.Cells {
			if c.Row <= r && r < c.Row+c.RowSpan && len(c.Lines) > 0 && rows[i] == 1 {
				keepRow[r] = true
			}
		}
		if !keepRow[r] {
			for i, c := range t.Cells {
				if c.Row <= r && r < c.Row+c.RowSpan {
					rows[i]--
				}
			}
		}
	}
	for k := range keepCol {
		for i, c := range t.Cells {
			if c.Col <= k && k < c.Col+c.ColSpan && len(c.Lines) > 0 && cols[i] == 1 {
				keepCol[k] = true
			}
		}
		if !keepCol[k] {
			for i, c := range t.Cells {
				if c.Col <= k && k < c.Col+c.ColSpan {
					cols[i]--
				}
			}
		}
	}
	newRow, nr := renumber(keepRow)
	newCol, nc := renumber(keepCol)
	out := t.Cells[:0]
	for i, c := range t.Cells {
		if rows[i] == 0 || cols[i] == 0 {
			continue
		}
		c.Row, c.RowSpan = newRow[c.Row], rows[i]
		c.Col, c.ColSpan = newCol[c.Col], cols[i]
		out = append(out, c)
	}
	t.Cells, t.Rows, t.Cols = out, nr, nc
}

// renumber gives what is kept its new number; what is not, that of the next kept.
func renumber(keep []bool) (to []int, n int) {
	to = make([]int, len(keep))
	for i, k := range keep {
		to[i] = n
		if k {
			n++
		}
	}
	return to, n
}

// leastTiles is how many of the filled cells of a grid hold a key figure with its words, where the grid is one of tiles.
const leastTiles = 0.7

// tilesIn are the places of the cells of a grid, if most of them hold a figure in large print with its words in smaller: no row and no column says
// more of it. nil if it is a table.
func (f *frame) tilesIn(t *Table) (out []paint.Rect) {
	filled := 0
	for i := range t.Cells {
		c := &t.Cells[i]
		items := slices.Concat(c.Lines...)
		if len(items) == 0 {
			continue
		}
		filled++
		size := 0.0
		for _, n := range items {
			size = math.Max(size, f.items[n].size)
		}
		var figure, words []int
		for _, n := range items {
			if it := &f.items[n]; it.size*keyFigure <= size {
				words = append(words, n)
			} else {
				figure = append(figure, n)
			}
		}
		if size > keyFigure*f.em && len(words) > 0 && strings.ContainsAny(f.text(figure), "0123456789") && strings.ContainsFunc(f.text(words), unicode.IsLetter) {
			out = append(out, c.Rect)
		}
	}
	if len(out) < 2 || float64(len(out)) < leastTiles*float64(filled) {
		return nil
	}
	return out
}

// keyFigure is by how much a key figure is larger than its words.
const keyFigure = 1.25

// writtenSigns are the signs of a legend that are written and not drawn: "■ Own employees".
func (f *frame) writtenSigns(lines []line) (out []bars.Box) {
	for _, l := range lines {
		for _, c := range l.chunks {
			for _, n := range c.items {
				if it := &f.items[n]; f.isSign(n) {
					mid, half := it.mid(), 0.3*it.size
					out = append(out, bars.Box{Rect: paint.Rect{it.x0, mid - half, it.x1, mid + half}, Ink: it.ink})
				}
			}
		}
	}
	return out
}

func (f *frame) isSign(n int) bool {
	said := strings.TrimSpace(f.text([]int{n}))
	return utf8.RuneCountInString(said) == 1 && strings.ContainsAny(said, "■●•▪◆▲")
}

func (f *frame) endsSentence(n int) bool {
	said := strings.TrimSpace(f.text([]int{n}))
	return utf8.RuneCountInString(said) > 4 && strings.HasSuffix(said, ".")
}
