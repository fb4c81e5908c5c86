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

// A cell may be a small table of its own: "2021: 45.8 kg CO2e/m2 2023: 44.4 kg CO2e/m2 2030: 19.8 kg CO2e/m2". Each year
// has its figure; the last is a target where it lies years ahead of the others.

var yearLed = pattern.Compile(`\b((?:19[89]|20[0-6])\d)\s?[:.]\s`)

// goalAhead is how many years after the others a last year must be to be that of a target.
const goalAhead = 4

// datedFigure is one figure of such a cell.
type datedFigure struct {
	year int
	q    quantity.Quantity
	goal bool
}

// datedFigures reads a cell of years with their figures; nil if it is anything else.
func datedFigures(text string, f quantity.Format) []datedFigure {
	if len(text) > 300 {
		return nil
	}
	at := yearLed.FindAllStringSubmatchIndex(text, -1)
	if len(at) < 2 || strings.TrimSpace(text[:at[0][0]]) != "" {
		return nil
	}
	var out []datedFigure
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		part := strings.TrimSpace(text[m[1]:end])
		all := quantity.Find(part, f)
		if len(all) != 1 || all[0].Start != 0 || all[0].Range || all[0].Year {
			return nil
		}
		year := vocabulary.Atoi(text[m[2]:m[3]])
		if i > 0 && year <= out[i-1].year {
			return nil
		}
		out = append(out, datedFigure{year: year, q: all[0]})
	}
	last := len(out) - 1
	out[last].goal = out[last].year >= out[last-1].year+goalAhead
	return out
}

// yearCells makes cells of a cell that holds years with their figures. Their columns stand apart from those of the table.
func yearCells(p *document.Page, t *document.Table, c *document.Cell, f quantity.Format, number, row, col int) []cell.Cell {
	var out []cell.Cell
	for k, d := range datedFigures(strings.Join(strings.Fields(c.Text), " "), f) {
		out = append(out, cell.Cell{
			Rows: c.RowPath, Cols: append(slices.Clone(c.ColPath), vocabulary.Itoa(d.year)), Caption: t.Caption, Q: d.q, Printed: d.q.Text, Source: facts.FromTable,
			Format: t.Format.Reason, Table: number, Row: row, Col: apartCols*(col+1) + k, Dated: true, Goal: d.goal,
			Place: facts.Place{Page: p.Number, Rect: c.Rect, Quote: cell.Quoted(c.RowPath, c.ColPath, vocabulary.Itoa(d.year)+": "+d.q.Text)},
		})
	}
	return out
}

// apartCols keeps the columns within a cell apart from those of its table.
const apartCols = 1000

// codes are no units: "Of which environmentally sustainable (CCM)".
var codes = pattern.Compile(`^[A-Z]{2,4}(?:\s\+\s[A-Z]{2,4})*$`)

var ofWhichColumn = pattern.Compile(`(?i)^(?:of which|thereof|davon)\b`)

// lentUnit is the unit of the column that an "of which" column is a part of: the nearest on its left under the same
// heading that names one.
func lentUnit(row []document.Cell, col int) string {
	c := &row[col]
	n := len(c.ColPath)
	if n < 2 || !ofWhichColumn.MatchString(c.ColPath[n-1]) {
		return ""
	}
	for k := col - 1; k >= 0; k-- {
		left := row[k].ColPath
		if len(left) != n || left[n-2] != c.ColPath[n-2] {
			continue
		}
		if _, err := quantity.Measures(left[n-1]); err == nil {
			return left[n-1]
		}
	}
	return ""
}

// between parts the two figures of a cell, and the two units of the heading that says so: "1,127 / 33.6" below
// "thousand m³ / % of total".
const between = " / "

// pairCells makes two cells of one that prints two figures: each has its part of every heading and unit that is parted in the same way. It
// is nil for any other cell, and where nothing says what the two are.
func pairCells(c *document.Cell, f quantity.Format, whole cell.Cell) []cell.Cell {
	first, second, ok := strings.Cut(strings.TrimSpace(c.Text), between)
	if !ok || strings.Contains(second, between) {
		return nil
	}
	var units []string
	for _, u := range whole.Units {
		if paired(u) {
			units = append(units, u)
		}
	}
	if len(units) == 0 {
		return nil
	}
	var out []cell.Cell
	for k, text := range []string{first, second} {
		text = strings.TrimSpace(text)
		q, err := quantity.Parse(text, f)
		if err != nil {
			continue // a dash, "n/a"
		}
		one := whole
		one.Q, one.Printed, one.Units = q, text, nil
		one.Col = apartCols*(whole.Col+1) + k
		one.Place.Quote = cell.Quoted(c.RowPath, c.ColPath, text)
		for _, u := range units {
			one.Units = append(one.Units, strings.TrimSpace(strings.Split(cell.Bare(u), between)[k]))
		}
		out = append(out, one)
	}
	return out
}

