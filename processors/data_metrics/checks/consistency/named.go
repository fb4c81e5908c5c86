package consistency

import (
	"regexp"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// namedSlip is the figure of a table that a sentence names - all words of its row and column, the year, a unit - and gives otherwise: with two
// digits exchanged, or a power of ten off.
func namedSlip(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, named []sheet.Timeline, about []string) (e sheet.Entry, how string, ok bool) {
	if byAmount.MatchString(x.Text[:q.Start]) || len(compare.DigitsIn(q.Number)) < compare.DigitsExchanged || len(compare.Significant(q.Number)) < 2 {
		return e, "", false
	}
	if len(compare.Significant(q.Number)) >= compare.TellingDigits && len(compare.DigitsIn(q.Number)) >= compare.DigitsAlone {
		named = s.Timelines().All // so many digits need not all of the name
	}
	for _, l := range named {
		if !sheet.SharesWord(l.Name, about) && !sheet.SharesWord(l.Over, about) {
			continue
		}
		year := x.YearOf(q, l)
		c, there := l.At[year]
		if !there || !c.Sayable(q) {
			continue
		}
		if c.Overlaps(q) || c.Prints(q) {
			return e, "", false
		}
		slip := slipOfCell(q, c)
		if slip == "" || s.Superseded(c.Fact) {
			continue
		}
		if ok && e.Value != c.Value {
			return e, "", false
		}
		e, how, ok = c, slip, true
	}
	return e, how, ok && !saysAnywhere(s, q, e)
}

// byAmount leads to an amount that is a change.
var byAmount = regexp.MustCompile(`(?i)\b(?:by|of\s+another|further|additional)\s+` + sheet.Hedges + `$`)
