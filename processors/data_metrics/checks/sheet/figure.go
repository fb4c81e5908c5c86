package sheet

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Where is a fact at the first of its places that fits, or at its own.
func Where(f *facts.Fact, fits func(*facts.Place) bool) Entry {
	if !fits(&f.Place) {
		for i := range f.Places {
			if fits(&f.Places[i]) {
				return Entry{Fact: f, At: &f.Places[i]}
			}
		}
	}
	return Entry{Fact: f, At: &f.Place}
}

// HeadedBy says that the headings of a fact, at any of its places, match.
func HeadedBy(f *facts.Fact, pattern *pattern.Pattern) bool {
	e := Where(f, func(p *facts.Place) bool {
		return pattern.MatchString(strings.Join(append(slices.Clone(p.RowPath), p.ColPath...), " "))
	})
	return pattern.MatchString(strings.Join(append(slices.Clone(e.At.RowPath), e.At.ColPath...), " "))
}

// Amount reports whether a figure is one of something, as it stands.
func Amount(q quantity.Quantity) bool {
	return !q.Range && q.Per == "" && q.Unit.Dimension != quantity.Percent && q.Unit.Dimension != quantity.Points && q.Bound == quantity.Exactly
}

// SlipOfPen is how telling it is that a figure is stated with two neighbouring digits exchanged, one digit changed, or a thousand
// times off: the negative logarithm of how often another figure would be so. 0 if it is no slip.
func SlipOfPen(right *apd.Decimal, stated Entry) float64 {
	q := stated.Quantity()
	if compare.Thousands(right, q.Value) != 0 {
		return 2
	}
	after := max(0, -q.Half.Exponent-1)
	whole := func(d *apd.Decimal) string {
		return compare.DigitsIn(quantity.Print(quantity.Mul(d, apd.New(1, after)), 0))
	} // with the zeros behind the point
	a, b := whole(right), whole(q.Value)
	if len(a) != len(b) || len(a) < compare.SlipDigits-1 {
		return 0
	}
	switch {
	case compare.Exchanged(a, b):
		return float64(len(a)) - 1
	case compare.Differing(a, b) == 1:
		return float64(len(a)) - 2
	}
	return 0
}

// ScaleOf is the power of ten that a figure is printed in: a million for "0.62 million tonnes".
func ScaleOf(q quantity.Quantity) *apd.Decimal {
	if q.Scale == nil {
		return quantity.Int(1)
	}
	return q.Scale
}

// Prints reports whether a cell holds the figure of a sentence as it stands there: in its unit, or as printed where one of them
// has none.
func (e Entry) Prints(q quantity.Quantity) bool {
	if e.Quantity().Bound != quantity.Exactly || Percent(e) != (q.Unit.Dimension == quantity.Percent) {
		return false
	}
	if !e.Ambiguous() && e.Quantity().Unit.Comparable(q.Unit) && e.Quantity().Base().Cmp(q.Base()) == 0 {
		return true
	}
	open := e.Ambiguous() || Dimension(e) == quantity.Count || q.Unit.Dimension == quantity.Count
	return open && len(compare.Significant(e.Value)) > 1 && e.Quantity().Value.Cmp(Unscaled(q)) == 0
}

// Unscaled is a figure without the word for its scale.
func Unscaled(q quantity.Quantity) *apd.Decimal {
	if q.Scale == nil {
		return q.Value
	}
	v, _ := quantity.Ratio(q.Value, q.Scale)
	return v
}

// Overlaps reports whether a cell and the figure of a sentence can be one figure, printed with more and with fewer places.
func (e Entry) Overlaps(q quantity.Quantity) bool {
	if !e.Ambiguous() && e.Quantity().Unit.Comparable(q.Unit) {
		return e.Quantity().Interval().Overlaps(q.Interval())
	}
	off := quantity.Abs(quantity.Sub(e.Quantity().Value, Unscaled(q)))
	return off.Cmp(quantity.Sum(e.Quantity().Half, q.Half)) <= 0
}

// OpenUnit reports whether the units of a figure and a cell exclude nothing: one of them has none that was read, or counts.
func OpenUnit(q quantity.Quantity, e Entry) bool {
	return e.Ambiguous() || Dimension(e) == quantity.Count || q.Unit.Dimension == quantity.Count
}

// MeasuredIn are the dimensions whose units a sentence can mistake by a thousand.
var MeasuredIn = []quantity.Dimension{quantity.Emissions, quantity.CarbonGas, quantity.Energy, quantity.Volume, quantity.Mass, quantity.Area, quantity.Money}

// Sayable reports whether a cell is an amount of the kind that a sentence gives.
func (e Entry) Sayable(q quantity.Quantity) bool {
	if e.Change || e.Target || e.Restated || e.Quantity().Bound != quantity.Exactly || e.Quantity().Value.Sign() <= 0 || q.Value.Sign() <= 0 {
		return false
	}
	if Percent(e) || q.Unit.Dimension == quantity.Percent {
		return Percent(e) && q.Unit.Dimension == quantity.Percent
	}
	return OpenUnit(q, e) || e.Quantity().Unit.Comparable(q.Unit) || MassLike(q) && MassLike(e.Quantity())
}

// MayBeOne reports whether printing leaves open which of two figures is the larger one; of 7 and 8, which touch, it does not.
func MayBeOne(a, b Entry) bool {
	x, y := a.Quantity().Interval(), b.Quantity().Interval()
	return a.Quantity().Base().Cmp(b.Quantity().Base()) == 0 || x.Low.Cmp(y.High) < 0 && y.Low.Cmp(x.High) < 0
}
