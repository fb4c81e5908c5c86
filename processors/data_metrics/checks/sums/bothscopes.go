package sums

import (
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// bothCameTo leads from the two scopes to the sum that a sentence gives of them.
var bothCameTo = pattern.Compile(`(?i)\bscopes?\s+1\s+(?:and|\+|&)\s+(?:market-based\s+)?(?:scope\s+)?2(?:\s+emissions)?(?:\s+\(market-based\))?` +
	`\s+(?:together\s+)?(?:came\s+to|were|was|amounted\s+to|totall?ed|stood\s+at|made|add\s+up\s+to|added\s+up\s+to)\s+` + sheet.Hedges + `$`)

// bothScopesSaid holds what a sentence says that Scope 1 and 2 came to against the two rows of one table: a sum that is another but for a slip of the
// pen, and stands in no table, is wrong.
func bothScopesSaid(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for _, q := range x.Figures {
			if q.Unit.Dimension != quantity.Emissions || !sheet.Amount(q) || x.Renewed() || !bothCameTo.MatchString(x.Text[:q.Start]) {
				continue
			}
			if u, ok := bothScopes(s, x, q); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

func bothScopes(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity) (u sheet.Utterance, ok bool) {
	printed := func(t *sheet.Table) bool {
		return slices.ContainsFunc(t.All, func(e sheet.Entry) bool { return e.Prints(q) })
	}
	if slices.ContainsFunc(s.Tables, printed) {
		return u, false
	}
	for _, t := range s.Tables {
		year := cmpYear(x.YearSaid(q), x.Year(t.LastYear()))
		one, two := onlyScope(s, t, "1", year), onlyScope(s, t, "2", year)
		if one == nil || two == nil || !sheet.Comparable(*one, *two) || one.Unit != two.Unit || !one.Quantity().Comparable(q) || roundsTo(*one, *two, q) {
			continue
		}
		sum := quantity.Sum(one.Quantity().Value, two.Quantity().Value)
		how := compare.SlipOfDigits(q.Number, quantity.Print(sum, max(0, -one.Quantity().Value.Exponent)))
		if how == "" || !compare.Near(quantity.Sum(one.Quantity().Base(), two.Quantity().Base()), q.Base()) {
			continue
		}
		c := events.Check{
			Result: events.CheckFail, Severity: "warning", Stated: q.Text, Expected: compare.Show(sum) + " " + one.Unit,
			Inputs:  []events.CheckInput{sheet.Input(*one, ""), sheet.Input(*two, ""), x.Input(sheet.StatedLabel+"Scope 1 and 2", q)},
			Working: fmt.Sprintf("%s + %s = %s", one.Printed, two.Printed, compare.Show(sum)),
			Message: fmt.Sprintf("Scope 1 and 2 of the table on page %d make %s, not %s.%s", one.At.Page, compare.Show(sum), q.Text, how),
		}
		return x.Utter(c, q.Text, false), true
	}
	return u, false
}

// roundsTo reports whether what the rows stand for before they were rounded can add up to an amount.
func roundsTo(one, two sheet.Entry, q quantity.Quantity) bool {
	a, b, said := one.Quantity().Interval(), two.Quantity().Interval(), q.Interval()
	low, high := quantity.Sum(a.Low, b.Low), quantity.Sum(a.High, b.High)
	return low.Cmp(said.High) <= 0 && said.Low.Cmp(high) <= 0
}

func cmpYear(said, otherwise int) int {
	if said > 0 {
		return said
	}
	return otherwise
}

// onlyScope is the one total of a scope that a table has of a year; nil if it has none or several, as of both methods.
func onlyScope(s *sheet.Sheet, t *sheet.Table, scope string, year int) *sheet.Entry {
	var found *sheet.Entry
	for i := range t.All {
		e := &t.All[i]
		if e.Metric != facts.GHGEmissions || s.Scope(*e) != scope || e.Category != "" || e.Year != year || e.Change || e.Target || e.Ambiguous() {
			continue
		}
		if found != nil {
			return nil
		}
		found = e
	}
	return found
}
