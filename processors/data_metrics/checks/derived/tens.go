package derived

import (
	"fmt"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// mostTens is the most powers of ten that a rate is off by where its point stands wrong.
const mostTens = 3

// tensOff finds what there is for each of something that has the digits of the quotient of two amounts of its sentence and its point elsewhere: "EUR 18.5
// million to 2,640 farms, about EUR 701 for each of them". Both amounts are in the rate's own unit and counted one by one, so that no scale is left open.
func tensOff(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, p := range passages(s) {
		for _, q := range p.x.Figures {
			if q.Range || q.Value.Sign() <= 0 || q.Unit.Dimension == quantity.Percent || q.Unit.Dimension == quantity.Count ||
				len(compare.Significant(q.Number)) < compare.DigitsExchanged ||
				byYear.MatchString(p.x.Text[q.End:]) || !rateSaid.MatchString(p.x.Text[q.End:]) || q.Per != "" && step.MatchString(p.x.Text[:q.End]) {
				continue
			}
			if u, ok := p.tensOffOf(q); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

func (p passage) tensOffOf(q quantity.Quantity) (u sheet.Utterance, ok bool) {
	stated := q.Interval()
	for _, a := range p.near {
		for _, b := range p.near {
			if a.x != p.x || b.x != p.x || a.Start == q.Start || !a.amount() || !b.amount() || a.Unit.Symbol != q.Unit.Symbol || !b.count() || b.words ||
				b.Scale != nil || b.Value.Cmp(compare.Hundred) < 0 {
				continue
			}
			i, k := a.interval(), b.interval()
			low, fine := quantity.Ratio(i.Low, k.High)
			high, also := quantity.Ratio(i.High, k.Low)
			if !fine || !also || k.Low.Sign() <= 0 {
				continue
			}
			span := quantity.Interval{Low: low, High: high}
			if span.Overlaps(stated) {
				return u, false
			}
			for power := int32(-mostTens); power <= mostTens; power++ {
				by := apd.New(1, power)
				if power == 0 || !stated.Overlaps(quantity.Interval{Low: quantity.Mul(low, by), High: quantity.Mul(high, by)}) {
					continue
				}
				made, _ := quantity.Ratio(a.Base(), b.Base())
				c := events.Check{Result: events.CheckFail, Severity: "warning",
					Inputs:  []events.CheckInput{a.input("amount"), b.input("number"), p.x.Input(sheet.StatedLabel+" rate", q)},
					Working: fmt.Sprintf("%s / %s = %s", a.Text, b.Text, quantity.Print(made, compare.Places))}
				compare.Settle(&c, made, q.Base(), q.Unit.Base(), false)
				c.Message = fmt.Sprintf("%s stated; %s over %s has these digits, and its point elsewhere: %s.", q.Text, a.Text, b.Text, c.Expected)
				u, ok = p.x.Utter(c, q.Text, true), true
			}
		}
	}
	return u, ok
}
