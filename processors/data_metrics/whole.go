package datametrics

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	remainder = pattern.Compile(`(?i)\b(?:the\s+)?(?:remaining|remainder|rest|balance)\b[^.;%]{0,25}$`)
	offsets   = pattern.Compile(`(?i)\b(?:net|negative|remov\w*|compensat\w*|offset\w*|avoid\w*)\b`)
	allOf     = apd.New(100, 0)
	// inWords is a part that no figure gives: "Three quarters of it was river water; the network supplied 22 % and wells the remaining 3 %".
	inWords = pattern.Compile(`(?i)\b(?:half|halves|thirds?|quarters?|fifths?|tenths?|majority|most)\b`)
)

// percentageSum checks percentages that one sentence says are a whole: the last is "the remaining" one.
func percentageSum(r reading) []performed {
	var out []performed
	for _, s := range r.sentences {
		parts := percents(r.in(s))
		if len(parts) < 2 || direction(r.text[s.from:s.upTo]) != 0 {
			continue
		}
		last := parts[len(parts)-1]
		if !remainder.MatchString(r.text[s.from:last.Start]) || !r.own(parts[0]) || !r.own(last) || inWords.MatchString(r.text) {
			continue
		}
		c := events.Check{Name: "percentage_sum"}
		for _, p := range parts {
			c.Inputs = append(c.Inputs, r.input("part", p))
		}
		out = append(out, performed{sumsToAll(c, parts), r.origin(parts...), true})
	}
	return out
}

// sumsToAll compares a sum of percentages with 100.
func sumsToAll(c events.Check, parts []quantity.Quantity) events.Check {
	possible := parts[0].Interval()
	sum := parts[0].Value
	c.Working = quantity.Print(parts[0].Value, 12)
	hedged := parts[0].Bound
	for _, p := range parts[1:] {
		possible = possible.Plus(p.Interval())
		sum = quantity.Sum(sum, p.Value)
		c.Working += " + " + quantity.Print(p.Value, 12)
		if p.Bound != quantity.Exactly {
			hedged = p.Bound
		}
	}
	c.Working += " = " + quantity.Print(sum, 12) + " %"
	whole := quantity.Interval{Low: allOf, High: allOf}
	compare.Settle(&c, allOf, sum, "%", possible.Overlaps(whole))
	compare.Conclude(&c, quantity.Abs(quantity.Sub(sum, allOf)).Cmp(tenthPoint) <= 0, hedged, "0.1 percentage points")
	return c
}

// magnitude looks for reductions by more than everything there was.
func magnitude(r reading) []performed {
	var out []performed
	for _, s := range r.sentences {
		text := r.text[s.from:s.upTo]
		for _, p := range percents(r.in(s)) {
			if !r.own(p) || p.Value.Cmp(allOf) <= 0 || strings.Contains(text, "\t") {
				continue // a row of a table says by its columns what is a change
			}
			if down, ok := tied(text[:p.Start-s.from], r.text[p.End:s.upTo]); !ok || !down {
				continue // 144 % more is no reduction
			}
			c := events.Check{
				Name: "magnitude", Result: events.CheckFail, Severity: "critical", Inputs: []events.CheckInput{r.input("stated reduction", p)},
				Message:  "A reduction by more than 100 % leaves less than nothing.",
				Working:  "100 % - " + quantity.Print(p.Value, 12) + " % = " + quantity.Print(quantity.Sub(allOf, p.Value), 12) + " %",
				Expected: "at most 100 %", Stated: quantity.Print(p.Value, 12) + " %", Difference: quantity.Print(quantity.Sub(p.Value, allOf), 12) + " %",
			}
			if offsets.MatchString(text) {
				c.Result, c.Severity = events.CheckInconclusive, "warning"
				c.Message = "A reduction by more than 100 % is possible only for a net figure, of which the claim speaks; what it nets is not stated here."
			}
			out = append(out, performed{c, r.origin(p), true})
		}
	}
	return out
}
