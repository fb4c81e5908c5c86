// Package compare holds a computed figure against the stated one: tolerance, what printing to the last place explains, and the slips
// of the pen by which one figure becomes another - digits exchanged, a power of ten.
package compare

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// How exact a computed figure must be (decision 14).
var (
	OnePercent = apd.New(1, 0)
	TenPercent = apd.New(10, 0)
	Ninety     = apd.New(90, 0)
	TenthPoint = apd.New(1, -1)
	Hundred    = apd.New(100, 0)
)

// FarFactor is how many times a sum a printed total can be, or the reverse, and be taken for a mistake in adding up.
var FarFactor = apd.New(2, 0)

// FarRounding is how many times what rounding explains a difference has to be: what is added up may have been rounded before.
var FarRounding = apd.New(5, 0)

// WholeHalf is half the last place of a figure without decimals.
var WholeHalf = apd.New(5, -1)

// Places are the digits after the point of what is computed.
const Places = 4

// Show prints an exact figure.
func Show(d *apd.Decimal) string { return quantity.Print(d, 12) }

// Settle fills in what was expected and stated, and the difference, in a unit.
func Settle(c *events.Check, expected, stated *apd.Decimal, unit string, rounding bool) {
	difference := quantity.Sub(stated, expected)
	print := func(d *apd.Decimal) string { return strings.TrimSpace(quantity.Print(d, Places) + " " + unit) }
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
		c.Message = fmt.Sprintf("%s%s: %s stated, %s computed.", events.NearlyAgrees, tolerance, c.Stated, c.Expected)
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

// Near reports whether neither figure is more than twice the other: what is further apart is of a part, or of a change, and not one figure stated
// in two ways.
func Near(a, b *apd.Decimal) bool {
	ratio, ok := quantity.Ratio(a, b)
	return ok && ratio.Cmp(apd.New(2, 0)) <= 0 && ratio.Cmp(apd.New(5, -1)) >= 0
}

// WithinPercent reports whether b is at most so many per cent of a from a. Nothing but zero is near zero.
func WithinPercent(a, b, most *apd.Decimal) bool {
	off, ok := percentOff(a, b)
	return ok && off.Cmp(most) <= 0 || !ok && b.IsZero()
}

// Whole is a figure of a sentence as exact as it is meant: what is counted one by one is not rounded, but where it ends in a zero.
func Whole(q quantity.Quantity) quantity.Quantity {
	if q.Unit.Dimension == quantity.Count && q.Scale == nil && q.Value.Exponent >= 0 && q.Bound == quantity.Exactly && !strings.HasSuffix(q.Number, "0") {
		q.Half = quantity.Int(0)
	}
	return q
}

// ChangeOf is how large a change can be, given how its two figures were printed.
func ChangeOf(then, now quantity.Quantity) (low, high *apd.Decimal) {
	n, b := now.Interval(), then.Interval()
	for _, x := range []*apd.Decimal{n.Low, n.High} {
		for _, y := range []*apd.Decimal{b.Low, b.High} {
			p, ok := quantity.PercentOf(quantity.Sub(x, y), y)
			if !ok || y.Sign() <= 0 {
				continue
			}
			if low == nil || p.Cmp(low) < 0 {
				low = p
			}
			if high == nil || p.Cmp(high) > 0 {
				high = p
			}
		}
	}
	if low == nil {
		zero := quantity.Int(0)
		return zero, zero
	}
	return low, high
}

// AgreesWith reports whether a stated figure is within 1 % of what is computed.
func AgreesWith(computed, stated *apd.Decimal) bool {
	return WithinPercent(stated, computed, OnePercent)
}

// LeastShown is how many sums must be exact for figures alone to show that a row or a column is the total of others; of three
// parts or more, that is no coincidence in two of them.
const LeastShown = 3
