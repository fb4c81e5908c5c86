package datametrics

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	fromWord = pattern.Compile(`(?i)\bfrom\s+(?:about|around|approximately|some|over|nearly)?\s*$`)
	toWord   = pattern.Compile(`(?i)\bto\s+(?:about|around|approximately|some|over|just over|nearly)?\s*$`)
	yearly   = pattern.Compile(`(?i)^\s*(?:per|a|each|every)\s+(?:year|annum)\b|^\s*(?:annually|p\.a\.)`)
)

// yoyPercentage checks a change that is given as two figures and as a percentage in one sentence, and that
// its words and its figures go the same way.
func yoyPercentage(r reading) []performed {
	var out []performed
	for _, s := range r.sentences {
		all := r.in(s)
		from, to, ok := fromTo(r, s, all)
		if !ok || from.Base().Sign() <= 0 {
			continue
		}
		stated, ok := onlyPercent(r, all, from, to)
		if !ok || !r.own(stated) || ofAnAmount(all, stated, from) || sheet.ShareOf(r.text[stated.End:]) || nextLevel(r.text, to, stated) ||
			ofTarget.MatchString(r.text[s.from:stated.Start]) || from.Unit.Dimension == quantity.Percent && !saidToChange(r, s, to, stated) {
			continue
		}
		inputs := []events.CheckInput{r.input("from", from), r.input("to", to), r.input("stated change", stated)}
		change, _ := quantity.PercentOf(quantity.Sub(to.Base(), from.Base()), from.Base())
		words := r.text[s.from:s.upTo]
		if from.Start > to.Start && stated.Start > from.End { // of these two alone, whatever else the sentence tells
			words = r.text[from.End:stated.End]
		}
		if d := direction(words); d*change.Sign() < 0 {
			out = append(out, performed{wrongWay(inputs, d, change), r.origin(from, to), true})
			continue
		}
		if sheet.OfOtherBasis(r.text[s.from:s.upTo]) || from.Unit.Dimension == quantity.Percent && samePoints(from, to, stated) {
			continue // "from 20 % to 30 %, up 10 %" means points, however it is written
		}
		c := events.Check{Name: "yoy_percentage", Inputs: inputs}
		c.Working = "(" + quantity.Print(to.Base(), 12) + " - " + quantity.Print(from.Base(), 12) +
			") / " + quantity.Print(from.Base(), 12) + " x 100 = " + quantity.Print(change, places) + " %"
		out = append(out, performed{points(c, quantity.Abs(change), changeInterval(from, to), stated), r.origin(from, to), true})
	}
	return out
}

// saidToChange reports whether a percentage beside two others is said to be the change between them: by a sign, or by a word right before or behind it.
// "From 5.1 % to 4.4 %, below the average of 4.9 %" gives three levels.
func saidToChange(r reading, s span, to, stated quantity.Quantity) bool {
	begin := s.from
	if to.End <= stated.Start {
		begin = to.End
	}
	_, ok := tied(r.text[begin:stated.Start], r.text[stated.End:s.upTo])
	return ok || stated.Signed
}

// ofAnAmount reports whether a percentage stands behind an amount of its own and before the two figures that it would be held against:
// "used 142,600 MWh, 2.0 % more, because floor space grew from 17.6 to 18.4 million".
func ofAnAmount(all []quantity.Quantity, stated, from quantity.Quantity) bool {
	return stated.Start < from.Start && slices.ContainsFunc(all, func(q quantity.Quantity) bool {
		return q.Start < stated.Start && !q.Year && q.Unit.Dimension != quantity.Percent && q.Unit.Dimension != quantity.Count
	})
}

// intoNextLevel leads from a level to the next one of a series: "to 68 % in 2023 and".
var intoNextLevel = pattern.Compile(`(?i)^(?:\s+in\s+(?:FY\s?)?\d{2,4}(?:[/-]\d{2,4})?)?(?:,|,?\s+(?:and|then))(?:\s+(?:then|to|finally))*\s+` +
	sheet.Hedges + `$`)

// nextLevel reports whether a percentage behind another is the next level and no change: "from 61 % to 68 % in 2023 and 74 % in 2024". Where it is
// not dated, a comma alone may lead to a change.
func nextLevel(text string, to, stated quantity.Quantity) bool {
	if to.Unit.Dimension != quantity.Percent || stated.Start < to.End || !intoNextLevel.MatchString(text[to.End:stated.Start]) {
		return false
	}
	return datedBehind.MatchString(text[stated.End:]) || strings.Contains(text[to.End:stated.Start], "and")
}

// datedBehind says of which year a figure is.
var datedBehind = pattern.Compile(`(?i)^\s+in\s+(?:FY\s?)?(?:19|20)\d\d\b`)

