// Package table finds the tables of a page and says what stands in them: which words make a cell, which cells
// are merged, what heads them, in which unit and period their figures are, and what the figures are worth.
//
// It works in two steps, because a table may begin on one page and end on another and because the number
// format of a filing shows only once all of it is there:
//
//	tables := table.Find(words, page)   // per page: the cells by their words
//	completed := join.Pages(pages)      // once: headers carried over, units, periods, values
//
// Find looks at the page as painted (ruled lines, filled areas) and at how its words stand in columns. Words
// are named by their index in the slice that was given, so that the caller can write a table's text wherever
// it wants and still knows where each cell went. Pages keeps every table's place and shape: completed[i][j]
// is pages[i].Tables[j], with as many rows and columns.
//
// Both are pure functions, safe for concurrent use, and bounded: a page with more words, lines or fills than
// a printed page can hold is searched without the surplus lines, or not at all. Nothing here panics on any
// input; a word with a place that is not a number is left out.
package table

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Table is a grid of cells found on one page. Every place of the Rows x Cols grid belongs to exactly one
// cell; a merged cell covers several.
type Table struct {
	Rect  paint.Rect
	Ruled bool // drawn with lines or boxes; otherwise found by alignment
	Rows  int
	Cols  int
	Cells []Cell // by row, then column, of their first place; empty ones included
	// Caption and Notes are the words that belong to the table but stand outside its grid: the line that
	// names it, and the footnotes below it whose marks stand in cells. Each note is one footnote.
	Caption []int
	Notes   [][]int

	Turn   int    // of its writing direction
	Shaded []bool // by row: another ground than its neighbours'
	Chart  bool   // its rows are the bars of a chart: where they stand says nothing of what belongs to what
	Heads  int    // of a chart: how many of its rows head its columns
}

// Cell is one cell.
type Cell struct {
	Row, Col int // its first place, from 0
	RowSpan  int // how many rows it covers, at least 1
	ColSpan  int
	Rect     paint.Rect
	Lines    [][]int // indexes of its words, line by line, in writing order; empty if nothing stands in it
}

// Page is what package join needs of a page: the words that were given to Find, and what Find returned for them.
type Page struct {
	Words  []paint.Word
	Width  float64
	Height float64
	Tables []Table
}

// Find returns the tables of a page from top to bottom. words may be in any order; no word belongs to two
// tables.
func Find(words []paint.Word, p *paint.Page) []Table {
	if len(words) > maxWords || !finite(p.Width, p.Height) {
		return nil
	}
	var out []Table
	held := make([]bool, len(words))
	for _, turn := range directions(words) {
		f := newFrame(turn, words, p)
		if f == nil {
			continue
		}
		for i := range f.items {
			f.taken[i] = held[f.items[i].word]
		}
		found := f.find(p)
		for i := range f.items {
			held[f.items[i].word] = f.taken[i]
		}
		out = append(out, found...)
	}
	slices.SortStableFunc(out, func(a, b Table) int {
		return cmp.Or(cmp.Compare(a.Rect[1], b.Rect[1]), cmp.Compare(a.Rect[0], b.Rect[0]))
	})
	return out
}

