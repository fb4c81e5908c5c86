package consistency

import (
	"fmt"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// beyondBound holds "more than 95 % of our cocoa was certified" and "fewer than 12 spills" against the one row that the sentence speaks of and
// nothing else: its figure of the year lies on the other side of the bound, and that of no other year on this one.
func beyondBound(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() {
			continue
		}
		for _, q := range x.Figures {
			if q.Range || q.Bound != quantity.AtLeast && q.Bound != quantity.AtMost || q.Value.Sign() <= 0 || change.IsChange(x, q) {
				continue
			}
			if u, ok := otherSide(s, x, q); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

func otherSide(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity) (u sheet.Utterance, ok bool) {
	year := levelYear(x, q)
	if year < 0 {
		return u, false
	}
	l, how := s.Row(s.Around(x, q), func(t sheet.Timeline) bool {
		e := t.Last()
		return e.Sayable(quantity.Quantity{Value: q.Value, Unit: q.Unit}) && !sheet.OpenUnit(q, e)
	})
	if how < sheet.Surely {
		return u, false
	}
	side := func(e sheet.Entry) bool { // whether a figure is beyond the bound, on the side that is not said
		i := e.Quantity().Interval()
		if q.Bound == quantity.AtLeast {
			return i.High.Cmp(q.Base()) < 0
		}
		return i.Low.Cmp(q.Base()) > 0
	}
	e := l.Last()
	if year > 1 {
		if e, ok = l.At[year]; !ok {
			return u, false
		}
	}
	for _, y := range l.Years() {
		if !side(l.At[y]) {
			return u, false
		}
	}
	far, fine := quantity.Ratio(q.Base(), e.Quantity().Base())
	if !fine || far.Cmp(apd.New(2, 0)) > 0 || far.Cmp(apd.New(5, -1)) < 0 || e.Restated || s.Superseded(e.Fact) {
		return u, false
	}
	c := events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(e, ""), x.Input(sheet.StatedLabel+" bound", q)},
		Working: fmt.Sprintf("page %d: %s; page %d: %s", x.Page, q.Text, e.At.Page, e.WithUnit()), Expected: e.WithUnit(), Stated: q.Text,
		Message: fmt.Sprintf("The sentence bounds a figure by %s; the row \"%s\", which alone is called so, has %s, and no year on the side that is said.",
			q.Text, sheet.Shorten(e.Label()), e.WithUnit()),
	}
	return x.Utter(c, q.Text, false), true
}
