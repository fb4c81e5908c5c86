package shares

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// thatIs leads to a share of what was said right before it: "41 of 54 stands have ground power, that is".
	thatIs = pattern.Compile(`(?i)(?:\(|,?\s+or|,?\s+(?:that|which)\s+(?:is|was|makes?|made|gives?|gave|means|meant)|,?\s*i\.e\.,?|\bequals?(?:\s+to)?|=|` +
		`\b(?:correspond\w*|equivalent|amount\w*)\s+to)\s*` + sheet.Hedges + `$`)
	// outOf leads from a part to its whole: "41 of [54]", "868 out of our".
	outOf = pattern.Compile(`(?i)^(?:\s+[\p{L}-]+){0,3}?\s+(?:out\s+)?of\s+(?:(?:the|our|all|its|their|a|total|of)\s+)*$`)
	// ofFirst begins with a whole: "Of our 34 houses".
	ofFirst = pattern.Compile(`(?i)^(?:out\s+)?of\s+(?:(?:the|our|all|its|their|these|a|total|of)\s+)*$`)
	// ofThem says that a part is one of what the sentence before counts.
	ofThem = pattern.Compile(`(?i)\bof\s+(?:them|these|those|whom|which)\b`)
)

// linkedShares holds "41 of 54 aircraft stands have ground power, that is 76 %" against itself: a share that is said to be the one of two amounts
// right before it is theirs, or that of other amounts of the sentence or the one before it.
func linkedShares(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i, q := range x.Figures {
			if q.Unit.Dimension != quantity.Percent || q.Range || q.Signed || q.Bound != quantity.Exactly || x.Renewed() || change.IsChange(x, q) ||
				noShare.MatchString(x.Text[q.End:]) {
				continue
			}
			part, whole, in, ok := partAndWhole(x, i)
			if !ok || madeBeside(x, q) || sheet.OfAnother(x.Before+" "+x.Text[:q.Start], strings.TrimLeft(x.Text[q.End:], ") ")) {
				continue
			}
			computed, fine := quantity.PercentOf(part.Base(), whole.Base())
			if !fine {
				continue
			}
			c := events.Check{
				Result: events.CheckFail, Severity: "critical",
				Inputs:  []events.CheckInput{x.Input("part", part), in.Input("whole", whole), x.Input(sheet.StatedLabel+" share", q)},
				Working: fmt.Sprintf("%s / %s x 100 = %s %%", compare.Show(part.Base()), compare.Show(whole.Base()), quantity.Print(computed, compare.Places)),
			}
			compare.Settle(&c, computed, q.Value, "%", false)
			c.Message = fmt.Sprintf("%s of %s is %s %%, not %s; no other amounts beside it make that share.",
				strings.TrimSpace(part.Text), strings.TrimSpace(whole.Text), quantity.Print(computed, max(1, -q.Value.Exponent)), q.Text)
			out = append(out, x.Utter(c, q.Text, in.Text == x.Text))
		}
	}
	return out
}

// partAndWhole are the two amounts that a share right behind them is said to be of.
func partAndWhole(x sheet.Statement, i int) (part, whole quantity.Quantity, in sheet.Statement, ok bool) {
	q := x.Figures[i]
	if i == 0 || !thatIs.MatchString(x.Text[:q.Start]) {
		return part, whole, x, false
	}
	last := x.Figures[i-1]
	alone := func(a, b quantity.Quantity) bool {
		return sheet.Amount(a) && sheet.Amount(b) && a.Comparable(b) && a.Value.Sign() > 0 && a.Base().Cmp(b.Base()) < 0
	}
	if strings.ContainsAny(x.Text[last.End:q.Start], ".;:") {
		return part, whole, x, false
	}
	if i > 1 && outOf.MatchString(x.Text[x.Figures[i-2].End:last.Start]) {
		return x.Figures[i-2], last, x, alone(x.Figures[i-2], last)
	}
	if first := x.Figures[0]; i == 2 && ofFirst.MatchString(x.Text[:first.Start]) {
		return last, first, x, alone(last, first)
	}
	if y := x.Earlier(); i == 1 {
		k := slices.IndexFunc(y.Figures, func(b quantity.Quantity) bool { return alone(last, b) })
		if k >= 0 && (ofThem.MatchString(x.Text[:q.Start]) || alikeCounted(x, last, y, y.Figures[k])) {
			return last, y.Figures[k], y, true
		}
	}
	return part, whole, x, false
}

