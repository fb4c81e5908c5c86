package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// How exact a computed figure must be (decision 14).
var (
	onePercent = apd.New(1, 0)
	tenPercent = apd.New(10, 0)
	ninety     = apd.New(90, 0)
	tenthPoint = apd.New(1, -1)
	hundred    = apd.New(100, 0)
)

var (
	farFactor     = apd.New(2, 0)  // how many times a sum a printed total can be, or the reverse, and be taken for a mistake in adding up
	averageFactor = apd.New(3, 0)  // how many times their average figures are that are alike
	wholeHalf     = apd.New(5, -1) // half the last place of a figure without decimals
)

// places are the digits after the point of what is computed.
const places = 4

// show prints an exact figure.
func show(d *apd.Decimal) string { return quantity.Print(d, 12) }

// sum compares a stated total with its parts.
type sum struct {
	parts    []entry
	stated   entry
	computed *apd.Decimal // of the parts, in the base unit
	exact    bool         // equal
	rounding bool         // printing explains the difference
	within   bool         // 1 % of the total
}

func addUp(parts []entry, stated entry) sum {
	s := sum{parts: parts, stated: stated}
	bases := make([]*apd.Decimal, len(parts))
	low, high := quantity.Int(0), quantity.Int(0)
	for i, p := range parts {
		bases[i] = p.Quantity().Base()
		iv := p.Quantity().Interval()
		low, high = quantity.Sum(low, iv.Low), quantity.Sum(high, iv.High)
	}
	s.computed = quantity.Sum(bases...)
	total := stated.Quantity().Base()
	off := quantity.Abs(quantity.Sub(total, s.computed))
	s.exact = off.IsZero()
	// People are counted, not rounded.
	if dimension(stated) != quantity.Count {
		s.rounding = quantity.Interval{Low: low, High: high}.Overlaps(stated.Quantity().Interval())
	}
	if p, ok := quantity.PercentOf(off, quantity.Abs(total)); ok {
		s.within = p.Cmp(onePercent) <= 0
	}
	return s
}

func (s sum) agrees() bool { return s.exact || s.rounding || s.within }

// largest says that the stated figure is that of the largest part.
func (s sum) largest() bool {
	if s.stated.Quantity().Value.IsZero() {
		return false
	}
	total := s.stated.Quantity().Base()
	equal := false
	for _, p := range s.parts {
		c := p.Quantity().Base().Cmp(total)
		if c > 0 {
			return false
		}
		equal = equal || c == 0
	}
	return equal
}

// averages reports whether the stated figure lies among the parts, as an average, a rate, a multiple or a share of another
// whole does. No sum of parts that are not negative lies below the largest of them. Of amounts and counts it may still be a
// slip, unless all of them are alike.
func (s sum) averages() bool {
	if len(s.parts) < 2 || s.computed.IsZero() || s.stated.Quantity().Value.IsZero() || s.agrees() {
		return false
	}
	total := s.stated.Quantity().Base()
	above, below, alike, equal := false, false, true, true
	for _, p := range s.parts {
		v := p.Quantity().Base()
		above, below = above || v.Cmp(total) >= 0, below || v.Cmp(total) <= 0
		equal = equal && v.Cmp(total) == 0
		alike = alike && v.Cmp(quantity.Mul(total, averageFactor)) <= 0 && total.Cmp(quantity.Mul(v, averageFactor)) <= 0
	}
	return above && below && !equal && (alike || !s.amounts())
}

// among reports whether the stated figure lies between the smallest and the largest part, as an average does however unlike they are.
func (s sum) among() bool {
	total := s.stated.Quantity().Base()
	above, below := false, false
	for _, p := range s.parts {
		v := p.Quantity().Base()
		above, below = above || v.Cmp(total) >= 0, below || v.Cmp(total) <= 0
	}
	return above && below && !s.agrees()
}

// amounts reports whether the figures are amounts of something measured, or counts, which have no decimals.
func (s sum) amounts() bool {
	switch dimension(s.stated) {
	case quantity.Percent:
		return false
	case quantity.Count:
		return !slices.ContainsFunc(append([]entry{s.stated}, s.parts...), func(e entry) bool { return e.Quantity().Half.Cmp(wholeHalf) < 0 })
	}
	return s.stated.Per == ""
}

// far reports whether the stated figure, if it is no amount, is so far from the sum that a slip is no likely reading: it is then
// of other things than the parts. A figure that is a power of a thousand off, or 0, is a slip.
func (s sum) far() bool {
	total, sum := quantity.Abs(s.stated.Quantity().Base()), quantity.Abs(s.computed)
	if s.amounts() || total.IsZero() || sum.IsZero() || slip(s) != "" {
		return false
	}
	return total.Cmp(quantity.Mul(sum, farFactor)) > 0 || sum.Cmp(quantity.Mul(total, farFactor)) > 0
}

// additive reports whether the figure can be meant as the sum of the parts, right or wrong.
func (s sum) additive() bool { return !s.averages() && !s.far() }

// blank says that all parts are printed as 0 beside a total that is not.
func (s sum) blank() bool { return s.computed.IsZero() && !s.stated.Quantity().Value.IsZero() }

