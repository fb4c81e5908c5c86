package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// oldAndNew is a sentence that says that one figure has replaced another.
type oldAndNew struct {
	statement
	old, new quantity.Quantity
}

var (
	restatedFrom = regexp.MustCompile(`(?i)\b(?:restated|corrected|adjusted|recalculated|revised)(?:\s+(?:upwards?|downwards?|retrospectively))?\s+from\s+$`)
	corrected    = regexp.MustCompile(`(?i)\b(?:corrected|adjusted|revised)(?:\s+\w+)?\s+from\b`)
	restatedTo   = regexp.MustCompile(`(?i)^\s+to\s+$`)
)

// replaced reads "were restated from 428,900 t CO2e to 431,800 t CO2e".
func (s *sheet) replaced() []oldAndNew {
	if s.renewed != nil {
		return s.renewed
	}
	s.renewed = []oldAndNew{}
	for _, x := range s.statements() {
		for i := 0; i+1 < len(x.figures); i++ {
			a, b := x.figures[i], x.figures[i+1]
			if !restatedFrom.MatchString(x.text[:a.Start]) || !restatedTo.MatchString(x.text[a.End:b.Start]) {
				continue
			}
			if a.Unit.Dimension == quantity.Count && b.Unit.Dimension != quantity.Count {
				a.Unit = b.Unit // "from 428,900 to 431,800 t CO2e"
			}
			if a.Comparable(b) {
				s.renewed = append(s.renewed, oldAndNew{x, a, b})
			}
		}
	}
	return s.renewed
}

// superseded says that a fact is the old figure of a restatement: it is no second voice on its year.
func (s *sheet) superseded(f *facts.Fact) bool {
	for _, r := range s.replaced() {
		if f.Page == r.page && f.Source == facts.FromText && f.Quantity().Comparable(r.old) && f.Quantity().Base().Cmp(r.old.Base()) == 0 {
			return true
		}
	}
	return false
}

// Superseded lists the ids of the facts that the report itself says to have replaced.
func Superseded(s *facts.Sheet, o Options) map[string]bool {
	t := &sheet{Sheet: s, options: o}
	out := map[string]bool{}
	if !slices.ContainsFunc(t.pages(), func(p document.Page) bool { return restatedWord.MatchString(p.Text) || corrected.MatchString(p.Text) }) {
		return out // most reports say nothing of the kind, and need not be read sentence by sentence
	}
	for i := range s.Facts {
		if t.superseded(&s.Facts[i]) {
			out[s.Facts[i].ID] = true
		}
	}
	return out
}

// restatementsUsed holds the new figure of a restatement against what the tables give for the scope and year.
func restatementsUsed(s *sheet) []utterance {
	var out []utterance
	for _, r := range s.replaced() {
		labels := namedScopes.FindAllString(r.text[:r.old.Start], -1)
		year := r.year(0)
		if len(labels) != 1 || year == 0 {
			continue
		}
		c := events.Check{Inputs: []events.CheckInput{r.input("before", r.old), r.input("restated", r.new)}}
		old := false
		for i := range s.Facts {
			f := &s.Facts[i]
			if f.Metric != facts.GHGEmissions || f.Scope != facts.ScopeOf(labels[0]) || f.Category != "" || f.Year != year ||
				f.Source != facts.FromTable || f.Change || f.Target || f.Boundary != "" || !f.Quantity().Comparable(r.new) {
				continue
			}
			switch {
			case f.Quantity().Interval().Overlaps(r.new.Interval()):
				c.Result = events.CheckPass
			case f.Quantity().Interval().Overlaps(r.old.Interval()):
				old = true
			default:
				continue
			}
			c.Inputs = append(c.Inputs, input(entry{Fact: f, at: &f.Place}, ""))
		}
		if len(c.Inputs) == 2 {
			continue
		}
		c.Severity = "info"
		c.Message = fmt.Sprintf("The restated figure, %s, is the one that the tables give for %d.", r.new.Text, year)
		if old {
			c.Result, c.Severity = events.CheckInconclusive, "warning"
			c.Message = fmt.Sprintf("%s is said to have been restated to %s, but a table still gives it for %d.", r.old.Text, r.new.Text, year)
		}
		c.Working = fmt.Sprintf("page %d: %s to %s; tables: %s", r.page, r.old.Text, r.new.Text, c.Inputs[2].Value)
		out = append(out, r.utter(c, strings.TrimSpace(r.new.Text), false))
	}
	return out
}
