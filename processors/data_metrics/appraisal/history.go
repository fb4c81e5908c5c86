package appraisal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// jump is the share by which a year differs from both of its neighbours, in one direction, for a reader to be told of it.
var jump = apd.New(25, 0)

// history puts the claim's figure among those that the report gives for other years of the same thing, in one row of one
// table: rows of different tables may be of different boundaries.
func history(s Subject, r *Report) *events.HistoricalConsistency {
	now, prior := s.series(r)
	restated := restatements(s)
	if now == nil && len(restated) == 0 {
		return nil
	}
	h := events.HistoricalConsistency{
		Prior: []events.YearValue{}, Jumps: []string{}, Restated: restated, Assessment: inconclusive,
		Reason: "No check of the claim holds its figure against another year.",
	}
	if now != nil {
		among(&h, now, prior)
	}
	assess(&h, s.Checks, now)
	return &h
}

// among fills in a figure with those of earlier years.
func among(h *events.HistoricalConsistency, now *facts.Fact, prior []*facts.Fact) {
	h.Metric, h.CurrentYear, h.Current, h.Unit = string(now.Metric), now.Year, quantity.Print(now.Quantity().Base(), 12), now.Quantity().Unit.Base()
	for _, x := range prior {
		h.Prior = append(h.Prior, events.YearValue{Year: x.Year, Value: quantity.Print(x.Quantity().Base(), 12), Page: x.Page, Restated: x.Restated})
	}
	last := prior[len(prior)-1]
	if change, ok := quantity.PercentOf(quantity.Sub(now.Quantity().Base(), last.Quantity().Base()), last.Quantity().Base()); ok {
		h.Calculated = pointsText(change)
	}
	all := append(slices.Clone(prior), now)
	h.Trend = trendOf(all)
	if now.Quantity().Unit.Dimension != quantity.Count { // few of anything go up and down
		h.Jumps = jumpsOf(all)
	}
}

// assess says what came of the checks that hold the claim against other years.
func assess(h *events.HistoricalConsistency, checks []events.Check, now *facts.Fact) {
	var failed, passed []string
	for _, c := range checks {
		if !events.KindOfCheck(c.Name).OverYears {
			continue
		}
		if c.Name == "yoy_percentage" && h.Reported == "" && now != nil && // a row may state the changes of several things
			slices.ContainsFunc(c.Inputs, func(in events.CheckInput) bool { return in.FactID == now.ID }) {
			h.Reported = c.Stated
		}
		switch c.Result {
		case events.CheckFail:
			failed = once(failed, c.Name)
		case events.CheckPass:
			passed = once(passed, c.Name)
		case events.CheckInconclusive:
		}
	}
	agree, not := strings.Join(passed, ", "), strings.Join(failed, ", ")
	switch {
	case len(failed) > 0 && len(passed) > 0:
		h.Assessment, h.Reason = "partially_consistent", fmt.Sprintf("Checks that agree: %s; that do not: %s.", agree, not)
	case len(failed) > 0:
		h.Assessment, h.Reason = "inconsistent", "It does not agree with the figures of other years, by "+not+"."
	case len(passed) > 0:
		h.Assessment, h.Reason = "consistent", "It agrees with the figures of other years, by "+agree+"."
	}
}

func once(all []string, name string) []string {
	if slices.Contains(all, name) {
		return all
	}
	return append(all, name)
}

// series is the latest of the claim's figures that is a fact of a table, with the same row's figures of earlier years,
// earliest first; nil without any.
func (s Subject) series(r *Report) (now *facts.Fact, prior []*facts.Fact) {
	for _, q := range s.Figures {
		for _, x := range s.Facts[q.Start] {
			if x.Year > 0 && !x.Change && !x.Target && !x.Ambiguous() && (now == nil || x.Year > now.Year) {
				now = x
			}
		}
	}
	if now == nil {
		return nil, nil
	}
	if now = r.tabled(now); now == nil {
		return nil, nil
	}
	for i := range r.Sheet.Facts {
		x := &r.Sheet.Facts[i]
		if x.Page != now.Page || x.Table != now.Table || x.Row != now.Row || !alike(x, now) || x.Year == 0 || x.Year > now.Year || x.Ambiguous() ||
			!x.Quantity().Comparable(now.Quantity()) || x.ID == now.ID && x.Col == now.Col {
			continue
		}
		if x.Year == now.Year {
			return nil, nil // a column of all years beside one of the last: which is which is not said here
		}
		if slices.ContainsFunc(prior, func(o *facts.Fact) bool { return o.Year == x.Year }) {
			return nil, nil // two columns of one year: of two things
		}
		prior = append(prior, x)
	}
	slices.SortFunc(prior, func(a, b *facts.Fact) int { return a.Year - b.Year })
	if len(prior) == 0 {
		return nil, nil
	}
	return now, prior
}

