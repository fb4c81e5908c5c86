package checks

import (
	"fmt"
	"regexp"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// thanThe leads from a difference to what it counts from: "10.6 percentage points more than the".
var thanThe = regexp.MustCompile(`(?i)^\s*(more|higher|above|greater|less|lower|fewer|below)\s+than\s+(?:the\s+|our\s+)?` + hedges + `$`)

var downward = regexp.MustCompile(`(?i)^(?:less|lower|fewer|below)$`)

// lessThan redoes "1,074 litres, 37.6 % less than the 1,720 litres" and "46.8 %, 8.2 percentage points more than the 38.6 %": three
// figures that say of each other what they are.
func lessThan(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for i := 1; i+1 < len(x.figures); i++ {
			a, by, b := x.figures[i-1], x.figures[i], x.figures[i+1]
			m := thanThe.FindStringSubmatch(x.text[by.End:b.Start])
			if m == nil || a.Range || by.Range || b.Range || !a.Comparable(b) || !commaOnly.MatchString(x.text[a.End:by.Start]) {
				continue
			}
			points := by.Unit.Dimension == quantity.Points && a.Unit.Dimension == quantity.Percent
			if !points && (by.Unit.Dimension != quantity.Percent || a.Unit.Dimension == quantity.Percent) || b.Value.Sign() <= 0 {
				continue
			}
			if c, ok := x.lessThan(a, by, b, points, downward.MatchString(m[1])); ok {
				out = append(out, x.utter(c, by.Text, true))
			}
		}
	}
	return out
}

// commaOnly parts a figure from what is said of it: a unit, a few words, a comma or a colon.
var commaOnly = regexp.MustCompile(`^[\p{L}\s/³²-]{0,60}[,:;–]?[\p{L}\s]{0,20}$`)

func (x statement) lessThan(a, by, b quantity.Quantity, points, down bool) (c events.Check, ok bool) {
	off := quantity.Sub(a.Base(), b.Base())
	low := quantity.Sub(a.Interval().Low, b.Interval().High)
	high := quantity.Sub(a.Interval().High, b.Interval().Low)
	unit := "percentage points"
	working := fmt.Sprintf("%s - %s", show(a.Value), show(b.Value))
	if !points {
		unit, working = "%", fmt.Sprintf("(%s - %s) / %s x 100", show(a.Value), show(b.Value), show(b.Value))
		low, high = changeOf(b, a)
		if off, ok = quantity.PercentOf(off, b.Base()); !ok {
			return c, false
		}
	}
	stated := by.Value
	if down {
		stated = new(apd.Decimal).Neg(stated)
	}
	c.Inputs = []events.CheckInput{x.input("from", b), x.input("to", a), x.input(statedLabel+" difference", by)}
	c.Working = working + " = " + quantity.Print(off, places) + " " + unit
	span := quantity.Interval{Low: quantity.Sub(stated, by.Half), High: quantity.Sum(stated, by.Half)}
	Settle(&c, off, stated, unit, span.Overlaps(quantity.Interval{Low: low, High: high}))
	bound := by.Bound
	if a.Bound != quantity.Exactly || b.Bound != quantity.Exactly {
		bound = quantity.About
	}
	Conclude(&c, quantity.Abs(quantity.Sub(off, stated)).Cmp(tenthPoint) <= 0, bound, "0.1 percentage points")
	return c, true
}
