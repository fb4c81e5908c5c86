package target

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// pathWords head a table of what is to be reached year by year.
var pathWords = pattern.Compile(`(?i)\b(?:road\s?maps?|targets?|goals?|milestones?|pathways?)\b`)

// tabledLadders holds the steps of a roadmap - a row of years, and what is to be reached in each - against each other: all but one
// go one way.
func tabledLadders(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, t := range s.Tables {
		for i, row := range t.Rows {
			years, ok := yearRow(t, row)
			if !ok || !pathWords.MatchString(t.All[0].At.Caption+" "+strings.Join(t.All[0].At.RowPath, " ")) {
				continue
			}
			for _, r := range t.Rows[i+1:] {
				if c, ok := stepsOf(t, r, years); ok {
					out = append(out, sheet.Finding{Check: c, Page: t.All[0].At.Page})
				}
			}
			break
		}
	}
	return append(append(out, datedColumns(s)...), datedRows(s)...)
}

// reduced heads a column of what is to be cut.
var reduced = pattern.Compile(`(?i)\b(?:cut|reduc\w*|decrease|lower|less|below)\b`)

// datedRows holds the figures of a column against each other whose rows are years to come: steps of a cut, or of a path that is called one.
func datedRows(s *sheet.Sheet) []sheet.Finding {
	now := reportYear(s)
	var out []sheet.Finding
	for _, t := range s.Tables {
		for _, col := range t.Cols {
			head := strings.Join(t.Heading(col), " ")
			if now == 0 || !reduced.MatchString(head) && !pathWords.MatchString(t.All[0].At.Caption+" "+head) {
				continue
			}
			if steps := stepsDown(t, col, now); len(steps) >= compare.LeastShown {
				if c, ok := goOneWay(steps); ok {
					out = append(out, sheet.Finding{Check: c, Page: steps[0].At.Page})
				}
			}
		}
	}
	return out
}

// stepsDown are the percentages of a column in rows of years that are all to come but the first; none if a row is anything else, or of
// something else than the first: on a road each year has an aim of its own.
func stepsDown(t *sheet.Table, col, now int) []sheet.Entry {
	var out []sheet.Entry
	last := 0
	for _, row := range t.Rows {
		e, there := t.Cell(row, col)
		if !there {
			continue
		}
		y := vocabulary.YearIn(e.Label())
		if !yearOnly.MatchString(e.Label()) || !sheet.Percent(e) || y <= last || y <= now && len(out) > 0 {
			return nil
		}
		if over := above(e); len(out) > 0 && !slices.Equal(over, above(out[0])) {
			return nil
		}
		last = y
		out = append(out, e)
	}
	return out
}

// above is what stands over the label of a row.
func above(e sheet.Entry) []string { return e.At.RowPath[:max(len(e.At.RowPath)-1, 0)] }

// datedColumns holds the rows of a table of targets, whose columns are years to come, each against itself. Rows that go this way and that,
// more than one of them, are no targets.
func datedColumns(s *sheet.Sheet) []sheet.Finding {
	now := reportYear(s)
	var out []sheet.Finding
	for _, t := range s.Tables {
		first := t.All[0].At
		called := pathWords.MatchString(first.Caption + " " + strings.Join(append(slices.Clone(first.RowPath), first.ColPath...), " "))
		if now == 0 || !called && !reduced.MatchString(strings.Join(first.RowPath, " ")) {
			continue
		}
		var found []sheet.Finding
		failed := 0
		for _, row := range t.Rows {
			var years []yearAt
			for _, e := range t.Row(row) {
				y := vocabulary.YearIn(strings.Join(e.At.ColPath, " "))
				if y == 0 || sheet.Dimension(e) == quantity.Money || len(years) > 0 && y <= years[len(years)-1].year ||
					!e.Quantity().Unit.Comparable(t.Row(row)[0].Quantity().Unit) {
					continue
				}
				if len(years) == 1 && years[0].year <= now && y <= now {
					years = years[:0] // where it starts is the last year that is no target
				}
				years = append(years, yearAt{e.At.Col, y})
			}
			if len(years) < compare.LeastShown || years[1].year <= now || !called && years[0].year <= now {
				continue
			}
			if c, ok := stepsOf(t, row, years); ok {
				found = append(found, sheet.Finding{Check: c, Page: first.Page})
				if c.Result == events.CheckFail {
					failed++
				}
			} else {
				failed = len(t.Rows)
			}
		}
		if failed <= 1 {
			out = append(out, found...)
		}
	}
	return out
}

