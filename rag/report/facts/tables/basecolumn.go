package tables

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// A column of what there was in the base year often names no year: another column does, or the label of each row, since rows count from different
// ones. Its figures are never of the year that the report is about.

var (
	// ofBase is a head that says nothing but that its figures are those of a base, and perhaps their unit.
	ofBase = pattern.Compile(`(?i)^\W*(?:(?:values?|figures?|levels?|amounts?|results?)\s+(?:in|of|at)\s+(?:the\s+)?)?` +
		`(?:base(?:line)?(?:[\s-]+(?:year|period))?|reference[\s-]+(?:year|period|value|level))` +
		`(?:\s+(?:values?|figures?|levels?|amounts?|results?|data|emissions|performance))?\W*(?:[(,].*)?$`)
	// sinceBase is how a caption or a note names the base year of all rows.
	sinceBase = pattern.Compile(`(?i)\b(?:base(?:line)?|reference)(?:[\s-]+(?:year|period))?\s*(?::|=|\bis\b|\bwas\b|\bof\b|\bin\b)?\s*` +
		`((?:FY\s?)?(?:19|20)\d\d(?:/\d{2,4})?|FY\s?\d\d)\b`)
)

// bases says of the figures in the columns of a base of which year they are, or that this is not known.
func bases(t *document.Table, cells []cell.Cell, above int) {
	years, first := baseYears(t), firstYear(cells)
	for i := range cells {
		c := &cells[i]
		inColumn, inRow := endsInBase(c.Cols), endsInBase(c.Rows) && !anyYear(c.Rows) // "Baseline" among rows of years
		if !inColumn && !inRow || c.Q.Year || c.Row-above >= len(t.Rows) || anyYear(c.Cols) {
			continue
		}
		c.Based = true
		if row := t.Rows[c.Row-above]; inColumn && years >= 0 && years < len(row) {
			c.BaseOf = vocabulary.YearIn(row[years].Text)
			continue
		}
		for k := len(c.Rows) - 1; k >= 0 && c.BaseOf == 0; k-- {
			c.BaseOf = baseIn(c.Rows[k])
			if y := vocabulary.YearIn(c.Rows[k]); c.BaseOf == 0 && y < first {
				c.BaseOf = y // "(2017)" before columns of later years
			}
		}
		for _, text := range append([]string{t.Caption}, t.Notes...) {
			if c.BaseOf == 0 {
				c.BaseOf = baseIn(text)
			}
		}
	}
}

// endsInBase reports whether the nearest of some headings says nothing but that what it heads is of a base.
func endsInBase(headings []string) bool {
	n := len(headings)
	return n > 0 && ofBase.MatchString(headings[n-1])
}

// baseYears is the column that says which base year each row has, -1 if there is none.
func baseYears(t *document.Table) int {
	if len(t.Rows) == 0 {
		return -1
	}
	for j := range t.Rows[0] {
		headed, years, others := false, 0, 0
		for r, row := range t.Rows {
			if j >= len(row) || row[j].Text == "" {
				continue
			}
			switch text := row[j].Text; {
			case r < t.HeaderRows:
				headed = headed || baseColumn.MatchString(text)
			case cell.IsPeriod(text) && vocabulary.YearIn(text) > 0:
				years++
			default:
				others++
			}
		}
		if headed && years > 0 && others == 0 {
			return j
		}
	}
	return -1
}

// firstYear is the earliest year that heads a column of a table; 0 if none does.
func firstYear(cells []cell.Cell) int {
	first := 0
	for i := range cells {
		for _, h := range cells[i].Cols {
			if y := vocabulary.YearOf(h); y > 0 && (first == 0 || y < first) {
				first = y
			}
		}
	}
	return first
}

// baseIn is the base year that a text names as one; 0 if it names none.
func baseIn(text string) int {
	if m := sinceBase.FindStringSubmatch(text); m != nil {
		return vocabulary.YearIn(m[1])
	}
	return 0
}

func anyYear(headings []string) bool { return vocabulary.YearIn(strings.Join(headings, " ")) > 0 }
