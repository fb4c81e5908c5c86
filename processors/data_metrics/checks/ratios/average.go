package ratios

import (
	"fmt"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// onAverage stands near before a mean, forEach behind it.
	onAverage = pattern.Compile(`(?i)\b(?:average|mean|on\s+average|that\s+is|which\s+is|or)\b[^.;:\d]{0,30}$`)
	forEach   = pattern.Compile(`(?i)^[^.;:,\d]{0,20}\b(?:per|for\s+each|each|for\s+every|a\s+head)\b`)
)

// averages holds "61,320 hours in training, an average of 28.0 hours for each of the 2,190 employees" against itself. What is averaged may
// be of another number than the one that the sentence gives: a mean is wrong where a slip of the pen explains it.
func averages(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for _, mean := range x.Figures {
			if mean.Range || mean.Bound != quantity.Exactly || mean.Value.Sign() <= 0 || len(compare.DigitsIn(mean.Number)) < 2 ||
				!onAverage.MatchString(x.Text[:mean.Start]) || !forEach.MatchString(x.Text[mean.End:]) {
				continue
			}
			if u, ok := meanOf(x, mean); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// meanOf divides each amount of a sentence by each number of it: none makes the mean, and one does but for a slip.
func meanOf(x sheet.Statement, mean quantity.Quantity) (u sheet.Utterance, ok bool) {
	figures := append(append([]quantity.Quantity{}, x.Figures...), x.Earlier().Figures...)
	for _, total := range figures {
		for _, n := range figures {
			if !sheet.Amount(total) || !sheet.Amount(n) || n.Unit.Dimension != quantity.Count || n.Value.Sign() <= 0 || total.Base().Cmp(n.Base()) <= 0 ||
				!total.Unit.Comparable(mean.Unit) || total.Base().Cmp(mean.Base()) <= 0 {
				continue
			}
			value, fine := quantity.Ratio(total.Base(), n.Base())
			if !fine {
				continue
			}
			stated := mean
			stated.Per = ""
			if quantity.Abs(quantity.Sub(value, mean.Base())).Cmp(quantity.Sum(mean.Half, mean.Half)) <= 0 || compare.AgreesWith(value, mean.Base()) {
				return u, false
			}
			if few := len(compare.DigitsIn(mean.Number)) < compare.DigitsExchanged; few && !compare.Exchanged(compare.Show(value), mean.Number) {
				continue // of two digits the quotient has to be whole
			}
			how := compare.SlipOfDigits(quantity.Print(quantity.Mul(value, apd.New(1, max(0, -mean.Value.Exponent))), 0), mean.Number)
			if how == "" {
				continue
			}
			if ok {
				return u, false // by two ways: it is open which is meant
			}
			c := events.Check{
				Result: events.CheckFail, Severity: "warning",
				Inputs:  []events.CheckInput{x.Input("in all", total), x.Input("number", n), x.Input(sheet.StatedLabel+" mean", stated)},
				Working: fmt.Sprintf("%s / %s = %s; stated: %s", total.Text, n.Text, quantity.Print(value, compare.Places), mean.Text),
				Message: fmt.Sprintf("%s over %s is %s, not %s.%s", total.Text, n.Text, quantity.Print(value, 2), mean.Text, how),
			}
			compare.Settle(&c, value, mean.Base(), mean.Unit.Base(), false)
			u, ok = x.Utter(c, mean.Text, true), true
		}
	}
	return u, ok
}
