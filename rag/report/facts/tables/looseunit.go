package tables

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// onlyUnit is a line that says in which unit a table is: "tonnes", "(m³)", "All figures in GWh".
	onlyUnit = pattern.Compile(`(?i)^\W*(?:unit\s*:\s*)?(?:(?:all\s+)?(?:figures|values|amounts|data|numbers)\s+)?(?:in\s+)?\(?([^()]{1,30}?)\)?\s*$`)
	// unitFirst is a head before which the unit of the whole table was read, as it stands over it on the right: "in GJ Change", "(t CO2e) Target 2030".
	unitFirst = pattern.Compile(`(?i)^(?:\((?:in\s+)?([^()]{1,30})\)|in\s+(.{1,30}?))\s+(?:target|goal|change|(?:FY\s?)?(?:19|20)\d\d|\+/-|Δ).*$`)
)

// looseUnit is the unit of a whole table that stands in none of its own places: in a line right above it or its title, or over its heads on the right, where
// it was read as part of the last one. It is empty where the table says its unit.
func looseUnit(p *document.Page, t *document.Table) string {
	if t.Unit != "" || slices.ContainsFunc(cell.BracketUnits(t.Caption), cell.IsUnit) {
		return ""
	}
	start, near, titled := startOf(t), true, false // above the title a unit is that of something else, as of a chart
	for k, line := range linesAbove(p, start) {
		text := strings.TrimSpace(line.text)
		if k == linesOver || standsBetween(p, t, line.start, start) {
			break
		}
		if u := unitAlone(text); u != "" && near && !titled {
			return u
		}
		titled = titled || text == strings.TrimSpace(t.Caption) && text != ""
		own := text == strings.TrimSpace(t.Caption) || len(text) <= longestHead && !strings.ContainsAny(text, "0123456789.")
		if near = near && own; near || numbered.MatchString(text) {
			if i := slices.IndexFunc(cell.BracketUnits(text), quantity.IsAmount); i >= 0 && len(text) <= longestCorner && len(cell.UnitPairs(text)) == 0 {
				return cell.BracketUnits(text)[i]
			}
		}
	}
	return overHeads(t)
}

// numbered begins the title of a table.
var numbered = pattern.Compile(`(?i)^(?:table|tab\.)\s*\d`)

// standsBetween reports whether a cell of another table stands between two places of a page.
func standsBetween(p *document.Page, t *document.Table, from, to int) bool {
	return slices.ContainsFunc(p.Tables, func(o document.Table) bool { return o.Rect != t.Rect && holds(&o, from, to) })
}

// unitAlone is the unit of a line that holds nothing else.
func unitAlone(text string) string {
	m := onlyUnit.FindStringSubmatch(text)
	if m == nil || cell.BareLetter.MatchString(m[1]) && !strings.HasPrefix(strings.ToLower(text), "in ") || !quantity.IsAmount(m[1]) {
		return ""
	}
	return m[1]
}

// overHeads is the unit that stands over the heads of a table on the right, and nowhere else among them: what is left of the head is a year, a
// change or a target.
func overHeads(t *document.Table) string {
	if t.HeaderRows >= len(t.Rows) {
		return ""
	}
	unit, dated := "", 0
	for j, c := range t.Rows[t.HeaderRows] {
		if j < t.HeaderCols || len(c.ColPath) == 0 {
			continue
		}
		path := c.ColPath
		if vocabulary.YearOf(path[len(path)-1]) > 0 {
			dated++
		}
		u := ""
		if m := unitFirst.FindStringSubmatch(path[len(path)-1]); m != nil {
			u = m[1] + m[2]
		} else if len(path) > 1 && j == len(t.Rows[t.HeaderRows])-1 {
			u = unitAlone(path[0]) // over the last column alone
		}
		if !quantity.IsAmount(u) {
			if slices.ContainsFunc(path, func(h string) bool { return slices.ContainsFunc(cell.BracketUnits(h), quantity.IsAmount) }) {
				return "" // columns have units of their own
			}
			continue
		}
		if unit != "" && unit != u {
			return ""
		}
		unit = u
	}
	if dated < leastYears {
		return ""
	}
	return unit
}

// wholeUnit is the unit of a heading of which intake has read the end: "thousand kWh" of "Natural gas thousand kWh".
func wholeUnit(c *document.Cell) string {
	if c.Unit == "" {
		return ""
	}
	for _, heading := range append(slices.Clone(c.ColPath), c.RowPath...) {
		before, ends := strings.CutSuffix(strings.TrimSpace(heading), " "+c.Unit)
		word := before[strings.LastIndexByte(before, ' ')+1:]
		whole := word + " " + c.Unit
		if _, scaled := quantity.ScaleOf(whole); ends && scaled && cell.IsUnit(whole) {
			return whole
		}
	}
	return ""
}

// noteBegins is the mark of a note, where notes stand one behind the other.
var noteBegins = pattern.Compile(`(?:^|[.;]\s+)\(?(\d{1,2}|[a-z*†])[).:]?\s+`)

// noteUnits are the units that the notes of a table give, by their marks: "1 In GWh. 2 In thousand m³."
func noteUnits(t *document.Table) map[string]string {
	out := map[string]string{}
	for _, note := range t.Notes {
		all := noteBegins.FindAllStringSubmatchIndex(note, -1)
		for i, m := range all {
			end := len(note)
			if i+1 < len(all) {
				end = all[i+1][0]
			}
			text, _, _ := strings.Cut(note[m[1]:end], ". ")
			if u := unitAlone(strings.TrimRight(text, ". ")); u != "" {
				out[note[m[2]:m[3]]] = u
			}
		}
	}
	return out
}

// notedUnit is the unit of a row's note: of a mark at its label.
func notedUnit(t *document.Table, row []document.Cell, units map[string]string) string {
	for j := range min(t.HeaderCols, len(row)) {
		for _, mark := range row[j].Marks {
			if u := units[mark]; u != "" {
				return u
			}
		}
	}
	return ""
}

// ownPart reports whether a cell is of a part of the table with heads of its own, whose corner gives no unit: that of the table, which all
// other cells have that are without one, is the first part's. Where the same rows come again below the same heads, as of another year,
// the unit is that of both.
func ownPart(t *document.Table, c *document.Cell, col int) bool {
	if c.Unit != "" || t.Unit == "" || !cell.IsUnit(t.Unit) {
		return false
	}
	return len(c.ColPath) == 0 || len(c.RowPath) == 0 || !slices.ContainsFunc(t.Rows, func(row []document.Cell) bool {
		if col >= len(row) || row[col].Value == "" || row[col].Unit != t.Unit || !slices.Equal(row[col].ColPath, c.ColPath) {
			return false
		}
		n := len(row[col].RowPath)
		return n > 0 && row[col].RowPath[n-1] == c.RowPath[len(c.RowPath)-1]
	})
}

// perCorner is a corner that says what all amounts of its table are given per.
var perCorner = pattern.Compile(`(?i)^\W*per\s+\S`)
