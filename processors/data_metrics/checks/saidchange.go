package checks

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// countsFrom stands right before the figure that a change counts from.
	countsFrom = regexp.MustCompile(`(?i)\b(?:from|compared\s+(?:to|with)|versus|against)\s+(?:(?:about|around|approximately|some)\s+)?$`)
	fallAround = regexp.MustCompile(`(?i)\b(?:decreas\w*|reduc\w*|fell|falls?|fallen|declin\w*|drop\w*|down|cut|lower\w*|less|fewer)\b`)
	riseAround = regexp.MustCompile(`(?i)\b(?:increas\w*|rose|ris(?:e|es|en|ing)|grew|grow\w*|growth|up|higher|more)\b`)
	// intoChange leads from an amount to the percentage behind it, fromChange from there to what the change counts from: "0.62
	// million tonnes in 2023, a [12 %] decrease from".
	intoChange = regexp.MustCompile(`(?i)^(?:\s+(?:in|for)\s+(?:FY\s?)?20\d\d)?\s*,\s*(?:(?:which\s+is|down|up|by|an?|about|around|some)\s+)*$`)
	fromChange = regexp.MustCompile(`(?i)^\s*(?:decrease|reduction|decline|drop|fall|lower|less|fewer|increase|rise|growth|higher|more)?` +
		`(?:\s+than\s+before)?,?\s*(?:down|up)?\s*(?:from|compared\s+(?:to|with)|versus|against)\s+(?:(?:about|around|approximately|some)\s+)?$`)
	ofAnAmount = regexp.MustCompile(`(?i)\b(?:by|sav\w+|avoid\w+|offset\w*|invest\w*|compensat\w+)\s+(?:(?:about|around|some)\s+)?$`)
	endsThere  = regexp.MustCompile(`(?i)^\s*(?:[.,;)]|$|in\s+(?:FY\s?)?\d|(?:a|the|last)\s+year\b)`)
	notPer     = regexp.MustCompile(`(?i)\bper\s*(?:cent|annum|year)\b`)
	basisWords = regexp.MustCompile(`(?i)\bper\s+\p{L}+|\blike[- ]for[- ]like\b|\badjust\w*|\bcomparable\b|\borganic\w*|\bconstant\b|\bintensit\w*|\brelative\b`)
)

// OfOtherBasis reports whether a sentence speaks of a change that need not be one of the amounts beside it: per something,
// adjusted, like for like.
func OfOtherBasis(text string) bool {
	return basisWords.MatchString(notPer.ReplaceAllString(text, "%"))
}

// saidChanges redoes "0.62 million tonnes, a 12.0 % decrease from 0.65": a sentence with two amounts, of which one is said to
// be what the change counts from, and one percentage that is said to be that change. With a third amount or another percentage
// it is open which of them belong together, and nothing is said.
func saidChanges(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		if c, said, ok := x.change(); ok {
			out = append(out, x.utter(c, said, true))
		}
	}
	return out
}

func (x statement) change() (c events.Check, said string, ok bool) {
	var amounts []quantity.Quantity
	var stated quantity.Quantity
	for _, q := range x.figures {
		switch {
		case q.Range || q.Per != "":
			return c, "", false
		case q.Unit.Dimension != quantity.Percent:
			amounts = append(amounts, q)
		case said != "":
			return c, "", false
		default:
			stated, said = q, q.Text
		}
	}
	if said == "" || len(amounts) != 2 || stated.Value.Sign() <= 0 || OfOtherBasis(x.text) {
		return c, "", false
	}
	now, then := amounts[0], amounts[1]
	if !countsFrom.MatchString(x.text[:then.Start]) || stated.Start < now.End || then.Start < stated.End || ofAnAmount.MatchString(x.text[:now.Start]) ||
		!intoChange.MatchString(x.text[now.End:stated.Start]) || !fromChange.MatchString(x.text[stated.End:then.Start]) {
		return c, "", false
	}
	if then.Unit.Dimension == quantity.Count && slices.Contains(measuredIn, now.Unit.Dimension) && endsThere.MatchString(x.text[then.End:]) { // "from 0.65"
		then.Value, then.Half, then.Unit = quantity.Mul(then.Value, scaleOf(now)), quantity.Mul(then.Half, scaleOf(now)), now.Unit
	}
	if massLike(then) && massLike(now) { // "0.62 million tonnes of CO2e ... from 0.65 million tonnes"
		then.Unit.Dimension = now.Unit.Dimension
	}
	if !slices.Contains(measuredIn, now.Unit.Dimension) || !then.Comparable(now) || then.Base().Sign() <= 0 || now.Base().Sign() < 0 {
		return c, "", false
	}
	if share, _ := quantity.PercentOf(now.Base(), then.Base()); quantity.Abs(quantity.Sub(share, stated.Value)).Cmp(onePercent) <= 0 {
		return c, "", false // the amount is the difference itself
	}
	fell, rose := fallAround.MatchString(x.text), riseAround.MatchString(x.text)
	if fell == rose {
		return c, "", false
	}
	computed, _ := quantity.PercentOf(quantity.Sub(now.Base(), then.Base()), then.Base())
	low, high := changeOf(then, now)
	v := stated.Value
	if fell {
		v = new(apd.Decimal).Neg(v)
	}
	c.Inputs = []events.CheckInput{x.input("from", then), x.input("to", now), x.input(statedLabel+" change", stated)}
	c.Working = fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", show(now.Base()), show(then.Base()), show(then.Base()), quantity.Print(computed, places))
	possible := quantity.Interval{Low: quantity.Sub(v, stated.Half), High: quantity.Sum(v, stated.Half)}.Overlaps(quantity.Interval{Low: low, High: high})
	Settle(&c, computed, v, "%", possible)
	bound := stated.Bound
	for _, q := range amounts {
		if q.Bound != quantity.Exactly {
			bound = q.Bound
		}
	}
	Conclude(&c, quantity.Abs(quantity.Sub(v, computed)).Cmp(tenthPoint) <= 0, bound, "0.1 percentage points")
	return c, said, true
}

func massLike(q quantity.Quantity) bool {
	return slices.Contains([]quantity.Dimension{quantity.Mass, quantity.CarbonGas, quantity.Emissions}, q.Unit.Dimension)
}

// scaleOf is the power of ten that a figure is printed in: a million for "0.62 million tonnes".
func scaleOf(q quantity.Quantity) *apd.Decimal {
	if q.Scale == nil {
		return quantity.Int(1)
	}
	return q.Scale
}

// changeOf is how large a change can be, given how its two figures were printed.
func changeOf(then, now quantity.Quantity) (low, high *apd.Decimal) {
	n, b := now.Interval(), then.Interval()
	for _, x := range []*apd.Decimal{n.Low, n.High} {
		for _, y := range []*apd.Decimal{b.Low, b.High} {
			p, ok := quantity.PercentOf(quantity.Sub(x, y), y)
			if !ok || y.Sign() <= 0 {
				continue
			}
			if low == nil || p.Cmp(low) < 0 {
				low = p
			}
			if high == nil || p.Cmp(high) > 0 {
				high = p
			}
		}
	}
	if low == nil {
		zero := quantity.Int(0)
		return zero, zero
	}
	return low, high
}
