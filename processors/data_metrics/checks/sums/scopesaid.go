package sums

import (
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var totalNamed = pattern.Compile(`(?i)\b(?:total|combined|overall|altogether)\b`)

// scopesSaid adds up the scopes of one sentence: "Scope 1 emissions were 2.3, Scope 2 1.1 and Scope 3 8.5 million
// tCO2e, total emissions were 12.0". Each figure has the one label that stands between it and the figure before.
func scopesSaid(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if small := strings.ToLower(x.Text); strings.Contains(small, "respectively") ||
			strings.Contains(small, "location-based") && strings.Contains(small, "market-based") {
			continue // by which method the total is need not be the one of Scope 2
		}
		labelled := map[string]quantity.Quantity{}
		var order []string
		from, clear := 0, true
		for _, q := range x.Figures {
			between := x.Text[from:q.Start]
			from = q.End
			if q.Unit.Dimension != quantity.Emissions || q.Per != "" || q.Range {
				continue
			}
			labels := sheet.NamedScopes.FindAllString(between, -1)
			key := ""
			switch {
			case len(labels) == 1:
				key = strings.Join(sheet.DigitsOf.FindAllString(labels[0], -1), "+")
			case len(labels) == 0 && totalNamed.MatchString(between):
				key = "total"
			default:
				clear = false
			}
			if _, twice := labelled[key]; twice || key == "" {
				clear = false
			}
			labelled[key] = q
			order = append(order, key)
		}
		if !clear || len(order) < 3 {
			continue
		}
		for _, total := range []string{"total", "1+2+3", "1+2"} {
			if u, ok := saidAddsUp(x, labelled, total); ok {
				out = append(out, u)
				break
			}
		}
	}
	return out
}

// saidAddsUp holds a total of the sentence against the scopes that it is of: all of those that the sentence names, if it
// names none.
func saidAddsUp(x sheet.Statement, labelled map[string]quantity.Quantity, total string) (sheet.Utterance, bool) {
	stated, ok := labelled[total]
	if !ok {
		return sheet.Utterance{}, false
	}
	need := strings.Split(total, "+")
	if total == "total" {
		need = []string{"1", "2", "3"}
		if _, three := labelled["3"]; !three {
			need = need[:2]
		}
	}
	sum := quantity.Int(0)
	possible := quantity.Interval{Low: sum, High: sum}
	c := events.Check{}
	var terms []string
	for _, n := range need {
		q, there := labelled[n]
		if !there || !q.Comparable(stated) {
			return sheet.Utterance{}, false
		}
		sum, possible = quantity.Sum(sum, q.Base()), possible.Plus(q.Interval())
		terms = append(terms, compare.Show(q.Base()))
		c.Inputs = append(c.Inputs, x.Input("Scope "+n, q))
	}
	c.Inputs = append(c.Inputs, x.Input(sheet.StatedLabel+" total", stated))
	c.Working = strings.Join(terms, " + ") + " = " + compare.Show(sum) + " " + stated.Unit.Base()
	compare.Settle(&c, sum, stated.Base(), stated.Unit.Base(), possible.Overlaps(stated.Interval()))
	compare.Conclude(&c, compare.WithinPercent(stated.Base(), sum, compare.OnePercent), stated.Bound, "1 % of the total")
	return x.Utter(c, stated.Text, true), true
}
