package change

import (
	"math"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// rough is a figure in floats, and how far printing may have rounded it: enough to tell that two figures have nothing to do with each
// other, which most have not. What may be near is computed exactly.
type rough struct{ base, half float64 }

func roughly(q quantity.Quantity) rough {
	factor := float(q.Unit.Factor)
	return rough{float(q.Value) * factor, float(q.Half) * factor}
}

// float is a decimal to some fifteen places; not a number where it has more digits than are worth the trouble.
func float(d *apd.Decimal) float64 {
	if d == nil || !d.Coeff.IsInt64() || d.Form != apd.Finite {
		return math.NaN()
	}
	x := float64(d.Coeff.Int64()) * math.Pow10(int(d.Exponent))
	if d.Negative {
		return -x
	}
	return x
}

// slack is how much of what is compared floats may be wrong by, and far more than they are.
const slack = 1e-6

// cannotMake reports whether a bond surely makes no change in per cent like the one that is said, whichever way.
func (b bond) cannotMake(said quantity.Quantity) bool {
	if said.Unit.Dimension != quantity.Percent {
		return false
	}
	now, then, by := roughly(b.now.Quantity), roughly(b.then.Quantity), roughly(said)
	if !(then.base-then.half > 0) || !(now.base-now.half >= 0) || !(math.Abs(now.base-then.base) > slack*then.base) {
		return false
	}
	low := 100 * ((now.base-now.half)/(then.base+then.half) - 1)
	high := 100 * ((now.base+now.half)/(then.base-then.half) - 1)
	if now.base < then.base {
		by.base = -by.base
	}
	apart := slack * (100 + math.Abs(by.base) + by.half + math.Abs(low) + math.Abs(high))
	return by.base+by.half < low-apart || by.base-by.half > high+apart
}

// farFrom reports whether neither the change of a bond nor the share that one figure is of the other is surely within a tenth of a point of
// a percentage.
func (b bond) farFrom(said quantity.Quantity) bool {
	now, then := roughly(b.now.Quantity).base, roughly(b.then.Quantity).base
	share, value := 100*now/then, float(said.Value)
	apart := float(compare.TenthPoint) + slack*(100+math.Abs(share)+math.Abs(value))
	return math.Abs(share-value) > apart && math.Abs(math.Abs(share-100)-value) > apart
}
