package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

var historicalConsistency = Definition{
	Name: "historical_consistency", Severity: "warning", Tolerance: "as printed",
	About: "A whole scope of an earlier year is the same wherever the report gives it; a figure that is marked as restated may differ.",
	run: func(s *sheet) []finding {
		return s.eachEarlier(func(all []*facts.Fact) events.Check {
			if slices.ContainsFunc(all, func(f *facts.Fact) bool { return f.Restated }) {
				return events.Check{} // recalculation_consistency speaks of it
			}
			return agreement(all, "An earlier year's figure is the same wherever it is given.",
				"An earlier year's figure is given differently, unless the boundaries differ or one was restated.")
		})
	},
}

var recalculationConsistency = Definition{
	Name: "recalculation_consistency", Severity: "warning", Tolerance: "as printed",
	About: "Where a figure of an earlier year is marked or said to be restated, the report does not go on using the old one.",
	heard: restatementsUsed,
	run: func(s *sheet) []finding {
		return s.eachEarlier(func(all []*facts.Fact) events.Check {
			if !slices.ContainsFunc(all, func(f *facts.Fact) bool { return f.Restated }) {
				return events.Check{}
			}
			return agreement(all, "The restated figure is used wherever the year is given.",
				"A year is given by its restated figure in one place and otherwise in another.")
		})
	},
}

// eachEarlier makes one check of the figures of a whole scope for a year before its last, where several places give it.
func (s *sheet) eachEarlier(check func([]*facts.Fact) events.Check) []finding {
	type key struct {
		scope, method, boundary string
		year                    int
	}
	groups := map[key][]*facts.Fact{}
	var order []key
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric != facts.GHGEmissions || f.Scope == "" || f.Scope == "total" || f.Category != "" || f.Change ||
			f.Target || f.Year == 0 || f.Ambiguous() || f.Bound != "" || f.Dimension == "count" || s.superseded(f) {
			continue
		}
		if _, wrong := s.relabel[place{f.ID, f.Page}]; wrong {
			continue
		}
		k := key{f.Scope, f.Method, f.Boundary, f.Year}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], f)
	}
	var out []finding
	for _, k := range order {
		all := groups[k]
		first := all[0]
		all = slices.DeleteFunc(all, func(f *facts.Fact) bool {
			// Tables of one page give it for different parts of the entity.
			return f != first && f.Page == first.Page || s.MethodOpen(f) || !f.Quantity().Comparable(first.Quantity())
		})
		if len(all) < 2 || k.year >= s.lastYear(k.scope) {
			continue
		}
		if c := check(all[:min(len(all), 12)]); c.Result != "" {
			out = append(out, finding{c, all[1].Page})
		}
	}
	return out
}

func agreement(all []*facts.Fact, same, differs string) events.Check {
	c := events.Check{Result: events.CheckPass, Severity: "info", Message: same}
	var terms []string
	for _, f := range all {
		c.Inputs = append(c.Inputs, input(entry{Fact: f, at: &f.Place}, ""))
		terms = append(terms, fmt.Sprintf("page %d: %s", f.Page, f.WithUnit()))
		x, y := all[0].Quantity(), f.Quantity()
		overlaps := x.Interval().Overlaps(y.Interval())
		if c.Difference == "" || !overlaps {
			Settle(&c, x.Base(), y.Base(), x.Unit.Base(), overlaps)
		}
		if !overlaps {
			c.Result, c.Severity, c.Message = events.CheckInconclusive, "warning", differs
		}
	}
	c.Working = strings.Join(terms, "; ")
	return c
}

var direction = Definition{
	Name: "direction", Severity: "critical", Tolerance: "as printed",
	About: "A figure that a sentence says to have fallen from one to another is lower, one that is said to have risen is higher; " +
		"so is the row of a table that it speaks of. What is called the lowest of several years is below the others.",
	run: directions, heard: func(s *sheet) []utterance {
		return onceSaid(movements(s), movedRows(s), movedTo(s), superlatives(s), multiplied(s), timesThen(s), everyYear(s))
	},
}
