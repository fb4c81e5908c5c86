package sums

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// overleaf adds up the columns of lists that go on on the next page and end in their total. A row may not have been read, and things may count twice:
// wrong is a total that is the sum but for a slip of the pen.
func overleaf(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, l := range s.Listings() {
		if l.Pages < 2 || l.Total == nil {
			continue
		}
		for col := 1; col < len(l.Heads); col++ {
			if f, ok := columnOverleaf(l, col); ok {
				out = append(out, f)
			}
		}
	}
	return out
}

func columnOverleaf(l sheet.Listing, col int) (f sheet.Finding, ok bool) {
	total, _, err := apd.NewFromString(l.Total[col])
	if err != nil || total.Sign() <= 0 {
		return f, false
	}
	var parts []*apd.Decimal
	sum := quantity.Int(0)
	for _, row := range l.Values {
		d, _, err := apd.NewFromString(row[col])
		if err != nil || d.Sign() < 0 || d.Cmp(total) > 0 {
			return f, false // a row without a figure was not read, or is no part
		}
		parts, sum = append(parts, d), quantity.Sum(sum, d)
	}
	if len(parts) < compare.LeastShown || !compare.Near(sum, total) || subtotalled(parts) {
		return f, false
	}
	off := quantity.Sub(total, sum)
	slack := quantity.Mul(apd.New(int64(len(parts)+1), 0), apd.New(5, min(0, total.Exponent)-1))
	if off.IsZero() || quantity.Abs(off).Cmp(slack) <= 0 {
		return f, false
	}
	was, made := compare.DigitsIn(l.Printed[col]), compare.DigitsIn(compare.Show(sum))
	slip := len(made) >= compare.DigitsExchanged && len(was) == len(made) && (compare.Exchanged(was, made) || compare.Differing(was, made) == 1)
	if !slip {
		return f, false
	}
	label := fmt.Sprintf("%s, %s", l.Printed[0], l.Heads[col])
	c := events.Check{
		Result: events.CheckFail, Severity: "critical",
		Working: fmt.Sprintf("the %d rows of both pages: %s; stated: %s", len(parts), compare.Show(sum), l.Printed[col]),
		Inputs: []events.CheckInput{{Label: sheet.StatedLabel + ": " + label, Value: l.Total[col], Page: l.Page},
			{Label: "rows", Value: strconv.Itoa(len(parts)), Page: l.Page}},
	}
	compare.Settle(&c, sum, total, "", false)
	c.Message = fmt.Sprintf("The %d rows of a table that goes on overleaf make %s, not %s.", len(parts), compare.Show(sum), l.Printed[col])
	return sheet.Finding{Check: c, Page: l.Page}, true
}

// subtotalled reports whether a row is the sum of rows right before or behind it: rows of a part are added up among them.
func subtotalled(parts []*apd.Decimal) bool {
	sums := func(own *apd.Decimal, others []*apd.Decimal) bool {
		sum := quantity.Int(0)
		for i, p := range others {
			if sum = quantity.Sum(sum, p); i > 0 && sum.Cmp(own) == 0 {
				return true
			}
		}
		return false
	}
	for i, own := range parts {
		before := slices.Clone(parts[:i])
		slices.Reverse(before)
		if sums(own, before) || sums(own, parts[i+1:]) {
			return true
		}
	}
	return false
}