// tabled is the fact of a table that a sentence says again; nil where there is none.
func (r *Report) tabled(now *facts.Fact) *facts.Fact {
	if now.Table > 0 {
		return now
	}
	for i := range r.Sheet.Facts {
		x := &r.Sheet.Facts[i]
		if x.Table > 0 && x.Scope != "" && alike(x, now) && x.Year == now.Year && x.Quantity().Comparable(now.Quantity()) &&
			x.Quantity().Base().Cmp(now.Quantity().Base()) == 0 {
			return x
		}
	}
	return nil
}

// alike says that two facts are of one thing, whatever the year.
func alike(a, b *facts.Fact) bool {
	return a.Metric == b.Metric && a.Scope == b.Scope && a.Category == b.Category && a.Method == b.Method && a.Boundary == b.Boundary && a.Per == b.Per &&
		!a.Change && !a.Target
}

// trendOf says which way figures go from year to year.
func trendOf(all []*facts.Fact) string {
	up, down := false, false
	for i := 1; i < len(all); i++ {
		c := all[i].Quantity().Base().Cmp(all[i-1].Quantity().Base())
		up, down = up || c > 0, down || c < 0
	}
	switch {
	case up && down:
		return "mixed"
	case up:
		return "rising"
	case down:
		return "falling"
	}
	return "flat"
}

// jumpsOf lists years whose figure stands out from both neighbours in one direction. It may have its reasons.
func jumpsOf(all []*facts.Fact) []string {
	out := []string{}
	for i := 1; i+1 < len(all); i++ {
		var way [2]int
		for k, o := range []*facts.Fact{all[i-1], all[i+1]} {
			change, ok := quantity.PercentOf(quantity.Sub(all[i].Quantity().Base(), o.Quantity().Base()), o.Quantity().Base())
			if ok && quantity.Abs(change).Cmp(jump) > 0 {
				way[k] = change.Sign()
			}
		}
		if way[0] != 0 && way[0] == way[1] && all[i].Year-all[i-1].Year == 1 && all[i+1].Year-all[i].Year == 1 {
			out = append(out, fmt.Sprintf("%d stands out: %s, against %s the year before and %s the year after.",
				all[i].Year, all[i].WithUnit(), all[i-1].WithUnit(), all[i+1].WithUnit()))
		}
	}
	return out
}

var (
	renewed = pattern.Compile(`(?i)\b(?:restated|corrected|adjusted|recalculated|revised)\b[^.;]{0,40}\bfrom\s+$`)
	onto    = pattern.Compile(`(?i)^\s+to\s+$`)
	because = pattern.Compile(`(?i)\b(?:because|due\s+to|as\s+a\s+result\s+of|following|owing\s+to|since|after|reflecting|to\s+reflect)\b[^.]{3,200}`)
)

// restatements reads "restated from 428,900 t CO2e to 431,800 t CO2e" with the reason, if the claim gives one.
func restatements(s Subject) []events.RestatedAmount {
	out := []events.RestatedAmount{}
	for i := 0; i+1 < len(s.Figures); i++ {
		a, b := s.Figures[i], s.Figures[i+1]
		if !renewed.MatchString(s.Text[:a.Start]) || !onto.MatchString(s.Text[a.End:b.Start]) {
			continue
		}
		if a.Unit.Dimension == quantity.Count && b.Unit.Dimension != quantity.Count {
			a.Unit = b.Unit // "from 428,900 to 431,800 t CO2e"
		}
		change, ok := quantity.PercentOf(quantity.Sub(b.Base(), a.Base()), a.Base())
		if !a.Comparable(b) || !ok {
			continue
		}
		out = append(out, events.RestatedAmount{
			From: a.Text, To: b.Text, Percent: pointsText(change), Reason: strings.TrimSpace(because.FindString(s.Text[b.End:])),
		})
	}
	return out
}
