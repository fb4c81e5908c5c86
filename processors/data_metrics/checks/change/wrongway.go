package change

import (
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// wrongWay finds the differences that go the other way: "at 141.9 kt, Scope 1 was 2.4 kt lower than last year", of a row that has 141.9 and, in the year
// before, 139.5. The level and the difference, both with digits enough, show the row; where any row that has the level goes as is said, nothing is told.
func wrongWay(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() || len(x.Figures) < 2 {
			continue
		}
		for _, by := range x.Figures {
			fell, way := wayOf(x, by)
			if !way || !sheet.Amount(by) || by.Value.Sign() <= 0 || by.Signed {
				continue
			}
			for _, q := range x.Figures {
				if q.Start == by.Start || !sheet.Amount(q) || !(q.Comparable(by) || sheet.MassLike(q) && sheet.MassLike(by)) ||
					q.Base().Cmp(by.Base()) <= 0 || len(compare.Significant(q.Number))+len(compare.Significant(by.Number)) < leastTogether {
					continue
				}
				if u, ok := wentOther(s, x, q, by, fell); ok {
					out = append(out, u)
				}
			}
		}
	}
	return sheet.OnceSaid(out)
}

// leastTogether is how many digits a level and a difference have together where both being those of another row would be chance.
const leastTogether = 5

func wentOther(s *sheet.Sheet, x sheet.Statement, q, by quantity.Quantity, fell bool) (u sheet.Utterance, ok bool) {
	var now, then sheet.Entry
	for _, l := range s.WithDigits(q) {
		years := l.Years()
		for i, y := range years {
			e := l.At[y]
			if i == 0 || e.Source != facts.FromTable || !e.Prints(q) && !(isLike(e, q) && e.Quantity().Value.Cmp(sheet.Unscaled(q)) == 0) ||
				!x.MayBeOf(q, y, years[len(years)-1]) {
				continue
			}
			b := l.At[years[i-1]]
			off := quantity.Sub(e.Quantity().Value, b.Quantity().Value)
			if quantity.Abs(off).Cmp(sheet.Unscaled(by)) != 0 || !sheet.Comparable(e, b) || e.Restated || b.Restated {
				continue
			}
			if (off.Sign() < 0) == fell {
				return u, false
			}
			now, then = e, b
		}
	}
	if now.Fact == nil || slices.ContainsFunc(x.Figures, func(o quantity.Quantity) bool {
		return o.Start != q.Start && o.Start != by.Start && sheet.Amount(o) && then.Prints(o)
	}) {
		return u, false // the sentence gives both levels, which other checks hold against its words
	}
	words := map[bool]string{true: "a fall", false: "a rise"}
	c := events.Check{
		Result: events.CheckFail, Severity: "critical",
		Inputs:  []events.CheckInput{sheet.Input(then, ""), sheet.Input(now, ""), x.Input(sheet.StatedLabel+" difference", by)},
		Working: fmt.Sprintf("%s in %d, %s in %d", then.WithUnit(), then.Year, now.WithUnit(), now.Year), Stated: words[fell], Expected: words[!fell],
		Message: fmt.Sprintf("%s is said to be %s; the row \"%s\" goes from %s to %s.", by.Text, words[fell], sheet.Shorten(now.Label()),
			then.WithUnit(), now.WithUnit()),
	}
	return x.Utter(c, by.Text, false), true
}
