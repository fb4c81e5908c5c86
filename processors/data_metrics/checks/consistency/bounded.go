package consistency

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// boundsBroken finds "more than 95 % of our cocoa was certified" where the one row that is called so, and nothing else, has less in that year.
func boundsBroken(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() || len(sheet.YearsNamed(x.Text)) > 1 {
			continue
		}
		for _, q := range x.Figures {
			least := q.Bound == quantity.AtLeast
			if q.Range || !least && q.Bound != quantity.AtMost || change.IsChange(x, q) || q.Per != "" {
				continue
			}
			year := x.Year(0)
			at := func(l sheet.Timeline) (sheet.Entry, bool) {
				y := year
				if y == 0 {
					y = l.Last().Year
				}
				e, ok := l.At[y]
				return e, ok && e.Sayable(q) && !sheet.OpenUnit(q, e) || ok && sheet.Percent(e) && e.Sayable(q)
			}
			l, how := s.Row(s.Around(x, q), func(l sheet.Timeline) bool { _, ok := at(l); return ok })
			if how < sheet.Surely {
				continue
			}
			e, _ := at(l)
			is, said := e.Quantity().Interval(), q.Base()
			if least && is.High.Cmp(said) >= 0 || !least && is.Low.Cmp(said) <= 0 {
				continue
			}
			c := events.Check{
				Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(e, ""), x.Input("in a sentence", q)},
				Working: fmt.Sprintf("page %d: %s; page %d: %s", x.Page, q.Text, e.At.Page, e.WithUnit()), Expected: e.WithUnit(), Stated: q.Text,
				Message: fmt.Sprintf("The sentence says %s %s, the row \"%s\", which alone is called so, has %s.",
					map[bool]string{true: "at least", false: "at most"}[least], q.Text, sheet.Shorten(e.Label()), e.WithUnit()),
			}
			out = append(out, x.Utter(c, q.Text, false))
		}
	}
	return out
}
