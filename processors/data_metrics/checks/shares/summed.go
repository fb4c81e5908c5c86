package shares

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// summedShares holds a column of percentages beside one of amounts that has no total: where all of them but one are the shares of the amounts in
// their sum, the one is wrong. Were its amount wrong, or the sum none of one thing, the others would not agree.
func summedShares(t *sheet.Table) []sheet.Finding {
	var out []sheet.Finding
	for i := 1; i < len(t.Cols); i++ {
		if f, ok := offSum(t, t.Cols[i-1], t.Cols[i]); ok {
			out = append(out, f)
		}
	}
	return out
}

// leastSummed is how many rows a column has at least of which one is told to be off.
const leastSummed = 4

func offSum(t *sheet.Table, amounts, shares int) (f sheet.Finding, ok bool) {
	sum := quantity.Int(0)
	var parts, stated []sheet.Entry
	for _, row := range t.Rows {
		a, okA := t.Cell(row, amounts)
		p, okP := t.Cell(row, shares)
		if !okA && !okP {
			continue // a heading
		}
		if !okA || !okP || sheet.Percent(a) || !sheet.Percent(p) || a.Total || p.Change || a.Change || a.Target || a.Restated || p.Restated ||
			a.Quantity().Base().Sign() < 0 || len(parts) > 0 && !sheet.Comparable(a, parts[0]) {
			return f, false
		}
		sum = quantity.Sum(sum, a.Quantity().Base())
		parts, stated = append(parts, a), append(stated, p)
	}
	if len(parts) < leastSummed || sum.Sign() <= 0 {
		return f, false
	}
	odd, precise := -1, 0
	for i, a := range parts {
		v, fine := quantity.PercentOf(a.Quantity().Base(), sum)
		q := stated[i].Quantity()
		if !fine || q.Range || q.Bound != quantity.Exactly {
			return f, false
		}
		switch off := quantity.Abs(quantity.Sub(v, q.Value)); {
		case off.Cmp(quantity.Sum(q.Half, compare.TenthPoint)) <= 0:
			if len(compare.DigitsIn(stated[i].Printed)) > 1 {
				precise++ // a share of one digit agrees by chance
			}
		case odd >= 0 || off.Cmp(compare.OnePercent) < 0:
			return f, false
		default:
			odd = i
		}
	}
	if odd < 0 || precise < leastSummed-1 {
		return f, false
	}
	v, _ := quantity.PercentOf(parts[odd].Quantity().Base(), sum)
	c := events.Check{Inputs: []events.CheckInput{sheet.Input(parts[odd], ""),
		sheet.Input(stated[odd], sheet.StatedLabel+": "+sheet.Shorten(stated[odd].Label()))}}
	c.Working = fmt.Sprintf("%s / %s x 100 = %s %%; the other %d shares are of this sum", parts[odd].Printed, compare.Show(sum), quantity.Print(v, compare.Places),
		len(parts)-1)
	compare.Settle(&c, v, stated[odd].Quantity().Value, "%", false)
	compare.Conclude(&c, false, quantity.Exactly, "0.1 percentage points")
	return sheet.Finding{Check: c, Page: stated[odd].At.Page}, true
}
