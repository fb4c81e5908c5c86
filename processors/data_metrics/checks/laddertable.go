package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// pathWords head a table of what is to be reached year by year.
var pathWords = regexp.MustCompile(`(?i)\b(?:road\s?maps?|targets?|goals?|milestones?|pathways?)\b`)

// tabledLadders holds the steps of a roadmap - a row of years, and what is to be reached in each - against each other: all but one
// go one way.
func tabledLadders(s *sheet) []finding {
	var out []finding
	for _, t := range s.tables {
		for i, row := range t.rows {
			years, ok := t.yearRow(row)
			if !ok || !pathWords.MatchString(t.all[0].at.Caption+" "+strings.Join(t.all[0].at.RowPath, " ")) {
				continue
			}
			for _, r := range t.rows[i+1:] {
				if c, ok := t.stepsOf(r, years); ok {
					out = append(out, finding{c, t.all[0].at.Page})
				}
			}
			break
		}
	}
	return append(out, s.datedColumns()...)
}

// datedColumns holds the rows of a table of targets, whose columns are years to come, each against itself. Rows that go this way and that,
// more than one of them, are no targets.
func (s *sheet) datedColumns() []finding {
	now := s.reportYear()
	var out []finding
	for _, t := range s.tables {
		first := t.all[0].at
		if now == 0 || !pathWords.MatchString(first.Caption+" "+strings.Join(append(slices.Clone(first.RowPath), first.ColPath...), " ")) {
			continue
		}
		var found []finding
		failed := 0
		for _, row := range t.rows {
			var years []yearAt
			for _, e := range t.row(row) {
				y := facts.YearIn(strings.Join(e.at.ColPath, " "))
				if y == 0 || dimension(e) == quantity.Money || len(years) > 0 && y <= years[len(years)-1].year ||
					!e.Quantity().Unit.Comparable(t.row(row)[0].Quantity().Unit) {
					continue
				}
				if len(years) == 1 && years[0].year <= now && y <= now {
					years = years[:0] // where it starts is the last year that is no target
				}
				years = append(years, yearAt{e.at.Col, y})
			}
			if len(years) < leastShown || years[1].year <= now {
				continue
			}
			if c, ok := t.stepsOf(row, years); ok {
				found = append(found, finding{c, first.Page})
				if c.Result == events.CheckFail {
					failed++
				}
			} else {
				failed = len(t.rows)
			}
		}
		if failed <= 1 {
			out = append(out, found...)
		}
	}
	return out
}

// reportYear is the last year that many figures of tables are of; the years to come have few.
func (s *sheet) reportYear() int {
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
func (t *table) yearRow(row int) ([]yearAt, bool) {
	var out []yearAt
	for _, e := range t.row(row) {
		v, err := e.Quantity().Value.Int64()
		if err != nil || v < 2000 || v > 2100 || len(out) > 0 && int(v) <= out[len(out)-1].year {
			return nil, false
		}
		out = append(out, yearAt{e.at.Col, int(v)})
	}
	return out, len(out) > leastShown
}

// stepsOf makes the check of a row of steps; ok is false where one is missing, or where more than one goes back.
func (t *table) stepsOf(row int, years []yearAt) (c events.Check, ok bool) {
	var values []*apd.Decimal
	var terms []string
	c = events.Check{Result: events.CheckPass, Severity: "info", Message: "The dated targets go one way."}
	for _, y := range years {
		e, there := t.cell(row, y.col)
		if !there {
			return c, false
		}
		values = append(values, e.Quantity().Value)
		terms = append(terms, fmt.Sprintf("%d: %s", y.year, e.Printed))
		c.Inputs = append(c.Inputs, input(e, ""))
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

// inAYear gives a percentage that is to be reached in a year: "22 % ... in 2027, 35 % in 2030 and 55 % in 2040".
var inAYear = regexp.MustCompile(`(?i)^[^.;:,\d]{0,60}?\b(?:in|by|until)\s+` + someYear)

// pathsDiffer holds a path that a sentence gives - three years and more, a percentage in each - against the row that has the same ones
// but for one.
func pathsDiffer(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		path := map[int]quantity.Quantity{}
		for _, q := range x.percents() {
			if m := inAYear.FindStringSubmatch(x.text[q.End:]); m != nil {
				path[facts.YearIn(m[1])] = q
			}
		}
		if len(path) < leastShown || len(path) != len(x.percents()) || renewedSay.MatchString(x.text) {
			continue
		}
		about := stems(x.text)
		var found []utterance
		for _, t := range s.tables {
			for _, row := range t.rows {
				e, q, agrees, ok := t.againstPath(row, path)
				if agrees {
					found = nil
					break
				}
				if ok && sharesWord(stems(strings.Join(headings(e.at.RowPath), " ")), about) {
					found = append(found, x.slipNamed(q, e, " The other years agree."))
				}
			}
		}
		if len(found) == 1 {
			out = append(out, found[0])
		}
	}
	return out
}

// againstPath holds a row against a path: ok is true if all years of the path but one have its figures.
func (t *table) againstPath(row int, path map[int]quantity.Quantity) (wrong entry, said quantity.Quantity, agrees, ok bool) {
	met, off := 0, 0
	for _, e := range t.row(row) {
		q, there := path[facts.YearIn(strings.Join(e.at.ColPath, " "))]
		switch {
		case !there || !percent(e):
		case quantity.Abs(e.Quantity().Value).Cmp(q.Value) == 0:
			met++
		default:
			wrong, said = e, q
			off++
		}
	}
	return wrong, said, met == len(path), off == 1 && met == len(path)-1
}
