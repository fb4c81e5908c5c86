package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// countsFrom stands right before the figure that a change counts from.
var countsFrom = pattern.Compile(`(?i)\b(?:from|compared\s+(?:to|with)|versus|against)\s+(?:(?:about|around|approximately|some)\s+)?$`)

var (
	fallAround = pattern.Compile(`(?i)\b(?:decreas\w*|reduc\w*|fell|falls?|fallen|declin\w*|drop\w*|down|cut|lower\w*|less|fewer)\b`)
	riseAround = pattern.Compile(`(?i)\b(?:increas\w*|rose|ris(?:e|es|en|ing)|grew|grow\w*|growth|up|higher|more)\b`)
)

// intoChange leads from an amount to the percentage behind it, fromChange from there to what the change counts from: "0.62
// million tonnes in 2023, a [12 %] decrease from".
var intoChange = pattern.Compile(`(?i)^(?:\s+(?:in|for)\s+(?:FY\s?)?20\d\d)?\s*,\s*(?:(?:which\s+is|down|up|by|an?|about|around|some)\s+)*$`)

var (
	fromChange = pattern.Compile(`(?i)^\s*(?:decrease|reduction|decline|drop|fall|lower|less|fewer|increase|rise|growth|higher|more)?` +
		`(?:\s+than\s+before)?,?\s*(?:down|up)?\s*(?:from|compared\s+(?:to|with)|versus|against)\s+(?:(?:about|around|approximately|some)\s+)?$`)
	ofAnAmount = pattern.Compile(`(?i)\b(?:by|sav\w+|avoid\w+|offset\w*|invest\w*|compensat\w+)\s+(?:(?:about|around|some)\s+)?$`)
	endsThere  = pattern.Compile(`(?i)^\s*(?:[.,;)]|$|in\s+(?:FY\s?)?\d|(?:a|the|last)\s+year\b)`)
)

// saidChanges redoes "0.62 million tonnes, a 12.0 % decrease from 0.65": a sentence with two amounts, of which one is said to
// be what the change counts from, and one percentage that is said to be that change. With a third amount or another percentage
// it is open which of them belong together, and nothing is said.
func saidChanges(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if c, said, ok := change(x); ok {
			out = append(out, x.Utter(c, said, true))
		}
	}
	return out
}

func change(x sheet.Statement) (c events.Check, said string, ok bool) {
	var amounts []quantity.Quantity
	var stated quantity.Quantity
	for _, q := range x.Figures {
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
	if said == "" || len(amounts) != 2 || stated.Value.Sign() <= 0 || sheet.OfOtherBasis(x.Text) {
		return c, "", false
	}
	now, then := amounts[0], amounts[1]
	if !countsFrom.MatchString(x.Text[:then.Start]) || stated.Start < now.End || then.Start < stated.End || ofAnAmount.MatchString(x.Text[:now.Start]) ||
		!intoChange.MatchString(x.Text[now.End:stated.Start]) || !fromChange.MatchString(x.Text[stated.End:then.Start]) {
		return c, "", false
	}
	if then.Unit.Dimension == quantity.Count && slices.Contains(sheet.MeasuredIn, now.Unit.Dimension) && endsThere.MatchString(x.Text[then.End:]) { // "from 0.65"
		then.Value, then.Half, then.Unit = quantity.Mul(then.Value, sheet.ScaleOf(now)), quantity.Mul(then.Half, sheet.ScaleOf(now)), now.Unit
	}
	if sheet.MassLike(then) && sheet.MassLike(now) { // "0.62 million tonnes of CO2e ... from 0.65 million tonnes"
		then.Unit.Dimension = now.Unit.Dimension
	}
	if !slices.Contains(sheet.MeasuredIn, now.Unit.Dimension) || !then.Comparable(now) || then.Base().Sign() <= 0 || now.Base().Sign() < 0 {
		return c, "", false
	}
	if share, _ := quantity.PercentOf(now.Base(), then.Base()); quantity.Abs(quantity.Sub(share, stated.Value)).Cmp(compare.OnePercent) <= 0 {
		return c, "", false // the amount is the difference itself
	}
	fell, rose := fallAround.MatchString(x.Text), riseAround.MatchString(x.Text)
	if fell == rose {
		return c, "", false
	}
	computed, _ := quantity.PercentOf(quantity.Sub(now.Base(), then.Base()), then.Base())
	low, high := compare.ChangeOf(then, now)
	v := stated.Value
	if fell {
		v = new(apd.Decimal).Neg(v)
	}
	c.Inputs = []events.CheckInput{x.Input("from", then), x.Input("to", now), x.Input(sheet.StatedLabel+" change", stated)}
	c.Working = fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", compare.Show(now.Base()), compare.Show(then.Base()), compare.Show(then.Base()),
		quantity.Print(computed, compare.Places))
	possible := quantity.Interval{Low: quantity.Sub(v, stated.Half), High: quantity.Sum(v, stated.Half)}.Overlaps(quantity.Interval{Low: low, High: high})
	compare.Settle(&c, computed, v, "%", possible)
	bound := stated.Bound
	for _, q := range amounts {
		if q.Bound != quantity.Exactly {
			bound = q.Bound
		}
	}
	compare.Conclude(&c, quantity.Abs(quantity.Sub(v, computed)).Cmp(compare.TenthPoint) <= 0, bound, "0.1 percentage points")
	return c, said, true
}

