// Package join completes the tables of all pages: heads carried over, what goes on from page to page, units, periods, values.
package join

import (
	"cmp"
	"slices"
	"strings"
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

// sectionUnits has the unit of the whole table for every row. Where column headers are repeated another part
// begins, whose corner says in which unit it is: the first part's unit does not hold for it.
func (d *draft) sectionUnits(unit string) []string {
	out := make([]string, d.t.Rows)
	for r := range out {
		if d.headed[r] {
			if e := d.entry(r, d.label); e.cell.Row == r && !e.empty() {
				unit = printed.UnitIn(e.text)
			}
		}
		out[r] = unit
	}
	return out
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

// unitOverHeads is the unit that a text over all columns of figures names: "Unit: kt (production: t)".
func (d *draft) unitOverHeads() string {
	for r := range d.head {
		for c := d.side; c < d.t.Cols; c++ {
			if e := d.entry(r, c); e.cell.Col == c && d.ofAllUnits(e) {
				if main, some := printed.NamedUnits(e.text); main != "" {
					d.named = some
					return main
				}
				return printed.UnitIn(e.text)
			}
		}
	}
	return ""
}

// ofAllUnits reports whether a head over all columns of figures says in which unit they are, and nothing of any of them.
func (d *draft) ofAllUnits(e *entry) bool {
	return e.cell.ColSpan > 1 && e.cell.ColSpan >= d.t.Cols-d.side && unitNote.MatchString(e.text)
}

var unitNote = pattern.Compile(`(?i)^\s*\(?units?\s*:`)

// unitOf is the unit of a cell's figure: from the cell, its row, its column, the whole table, nearest first. A
// column of percentages ("Change in %") says so for every row.
func (d *draft) unitOf(e *entry, row, column []string, table string) string {
	if e.kind == printed.Number && e.figure.Unit != "" {
		return e.figure.Unit
	}
	ofColumn := ""
	for i := len(column) - 1; i >= 0 && ofColumn == ""; i-- {
		ofColumn = d.says(column[i]).unit
	}
	if isPercent(ofColumn) {
		return ofColumn
	}
	if d.units >= 0 && d.units != e.cell.Col {
		if u := d.entry(e.cell.Row, d.units); !u.empty() && e.cell.Row >= d.head {
			return printed.WithoutIn(u.text)
		}
	}
	for i := len(row) - 1; i >= 0; i-- {
		if u := d.says(row[i]).unit; u != "" && !d.lettersRows(u) {
			return u
		}
	}
	if ofColumn != "" {
		return ofColumn
	}
	if n := len(row); d.t.Chart && n > 0 { // below a key figure stand its unit and what it is of: "million tonnes CO2e, Scope 1"
		if unit, _, found := strings.Cut(row[n-1], ","); found && printed.IsUnit(unit) {
			return unit
		}
	}
	for _, u := range d.named {
		if slices.ContainsFunc(row, u.Names) || slices.ContainsFunc(column, u.Names) {
			if strings.HasSuffix(u.Unit, " per") {
				return "" // cut off: what it is per was not read
			}
			return u.Unit
		}
	}
	return table
}

// rowLetter is the letter by which a table names a row, to add it up elsewhere: "Permanent (F)", above "Other than permanent (G)".
var rowLetter = pattern.Compile(`\(([A-Z])\)\W*$`)

// lettersRows reports whether a letter that would be a unit is that of a row: rows of the table have the letters before or behind it, too.
func (d *draft) lettersRows(unit string) bool {
	if len(unit) != 1 || unit[0] < 'A' || unit[0] > 'Z' {
		return false
	}
	for r := d.head; r < d.t.Rows; r++ {
		m := rowLetter.FindStringSubmatch(d.entry(r, d.label).text)
		if m != nil && (m[1][0] == unit[0]-1 || m[1][0] == unit[0]+1) {
			return true
		}
	}
	return false
}

// rangeLabel is a label that is a range of figures: "18-25", "> 55", "under 30".
var rangeLabel = pattern.Compile(`(?i)^(?:(?:[<>≤≥]=?|under|over|below|above|up to|less than|more than) ?[0-9]{1,3}|` +
	`[0-9]{1,3} ?(?:[-–]|to) ?[0-9]{1,3}|[0-9]{1,3} ?(?:\+|and (?:over|above|older|more|under)))(?: years?)?$`)

// labelledByRanges says that ranges name the rows: a unit in the corner is theirs, as in "Age group (years)".
func (d *draft) labelledByRanges() bool {
	ranges, others := 0, 0
	for r := d.head; r < d.t.Rows; r++ {
		e := d.entry(r, d.label)
		switch {
		case e.empty() || e.cell.Row != r || isTotal(e.text):
		case rangeLabel.MatchString(e.text):
			ranges++
		default:
			others++
		}
	}
	return ranges > 1 && ranges > 2*others
}

func isPercent(u string) bool {
	return u == "%" || u == "in %" || u == "percent" || u == "per cent"
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
