package ratios

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// perSaid is a subject that is so much for each of something: "Energy use per employee was", "Emissions per tonne of product fell to".
var perSaid = pattern.Compile(`(?i)^(?:(?:in|for)\s+` + sheet.SomeYear + `,?\s+)?([^.;:,()]{3,60}?)\s+per\s+([\p{L}-]{3,}(?:\s+of\s+[\p{L}-]+)?)\s+` +
	`(?:(?:in|for)\s+` + sheet.SomeYear + `\s+)?(?:was|were|is|came\s+to|stood\s+at|reached|amounted\s+to|(?:fell|rose|improved|increased|decreased)\s+to)\s+` +
	sheet.Hedges + `$`)

// mostOver bounds the rows that a rate of a sentence may divide, and be divided by.
const mostOver = 60

// saidRates holds "energy use per employee was 53.5 MWh" against the rows that its words can mean, of whatever tables: no two of them make the rate,
// and one does but for a slip of the pen.
func saidRates(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if len(x.Figures) == 0 || x.Renewed() || len(sheet.YearsNamed(x.Text)) > 1 && len(x.Figures) == 1 {
			continue
		}
		q := x.Figures[0]
		m := perSaid.FindStringSubmatch(x.Text[:q.Start])
		if m == nil || q.Range || q.Bound != quantity.Exactly || q.Value.Sign() <= 0 || q.Unit.Dimension == quantity.Percent ||
			len(digitsSaid(q)) < compare.DigitsExchanged {
			continue
		}
		if u, ok := rateSlipped(s, x, q, sheet.Stems(m[2]), sheet.Stems(m[3])); ok {
			out = append(out, u)
		}
	}
	return out
}

// rateSlipped looks for the two rows of which a rate is a slip. What any two that share a word with it make, exactly or of another year, is no slip.
func rateSlipped(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, of, per []string) (u sheet.Utterance, ok bool) {
	over, under := rowsAbout(s, of), rowsAbout(s, per)
	if len(over) > mostOver || len(under) > mostOver {
		return u, false
	}
	for _, a := range over {
		for _, b := range under {
			for _, year := range a.Years() {
				n := a.At[year]
				d, there := b.At[year]
				if !there || n.ID == d.ID || d.Quantity().Value.Sign() <= 0 || n.Quantity().Value.Sign() <= 0 {
					continue
				}
				value, fine := quantity.Ratio(n.Quantity().Base(), quantity.Mul(d.Quantity().Base(), q.Unit.Factor))
				if !fine {
					continue
				}
				made, same := asPrinted(value, q)
				if same {
					return u, false
				}
				last := year == a.Last().Year && year == x.Year(year)
				if !last || !compare.Exchanged(made, digitsSaid(q)) || !sheet.Within(a.Name, of) || !sheet.Within(b.Name, per) ||
					!(n.Quantity().Unit.Comparable(q.Unit) || sheet.MassLike(n.Quantity()) && sheet.MassLike(q)) {
					continue
				}
				if ok && u.Expected != made {
					return u, false
				}
				c := events.Check{
					Result: events.CheckFail, Severity: "warning", Expected: made, Stated: q.Text,
					Inputs:  []events.CheckInput{sheet.Input(n, ""), sheet.Input(d, ""), x.Input(sheet.StatedLabel+" rate", q)},
					Working: fmt.Sprintf("%s / %s = %s %s; stated: %s", n.WithUnit(), d.WithUnit(), quantity.Print(value, compare.Places), q.Unit.Symbol, q.Text),
					Message: fmt.Sprintf("\"%s\" over \"%s\" has the digits %s, not those of %s. Two are exchanged.",
						sheet.Shorten(n.Label()), sheet.Shorten(d.Label()), made, q.Text),
				}
				u, ok = x.Utter(c, q.Text, false), true
			}
		}
	}
	return u, ok
}

// rowsAbout are the timelines of amounts that share a word with others.
func rowsAbout(s *sheet.Sheet, words []string) []sheet.Timeline {
	return slices.DeleteFunc(slices.Clone(s.Timelines().All), func(l sheet.Timeline) bool {
		last := l.Last()
		return sheet.Percent(last) || last.Per != "" || last.Ambiguous() || !sheet.SharesWord(l.Name, words) && !sheet.SharesWord(l.Over, words)
	})
}

// asPrinted is a computed rate with as many digits as the stated one has, whatever power of ten it is printed at; same says that it is that rate.
func asPrinted(value *apd.Decimal, q quantity.Quantity) (digits string, same bool) {
	said := digitsSaid(q)
	stated, _, err := apd.NewFromString(said)
	if err != nil {
		return "", false
	}
	scaled := new(apd.Decimal).Set(value)
	scaled.Exponent = int32(len(said)) - int32(scaled.NumDigits())
	return quantity.Print(scaled, 0), quantity.Abs(quantity.Sub(scaled, stated)).Cmp(quantity.Int(lastPlaces)) <= 0
}

// lastPlaces is by how much of the last digit a rate may differ that was computed of figures before they were rounded.
const lastPlaces = 2

// digitsSaid are the digits of a figure from the first that is not zero.
func digitsSaid(q quantity.Quantity) string { return strings.TrimLeft(compare.DigitsIn(q.Number), "0") }
