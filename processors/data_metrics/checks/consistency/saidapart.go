package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// utteredFigure is a figure of a sentence with all that is said of it.
type utteredFigure struct {
	sheet.Statement
	quantity.Quantity
	year int
}

// saidApart finds two sentences that give one figure differently: they say the same words of it, of one year, and one of the figures is the
// other but for a slip.
func saidApart(s *sheet.Sheet) []sheet.Utterance {
	groups := map[string][]utteredFigure{}
	var order []string
	for _, x := range s.Statements() {
		for _, q := range x.Figures {
			if q.Range || q.Bound != quantity.Exactly || q.Value.Sign() <= 0 || x.Renewed() || len(compare.DigitsIn(q.Number)) < 2 || change.IsChange(x, q) ||
				noLevel.MatchString(x.Text[:q.Start]) {
				continue
			}
			year := levelYear(x, q)
			p := s.Around(x, q)
			words := slices.Compact(slices.Sorted(slices.Values(slices.Concat(p.Names, p.Other))))
			if year < 0 || year == 1 || p.Points || len(words) < 2 || len(p.Names) == 0 {
				continue
			}
			key := string(q.Unit.Dimension) + "\x1f" + q.Per + "\x1f" + strings.Join(words, " ")
			if groups[key] == nil {
				order = append(order, key)
			}
			groups[key] = append(groups[key], utteredFigure{x, q, year})
		}
	}
	var out []sheet.Utterance
	for _, key := range order {
		all := groups[key]
		if len(all) != 2 || all[0].Statement.Text == all[1].Statement.Text {
			continue
		}
		a, b := all[0], all[1]
		if a.year != b.year || !a.Comparable(b.Quantity) || a.Interval().Overlaps(b.Interval()) {
			continue
		}
		how := compare.SlipOfDigits(a.Number, b.Number)
		x, y := compare.DigitsIn(a.Number), compare.DigitsIn(b.Number)
		if how == "" || !compare.Exchanged(x, y) && len(x) < compare.DigitsChanged {
			continue
		}
		c := events.Check{
			Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{a.Input("in one sentence", a.Quantity), b.Input("in another", b.Quantity)},
			Working: fmt.Sprintf("page %d: %s; page %d: %s", a.Page, a.Quantity.Text, b.Page, b.Quantity.Text),
			Message: fmt.Sprintf("Two sentences that say the same give one figure differently: %s on page %d and %s on page %d.%s",
				a.Quantity.Text, a.Page, b.Quantity.Text, b.Page, how),
		}
		out = append(out, b.Utter(c, b.Quantity.Text, false))
	}
	return out
}
