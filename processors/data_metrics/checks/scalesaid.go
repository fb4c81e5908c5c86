package checks

import (
	"fmt"
	"maps"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// scaledApart finds a sentence that gives two years of one thing in scales a thousand apart: "4.91 million, up 2.5 % from 4.80 billion".
// That they are meant in one scale is shown by the change between them, or by the row of a table that has both.
func scaledApart(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for _, p := range x.pairs() {
			power := apart(p.now, p.then)
			if power == 0 || !slices.Contains(measuredIn, p.now.Unit.Dimension) || p.now.Per != p.then.Per {
				continue
			}
			meant := p.now
			meant.Value, meant.Half = quantity.Mul(p.now.Value, apd.New(1, power)), quantity.Mul(p.now.Half, apd.New(1, power))
			how, row, ok := x.changes(meant, p.then)
			if !ok {
				how, row, ok = s.inOneRow(meant, p)
			}
			if !ok {
				continue
			}
			c := events.Check{
				Result: events.CheckFail,
				Inputs: append([]events.CheckInput{x.input("of the year before", p.then), x.input("in a sentence", p.now)}, row...),
				Working: fmt.Sprintf("%s = %s %s; %s = %s %s; %s", p.now.Text, show(p.now.Base()), p.now.Unit.Base(),
					p.then.Text, show(p.then.Base()), p.then.Unit.Base(), how),
				Message: fmt.Sprintf("\"%s\" and \"%s\" are of one thing, but a thousand times apart: one of the two scales is mistaken.", p.now.Text, p.then.Text),
			}
			out = append(out, x.utter(c, p.now.Text, false))
		}
	}
	return out
}

// apart is the power of ten that brings a figure near another, if that is a thousand or a thousandth; 0 otherwise.
func apart(a, b quantity.Quantity) int32 {
	for _, power := range []int32{3, -3} {
		off, ok := quantity.Ratio(quantity.Mul(a.Base(), apd.New(1, power)), b.Base())
		if ok && off.Cmp(farFactor) < 0 && off.Cmp(wholeHalf) > 0 {
			return power
		}
	}
	return 0
}

// changes reports whether a percentage of the sentence is the change from one figure to the other.
func (x statement) changes(now, then quantity.Quantity) (how string, row []events.CheckInput, ok bool) {
	low, high := changeOf(then, now)
	for _, q := range x.percents() {
		if len(significant(q.Number)) < 2 {
			continue
		}
		for _, v := range []*apd.Decimal{q.Value, new(apd.Decimal).Neg(q.Value)} {
			if (quantity.Interval{Low: quantity.Sub(v, q.Half), High: quantity.Sum(v, q.Half)}).Overlaps(quantity.Interval{Low: low, High: high}) {
				return "in one scale the change is " + q.Text, []events.CheckInput{x.input("change", q)}, true
			}
		}
	}
	return "", nil, false
}

// inOneRow finds a row of a table that has both figures in one scale.
func (s *sheet) inOneRow(now quantity.Quantity, p thenAndNow) (how string, row []events.CheckInput, ok bool) {
	if len(significant(p.now.Number)) < leastShown || len(significant(p.then.Number)) < leastShown {
		return "", nil, false
	}
	is := func(e entry, q quantity.Quantity, power int32) bool {
		if e.Ambiguous() || e.Quantity().Unit.Dimension != q.Unit.Dimension || len(significant(e.Value)) < leastShown {
			return false
		}
		i := e.Quantity().Interval()
		return quantity.Interval{Low: quantity.Mul(i.Low, apd.New(1, power)), High: quantity.Mul(i.High, apd.New(1, power))}.Overlaps(q.Interval())
	}
	scales := []int32{0}
	if p.now.Unit.Dimension == quantity.Money {
		scales = []int32{0, 3, 6} // the scale of a table of money may stand where it was not read; both figures have it
	}
	for _, r := range s.timelines().all {
		cells := r.at
		for _, year := range slices.Sorted(maps.Keys(cells)) {
			e := cells[year]
			then, there := cells[year-1]
			if there && slices.ContainsFunc(scales, func(power int32) bool { return is(e, now, power) && is(then, p.then, power) }) {
				return fmt.Sprintf("page %d: %s after %s", e.at.Page, e.WithUnit(), then.WithUnit()),
					[]events.CheckInput{input(e, ""), input(then, "")}, true
			}
		}
	}
	return "", nil, false
}