func wrongWay(inputs []events.CheckInput, d int, change *apd.Decimal) events.Check {
	words, figures := "a rise", "fall"
	if d < 0 {
		words, figures = "a fall", "rise"
	}
	return events.Check{
		Name: "direction", Result: events.CheckFail, Severity: "critical", Inputs: inputs,
		Message: "The words speak of " + words + ", the figures " + figures + " by " + quantity.Print(quantity.Abs(change), places) + " %.",
		Working: inputs[0].Value + " -> " + inputs[1].Value, Expected: figures, Stated: words,
	}
}

// fromTo finds the one pair of figures that a sentence leads "from" and "to".
func fromTo(r reading, s span, all []quantity.Quantity) (from, to quantity.Quantity, ok bool) {
	var froms, tos []quantity.Quantity
	for _, q := range all {
		if q.Year || q.Range {
			continue
		}
		before := r.text[s.from:q.Start]
		switch {
		case fromWord.MatchString(before):
			froms = append(froms, q)
		case toWord.MatchString(before):
			tos = append(tos, q)
		}
	}
	switch {
	case len(froms) == 1 && len(tos) == 1:
		from, to = froms[0], tos[0]
	case len(froms)+len(tos) == 0:
		if from, to, ok = besideEarlier(r, s, all); !ok {
			return from, to, false
		}
	default:
		return from, to, false
	}
	if from.Unit.Dimension == quantity.Count && to.Unit.Dimension != quantity.Count && from.Unit.Comparable(quantity.None) {
		from = sharing(from, to) // "from 2.45 to 2.3 million tCO2e"
	}
	return from, to, from.Comparable(to)
}

// besideEarlier is the one figure of a sentence behind which that of an earlier year stands in brackets, and then by how much it changed:
// "1,214 kt (2019: 1,402 kt), a reduction of 13 %".
func besideEarlier(r reading, s span, all []quantity.Quantity) (from, to quantity.Quantity, ok bool) {
	for i := range all {
		q := all[i]
		m := inBrackets.FindString(r.text[q.End:s.upTo])
		if q.Year || q.Range || m == "" {
			continue
		}
		k := i - 1
		for k >= 0 && all[k].Year {
			k--
		}
		next := slices.IndexFunc(all[i+1:], func(p quantity.Quantity) bool { return p.Unit.Dimension == quantity.Percent && !p.Year }) + i + 1
		if k < 0 || next == i || !earlierAt.MatchString(r.text[all[k].End:q.Start]) || !thenChanged.MatchString(r.text[q.End+len(m):all[next].Start]) ||
			leadsBase.MatchString(r.text[all[next].End:s.upTo]) || yearWord.MatchString(r.text[all[next].End:s.upTo]) {
			continue
		}
		if ok {
			return from, to, false
		}
		if from, to, ok = q, all[k], true; from.Unit.Dimension == quantity.Mass && to.Unit.Dimension == quantity.Emissions {
			from.Unit.Dimension = to.Unit.Dimension // "1,214 kt of CO2e (2019: 1,402 kt)"
		}
		if from.Unit.Dimension == quantity.Count && to.Unit.Dimension != quantity.Count {
			from = sharing(from, to)
		}
	}
	return from, to, ok && ofOneSize(from, to)
}

// ofOneSize reports whether neither of two figures is ten times the other: else one of them was read in another unit than it is meant in.
func ofOneSize(a, b quantity.Quantity) bool {
	ratio, ok := quantity.Ratio(a.Base(), b.Base())
	return ok && ratio.Cmp(apd.New(1, -1)) > 0 && ratio.Cmp(apd.New(10, 0)) < 0
}

var (
	earlierAt = pattern.Compile(`(?i)^[^();,.]{0,30}\((?:in\s+)?(?:(?:FY\s?)?(?:19|20)\d\d(?:[/–-]\d\d)?|` +
		`(?:the\s+)?(?:previous|prior|preceding|last)\s+year)\s*:\s*$`)
	inBrackets = pattern.Compile(`^[^();:]{0,30}\)`)
	// thenChanged leads from two figures to the change between them.
	thenChanged = pattern.Compile(`(?i)^\s*[,;:–-]?\s*(?:(?:which|that|this)\s+(?:is|was|corresponds\s+to|means|represents)\s+)?(?:i\.e\.,?\s+)?` +
		`(?:(?:an?|the)\s+)?(?:(?:reduc|decreas|declin|fall|drop|cut|increas|ris|grow)\p{L}*\s+(?:of|by)|down|up)\s+(?:by\s+)?` + hedge + `$`)
)

// sharing gives a figure without a unit the unit and the multiplier of the one it is compared with, if the two
// are then of one size.
func sharing(q, with quantity.Quantity) quantity.Quantity {
	printed, err := quantity.Parse(with.Number, quantity.Point)
	if err != nil || printed.Value.IsZero() {
		return q
	}
	scale, _ := quantity.Ratio(with.Value, printed.Value)
	out := q
	out.Value, out.Half = quantity.Mul(q.Value, scale), quantity.Mul(q.Half, scale)
	out.Unit, out.Per = with.Unit, with.Per
	ratio, ok := quantity.Ratio(out.Value, with.Value)
	if !ok || ratio.Cmp(apd.New(1, -1)) < 0 || ratio.Cmp(apd.New(10, 0)) > 0 {
		return q
	}
	return out
}