// alikeCounted reports whether one word behind two figures says what both count.
func alikeCounted(x sheet.Statement, a quantity.Quantity, y sheet.Statement, b quantity.Quantity) bool {
	one, other := sheet.FirstOf(noun.FindStringSubmatch(x.Text[a.End:])), sheet.FirstOf(noun.FindStringSubmatch(y.Text[b.End:]))
	return a.Unit.Dimension == quantity.Count && one != "" && strings.EqualFold(one, other)
}

// madeBeside reports whether any two amounts of a sentence and the one before it make a share, or what is left of it.
func madeBeside(x sheet.Statement, q quantity.Quantity) bool {
	all := append(append([]quantity.Quantity{}, x.Figures...), x.Earlier().Figures...)
	rest := q
	rest.Value = quantity.Sub(compare.Hundred, q.Value)
	for _, a := range all {
		for _, b := range all {
			if !sheet.Amount(a) || !sheet.Amount(b) || !a.Comparable(b) || a.Base().Cmp(b.Base()) >= 0 {
				continue
			}
			if part, whole := compare.Whole(a), compare.Whole(b); possible(part, whole, q) || possible(part, whole, rest) {
				return true
			}
		}
	}
	return false
}

var (
	// theRest is the last part of a whole: all that is in none of the others.
	theRest = pattern.Compile(`(?i)\b(?:others?|rest|remaining|remainder|elsewhere|else)\b`)
	// nextItem is all that may stand between two shares of a list.
	nextItem = pattern.Compile(`(?i)^[\p{L}\s'’&()/-]{0,60}?,?\s*(?:\band\s+)?[\p{L}\s'’&/-]{0,60}$`)
)

// sharesToAll adds up the shares of a sentence of which the last one is that of all the rest: they make 100 %.
func sharesToAll(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		all := x.Percents()
		if len(all) < 3 || len(all) != len(x.Figures) || dated(x, all) || x.Renewed() || sheet.Movement.MatchString(x.Text) {
			continue
		}
		a, plain := addShares(x, all), true
		for i, q := range all {
			plain = plain && q.Bound == quantity.Exactly && !q.Signed && (i == 0 || nextItem.MatchString(x.Text[all[i-1].End:q.Start]))
		}
		last := all[len(all)-1]
		rest := theRest.MatchString(x.Text[all[len(all)-2].End:last.Start]) || theRest.MatchString(firstPart.FindString(x.Text[last.End:]))
		listed := func() bool { // "took 46 %, 31 % and 23 % of the loans"
			for i := 1; i < len(all); i++ {
				if !numbersOnly.MatchString(x.Text[all[i-1].End:all[i].Start]) {
					return false
				}
			}
			return sheet.ShareOf(x.Text[last.End:])
		}
		if !plain || !rest && !(a.sum.Cmp(compare.Hundred) > 0 && listed()) {
			continue
		}
		if a.off().Cmp(a.half) <= 0 || !compare.WithinPercent(compare.Hundred, a.sum, compare.TenPercent) {
			continue
		}
		out = append(out, a.wrong(x, last, "The parts of one whole make %s %%, not 100 %%."))
	}
	return out
}

// numbersOnly is all that parts the shares of a mere list.
var numbersOnly = pattern.Compile(`^\s*(?:,|,?\s+and)\s*$`)

var firstPart = pattern.Compile(`^[^.;,]{0,60}`)
