package passage

import (
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// explains reports whether the other figures of a passage make a figure in any way that is usual: sums and differences, products and
// quotients by any power of ten, shares, changes, what a percentage takes off or adds.
func (p passage) explains(q quantity.Quantity, at int) bool {
	var others []quantity.Quantity
	for _, o := range p.all {
		if o.Start != at {
			others = append(others, o)
		}
	}
	var alike []quantity.Interval
	for _, o := range others {
		if o.Unit.Comparable(q.Unit) || sheet.MassLike(o) && sheet.MassLike(q) {
			alike = append(alike, o.Interval())
		}
	}
	if sumsTo(alike, exactly(quantity.Int(0)), q.Interval()) ||
		q.Unit.Dimension == quantity.Percent && sumsTo(alike, exactly(compare.Hundred), q.Interval()) {
		return true
	}
	for i, a := range others {
		for j, b := range others {
			if i == j || b.Value.Sign() <= 0 || a.Value.Sign() <= 0 {
				continue
			}
			if q.Unit.Dimension == quantity.Percent {
				if (a.Unit.Comparable(b.Unit) || sheet.MassLike(a) && sheet.MassLike(b)) && sharesMake(others, a, b, q) {
					return true
				}
				continue
			}
			if b.Unit.Dimension == quantity.Percent && takes(a, b, q) || anyPower(times(a, b), q) || anyPower(over(a, b), q) {
				return true
			}
		}
	}
	return false
}

// sumsTo reports whether some figures, each added to an amount or taken off, make another.
func sumsTo(figures []quantity.Interval, from, want quantity.Interval) bool {
	made := []quantity.Interval{from}
	for _, f := range figures {
		for _, m := range made[:len(made):len(made)] {
			made = append(made, m.Plus(f), quantity.Interval{Low: quantity.Sub(m.Low, f.High), High: quantity.Sub(m.High, f.Low)})
		}
	}
	return slices.ContainsFunc(made[1:], want.Overlaps)
}

func exactly(d *apd.Decimal) quantity.Interval { return quantity.Interval{Low: d, High: d} }

// sharesMake reports whether a percentage is the share of one figure in another, what is left of it, or the change between them.
func sharesMake(others []quantity.Quantity, a, b, q quantity.Quantity) bool {
	low, okLow := quantity.PercentOf(a.Interval().Low, b.Interval().High)
	if b.Interval().Low.Sign() <= 0 || !okLow {
		return true
	}
	high, _ := quantity.PercentOf(a.Interval().High, b.Interval().Low)
	room := quantity.Sum(q.Half, compare.TenthPoint)
	v := quantity.Abs(q.Value)
	want := quantity.Interval{Low: quantity.Sub(v, room), High: quantity.Sum(v, room)}
	for _, base := range []*apd.Decimal{quantity.Int(0), compare.Hundred} {
		for _, sign := range []int64{1, -1} {
			l, h := quantity.Mul(quantity.Sub(low, base), quantity.Int(sign)), quantity.Mul(quantity.Sub(high, base), quantity.Int(sign))
			if l.Cmp(h) > 0 {
				l, h = h, l
			}
			if want.Overlaps(quantity.Interval{Low: l, High: h}) {
				return true
			}
		}
	}
	for _, o := range others { // two parts of a whole, or the whole of two parts
		if o.Start == a.Start || o.Start == b.Start || !(o.Unit.Comparable(a.Unit) || sheet.MassLike(o) && sheet.MassLike(a)) {
			continue
		}
		two, one := quantity.Sum(a.Base(), o.Base()), b.Base()
		for _, of := range [][2]*apd.Decimal{{two, one}, {a.Base(), quantity.Sum(b.Base(), o.Base())}} {
			if s, ok := quantity.PercentOf(of[0], of[1]); ok && quantity.Abs(quantity.Sub(s, v)).Cmp(room) <= 0 {
				return true
			}
		}
	}
	return false
}

// takes reports whether a figure is another one with so many per cent of it added, taken off, or no more than those.
func takes(a, percent, q quantity.Quantity) bool {
	p, _ := quantity.Ratio(percent.Value, compare.Hundred)
	for _, f := range []*apd.Decimal{p, quantity.Sum(quantity.Int(1), p), quantity.Sub(quantity.Int(1), p)} {
		if anyPower(quantity.Mul(a.Value, f), q) {
			return true
		}
	}
	return false
}

func times(a, b quantity.Quantity) *apd.Decimal { return quantity.Mul(a.Value, b.Value) }

func over(a, b quantity.Quantity) *apd.Decimal {
	r, _ := quantity.Ratio(a.Value, b.Value)
	return r
}

// anyPower reports whether a figure is what is computed at some power of ten, to a per cent and to its last place.
func anyPower(computed *apd.Decimal, q quantity.Quantity) bool {
	if computed == nil || computed.Sign() == 0 {
		return false
	}
	room := quantity.Sum(q.Half, quantity.Mul(quantity.Abs(q.Value), apd.New(1, -2)))
	for power := int32(-9); power <= 9; power++ {
		if quantity.Abs(quantity.Sub(quantity.Mul(computed, apd.New(1, power)), q.Value)).Cmp(room) <= 0 {
			return true
		}
	}
	return false
}
