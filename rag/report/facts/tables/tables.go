// Package tables reads as cells the figures of tables, and of references and targets within them.
package tables

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var ageLabel = pattern.Compile(`^[<>≤≥]?\s*\d`)

// TableCells reads the figures of a table but those that refer to something: pages, numbers of notes and of disclosures.
func TableCells(p *document.Page, t *document.Table, number, above int) (cells []cell.Cell) {
	refers, whole := references(t), vocabulary.Wholes{}
	format := formatOf(t)
	labelled := labelledByFigures(t)
	notes := notesOn(p)
	corner, per := cornerOf(t), ""
	if perCorner.MatchString(corner) {
		per = corner
	}
	caption := cell.FirstOf(t.Caption, corner)
	emitted := emittedBy(corner, caption)
	known, letters := map[string][]string{}, markLetters(t) // a heading stands above or beside many cells
	within := func(heading string) []string {
		all, ok := known[heading]
		if !ok {
			all = slices.DeleteFunc(cell.BracketUnits(heading), letters.mark)
			known[heading] = all
		}
		return all
	}
	pairs, loose, ofNotes := cell.UnitPairs(caption), looseUnit(p, t), noteUnits(t)
	ofCaption := func(c *document.Cell) []string {
		if len(pairs) < 2 {
			return within(caption)
		}
		return pairs.Of(labelsOf(c))
	}
	asides, ofGas := asides(t), namesGas(t)
	for i, row := range t.Rows {
		if i < t.HeaderRows {
			continue
		}
		if boxes := boxesOf(p, t, i, number, above, format); boxes != nil {
			cells = append(cells, boxes...)
			continue
		}
		path := []string(nil)
		for j := range row {
			c := &row[j]
			if path == nil {
				path = whole.Over(c.RowPath)
			}
			if refers[j] || bracketed(c.Text, notes) || t.Runs(i, j) {
				continue // what runs on is read as text
			}
			if some := yearCells(p, t, c, format, number, above+i, j); some != nil {
				cells = append(cells, some...)
				continue
			}
			q, ok := cellQuantity(c, format)
			two := strings.Contains(c.Text, between)
			if !ok && !two || j < t.HeaderCols && (len(c.RowPath) == 0 || numberedLabel.MatchString(c.Text) || q.Year && headsTarget.MatchString(c.Text)) {
				continue
			}
			title := titleOf(t, c, i, j, caption, corner, within)
			units, said := unitsOf(t, c, j, corner, labelled, within, ofCaption)
			if (said == "" || said == t.Unit) && !slices.ContainsFunc(headingUnits(c, within), cell.IsUnit) {
				units = append(wholeUnits(c, path, within), units...) // what it is a part of stands nearer than its table
			}
			if u := pairs.Instead(cell.FirstOf(said, t.Unit), labelsOf(c)); u != "" {
				units = slices.Insert(units, 0, u)
			}
			units, said = settled(c, append(units, lentUnit(row, j), notedUnit(t, row, ofNotes), loose), said, within)
			units, said = withoutGas(c, units, said, ofGas)
			one := cell.Cell{
				Rows: without(rowOf(c, path), asides), Cols: c.ColPath, Caption: title, Corner: emitted, Per: per, Q: q,
				Printed: strings.TrimSpace(c.Text), Units: units, Given: said,
				Period: cell.FirstOf(c.Period, t.Period), Source: facts.FromTable, Format: t.Format.Reason, Table: number, Row: above + i, Col: j,
				Place: facts.Place{Page: p.Number, Rect: c.Rect, Quote: cell.Quoted(without(c.RowPath, asides), c.ColPath, c.Text)},
			}
			if two {
				cells = append(cells, pairCells(c, format, one)...)
			}
			if ok {
				one.Units = slices.DeleteFunc(one.Units, func(u string) bool { return paired(u) && (ofShare(u) || pairsBeside(t, i, j)) })
				cells = append(cells, one)
			}
		}
	}
	settleCells(t, cells, above)
	return cells
}