// finding turns a sum into a check. Percentages are held to 0.1 points.
func (s sum) finding() finding {
	unit, factor := s.stated.Quantity().Unit.Base(), quantity.Int(1)
	if s.stated.Ambiguous() { // all are of one unit as printed, whichever it is
		unit, factor = s.stated.Unit, s.stated.Quantity().Unit.Factor
	}
	in := func(base *apd.Decimal) *apd.Decimal {
		v, _ := quantity.Ratio(base, factor)
		return v
	}
	c := events.Check{}
	var terms []string
	for _, p := range s.parts {
		c.Inputs = append(c.Inputs, input(p, ""))
		terms = append(terms, show(in(p.Quantity().Base())))
	}
	c.Inputs = append(c.Inputs, input(s.stated, statedLabel+": "+shorten(s.stated.label())))
	c.Working = strings.TrimSpace(strings.Join(terms, " + ") + " = " + show(in(s.computed)) + " " + unit)
	tolerance, within := "1 % of the total", s.within
	if percent(s.stated) {
		tolerance = "0.1 percentage points"
		within = quantity.Abs(quantity.Sub(s.stated.Quantity().Value, s.computed)).Cmp(tenthPoint) <= 0
	}
	Settle(&c, in(s.computed), in(s.stated.Quantity().Base()), unit, s.rounding && !s.exact)
	Conclude(&c, within, s.stated.Quantity().Bound, tolerance)
	if c.Result == events.CheckFail {
		c.Message += slip(s)
		if s.blank() {
			c.Message += " All parts are printed as 0, as if left out."
		} else if s.stated.Quantity().Value.IsZero() {
			c.Message += " The total is printed as 0 beside figures."
		}
	}
	return finding{c, s.stated.at.Page}
}

// slip looks for the power of a thousand by which one figure is off, as when a separator is mistaken.
func slip(s sum) string {
	for _, by := range []int32{3, -3, 6, -6} {
		scaled := s.stated.Quantity()
		scaled.Value, scaled.Half = quantity.Mul(scaled.Value, apd.New(1, by)), quantity.Mul(scaled.Half, apd.New(1, by))
		base := scaled.Base()
		if base.IsZero() {
			return ""
		}
		off, _ := quantity.PercentOf(quantity.Abs(quantity.Sub(base, s.computed)), quantity.Abs(base))
		if off.Cmp(tenthPoint) > 0 {
			continue
		}
		if strings.ContainsAny(s.stated.Printed, ".,") && (by == 3 || by == -3) {
			return fmt.Sprintf(" %s with its separator read the other way is %s, which agrees.", s.stated.Printed, quantity.Print(scaled.Value, 12))
		}
		return fmt.Sprintf(" %s times 10^%d agrees.", s.stated.Printed, by)
	}
	return ""
}

// Settle fills in what was expected and stated, and the difference, in a unit.
func Settle(c *events.Check, expected, stated *apd.Decimal, unit string, rounding bool) {
	difference := quantity.Sub(stated, expected)
	print := func(d *apd.Decimal) string { return strings.TrimSpace(quantity.Print(d, places) + " " + unit) }
	c.Expected, c.Stated, c.Difference = print(expected), print(stated), print(difference)
	if p, ok := quantity.PercentOf(difference, quantity.Abs(expected)); ok {
		c.DifferencePercent = quantity.Print(p, 2)
	}
	c.ExplainedByRounding = rounding && !difference.IsZero()
}

// Conclude decides a settled comparison. A hedged figure ("about 6 %") is never said to be wrong.
func Conclude(c *events.Check, within bool, bound quantity.Bound, tolerance string) {
	c.Severity = "info"
	switch {
	case c.Difference == "0" || strings.HasPrefix(c.Difference, "0 "):
		c.Result = events.CheckPass
		c.Message = fmt.Sprintf("Agrees exactly: %s.", c.Stated)
	case c.ExplainedByRounding:
		c.Result = events.CheckPass
		c.Message = fmt.Sprintf("Agrees: %s stated, %s computed; printing to the last place explains the difference.", c.Stated, c.Expected)
	case within:
		c.Result = events.CheckPass
		c.Message = fmt.Sprintf("Agrees within %s: %s stated, %s computed.", tolerance, c.Stated, c.Expected)
	case bound != quantity.Exactly:
		c.Result, c.Severity = events.CheckInconclusive, "warning"
		c.Message = fmt.Sprintf("The figure is hedged: %s stated, %s computed.", c.Stated, c.Expected)
	default:
		c.Result, c.Severity = events.CheckFail, "critical"
		c.Message = fmt.Sprintf("Does not agree: %s stated, %s computed; beyond %s and beyond rounding.", c.Stated, c.Expected, tolerance)
	}
}

// percentOff is how far b is from a, in per cent of a; ok is false when a is zero.
func percentOff(a, b *apd.Decimal) (off *apd.Decimal, ok bool) {
	return quantity.PercentOf(quantity.Abs(quantity.Sub(a, b)), quantity.Abs(a))
}

// withinPercent reports whether b is at most so many per cent of a from a. Nothing but zero is near zero.
func withinPercent(a, b, most *apd.Decimal) bool {
	off, ok := percentOff(a, b)
	return ok && off.Cmp(most) <= 0 || !ok && b.IsZero()
}
