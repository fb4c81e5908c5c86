package join

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

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
// column of percentages ("Change in %") says so for every row, and so does one that has a unit beside others that have none: "Drawn balance, $bn"
// beside "Intensity", which a column of units is for.
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
	if u := d.unitBeside(e, row); u != "" {
		if ofColumn != "" && d.unitOfOne(e, ofColumn) {
			return ofColumn
		}
		return printed.WithoutIn(u)
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

// unitBeside is what the column of units says of a cell's row; empty where there is none, where it says that the row has no unit, or where it
// stands for several rows and the row's own label names another.
func (d *draft) unitBeside(e *entry, row []string) string {
	if d.units < 0 || d.units == e.cell.Col || e.cell.Row < d.head {
		return ""
	}
	u := d.entry(e.cell.Row, d.units)
	if u.empty() || u.kind == printed.Absent && u.text != "x" && !printed.IsUnit(u.text) { // "€" alone is a sign, too
		return ""
	}
	if n := len(row); u.cell.RowSpan > 1 && n > 0 && d.says(row[n-1]).unit != "" {
		return ""
	}
	return u.text
}

// unitOfOne reports whether a unit that can be read is named over the column of a cell and not over every other column of figures.
func (d *draft) unitOfOne(e *entry, unit string) bool {
	if _, err := quantity.Measures(unit); err != nil {
		return false
	}
	for c := d.side; c < d.t.Cols; c++ {
		if c == d.units || !d.values[c] || c == e.cell.Col || e.cell.Row >= len(d.columns) {
			continue
		}
		if !slices.ContainsFunc(d.columns[e.cell.Row][c], func(h string) bool { return d.says(h).unit == unit }) {
			return true
		}
	}
	return false
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