// settleCells says of cells what only the others of their table show.
func settleCells(t *document.Table, cells []cell.Cell, above int) {
	aims(t, cells, above)
	bases(t, cells, above)
	besideGas(cells)
	scopedRows(cells)
	statuses(t, cells)
	undate(cells)
	closings(cells)
	bridge(cells)
	measure(cells)
}

// formatOf is how a table writes its decimal sign.
func formatOf(t *document.Table) quantity.Format {
	if t.Format.Decimal == "," {
		return quantity.Comma
	}
	return quantity.Point
}

// titleOf is the caption of a cell: that of its table, but in a part with heads of its own, of which it may say nothing.
func titleOf(t *document.Table, c *document.Cell, row, col int, caption, corner string, within func(string) []string) string {
	if ownPart(t, c, col) && len(within(caption)) > 0 || caption == corner && ofLowerPart(t, c, row) {
		return "" // it names what the first part has in its unit
	}
	return caption
}

// ofLowerPart reports whether the head of a cell stands in no row of heads, but in words in a row further down: a part of the table begins there, of
// which the corner at the top says nothing.
func ofLowerPart(t *document.Table, c *document.Cell, row int) bool {
	n := len(c.ColPath)
	if n == 0 {
		return false
	}
	is := func(o document.Cell) bool { return o.Text == c.ColPath[n-1] && o.Value == "" }
	in := func(rows [][]document.Cell) bool {
		return slices.ContainsFunc(rows, func(r []document.Cell) bool { return slices.ContainsFunc(r, is) })
	}
	return !in(t.Rows[:t.HeaderRows]) && in(t.Rows[t.HeaderRows:row])
}

// emittedBy is what heads the labels of a table, if it says that they are of emissions and is not the caption.
func emittedBy(corner, caption string) string {
	if caption == corner || !cell.NamesEmissions(corner) {
		return ""
	}
	return corner
}

// labelsOf are the labels of a cell that say what it is of, and not of what it is a part.
func labelsOf(c *document.Cell) []string {
	return append(slices.DeleteFunc(slices.Clone(c.RowPath), vocabulary.IsPartOfPart), c.ColPath...)
}

// noteLine is how a note below a table begins, with its mark in brackets.
var noteLine = pattern.Compile(`(?m)^\s*(\(\d{1,2}\))\s*\p{L}{2}`)

// notesOn are the marks of the notes that stand on a page.
func notesOn(p *document.Page) map[string]bool {
	marks := map[string]bool{}
	for _, m := range noteLine.FindAllStringSubmatch(p.Text, -1) {
		marks[m[1]] = true
	}
	return marks
}

var yearAside = pattern.Compile(`^\s*\((?:19|20)\d\d\)\s*$`)

// bracketed reports whether a cell holds the mark of a note, or the year of the figure above it: neither is a negative amount.
func bracketed(text string, notes map[string]bool) bool {
	return notes[strings.TrimSpace(text)] || yearAside.MatchString(text)
}

// unitsOf are what may be the unit of a cell's figure, nearest first, and what stands beside it as one.
func unitsOf(t *document.Table, c *document.Cell, col int, corner string, labelled bool, within func(string) []string,
	ofCaption func(*document.Cell) []string) (units []string, said string) {
	if ownPart(t, c, col) {
		return headingUnits(c, within), ""
	}
	units, ofAll, said := []string{c.Unit}, []string{t.Unit}, c.Unit
	if c.Unit == t.Unit {
		units = nil // what is said of the whole table stands farther off than what its headings say
	}
	if labelled && c.Unit == t.Unit {
		ofAll, said = nil, "" // the unit of the row labels: "Age group (years)"
	}
	if whole := strings.Join(c.ColPath, " "); len(c.ColPath) > 1 && cell.IsUnit(whole) {
		units = slices.Insert(units, 0, whole) // "kg per" above "1,000 litres", which is no unit of it by itself
	}
	units = append(units, headingUnits(c, within)...)
	return append(append(append(units, within(corner)...), ofAll...), ofCaption(c)...), said
}

