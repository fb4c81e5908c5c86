package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/across"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

var HistoricalConsistency = sheet.Definition{
	Name: "historical_consistency", Severity: "warning", Tolerance: "as printed",
	About: "A whole scope of an earlier year is the same wherever the report gives it; a figure that is marked as restated may differ.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		return eachEarlier(s, func(all []*facts.Fact) events.Check {
			if slices.ContainsFunc(all, func(f *facts.Fact) bool { return f.Restated }) {
				return events.Check{} // recalculation_consistency speaks of it
			}
			return agreement(all, "An earlier year's figure is the same wherever it is given.",
				"An earlier year's figure is given differently, unless the boundaries differ or one was restated.")
		})
	},
}

var RecalculationConsistency = sheet.Definition{
	Name: "recalculation_consistency", Severity: "warning", Tolerance: "as printed",
	About: "Where a figure of an earlier year is marked or said to be restated, the report does not go on using the old one.",
	Heard: restatementsUsed,
	Run: func(s *sheet.Sheet) []sheet.Finding {
		return eachEarlier(s, func(all []*facts.Fact) events.Check {
			if !slices.ContainsFunc(all, func(f *facts.Fact) bool { return f.Restated }) {
				return events.Check{}
			}
			return agreement(all, "The restated figure is used wherever the year is given.",
				"A year is given by its restated figure in one place and otherwise in another.")
		})
	},
}

// eachEarlier makes one check of the figures of a whole scope for a year before its last, where several places give it.
func eachEarlier(s *sheet.Sheet, check func([]*facts.Fact) events.Check) []sheet.Finding {
	type key struct {
		scope, method, boundary string
		year                    int
	}
	groups := map[key][]*facts.Fact{}
	var order []key
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric != facts.GHGEmissions || f.Scope == "" || f.Scope == "total" || f.Category != "" || f.Change ||
			f.Target || f.Year == 0 || f.Ambiguous() || f.Bound != "" || f.Dimension == "count" || s.Superseded(f) {
			continue
		}
		if _, wrong := s.Relabel[sheet.Place{Fact: f.ID, Page: f.Page}]; wrong {
			continue
		}
		k := key{f.Scope, f.Method, f.Boundary, f.Year}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], f)
	}
	var out []sheet.Finding
	for _, k := range order {
		all := groups[k]
		first := all[0]
		all = slices.DeleteFunc(all, func(f *facts.Fact) bool {
			// Tables of one page give it for different parts of the entity.
			return f != first && f.Page == first.Page || s.MethodOpen(f) || !f.Quantity().Comparable(first.Quantity())
		})
		if len(all) < 2 || k.year >= s.LastYear(k.scope) {
			continue
		}
		if c := check(all[:min(len(all), 12)]); c.Result != "" {
			out = append(out, sheet.Finding{Check: c, Page: all[1].Page})
		}
	}
	return out
}

func agreement(all []*facts.Fact, same, differs string) events.Check {
	c := events.Check{Result: events.CheckPass, Severity: "info", Message: same}
	var terms []string
	for _, f := range all {
		c.Inputs = append(c.Inputs, sheet.Input(sheet.Entry{Fact: f, At: &f.Place}, ""))
		terms = append(terms, fmt.Sprintf("page %d: %s", f.Page, f.WithUnit()))
		x, y := all[0].Quantity(), f.Quantity()
		overlaps := x.Interval().Overlaps(y.Interval())
		if c.Difference == "" || !overlaps {
			compare.Settle(&c, x.Base(), y.Base(), x.Unit.Base(), overlaps)
		}
		if !overlaps {
			c.Result, c.Severity, c.Message = events.CheckInconclusive, "warning", differs
		}
	}
	c.Working = strings.Join(terms, "; ")
	return c
}

var Direction = sheet.Definition{
	Name: "direction", Severity: "critical", Tolerance: "as printed",
	About: "A figure that a sentence says to have fallen from one to another is lower, one that is said to have risen is higher; " +
		"so is the row of a table that it speaks of. What is called the lowest of several years is below the others.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		hold, _ := directions(s)
		return hold
	},
	Heard: func(s *sheet.Sheet) []sheet.Utterance {
		_, wrong := directions(s)
		return sheet.OnceSaid(wrong, movements(s), turnedRound(s), superlatives(s), multiplied(s), recordsOfRows(s), streaks(s), across.Moves(s), across.Ranks(s))
	},
}

// restatementsUsed holds the new figure of a restatement against what the tables give for the scope and year.
func restatementsUsed(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, r := range s.Replaced() {
		labels := sheet.NamedScopes.FindAllString(r.Text[:r.Old.Start], -1)
		year := r.Year(0)
		if len(labels) != 1 || year == 0 {
			continue
		}
		c := events.Check{Inputs: []events.CheckInput{r.Input("before", r.Old), r.Input("restated", r.New)}}
		old := false
		for i := range s.Facts {
			f := &s.Facts[i]
			if f.Metric != facts.GHGEmissions || f.Scope != vocabulary.ScopeOf(labels[0]) || f.Category != "" || f.Year != year ||
				f.Source != facts.FromTable || f.Change || f.Target || f.Boundary != "" || !f.Quantity().Comparable(r.New) {
				continue
			}
			switch {
			case f.Quantity().Interval().Overlaps(r.New.Interval()):
				c.Result = events.CheckPass
			case f.Quantity().Interval().Overlaps(r.Old.Interval()):
				old = true
			default:
				continue
			}
			c.Inputs = append(c.Inputs, sheet.Input(sheet.Entry{Fact: f, At: &f.Place}, ""))
		}
		if len(c.Inputs) == 2 {
			continue
		}
		c.Severity = "info"
		c.Message = fmt.Sprintf("The restated figure, %s, is the one that the tables give for %d.", r.New.Text, year)
		if old {
			c.Result, c.Severity = events.CheckInconclusive, "warning"
			c.Message = fmt.Sprintf("%s is said to have been restated to %s, but a table still gives it for %d.", r.Old.Text, r.New.Text, year)
		}
		c.Working = fmt.Sprintf("page %d: %s to %s; tables: %s", r.Page, r.Old.Text, r.New.Text, c.Inputs[2].Value)
		out = append(out, r.Utter(c, strings.TrimSpace(r.New.Text), false))
	}
	return out
}