// paired reports whether a unit is that of two figures: each of its parts is one by itself.
func paired(unit string) bool {
	parts := strings.Split(cell.Bare(unit), between)
	return len(parts) == 2 && cell.IsUnit(strings.TrimSpace(parts[0])) && cell.IsUnit(strings.TrimSpace(parts[1]))
}

// ofShare reports whether the second of two units is a share, per which nothing is measured.
func ofShare(unit string) bool {
	m, err := quantity.Measures(strings.TrimSpace(strings.Split(cell.Bare(unit), between)[1]))
	return err == nil && m[0].Unit.Dimension == quantity.Percent
}

// pairsBeside reports whether a cell in the row or the column of another one holds two figures. Where none does, "kg CO2e / tonne" is one unit.
func pairsBeside(t *document.Table, row, col int) bool {
	for i := t.HeaderRows; i < len(t.Rows); i++ {
		for j := range t.Rows[i] {
			if (i == row || j == col) && j >= t.HeaderCols && twoFigures.MatchString(t.Rows[i][j].Text) {
				return true
			}
		}
	}
	return false
}

var twoFigures = pattern.Compile(`^\W*\d[\d.,\s]*%? / \W*\d`)

// ShareOut gives the share that stands in one cell with an amount the metric of that.
func ShareOut(s *facts.Sheet) {
	type place struct{ table, row, cell int }
	amounts := map[place]facts.Metric{}
	each := func(visit func(f *facts.Fact, p place, percent bool)) {
		for i := range s.Facts {
			if f := &s.Facts[i]; f.Table > 0 && f.Col >= apartCols {
				visit(f, place{f.Table, f.Row, f.Col / apartCols}, f.Dimension == string(quantity.Percent))
			}
		}
	}
	each(func(f *facts.Fact, p place, percent bool) {
		if !percent {
			amounts[p] = f.Metric
		}
	})
	each(func(f *facts.Fact, p place, percent bool) {
		if m := amounts[p]; percent && f.Metric == facts.Other && m != "" {
			f.Metric = m
		}
	})
}

// undate marks the figures of columns that have the same headings and different figures in the same row: the head that tells their periods
// apart was not read, and at most one of them is of the year that is reported on.
func undate(cells []cell.Cell) {
	alike := func(a, b *cell.Cell) bool {
		return a.Col != b.Col && slices.Equal(a.Cols, b.Cols) && slices.Equal(a.Rows, b.Rows) && slices.Equal(a.Units, b.Units)
	}
	heads := map[string]bool{}
	for i := range cells {
		for k := i + 1; k < len(cells) && cells[k].Row == cells[i].Row; k++ {
			if a, b := &cells[i], &cells[k]; alike(a, b) && a.Q.Value != nil && b.Q.Value != nil && a.Q.Value.Cmp(b.Q.Value) != 0 {
				heads[strings.Join(a.Cols, "\n")] = true
			}
		}
	}
	for i := range cells {
		cells[i].Undated = heads[strings.Join(cells[i].Cols, "\n")]
	}
}

// measure marks the figures of a table whose columns say what is measured, each with a unit of its own, "Electricity (MWh)", "Waste (t)": its rows
// are places, and one that is called a recycling plant says nothing of what is measured there.
func measure(cells []cell.Cell) {
	units, rows, named := map[string]bool{}, map[string]bool{}, 0
	for i := range cells {
		c := &cells[i]
		if len(c.Cols) == 0 || c.Given != "" && !strings.Contains(c.Cols[len(c.Cols)-1], c.Given) {
			return // a unit that is said elsewhere
		}
		if c.Given != "" && c.Given != "%" {
			units[c.Given] = true
		}
		if label := strings.Join(c.Rows, " ; "); !rows[label] {
			rows[label] = true
			if cell.NamesMeasure(label) {
				named++
			}
		}
	}
	if len(units) < 2 || len(rows) < 2 || 2*named >= len(rows) {
		return
	}
	for i := range cells {
		cells[i].Measured = cell.NamesMeasure(strings.Join(cells[i].Cols, " ; "))
	}
}