// directions lists the writing directions that enough words have for a table, most words first.
func directions(words []paint.Word) []int {
	counts := map[int]int{}
	for i := range words {
		if !words[i].Skewed {
			counts[words[i].Turn]++
		}
	}
	var out []int
	for _, turn := range []int{0, 90, 270, 180} {
		if counts[turn] >= 4 {
			out = append(out, turn)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	if len(out) > 1 && counts[out[1]] < 20 {
		out = out[:1]
	}
	return out
}

// find looks for tables drawn whole, then for ones with lines between their rows, then for figures in columns.
func (f *frame) find(p *paint.Page) []Table {
	tables := f.legendCharts(p)
	tables = append(tables, f.progress(p)...)
	tables = append(tables, f.ruled()...)
	tables = append(tables, f.callouts(p)...)
	tables = append(tables, f.charts()...)
	tables = append(tables, f.besides(mostAbreast-1)...)
	tables = append(tables, f.banded()...)
	tables = append(tables, f.aligned()...)
	tables = append(tables, f.linesAndRings()...)
	slices.SortStableFunc(tables, func(a, b Table) int {
		return cmp.Or(cmp.Compare(a.Rect[1], b.Rect[1]), cmp.Compare(a.Rect[0], b.Rect[0]))
	})
	for i := range tables {
		f.surround(&tables[i], tables)
	}
	for i := range tables {
		f.finish(&tables[i], p)
	}
	return tables
}

// finish gives words their numbers on the page and turns places back.
func (f *frame) finish(t *Table, p *paint.Page) {
	t.Turn = f.turn
	t.Shaded = f.shadedRows(t)
	back := func(r paint.Rect) paint.Rect { return asShown(f.turn, p.Width, p.Height, r) }
	named := func(items []int) {
		for i := range items {
			items[i] = f.items[items[i]].word
		}
	}
	t.Rect = back(t.Rect)
	for i := range t.Cells {
		t.Cells[i].Rect = back(t.Cells[i].Rect)
		for _, l := range t.Cells[i].Lines {
			named(l)
		}
	}
	named(t.Caption)
	for _, n := range t.Notes {
		named(n)
	}
}

// shadedRows says which rows stand on a ground of their own.
func (f *frame) shadedRows(t *Table) []bool {
	out := make([]bool, t.Rows)
	for i := range t.Cells {
		c := &t.Cells[i]
		if c.RowSpan > 1 || out[c.Row] {
			continue
		}
		x, y := c.Rect[0]+0.3*f.em, (c.Rect[1]+c.Rect[3])/2
		out[c.Row] = differ(f.ground.at(x, y, true), f.ground.at(t.Rect[0]-f.em, y, true))
	}
	return out
}

// measure is what tells a table from a drawing, a list or running text.
type measure struct {
	cells, filled int // cells and those with words
	words         int
	figures       int // cells with a figure, behind the first column
	missing       int // cells with a sign for "nothing here"
	valueRows     int // rows with figures
	labelled      int // of those, rows with a text or a period in front
	valueCols     int // columns with figures
	longest       int // words of the longest cell
	texts         int // cells with text
	sentences     int // cells over the whole width with many words
}

func (f *frame) measure(t *Table) measure {
	var m measure
	rows, labels, cols := map[int]bool{}, map[int]bool{}, map[int]bool{}
	firstFigure := map[int]int{}
	for i := range t.Cells {
		c := &t.Cells[i]
		m.cells++
		if len(c.Lines) == 0 {
			continue
		}
		m.filled++
		n := 0
		for _, l := range c.Lines {
			n += len(l)
		}
		m.words += n
		m.longest = max(m.longest, n)
		if c.ColSpan == t.Cols && n > 9 {
			m.sentences++
		}
		switch k := f.kindOfCell(c); {
		case k == printed.Wordy || k == printed.Turned:
			m.texts++
		case (k == printed.Number || k == printed.Absent) && c.Col > 0:
			if k == printed.Number {
				m.figures++
			} else {
				m.missing++
			}
			rows[c.Row] = true
			cols[c.Col] = true
			if at, ok := firstFigure[c.Row]; !ok || c.Col < at {
				firstFigure[c.Row] = c.Col
			}
		}
	}
	for i := range t.Cells {
		c := &t.Cells[i]
		if len(c.Lines) == 0 {
			continue
		}
		k := f.kindOfCell(c)
		for r := c.Row; r < c.Row+c.RowSpan; r++ {
			if at, ok := firstFigure[r]; ok && c.Col < at && (k == printed.Wordy || k == printed.Period || k == printed.Turned) {
				labels[r] = true
			}
		}
	}
	m.valueRows, m.labelled, m.valueCols = len(rows), len(labels), len(cols)
	return m
}

func (f *frame) kindOfCell(c *Cell) printed.Kind {
	if len(c.Lines) == 0 {
		return printed.Wordy
	}
	n := 0
	for _, l := range c.Lines {
		n += len(l)
	}
	if n == 1 {
		return f.items[c.Lines[0][0]].kind
	}
	if n > 8 {
		return printed.Wordy
	}
	var b strings.Builder
	for i, l := range c.Lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(f.text(l))
	}
	return printed.KindOf(b.String())
}
