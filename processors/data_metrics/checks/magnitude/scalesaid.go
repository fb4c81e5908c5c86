package magnitude

import (
	"fmt"
	"maps"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// scaledApart finds a sentence that gives two years of one thing in scales a thousand apart: "4.91 million, up 2.5 % from 4.80 billion".
// That they are meant in one scale is shown by the change between them, or by the row of a table that has both.
func scaledApart(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for _, p := range x.Pairs() {
			power := apart(p.Now, p.Then)
			if power == 0 || !slices.Contains(sheet.MeasuredIn, p.Now.Unit.Dimension) || p.Now.Per != p.Then.Per {
				continue
			}
			meant := p.Now
			meant.Value, meant.Half = quantity.Mul(p.Now.Value, apd.New(1, power)), quantity.Mul(p.Now.Half, apd.New(1, power))
			how, row, ok := changes(x, meant, p.Then)
			if !ok {
				how, row, ok = inOneRow(s, meant, p)
			}
			if !ok {
				continue
			}
			c := events.Check{
				Result: events.CheckFail,
				Inputs: append([]events.CheckInput{x.Input("of the year before", p.Then), x.Input("in a sentence", p.Now)}, row...),
				Working: fmt.Sprintf("%s = %s %s; %s = %s %s; %s", p.Now.Text, compare.Show(p.Now.Base()), p.Now.Unit.Base(),
					p.Then.Text, compare.Show(p.Then.Base()), p.Then.Unit.Base(), how),
				Message: fmt.Sprintf("\"%s\" and \"%s\" are of one thing, but a thousand times apart: one of the two scales is mistaken.", p.Now.Text, p.Then.Text),
			}
			out = append(out, x.Utter(c, p.Now.Text, false))
		}
	}
	return out
}

// apart is the power of ten that brings a figure near another, if that is a thousand or a thousandth; 0 otherwise.
func apart(a, b quantity.Quantity) int32 {
	for _, power := range []int32{3, -3} {
		off, ok := quantity.Ratio(quantity.Mul(a.Base(), apd.New(1, power)), b.Base())
		if ok && off.Cmp(compare.FarFactor) < 0 && off.Cmp(compare.WholeHalf) > 0 {
			return power
		}
	}
	return 0
}

// changes reports whether a percentage of the sentence is the change from one figure to the other.
func changes(x sheet.Statement, now, then quantity.Quantity) (how string, row []events.CheckInput, ok bool) {
	low, high := compare.ChangeOf(then, now)
	for _, q := range x.Percents() {
		if len(compare.Significant(q.Number)) < 2 {
			continue
		}
		for _, v := range []*apd.Decimal{q.Value, new(apd.Decimal).Neg(q.Value)} {
			if (quantity.Interval{Low: quantity.Sub(v, q.Half), High: quantity.Sum(v, q.Half)}).Overlaps(quantity.Interval{Low: low, High: high}) {
				return "in one scale the change is " + q.Text, []events.CheckInput{x.Input("change", q)}, true
			}
		}
	}
	return "", nil, false
}

// inOneRow finds a row of a table that has both figures in one scale.
func inOneRow(s *sheet.Sheet, now quantity.Quantity, p sheet.ThenAndNow) (how string, row []events.CheckInput, ok bool) {
	if len(compare.Significant(p.Now.Number)) < compare.LeastShown || len(compare.Significant(p.Then.Number)) < compare.LeastShown {
		return "", nil, false
	}
	is := func(e sheet.Entry, q quantity.Quantity, power int32) bool {
		if e.Ambiguous() || e.Quantity().Unit.Dimension != q.Unit.Dimension || len(compare.Significant(e.Value)) < compare.LeastShown {
			return false
		}
		i := e.Quantity().Interval()
		return quantity.Interval{Low: quantity.Mul(i.Low, apd.New(1, power)), High: quantity.Mul(i.High, apd.New(1, power))}.Overlaps(q.Interval())
	}
	scales := []int32{0}
	if p.Now.Unit.Dimension == quantity.Money {
		scales = []int32{0, 3, 6} // the scale of a table of money may stand where it was not read; both figures have it
	}
	for _, r := range s.Timelines().All {
		cells := r.At
		for _, year := range slices.Sorted(maps.Keys(cells)) {
			e := cells[year]
			then, there := cells[year-1]
			if there && slices.ContainsFunc(scales, func(power int32) bool { return is(e, now, power) && is(then, p.Then, power) }) {
				return fmt.Sprintf("page %d: %s after %s", e.At.Page, e.WithUnit(), then.WithUnit()),
					[]events.CheckInput{sheet.Input(e, ""), sheet.Input(then, "")}, true
			}
		}
	}
	return "", nil, false
}
