package consistency

import (
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// surelyTotal is how seldom a figure may be a total but for two exchanged digits by chance, as the negative logarithm.
const surelyTotal = 2.5

// tellingDigits are those that a figure may be known by: all of what is counted one by one, and of what is printed with places behind the point; of others
// those between the zeros at either end.
func tellingDigits(q quantity.Quantity) string {
	if q.Unit.Dimension == quantity.Count && q.Scale == nil || sheet.Unscaled(q).Exponent < 0 {
		return strings.TrimLeft(compare.DigitsIn(q.Number), "0")
	}
	return compare.Significant(q.Number)
}

// total is the last figure of a total of a table, in the table and in its row.
type total struct {
	sheet.Entry
	about []string // the words of its headings and its caption
}

// totalsOf are the totals of the tables in their last years: a report says these again in its text, and of each it has one.
func totalsOf(s *sheet.Sheet) []total {
	var out []total
	for _, t := range s.Tables {
		last := t.LastYear()
		for _, e := range t.All {
			across := sheet.TotalWords.MatchString(sheet.Last(e.At.ColPath))
			if e.Source != facts.FromTable || e.Year != last || e.Change || e.Target || e.Restated || sheet.Percent(e) || e.Per != "" ||
				!e.Total && !across || s.Superseded(e.Fact) || len(tellingDigits(e.Quantity())) < compare.DigitsExchanged {
				continue
			}
			words := strings.Join(append(append(slices.Clone(e.At.RowPath), e.At.ColPath...), e.At.Caption), " ")
			out = append(out, total{e, sheet.Stems(sheet.TotalWords.ReplaceAllString(words, " "))})
		}
	}
	return out
}

// totalsOtherwise finds the levels of sentences that no table prints, and that are a total of a table with two digits exchanged, of the same unit and with a
// word in common: there are so few totals of a unit that another figure would hardly have these digits.
func totalsOtherwise(s *sheet.Sheet) []sheet.Utterance {
	all := totalsOf(s)
	printed := map[string]bool{}
	for _, t := range s.Tables {
		for _, e := range t.All {
			printed[compare.Significant(e.Value)] = true
		}
	}
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() {
			continue
		}
		for _, q := range x.Figures {
			if len(tellingDigits(q)) < compare.DigitsExchanged || printed[compare.Significant(q.Number)] || q.Range || q.Bound != quantity.Exactly || q.Per != "" ||
				q.Unit.Dimension == quantity.Percent || q.Unit.Dimension == quantity.Money || change.IsChange(x, q) || noLevel.MatchString(x.Text[:q.Start]) {
				continue
			}
			if e, ok := exchangedTotal(x, q, all); ok {
				out = append(out, slipNamed(x, q, e, " Two digits are exchanged."))
			}
		}
	}
	return out
}

func exchangedTotal(x sheet.Statement, q quantity.Quantity, all []total) (found sheet.Entry, ok bool) {
	digits := compare.DigitsIn(q.Number)
	units := sheet.Stems(q.Text)
	about := slices.DeleteFunc(sheet.Stems(x.Text), func(w string) bool { return slices.Contains(units, w) })
	tried := 0
	for _, e := range all {
		if !e.Sayable(q) || sheet.OpenUnit(q, e.Entry) != (q.Unit.Dimension == quantity.Count) || !x.MayBeOf(q, e.Year, e.Year) ||
			slices.ContainsFunc(x.Figures, func(o quantity.Quantity) bool { return e.Prints(o) }) {
			continue
		}
		tried++
		if !compare.Exchanged(digits, compare.DigitsIn(e.Printed)) || !sheet.SharesWord(e.about, about) || !sizedBeside(q, e.Entry).near() {
			continue
		}
		if found.Fact != nil && found.Value != e.Value {
			return found, false
		}
		found = e.Entry
	}
	if found.Fact == nil {
		return found, false
	}
	n := len(tellingDigits(q))
	weight := math.Log10(9 * math.Pow10(n-1) / float64(n-1))
	return found, weight-math.Log10(float64(tried)) >= surelyTotal
}
