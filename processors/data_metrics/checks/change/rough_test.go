package change

import (
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What floats say that a bond cannot make, exact arithmetic says that it does not make.
func TestABondThatCannotMakeAChangeDoesNotMakeIt(t *testing.T) {
	read := func(text string) quantity.Quantity {
		found := quantity.Find(text, quantity.Point)
		if len(found) != 1 {
			t.Fatalf("%q: %d figures", text, len(found))
		}
		return found[0]
	}
	figures := []string{"1 t", "2 t", "99 t", "100 t", "101 t", "1,234 t", "1,235 t", "1,234.5 t", "0.004 t", "123,456,789,012 t", "123,456,789,013 t"}
	made, told := 0, 0
	for _, then := range figures {
		for _, now := range figures {
			b := bond{then: &term{Quantity: read(then)}, now: &term{Quantity: read(now)}}
			changes := []string{"0.1 %", "1 %", "1.0 %", "5 %", "99 %", "100 %", "1,134 %"}
			if exact, ok := quantity.PercentOf(quantity.Sub(b.now.Base(), b.then.Base()), b.then.Base()); ok {
				for _, places := range []int32{0, 1, 3, 12} {
					changes = append(changes, quantity.Print(quantity.Abs(exact), places)+" %")
				}
			}
			for _, change := range changes {
				by := read(change)
				is := b.makes(by)
				if is {
					made++
				}
				if b.cannotMake(by) {
					told++
				}
				if exactly := madeExactly(b, by); exactly != is {
					t.Errorf("%s after %s makes %s: %t, exactly %t", now, then, change, is, exactly)
				}
			}
		}
	}
	if made < 50 || told < 50 {
		t.Errorf("%d are made and %d are told", made, told)
	}
}

// madeExactly is makes without a look at floats.
func madeExactly(b bond, said quantity.Quantity) bool {
	change, span, ok := b.by(said)
	if !ok || change.IsZero() {
		return false
	}
	i := said.Interval()
	if change.Sign() < 0 {
		i = quantity.Interval{Low: new(apd.Decimal).Neg(i.High), High: new(apd.Decimal).Neg(i.Low)}
	}
	return i.Overlaps(span)
}
