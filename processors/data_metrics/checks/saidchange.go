package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
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

var (
	// intoDifference leads from an amount to what it is more or less by, onThe from there to what that counts from: "5.8 hours, an
	// improvement of 1.1 hours on the 6.9".
	intoDifference = regexp.MustCompile(`(?i)^[\p{L}\s]{0,40},\s+(?:an?|the)\s+(?:improvement|reduction|decrease|increase|rise|drop|fall|gain)\s+of\s+` +
		hedges + `$`)
	onThe      = regexp.MustCompile(`(?i)^[\p{L}\s]{0,20}\b(?:on|over|from|against|compared\s+(?:with|to))\s+(?:the\s+)?` + hedges + `$`)
	unitBehind = regexp.MustCompile(`^\s*(\p{L}+)`)
)

// differences redoes "5.8 hours, an improvement of 1.1 hours on the 6.9 hours of 2023": three amounts of one unit.
func differences(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for i := 1; i+1 < len(x.figures); i++ {
			a, by, b := x.figures[i-1], x.figures[i], x.figures[i+1]
			if !amount(a) || !amount(by) || !amount(b) || !a.Comparable(by) || !a.Comparable(b) || renewedSay.MatchString(x.text) ||
				!intoDifference.MatchString(x.text[a.End:by.Start]) || !onThe.MatchString(x.text[by.End:b.Start]) {
				continue
			}
			if a.Unit.Dimension == quantity.Count && (!x.counts(a, by) || !x.counts(a, b)) {
				continue
			}
			off := quantity.Abs(quantity.Sub(a.Base(), b.Base()))
			c := events.Check{Inputs: []events.CheckInput{x.input("from", b), x.input("to", a), x.input(statedLabel+" difference", by)}}
			c.Working = fmt.Sprintf("%s - %s = %s; stated: %s", b.Text, a.Text, show(off), by.Text)
			span := quantity.Sum(quantity.Sum(a.Half, b.Half), by.Half)
			Settle(&c, off, by.Base(), by.Unit.Base(), quantity.Abs(quantity.Sub(off, by.Base())).Cmp(span) <= 0)
			Conclude(&c, withinPercent(off, by.Base(), onePercent), by.Bound, "as printed")
			out = append(out, x.utter(c, by.Text, true))
		}
	}
	return out
}

// counts reports whether one word behind two figures says what both count.
func (x statement) counts(a, b quantity.Quantity) bool {
	one, other := firstOf(unitBehind.FindStringSubmatch(x.text[a.End:])), firstOf(unitBehind.FindStringSubmatch(x.text[b.End:]))
	return one != "" && strings.EqualFold(one, other)
}

// changedSince reads "The amount landfilled has fallen by more than 35 % since 2021".
var changedSince = regexp.MustCompile(`(?i)^(?:the\s+)?(?:(?:amount|quantity|volume|number)\s+(?:of\s+)?)?([^.;:,\d]{3,60}?)\s+` +
	`(?:has\s+|have\s+|had\s+)?(?:been\s+)?(` + fallVerbs + `|` + riseVerbs + `)\s+by\s+(?:more\s+than\s+|over\s+|at\s+least\s+|about\s+|around\s+)?` +
	`(\d[\d.,]*)\s?(?:%|per\s+cent)\s+since\s+` + someYear + `\.?$`)

// sinceThen holds such a sentence against the rows of which its subject is all of the name: none of them makes the change.
func sinceThen(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		all := x.percents()
		if len(all) != 1 || !strings.Contains(x.text, "since") {
			continue
		}
		m := changedSince.FindStringSubmatch(x.text)
		if m == nil || renewedSay.MatchString(x.text) || OfOtherBasis(x.text) {
			continue
		}
		by, since := all[0], facts.YearIn(m[4])
		stated := by.Value
		if falls.MatchString(m[2]) {
			stated = new(apd.Decimal).Neg(stated)
		}
		var found []utterance
		for _, i := range s.timelines().named[strings.Join(stems(m[1]), " ")] {
			l := s.timelines().all[i]
			now, then := l.last(), l.at[since]
			if then.Fact == nil || now.Year <= since || !comparable(now, then) || percent(now) || now.Restated || then.Restated {
				continue
			}
			change, ok := quantity.PercentOf(quantity.Sub(now.Quantity().Base(), then.Quantity().Base()), then.Quantity().Base())
			if !ok {
				continue
			}
			short := quantity.Sub(quantity.Abs(stated), quantity.Abs(change))
			if change.Sign() == stated.Sign() && (quantity.Abs(short).Cmp(onePercent) <= 0 || by.Bound == quantity.AtLeast && short.Sign() <= 0) {
				found = nil
				break
			}
			c := events.Check{Result: events.CheckFail, Severity: "critical", Stated: by.Text, Expected: quantity.Print(change, 1) + " %",
				Inputs:  []events.CheckInput{input(then, ""), input(now, ""), x.input(statedLabel+" change", by)},
				Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", now.Printed, then.Printed, then.Printed, quantity.Print(change, places)),
				Message: fmt.Sprintf("%s stated since %d, the row \"%s\" makes %s %%.", by.Text, since, shorten(now.label()), quantity.Print(change, 1))}
			found = append(found, x.utter(c, by.Text, false))
		}
		if len(found) == 1 {
			out = append(out, found...)
		}
	}
	return out
}
