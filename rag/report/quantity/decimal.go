package quantity

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// exact rounds nothing; divided keeps more digits than any report prints, and its result is only ever
// compared under a tolerance.
var (
	exact   = apd.BaseContext
	divided = apd.BaseContext.WithPrecision(34)
)

// must holds for operations that can fail only by overflow of the exponent, which figures of at most
// maxDigits digits cannot reach.
func must(_ apd.Condition, err error) {
	if err != nil {
		panic(fmt.Sprintf("exact arithmetic: %v", err))
	}
}

// Sum adds exactly.
func Sum(values ...*apd.Decimal) *apd.Decimal {
	out := new(apd.Decimal)
	for _, v := range values {
		must(exact.Add(out, out, v))
	}
	return out
}

// Sub is a - b, exactly.
func Sub(a, b *apd.Decimal) *apd.Decimal {
	out := new(apd.Decimal)
	must(exact.Sub(out, a, b))
	return out
}

// Mul multiplies exactly.
func Mul(a, b *apd.Decimal) *apd.Decimal {
	out := new(apd.Decimal)
	must(exact.Mul(out, a, b))
	return out
}

// Abs is the value without its sign.
func Abs(a *apd.Decimal) *apd.Decimal { return new(apd.Decimal).Abs(a) }

// Ratio is a / b to 34 digits; ok is false when b is zero.
func Ratio(a, b *apd.Decimal) (ratio *apd.Decimal, ok bool) {
	if b.IsZero() {
		return nil, false
	}
	out := new(apd.Decimal)
	must(divided.Quo(out, a, b))
	return out, true
}

// PercentOf is 100 a / b to 34 digits; ok is false when b is zero.
func PercentOf(a, b *apd.Decimal) (percent *apd.Decimal, ok bool) { return Ratio(Mul(a, hundred), b) }

var hundred = apd.New(100, 0)

// Int is a whole number.
func Int(n int64) *apd.Decimal { return apd.New(n, 0) }

// Print writes a decimal without exponent, with at most places digits after the point (half up) and no
// trailing zeros.
func Print(d *apd.Decimal, places int32) string {
	if d.IsZero() {
		return "0" // 0E+3 would print as 0000
	}
	out := d
	if d.Exponent < -places {
		out = new(apd.Decimal)
		c := apd.BaseContext.WithPrecision(uint32(d.NumDigits()) + 40)
		c.Rounding = apd.RoundHalfUp
		must(c.Quantize(out, d, -places))
	}
	s := out.Text('f')
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// Interval is what a printed figure may stand for.
type Interval struct{ Low, High *apd.Decimal }

// Overlaps says whether two intervals share a value, ends included.
func (i Interval) Overlaps(o Interval) bool {
	return i.Low.Cmp(o.High) <= 0 && o.Low.Cmp(i.High) <= 0
}

// Plus adds intervals.
func (i Interval) Plus(o Interval) Interval {
	return Interval{Sum(i.Low, o.Low), Sum(i.High, o.High)}
}