// reportYear is the last year that many figures of tables are of; the years to come have few.
func reportYear(s *sheet.Sheet) int {
	count := map[int]int{}
	most := 0
	for i := range s.Facts {
		if f := &s.Facts[i]; f.Source == facts.FromTable && f.Year > 0 && !f.Target && !f.Change {
			count[f.Year]++
			most = max(most, count[f.Year])
		}
	}
	last := 0
	for y, n := range count {
		if 2*n >= most {
			last = max(last, y)
		}
	}
	return last
}

// yearAt is a column with its year.
type yearAt struct{ col, year int }

// yearRow reads a row that holds nothing but years, one later than the other.
func yearRow(t *sheet.Table, row int) ([]yearAt, bool) {
	var out []yearAt
	for _, e := range t.Row(row) {
		v, err := e.Quantity().Value.Int64()
		if err != nil || v < 2000 || v > 2100 || len(out) > 0 && int(v) <= out[len(out)-1].year {
			return nil, false
		}
		out = append(out, yearAt{e.At.Col, int(v)})
	}
	return out, len(out) > compare.LeastShown
}

// stepsOf makes the check of a row of steps; ok is false where one is missing, or where more than one goes back.
func stepsOf(t *sheet.Table, row int, years []yearAt) (c events.Check, ok bool) {
	var steps []sheet.Entry
	for _, y := range years {
		e, there := t.Cell(row, y.col)
		if !there {
			return c, false
		}
		steps = append(steps, e)
	}
	return goOneWay(steps, years...)
}

// goOneWay makes the check of some steps, in order; their years are those of the rows where none are given.
func goOneWay(steps []sheet.Entry, years ...yearAt) (c events.Check, ok bool) {
	var values []*apd.Decimal
	var terms []string
	c = events.Check{Result: events.CheckPass, Severity: "info", Message: "The dated targets go one way."}
	for i, e := range steps {
		if len(years) == i {
			years = append(years, yearAt{e.At.Col, vocabulary.YearIn(e.Label())})
		}
		values = append(values, e.Quantity().Value)
		terms = append(terms, fmt.Sprintf("%d: %s", years[i].year, e.Printed))
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
	}
	way := quantity.Sub(values[len(values)-1], values[0]).Sign()
	back := 0
	for i := 1; i < len(values); i++ {
		if quantity.Sub(values[i], values[i-1]).Sign()*way < 0 {
			back++
			c.Message = fmt.Sprintf("The step for %d asks for less than the one for %d of the same thing.", years[i].year, years[i-1].year)
		}
	}
	c.Working = strings.Join(terms, ", ")
	c.Expected, c.Stated = "no later step below an earlier one", terms[len(terms)-1]
	if back == 1 {
		c.Result, c.Severity = events.CheckFail, "warning"
	}
	return c, way != 0 && back < 2
}

// AgainstPath holds a row against a path: ok is true if all years of the path but one have its figures.
func AgainstPath(t *sheet.Table, row int, path map[int]quantity.Quantity) (wrong sheet.Entry, said quantity.Quantity, agrees, ok bool) {
	met, off := 0, 0
	for _, e := range t.Row(row) {
		q, there := path[vocabulary.YearIn(strings.Join(e.At.ColPath, " "))]
		switch {
		case !there || !sheet.Percent(e):
		case quantity.Abs(e.Quantity().Value).Cmp(q.Value) == 0:
			met++
		default:
			wrong, said = e, q
			off++
		}
	}
	return wrong, said, met == len(path), off == 1 && met == len(path)-1
}