// onlyPercent is the one percentage of a sentence beside the two figures, if it is no yearly rate.
func onlyPercent(r reading, all []quantity.Quantity, beside ...quantity.Quantity) (quantity.Quantity, bool) {
	var found []quantity.Quantity
next:
	for _, q := range percents(all) {
		for _, b := range beside {
			if q.Start == b.Start {
				continue next
			}
		}
		if yearly.MatchString(r.text[q.End:]) {
			return quantity.Quantity{}, false
		}
		found = append(found, q)
	}
	if len(found) != 1 {
		return quantity.Quantity{}, false
	}
	return found[0], true
}

func samePoints(from, to, stated quantity.Quantity) bool {
	difference := quantity.Abs(quantity.Sub(to.Value, from.Value))
	return quantity.Abs(quantity.Sub(difference, quantity.Abs(stated.Value))).Cmp(tenthPoint) <= 0
}

// changeInterval is how large the change can be, given how the two figures were printed.
func changeInterval(from, to quantity.Quantity) quantity.Interval {
	f, t := from.Interval(), to.Interval()
	var all []*apd.Decimal
	for _, a := range []*apd.Decimal{f.Low, f.High} {
		for _, b := range []*apd.Decimal{t.Low, t.High} {
			if p, ok := quantity.PercentOf(quantity.Sub(b, a), a); ok {
				all = append(all, quantity.Abs(p))
			}
		}
	}
	out := quantity.Interval{Low: all[0], High: all[0]}
	for _, p := range all[1:] {
		if p.Cmp(out.Low) < 0 {
			out.Low = p
		}
		if p.Cmp(out.High) > 0 {
			out.High = p
		}
	}
	return out
}

var ofWhole = pattern.Compile(`(?i)^\s*(?:[a-z-]+\s+){0,3}?(?:out\s+of|of)\s+(?:(?:the|our|its|all|a|total|some|of|these)\s+){0,4}$`)

// percentageCalculation checks "45 of our 60 sites (75 %)".
func percentageCalculation(r reading) []performed {
	var out []performed
	for _, s := range r.sentences {
		all := r.in(s)
		for i := 1; i < len(all); i++ {
			part, whole := all[i-1], all[i]
			if part.Year || whole.Year || !part.Comparable(whole) || part.Unit.Dimension == quantity.Percent || !ofWhole.MatchString(r.text[part.End:whole.Start]) ||
				whole.Value.Sign() <= 0 || part.Value.Sign() < 0 || part.Base().Cmp(whole.Base()) > 0 {
				continue
			}
			stated, ok := onlyPercent(r, all)
			if !ok || !r.own(stated) || !beside(r.text, stated, part, whole) || sheet.OfAnother(r.text[s.from:stated.Start], r.text[stated.End:s.upTo]) {
				continue
			}
			share, _ := quantity.PercentOf(part.Base(), whole.Base())
			c := events.Check{Name: "percentage_calculation",
				Inputs: []events.CheckInput{r.input("part", part), r.input("whole", whole), r.input("stated share", stated)}}
			c.Working = quantity.Print(part.Base(), 12) + " / " + quantity.Print(whole.Base(), 12) + " x 100 = " + quantity.Print(share, places) + " %"
			out = append(out, performed{points(c, share, shareInterval(part, whole), stated), r.origin(part, whole), true})
		}
	}
	return out
}

// beside says whether a percentage stands right after the whole or right before the part.
func beside(text string, p, part, whole quantity.Quantity) bool {
	const reach = 30
	switch {
	case p.Start >= whole.End:
		return p.Start-whole.End <= reach
	case p.End <= part.Start:
		return part.Start-p.End <= 5 && strings.ContainsAny(text[p.End:part.Start], "(,")
	}
	return false
}

// shareInterval lets a count be what it is and a measured amount be rounded.
func shareInterval(part, whole quantity.Quantity) quantity.Interval {
	if part.Unit.Dimension == quantity.Count {
		share, _ := quantity.PercentOf(part.Value, whole.Value)
		return quantity.Interval{Low: share, High: share}
	}
	p, w := part.Interval(), whole.Interval()
	low, okLow := quantity.PercentOf(p.Low, w.High)
	high, okHigh := quantity.PercentOf(p.High, w.Low)
	if !okLow || !okHigh || w.Low.Sign() <= 0 {
		share, _ := quantity.PercentOf(part.Base(), whole.Base())
		return quantity.Interval{Low: share, High: share}
	}
	return quantity.Interval{Low: low, High: high}
}