// wholeUnits are the units of what a cell's row is a part of by its words alone: "Of which travel" below "Scope 3 tCO2e".
func wholeUnits(c *document.Cell, path []string, within func(string) []string) (units []string) {
	for _, heading := range rowOf(c, path) {
		if !slices.Contains(c.RowPath, heading) {
			units = append(units, within(heading)...)
		}
	}
	return units
}

// headingUnits are the units in the headings of a cell, nearest first.
func headingUnits(c *document.Cell, within func(string) []string) (units []string) {
	for _, headings := range [][]string{c.ColPath, c.RowPath} {
		for _, heading := range slices.Backward(headings) {
			units = append(units, within(heading)...)
		}
	}
	return units
}

// settled are the units of a cell but those that it cannot have: of amounts for a number of things, codes; and what is said to be its unit.
func settled(c *document.Cell, units []string, said string, within func(string) []string) ([]string, string) {
	if u := wholeUnit(c); u != "" {
		units, said = slices.Insert(units, 0, u), u
	}
	if countsThings(c.RowPath, within) {
		units = slices.DeleteFunc(units, quantity.IsAmount) // a number of things in a table "in € million"
		if quantity.IsAmount(said) {
			said = ""
		}
	}
	if multiple.MatchString(c.Text) {
		units, said = nil, "x"
	}
	if codes.MatchString(said) && !cell.IsUnit(said) {
		said = ""
	}
	return units, said
}

// rowOf is the path of a cell's row: of its first cell, unless the cell has one of its own.
func rowOf(c *document.Cell, path []string) []string {
	if n := len(c.RowPath); n > 0 && len(path) >= n && path[len(path)-1] == c.RowPath[n-1] {
		return path
	}
	return c.RowPath
}

// countsThings reports whether a row is of a number of things: by its own heading, or by one above it whose part it is, if none between them names an
// amount of its own.
func countsThings(path []string, within func(string) []string) bool {
	for _, heading := range slices.Backward(path) {
		if quantity.OfCount(heading) {
			return true
		}
		if slices.ContainsFunc(within(heading), quantity.IsAmount) {
			return false
		}
	}
	return false
}

// cornerOf is what stands in the corner of a table that has no caption: its name, its unit.
func cornerOf(t *document.Table) string {
	var parts []string
	for _, row := range t.Rows[:t.HeaderRows] {
		for j := range min(t.HeaderCols, len(row)) {
			if s := strings.TrimSpace(row[j].Text); s != "" && len(s) <= longestCorner && !slices.Contains(parts, s) {
				parts = append(parts, s)
			}
		}
	}
	return strings.Join(parts, " ")
}

const longestCorner = 120

// numberedLabel is a name with its number: "1 Purchased goods and services", "3.15 Investments". "33.98 hours/employee"
// is a figure.
var numberedLabel = pattern.Compile(`^\s*\d{1,2}(?:[.,]\d{1,2})?[.)]?\s+\p{L}[^/%]*$`)

// headsTarget is a year with what it is the year of, in front of a figure: "2027 target:".
var headsTarget = pattern.Compile(`(?i)^\W*(?:(?:targets?|goals?|aims?)\W+)?(?:FY\s?)?(?:19|20)\d\d\W*(?:targets?|goals?|aims?)?\W*:\s*$`)

// labelledByFigures says that the rows are named by numbers, which a unit in the corner then belongs to. Years have none.
func labelledByFigures(t *document.Table) bool {
	if t.HeaderCols == 0 {
		return false
	}
	n, years := 0, 0
	for _, row := range t.Rows[t.HeaderRows:] {
		if !ageLabel.MatchString(row[0].Text) {
			return false
		}
		if vocabulary.YearIn(row[0].Text) > 0 {
			years++
		}
		n++
	}
	return n > 1 && years < n
}
