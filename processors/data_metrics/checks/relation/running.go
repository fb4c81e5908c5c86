package relation

import (
	"fmt"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// runsOn says of a row that it adds up what came in each year.
var runsOn = pattern.Compile(`(?i)\bcumulat\w*|\baccumulated\b|\bto\s+date\b|\bsince\s+(?:19|20)\d\d|\brunning\s+total\b`)

// leastYears is of how many years a row has to be for the others to show that it runs on.
const leastYears = 4

// runningTotals holds rows that add up another from year to year against it: where every step holds but those beside one figure, and the way past
// that figure holds, it is wrong. A last step alone may be of what went out again, unless the row says that it is all there ever was.
func runningTotals(t *sheet.Table) []sheet.Finding {
	var out []sheet.Finding
	for i, result := range t.Rows {
		totals := t.Series(result)
		if len(totals) < leastYears || !rises(totals) {
			continue
		}
		for _, each := range t.Rows[max(0, i-nearby):min(len(t.Rows), i+nearby+1)] {
			if f, ok := runningTotal(totals, t.Series(each)); ok && result != each {
				out = append(out, f)
			}
		}
	}
	return out
}

// rises reports whether figures become more nearly every year.
func rises(totals []sheet.Entry) bool {
	falls := 0
	for i := 1; i < len(totals); i++ {
		if amountOf(totals[i]).Cmp(amountOf(totals[i-1])) <= 0 {
			falls++
		}
	}
	return falls < 2
}

// runningTotal compares a row of totals with a row of what is added in each year.
func runningTotal(totals, each []sheet.Entry) (f sheet.Finding, ok bool) {
	if len(totals) != len(each) || amountOf(totals[0]).Cmp(amountOf(each[0])) < 0 {
		return f, false
	}
	var wrong []int // the steps that do not hold
	for i := range totals {
		a, b := totals[i], each[i]
		if a.Year != b.Year || a.Restated || b.Restated || a.Quantity().Bound != quantity.Exactly || b.Quantity().Bound != quantity.Exactly || a.Per != "" ||
			sheet.Percent(a) || !sheet.Comparable(a, b) || a.At.Col != b.At.Col || i > 0 && a.Year != totals[i-1].Year+1 ||
			amountOf(b).Sign() <= 0 {
			return f, false
		}
		if i > 0 && !steps(totals[i-1], a, each[i:i+1]) {
			if wrong = append(wrong, i); len(wrong) > 2 {
				return f, false
			}
		}
	}
	if held := len(totals) - 1 - len(wrong); held < 1 {
		return f, false
	}
	said, begun := runsOn.MatchString(totals[0].Label()), amountOf(totals[0]).Cmp(amountOf(each[0])) == 0
	last := len(totals) - 1
	switch {
	case len(wrong) == 2 && wrong[1] == wrong[0]+1 && (said || begun) && steps(totals[wrong[0]-1], totals[wrong[1]], each[wrong[0]:wrong[1]+1]):
	case len(wrong) == 1 && wrong[0] == last && said && begun:
	default:
		return f, false
	}
	return runsWrong(totals, each, wrong[0]), true
}

// steps reports whether a total is an earlier one with what was added since.
func steps(from, to sheet.Entry, added []sheet.Entry) bool {
	sum, slack := amountOf(from), quantity.Sum(halfOf(from), halfOf(to))
	for _, e := range added {
		sum, slack = quantity.Sum(sum, amountOf(e)), quantity.Sum(slack, halfOf(e))
	}
	off := quantity.Abs(quantity.Sub(amountOf(to), sum))
	return off.IsZero() || sheet.Dimension(to) != quantity.Count && off.Cmp(slack) <= 0
}

// halfOf is by how much a figure may be off as it is printed.
func halfOf(e sheet.Entry) *apd.Decimal {
	i := spanOf(e)
	half, _ := quantity.Ratio(quantity.Sub(i.High, i.Low), quantity.Int(2))
	return half
}

// runsWrong tells of the one total of which the steps do not hold.
func runsWrong(totals, each []sheet.Entry, at int) sheet.Finding {
	then, now, added := totals[at-1], totals[at], each[at]
	made := quantity.Sum(amountOf(then), amountOf(added))
	if factor := now.Quantity().Unit.Factor; !now.Ambiguous() {
		made, _ = quantity.Ratio(made, factor)
	}
	c := events.Check{
		Result: events.CheckFail, Severity: "critical",
		Inputs:  []events.CheckInput{sheet.Input(then, ""), sheet.Input(added, ""), sheet.Input(now, sheet.StatedLabel+": "+sheet.Shorten(now.Label()))},
		Working: fmt.Sprintf("%s + %s = %s; stated: %s", then.Printed, added.Printed, quantity.Print(made, compare.Places), now.Printed),
	}
	compare.Settle(&c, made, now.Quantity().Value, now.Unit, false)
	c.Message = fmt.Sprintf("%s computed, %s stated: in the other years of the table \"%s\" is that of the year before with \"%s\".", c.Expected, now.Printed,
		sheet.Shorten(now.Label()), sheet.Shorten(added.Label()))
	return sheet.Finding{Check: c, Page: now.At.Page}
}
