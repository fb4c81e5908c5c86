package change

import (
	"fmt"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// thanThe leads from a difference to what it counts from: "10.6 percentage points more than the".
var thanThe = pattern.Compile(`(?i)^\s*(?:(more|higher|above|greater|less|lower|fewer|below)\s+than|(above|below))\s+(?:the\s+|our\s+)?` + sheet.Hedges + `$`)

var downward = pattern.Compile(`(?i)^(?:less|lower|fewer|below)$`)

// lessThan redoes "1,074 litres, 37.6 % less than the 1,720 litres" and "46.8 %, 8.2 percentage points more than the 38.6 %": three
// figures that say of each other what they are.
func lessThan(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i := 1; i+1 < len(x.Figures); i++ {
			a, by, b := x.Figures[i-1], x.Figures[i], x.Figures[i+1]
			m := thanThe.FindStringSubmatch(x.Text[by.End:b.Start])
			if m == nil || a.Range || by.Range || b.Range || !a.Comparable(b) || !commaOnly.MatchString(x.Text[a.End:by.Start]) {
				continue
			}
			points := by.Unit.Dimension == quantity.Points && a.Unit.Dimension == quantity.Percent
			if !points && (by.Unit.Dimension != quantity.Percent || a.Unit.Dimension == quantity.Percent) || b.Value.Sign() <= 0 {
				continue
			}
			if c, ok := lessThanSaid(x, a, by, b, points, downward.MatchString(m[1]+m[2])); ok {
				out = append(out, x.Utter(c, by.Text, true))
			}
		}
	}
	return out
}

// commaOnly parts a figure from what is said of it: a unit, a few words, a comma or a colon.
var commaOnly = pattern.Compile(`^[\p{L}\s/³²-]{0,60}[,:;–]?[\p{L}\s]{0,20}$`)

func lessThanSaid(x sheet.Statement, a, by, b quantity.Quantity, points, down bool) (c events.Check, ok bool) {
	a, b = compare.Whole(a), compare.Whole(b)
	off := quantity.Sub(a.Base(), b.Base())
	low := quantity.Sub(a.Interval().Low, b.Interval().High)
	high := quantity.Sub(a.Interval().High, b.Interval().Low)
	unit := "percentage points"
	working := fmt.Sprintf("%s - %s", compare.Show(a.Value), compare.Show(b.Value))
	if !points {
		unit, working = "%", fmt.Sprintf("(%s - %s) / %s x 100", compare.Show(a.Value), compare.Show(b.Value), compare.Show(b.Value))
		low, high = compare.ChangeOf(b, a)
		if off, ok = quantity.PercentOf(off, b.Base()); !ok {
			return c, false
		}
	}
	stated := by.Value
	if down {
		stated = new(apd.Decimal).Neg(stated)
	}
	c.Inputs = []events.CheckInput{x.Input("from", b), x.Input("to", a), x.Input(sheet.StatedLabel+" difference", by)}
	c.Working = working + " = " + quantity.Print(off, compare.Places) + " " + unit
	span := quantity.Interval{Low: quantity.Sub(stated, by.Half), High: quantity.Sum(stated, by.Half)}
	compare.Settle(&c, off, stated, unit, span.Overlaps(quantity.Interval{Low: low, High: high}))
	bound := by.Bound
	if a.Bound != quantity.Exactly || b.Bound != quantity.Exactly {
		bound = quantity.About
	}
	compare.Conclude(&c, quantity.Abs(quantity.Sub(off, stated)).Cmp(compare.TenthPoint) <= 0, bound, "0.1 percentage points")
	return c, true
}