var (
	// intoDifference leads from an amount to what it is more or less by, onThe from there to what that counts from: "5.8 hours, an
	// improvement of 1.1 hours on the 6.9".
	intoDifference = pattern.Compile(`(?i)^[\p{L}\s]{0,40},\s+(?:an?|the)\s+(?:improvement|reduction|decrease|increase|rise|drop|fall|gain)\s+of\s+` +
		sheet.Hedges + `$`)
	onThe      = pattern.Compile(`(?i)^[\p{L}\s]{0,20}\b(?:on|over|from|against|compared\s+(?:with|to))\s+(?:the\s+)?` + sheet.Hedges + `$`)
	unitBehind = pattern.Compile(`^\s*(\p{L}+)`)
)

// differences redoes "5.8 hours, an improvement of 1.1 hours on the 6.9 hours of 2023": three amounts of one unit.
func differences(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i := 1; i+1 < len(x.Figures); i++ {
			a, by, b := x.Figures[i-1], x.Figures[i], x.Figures[i+1]
			if !sheet.Amount(a) || !sheet.Amount(by) || !sheet.Amount(b) || !a.Comparable(by) || !a.Comparable(b) || x.Renewed() ||
				!intoDifference.MatchString(x.Text[a.End:by.Start]) || !onThe.MatchString(x.Text[by.End:b.Start]) {
				continue
			}
			if a.Unit.Dimension == quantity.Count && (!counts(x, a, by) || !counts(x, a, b)) {
				continue
			}
			c := differenceOf(x, b, a, by)
			off := quantity.Abs(quantity.Sub(a.Base(), b.Base()))
			compare.Conclude(&c, compare.WithinPercent(off, by.Base(), compare.OnePercent), by.Bound, "as printed")
			out = append(out, x.Utter(c, by.Text, true))
		}
	}
	return out
}

// differenceOf holds what is said to be the difference of two amounts against it. Two that print the same difference explain one another.
func differenceOf(x sheet.Statement, then, now, by quantity.Quantity) events.Check {
	c := events.Check{Inputs: []events.CheckInput{x.Input("from", then), x.Input("to", now), x.Input(sheet.StatedLabel+" difference", by)}}
	less, more := then, now
	if less.Base().Cmp(more.Base()) > 0 {
		less, more = more, less
	}
	off := quantity.Sub(more.Base(), less.Base())
	c.Working = fmt.Sprintf("%s - %s = %s; stated: %s", more.Text, less.Text, compare.Show(off), by.Text)
	apart := quantity.Interval{
		Low: quantity.Sub(more.Interval().Low, less.Interval().High), High: quantity.Sub(more.Interval().High, less.Interval().Low),
	}
	compare.Settle(&c, off, by.Base(), by.Unit.Base(), by.Interval().Overlaps(apart))
	return c
}

// counts reports whether one word behind two figures says what both count.
func counts(x sheet.Statement, a, b quantity.Quantity) bool {
	one, other := sheet.FirstOf(unitBehind.FindStringSubmatch(x.Text[a.End:])), sheet.FirstOf(unitBehind.FindStringSubmatch(x.Text[b.End:]))
	return one != "" && strings.EqualFold(one, other)
}

// changedSince reads "The amount landfilled has fallen by more than 35 % since 2021".
var changedSince = pattern.Compile(`(?i)^(?:the\s+)?(?:(?:amount|quantity|volume|number)\s+(?:of\s+)?)?([^.;:,\d]{3,60}?)\s+` +
	`(?:has\s+|have\s+|had\s+)?(?:been\s+)?(` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `)\s+by\s+(?:more\s+than\s+|over\s+|at\s+least\s+|about\s+|around\s+)?` +
	`(\d[\d.,]*)\s?(?:%|per\s+cent)\s+since\s+` + sheet.SomeYear + `\.?$`)

// sinceThen holds such a sentence against the rows of which its subject is all of the name: none of them makes the change.
func sinceThen(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		all := x.Percents()
		if len(all) != 1 || !strings.Contains(x.Text, "since") {
			continue
		}
		m := changedSince.FindStringSubmatch(x.Text)
		if m == nil || x.Renewed() || sheet.OfOtherBasis(x.Text) {
			continue
		}
		by, since := all[0], vocabulary.YearIn(m[4])
		stated := by.Value
		if sheet.Falls.MatchString(m[2]) {
			stated = new(apd.Decimal).Neg(stated)
		}
		var found []sheet.Utterance
		for _, i := range s.Timelines().Named[strings.Join(sheet.Stems(m[1]), " ")] {
			l := s.Timelines().All[i]
			now, then := l.Last(), l.At[since]
			if then.Fact == nil || now.Year <= since || !sheet.Comparable(now, then) || sheet.Percent(now) || now.Restated || then.Restated {
				continue
			}
			change, ok := quantity.PercentOf(quantity.Sub(now.Quantity().Base(), then.Quantity().Base()), then.Quantity().Base())
			if !ok {
				continue
			}
			short := quantity.Sub(quantity.Abs(stated), quantity.Abs(change))
			if change.Sign() == stated.Sign() && (quantity.Abs(short).Cmp(compare.OnePercent) <= 0 || by.Bound == quantity.AtLeast && short.Sign() <= 0) {
				found = nil
				break
			}
			c := events.Check{Result: events.CheckFail, Severity: "critical", Stated: by.Text, Expected: quantity.Print(change, 1) + " %",
				Inputs:  []events.CheckInput{sheet.Input(then, ""), sheet.Input(now, ""), x.Input(sheet.StatedLabel+" change", by)},
				Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", now.Printed, then.Printed, then.Printed, quantity.Print(change, compare.Places)),
				Message: fmt.Sprintf("%s stated since %d, the row \"%s\" makes %s %%.", by.Text, since, sheet.Shorten(now.Label()), quantity.Print(change, 1))}
			found = append(found, x.Utter(c, by.Text, false))
		}
		if len(found) == 1 {
			out = append(out, found...)
		}
	}
	return out
}
