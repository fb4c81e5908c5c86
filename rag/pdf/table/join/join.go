// Package join completes the tables of all pages: heads carried over, what goes on from page to page, units, periods, values.
package join

import (
	"cmp"
	"slices"
	"sync"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Pages completes the tables of a document: one that goes on with the last table of the page before gets its
// headers; headers, units and periods are carried into every cell; the number format is decided for each
// table and values are read in it. The result has the places and shapes of what was given: cell (r, c) of
// table j of page i is [i][j].Rows[r][c], with the text of its words but for footnote marks. Places that a
// merged cell covers besides its first are empty. Start and End are left to the caller, who knows the
// page's text.
func Pages(pages []table.Page) [][]document.Table {
	vocabulary := sync.OnceValue(func() words { return newWords(pages) })
	drafts := make([][]*draft, len(pages))
	for i := range pages {
		for j := range pages[i].Tables {
			d := newDraft(pages, i, &pages[i].Tables[j], vocabulary)
			d.findHeads()
			drafts[i] = append(drafts[i], d)
		}
	}
	link(drafts)
	out := make([][]document.Table, len(pages))
	for i := range drafts {
		out[i] = make([]document.Table, len(drafts[i]))
		for j, d := range drafts[i] {
			out[i][j] = d.table()
		}
	}
	decideFormats(pages, drafts, out)
	statePeriods(pages, drafts, out)
	return out
}

// table carries headers, units and periods into the cells; values wait for the number format.
func (d *draft) table() document.Table {
	d.readSections()
	rows := d.rowPaths()
	t := document.Table{
		Caption: d.caption, HeaderRows: d.head, HeaderCols: d.side, Rect: d.t.Rect, Ruled: d.t.Ruled,
		Continues: d.before != nil, Notes: d.notes,
	}
	if t.Caption == "" {
		t.Caption = d.title()
	}
	root := d
	for root.before != nil {
		root = root.before
		if t.Caption == "" {
			t.Caption = root.caption
		}
	}
	t.Unit, t.Period = root.general(t.Caption)
	if t.Caption == "" {
		t.Caption = root.corner()
	}
	t.Rows = make([][]document.Cell, d.t.Rows)
	for r := range t.Rows {
		t.Rows[r] = make([]document.Cell, d.t.Cols)
	}
	units := d.sectionUnits(t.Unit)
	for i := range d.entries {
		e := &d.entries[i]
		c := document.Cell{Text: e.text, Rect: e.cell.Rect, Marks: e.marks}
		if e.cell.RowSpan > 1 {
			c.Rows = e.cell.RowSpan
		}
		if e.cell.ColSpan > 1 {
			c.Cols = e.cell.ColSpan
		}
		r, k := e.cell.Row, e.cell.Col
		if r >= d.head {
			c.RowPath = slices.Clone(rows[r])
		}
		if k >= d.side {
			c.ColPath = slices.Clone(d.over(e))
		}
		if r >= d.head && k >= d.side && !e.empty() {
			c.Unit = d.unitOf(e, rows[r], d.columns[r][k], units[r])
			c.Period = d.periodOf(rows[r], d.columns[r], k, t.Period)
		}
		t.Rows[r][k] = c
	}
	if d.t.Chart {
		d.lend(t.Rows)
	}
	return t
}

// lend gives a further figure of a key figure the unit of that, where it has none itself: "2022: 1.71" below "1.93 Mt".
func (d *draft) lend(rows [][]document.Cell) {
	for i := range d.entries {
		e := &d.entries[i]
		if e.cell.Col > 0 || e.cell.RowSpan < 2 {
			continue
		}
		last := d.t.Cols - 1
		key := d.entry(e.cell.Row, last)
		for r := e.cell.Row + 1; r < e.cell.Row+e.cell.RowSpan; r++ {
			if further := d.entry(r, last); further.kind == printed.Number && further.figure.Unit == "" && key.figure.Unit != "" {
				rows[r][last].Unit = key.figure.Unit
			}
		}
	}
}

// general finds the unit and the period that hold for the whole table: from the corner, else from the caption.
func (d *draft) general(caption string) (unit, period string) {
	for r := d.head - 1; r >= 0; r-- {
		for c := range d.side {
			e := d.entry(r, c)
			if e.cell.Col != c || e.empty() {
				continue
			}
			if c != d.units && unit == "" && !d.labelledByRanges() {
				unit = printed.UnitIn(e.text)
			}
			if period == "" {
				period = printed.PeriodIn(e.text)
			}
		}
	}
	if unit == "" {
		unit = d.unitOverHeads()
	}
	if unit == "" && len(d.named) > 0 {
		unit = d.captionUnit
	} else if unit == "" {
		unit = cmp.Or(printed.MainUnit(caption), d.captionUnit)
	}
	if period == "" {
		period = printed.PeriodIn(caption)
	}
	return unit, period
}

// reportedIn says that a column is of a year of its own, and that the year which its row names beside is another thing
// of the row: the horizon of a target, before "State in 2024".
func (d *draft) reportedIn(column []string, year string, beside bool) bool {
	for i := len(column) - 1; i >= 0; i-- {
		if p := d.says(column[i]).period; p != "" {
			own, row := lastYear.FindString(p), lastYear.FindString(year)
			return own != "" && row != "" && !horizon.MatchString(column[i]) && (beside || row > own)
		}
	}
	return false
}

var (
	lastYear = pattern.Compile(printed.YearPattern)
	horizon  = pattern.Compile(`(?i)\b(?:targets?|goals?|ambitions?|by|until|ziel\w*|aim)\b`)
)

// periodOf is the period of a cell: a row that is one, else the column's, else the table's, if no column of the
// table has one of its own.
func (d *draft) periodOf(row []string, columns [][]string, c int, table string) string {
	for i := len(row) - 1; i >= 0; i-- {
		if d.says(row[i]).period != "" && printed.IsPeriod(row[i]) && !d.reportedIn(columns[c], row[i], len(row) > 1) {
			return row[i]
		}
	}
	for i := len(columns[c]) - 1; i >= 0; i-- {
		if p := d.says(columns[c][i]).period; p != "" {
			return p
		}
	}
	for k := d.side; k < len(columns); k++ {
		for _, h := range columns[k] {
			if d.says(h).period != "" {
				return ""
			}
		}
	}
	return table
}
