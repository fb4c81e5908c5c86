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
	// oneStep is what may stand between a percentage and the word of its change, before it and behind it.
	behindChange = regexp.MustCompile(`(?i)\b(?:by|of|up|down|rose|fell|grew|declined|dropped|increased|decreased|reduced|cut)\s+(?:(?:about|around|approximately|some)\s+)?$`)
	// OtherBasis are words of a change that is not one of the amounts beside it: per something, adjusted, of some of it.
	OtherBasis   = regexp.MustCompile(`(?i)\bper\s+\p{L}+|\blike[- ]for[- ]like\b|\badjust\w*|\bcomparable\b|\borganic\w*|\bconstant\b|\bexcluding\b|\bexcept\b|\bwithout\b|\bintensit\w*|\bspecific\b|\brelative\b|\befficien\w*|\brestat\w*`)
	leadsTo      = regexp.MustCompile(`(?i)\bto\s+(?:(?:about|around|approximately|some)\s+)?$`)
	beforeChange = regexp.MustCompile(`(?i)^\s*(?:year[- ]on[- ]year\s+)?(?:decreas\w*|reduction|declin\w*|drop|fall|lower|less|fewer|increase|rise|growth|higher|more)\b`)
)

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
	if said == "" || len(amounts) != 2 || stated.Value.Sign() <= 0 || OtherBasis.MatchString(x.text) {
		return c, "", false
	}
	i := slices.IndexFunc(amounts, func(q quantity.Quantity) bool { return countsFrom.MatchString(x.text[:q.Start]) })
	if i < 0 || countsFrom.MatchString(x.text[:amounts[1-i].Start]) || leadsTo.MatchString(x.text[:amounts[1-i].Start]) {
		return c, "", false // "from 3 to 2" is held against the claim that says so
	}
	then, now := amounts[i], amounts[1-i]
	if then.Unit.Dimension == quantity.Count && slices.Contains(measuredIn, now.Unit.Dimension) { // "from 0.65": in the unit of the other
		then.Value, then.Half, then.Unit = quantity.Mul(then.Value, scaleOf(now)), quantity.Mul(then.Half, scaleOf(now)), now.Unit
	}
	if massLike(then) && massLike(now) { // "0.62 million tonnes of CO2e ... from 0.65 million tonnes"
		then.Unit.Dimension = now.Unit.Dimension
	}
	if !slices.Contains(measuredIn, now.Unit.Dimension) || !then.Comparable(now) || then.Base().Sign() <= 0 || now.Base().Sign() < 0 {
		return c, "", false
	}
	before, behind := x.text[:stated.Start], x.text[stated.End:]
	if !behindChange.MatchString(before) && !beforeChange.MatchString(behind) {
		return c, "", false
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
