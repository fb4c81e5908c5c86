package join

import (
	"math"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// entry is one cell on the way to its final shape.
type entry struct {
	cell   *table.Cell
	text   string // marks taken off
	marks  []string
	kind   printed.Kind
	figure printed.Figure // of a number
	bold   bool
	italic bool
	x0     float64 // where its first line begins, in the table's writing direction
	size   float64
	ink    paint.Color
}

func (e *entry) empty() bool { return e.text == "" }

// full says that the entry covers all columns.
func (e *entry) full(d *draft) bool { return e.cell.ColSpan == d.t.Cols && d.t.Cols > 1 }

// draft is one table on the way to its final shape.
type draft struct {
	page        *table.Page
	number      int // of the page, from 0
	t           *table.Table
	entries     []entry
	at          [][]int // the entry at each place
	head        int     // header rows
	cornerEnd   int     // of them, those up to the rest of a corner of two lines; 0 if there is none
	side        int     // header columns
	values      []bool  // columns of figures
	caption     string
	captionUnit string              // that a line of it names
	named       []printed.NamedUnit // that the line gives to some of the figures
	notes       []string

	before  *draft // the table that this one goes on with
	repeats bool   // its own header rows repeat those of before
	label   int    // the column that names rows
	index   int    // a column that only numbers rows, -1 if there is none
	units   int    // a column of units, -1 if there is none
	open    []ancestor
	said    map[string]said // what texts of headers say, read once
	columns [][][]string    // by row: the headers of its columns
	headed  []bool          // by row: it heads the columns anew
}

// said is what a header says.
type said struct{ unit, period string }

// says reads the unit and the period in a header.
func (d *draft) says(text string) said {
	if s, ok := d.said[text]; ok {
		return s
	}
	s := said{printed.UnitIn(text), printed.PeriodIn(text)}
	if d.said == nil {
		d.said = map[string]said{}
	}
	d.said[text] = s
	return s
}

func newDraft(pages []table.Page, number int, t *table.Table, vocabulary func() words) *draft {
	p := &pages[number]
	d := &draft{page: p, number: number, t: t, entries: make([]entry, len(t.Cells)), at: make([][]int, t.Rows), index: -1, units: -1}
	for r := range d.at {
		d.at[r] = make([]int, t.Cols)
	}
	for i := range t.Cells {
		c := &t.Cells[i]
		for r := c.Row; r < min(c.Row+c.RowSpan, t.Rows); r++ {
			for k := c.Col; k < min(c.Col+c.ColSpan, t.Cols); k++ {
				d.at[r][k] = i
			}
		}
		d.entries[i] = newEntry(p.Words, c, t.Turn, p, vocabulary)
	}
	if len(t.Caption) > 0 {
		d.caption, _ = compose(p.Words, byLine(p.Words, t.Caption), vocabulary)
		d.captionUnit, d.named = unitOfLines(p.Words, t.Caption, vocabulary)
	}
	for _, n := range t.Notes {
		text, _ := compose(p.Words, byLine(p.Words, n), vocabulary)
		d.notes = append(d.notes, text)
	}
	return d
}

// unitOfLines is the unit that the last line of a caption names that names one: many stand on a line of their own.
func unitOfLines(all []paint.Word, caption []int, vocabulary func() words) (unit string, named []printed.NamedUnit) {
	from := 0
	for n := 1; n <= len(caption); n++ {
		if n < len(caption) && math.Abs(all[caption[n]].Base-all[caption[n-1]].Base) < 0.5*all[caption[n]].Size {
			continue
		}
		text, _ := compose(all, [][]int{caption[from:n]}, vocabulary)
		if main, some := printed.NamedUnits(text); main != "" {
			unit, named = main, some
		} else if u := printed.MainUnit(text); u != "" {
			unit, named = u, nil
		}
		from = n
	}
	return unit, named
}

func (d *draft) entry(r, c int) *entry { return &d.entries[d.at[r][c]] }

func newEntry(all []paint.Word, c *table.Cell, turn int, p *table.Page, vocabulary func() words) entry {
	e := entry{cell: c}
	if len(c.Lines) == 0 {
		return e
	}
	e.text, e.marks = compose(all, c.Lines, vocabulary)
	e.kind = printed.KindOf(e.text)
	if e.kind == printed.Number || e.kind == printed.Period {
		var ok bool
		if e.figure, ok = printed.ReadFigure(e.text); !ok {
			e.figure = printed.Figure{}
		}
		if e.figure.Mark != "" {
			e.text = withoutMark(e.text, e.figure.Mark)
			e.marks = append(e.marks, markName(e.figure.Mark))
		}
	}
	bold, italic, n := 0, 0, 0
	first := true
	for _, l := range c.Lines {
		for _, i := range l {
			w := &all[i]
			if w.Raised {
				continue
			}
			if first {
				e.x0, e.size, e.ink, first = table.Upright(turn, p.Width, p.Height, w.Box)[0], w.Size, w.Ink, false
			}
			n++
			if w.Bold {
				bold++
			}
			if w.Italic {
				italic++
			}
		}
	}
	e.bold, e.italic = 2*bold > n, 2*italic > n
	return e
}
