package tables

import (
	"slices"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// onDay is a label of what there is on a day: "As of Dec. 31, 2022 (adjusted)", "Balance at 31 December 2022", "Impairment losses as of 31.12.2022".
var onDay = pattern.Compile(`(?i)\b(?:as\s+(?:of|at)|at|on|am|zum)\s+(?:\d{1,2}\.?\s*\p{L}{3,9}\.?\s+|` +
	`\p{L}{3,9}\.?\s+\d{1,2},?\s+|\d{1,2}[./]\d{1,2}[./])((?:19|20)\d\d)\b`)

// dayRow is a row that says what there is on a day.
type dayRow struct {
	row, year int
	label     string
	without   string // the label without the year
}

// closings dates the rows of a table that goes down through several years, each with what there is at its end: "Additions" above "As of Dec. 31, 2022"
// are of 2022, whatever year the table is of. The columns of such a table name no year, and its last row is one of these.
func closings(cells []cell.Cell) {
	days := dayRows(cells)
	if len(days) < 2 || days[len(days)-1].row != cells[len(cells)-1].Row {
		return
	}
	for i := range cells {
		c := &cells[i]
		k := slices.IndexFunc(days, func(d dayRow) bool { return d.row >= c.Row })
		if k < 0 || days[k].row == c.Row || c.Until > 0 || c.Dated || slices.ContainsFunc(c.Rows, namesYear) {
			continue
		}
		c.Period = days[k].label
	}
}

// dayRows are the rows of a table that say what there is on a day, as far as another says the same of another year; none if a column names a year.
func dayRows(cells []cell.Cell) []dayRow {
	var all []dayRow
	for i := range cells {
		c := &cells[i]
		if slices.ContainsFunc(c.Cols, namesYear) {
			return nil
		}
		if len(c.Rows) == 0 || len(all) > 0 && all[len(all)-1].row == c.Row {
			continue
		}
		own := c.Rows[len(c.Rows)-1]
		if m := onDay.FindStringSubmatchIndex(own); m != nil {
			all = append(all, dayRow{c.Row, vocabulary.Atoi(own[m[2]:m[3]]), own[m[0]:m[1]], own[:m[2]]})
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(d dayRow) bool {
		return !slices.ContainsFunc(all, func(o dayRow) bool { return o.without == d.without && o.year != d.year })
	})
}

func namesYear(heading string) bool { return vocabulary.YearOf(heading) > 0 }
