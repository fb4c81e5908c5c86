package passage

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Years of which an amount is the sum: those from one to another, or so many of the last.
var (
	fromYear = pattern.Compile(`(?i)\b(?:from|between|in|over|during|for|years?|period)\s+(?:FY\s?)?(20\d\d)\s*` +
		`(?:to|and|until|through|[-–])\s*(?:FY\s?)?(20\d\d)\b`)
	lastYears = pattern.Compile(`(?i)\b(?:over|in|during|for)\s+the\s+(?:last|past)\s+(` + sheet.SmallNumbers + `|\d)\s+(?:\p{L}+\s+)?years\b`)
	mostYears = 15
)

// overYears holds "from 2022 to 2024 we recycled 5,143 tonnes" against the row that the sentence speaks of: what the row makes over these years
// is another amount by a slip of the pen. One that merely differs may be of another boundary.
func overYears(s *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	spans := fromYear.FindStringSubmatch(x.Text)
	several := lastYears.FindStringSubmatch(x.Text)
	if spans == nil && several == nil || sheet.Movement.MatchString(x.Text) {
		return c, false
	}
	for _, q := range all {
		if !amount(q) || !q.exact() || len(compare.Significant(q.Number)) < compare.DigitsExchanged {
			continue
		}
		l, how := s.Row(s.Around(x, q.Quantity), func(t sheet.Timeline) bool {
			return len(t.At) > 1 && t.Last().Sayable(q.Quantity) && !sheet.OpenUnit(q.Quantity, t.Last())
		})
		if how < sheet.Wholly {
			continue
		}
		var from, to int
		if spans != nil {
			from, to = vocabulary.YearIn(spans[1]), vocabulary.YearIn(spans[2])
		} else {
			to = l.Last().Year
			from = to - sheet.SmallNumber(several[1]) + 1
		}
		if c, ok = sumOver(l, q, from, to); ok {
			return c, true
		}
	}
	return c, false
}

// sumOver holds an amount against what a row makes over some years; ok is false where it is no slip of that.
func sumOver(l sheet.Timeline, q figure, from, to int) (c claim, ok bool) {
	if to <= from || to-from > mostYears {
		return c, false
	}
	sum, half := quantity.Int(0), quantity.Int(0)
	var terms []string
	for year := from; year <= to; year++ {
		e, there := l.At[year]
		if !there || e.Ambiguous() || e.Restated || e.Quantity().Bound != quantity.Exactly {
			return c, false
		}
		if e.Quantity().Interval().Overlaps(q.Interval()) {
			return c, false // it is that of one of them
		}
		sum = quantity.Sum(sum, e.Quantity().Base())
		half = quantity.Sum(half, quantity.Mul(e.Quantity().Half, e.Quantity().Unit.Factor))
		terms = append(terms, e.Printed)
	}
	c = claim{stated: q, computed: sum, value: q.Base(), range_: q.interval(), unit: q.Unit.Base(), why: "sum of the years",
		span:    quantity.Interval{Low: quantity.Sub(sum, half), High: quantity.Sum(sum, half)},
		working: fmt.Sprintf("%s (%d to %d, %s) = %s; stated: %s", strings.Join(terms, " + "), from, to, sheet.Shorten(l.Last().Label()), compare.Show(sum), q.Text)}
	return c, slipped(c) || changed(c)
}

// changed reports whether a result of several digits has one other digit than what is computed.
func changed(c claim) bool {
	digits := compare.DigitsIn(c.stated.Number)
	unit, ok := quantity.Ratio(c.computed, quantity.Mul(c.stated.Unit.Factor, sheet.ScaleOf(c.stated.Quantity)))
	if !ok {
		return false
	}
	made := quantity.Print(quantity.Mul(unit, apd.New(1, max(0, -c.stated.Half.Exponent-1))), 0)
	return len(digits) >= compare.SlipDigits && len(made) == len(digits) && compare.Differing(made, digits) == 1
}
