package shares

import (
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// ofWhich leads from an amount to a share of it: "53,200 tonnes of waste, [of which] we recycled".
var ofWhich = pattern.Compile(`(?i)^[^.;:\d]{0,60}?,\s+(?:and\s+)?of\s+(?:which|whom|that|this|these|them)\b`)

// sharesOfWhich holds "53,200 tonnes of waste, of which we recycled 81.4 %" against the table that has the amount: the row that the part of the
// sentence names has to make the share, where no other row of the amount's column does.
func sharesOfWhich(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i, q := range x.Figures {
			if i == 0 || q.Unit.Dimension != quantity.Percent || q.Bound != quantity.Exactly || q.Signed || q.Range || x.Renewed() || change.IsChange(x, q) {
				continue
			}
			a := x.Figures[i-1]
			at := ofWhich.FindStringIndex(x.Text[a.End:q.Start])
			if at == nil || !sheet.Amount(a) || len(compare.Significant(a.Number)) < compare.DigitsExchanged || i+1 < len(x.Figures) {
				continue
			}
			if u, ok := shareOfWhich(s, x, a, q, a.End+at[1]); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// shareOfWhich reads what the share is of from where it begins to the end of its part of the sentence.
func shareOfWhich(s *sheet.Sheet, x sheet.Statement, a, q quantity.Quantity, from int) (u sheet.Utterance, ok bool) {
	to := len(x.Text)
	if end := endsPart.FindStringIndex(x.Text[q.End:]); end != nil {
		to = q.End + end[0]
	}
	said := s.Said(x, from, to)
	whole, ok := wholeOf(s, a, q)
	if !ok {
		return u, false
	}
	l, how := s.Row(said, func(l sheet.Timeline) bool {
		e, there := l.At[whole.Year]
		return there && e.ID != whole.ID && e.At.Page == whole.At.Page && e.At.Col == whole.At.Col && !e.Change && !e.Restated && e.Per == "" &&
			sheet.Comparable(e, whole) && e.Quantity().Value.Sign() > 0 && e.Quantity().Base().Cmp(whole.Quantity().Base()) < 0
	})
	if how < sheet.Wholly {
		return u, false
	}
	part := l.At[whole.Year]
	computed, fine := quantity.PercentOf(part.Quantity().Base(), whole.Quantity().Base())
	digits := quantity.Print(quantity.Mul(computed, apd.New(1, max(0, -q.Value.Exponent))), 0)
	own := compare.DigitsIn(q.Number)
	slip := len(own) == len(digits) && len(own) >= compare.DigitsExchanged && (compare.Exchanged(own, digits) || compare.Differing(own, digits) == 1)
	if !fine || how < sheet.Surely && !slip || slices.ContainsFunc(x.Percents(), func(o quantity.Quantity) bool { return o.Start != q.Start }) {
		return u, false
	}
	c := events.Check{
		Result: events.CheckFail, Severity: "warning",
		Inputs: []events.CheckInput{sheet.Input(part, ""), sheet.Input(whole, "whole: "+sheet.Shorten(whole.Label())), x.Input(sheet.StatedLabel+" share", q)},
		Working: fmt.Sprintf("%s / %s x 100 = %s %%", compare.Show(part.Quantity().Base()), compare.Show(whole.Quantity().Base()),
			quantity.Print(computed, compare.Places)),
	}
	compare.Settle(&c, computed, q.Value, "%", false)
	c.Message = fmt.Sprintf("%s of %s is %s %%, not %s; it is the share of no other row beside it.", sheet.Shorten(part.Label()), a.Text,
		quantity.Print(computed, max(1, -q.Value.Exponent)), q.Text)
	return x.Utter(c, q.Text, false), true
}

// wholeOf is the figure of a table that a sentence gives, if no row beside it is the share of it that is said.
func wholeOf(s *sheet.Sheet, a, q quantity.Quantity) (whole sheet.Entry, ok bool) {
	for _, t := range s.Tables {
		for _, e := range t.All {
			if e.Source != facts.FromTable || e.Change || e.Target || e.Restated || !e.Prints(a) || sheet.Percent(e) {
				continue
			}
			whole, ok = e, true
			for _, w := range t.All {
				if w.ID != e.ID && w.At.Col == e.At.Col && sheet.Comparable(w, e) && possible(w.Quantity(), e.Quantity(), q) {
					return whole, false
				}
			}
		}
	}
	return whole, ok
}

// endsPart ends the part of a sentence that a share stands in.
var endsPart = pattern.Compile(`(?i)[.;:,(]|\s(?:while|whereas|and|but)\s`)
