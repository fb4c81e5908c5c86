package ghg_test

import (
	"math/big"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/data/ghg"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var bases = map[string]string{"mass": "t", "energy": "GJ", "power": "MW", "volume": "m3", "length": "km", "area": "ha"}

func TestUnitsAreExactAndSourced(t *testing.T) {
	u := loaded(t, ghg.LoadUnits)
	one := number(t, "1")
	based := map[string]bool{}
	for _, x := range u.Units {
		sourced(t, x.Symbol, x.Source, x.Certainty)
		base, known := bases[x.Dimension]
		if !known || x.Name == "" || x.Factor.Sign() <= 0 {
			t.Errorf("%+v", x)
		}
		if x.Symbol == base {
			based[base] = true
			if x.Factor.Cmp(one) != 0 {
				t.Errorf("%s is the base of %s and %s of it", x.Symbol, x.Dimension, x.Factor)
			}
		}
	}
	if len(based) != len(bases) {
		t.Errorf("bases %v", based)
	}
	for _, r := range u.Ratios {
		sourced(t, r.ID, r.Source, r.Certainty)
		if r.From == "" || r.To == "" || r.Meaning == "" || r.Numerator.Sign() <= 0 || r.Denominator.Sign() <= 0 {
			t.Errorf("%+v", r)
		}
	}
}

// Defined equivalences, most between two units whose factors were written down independently.
func TestKnownConversions(t *testing.T) {
	u := loaded(t, ghg.LoadUnits)
	for _, c := range []struct{ value, from, to, want string }{
		{"1", "MWh", "GJ", "3.6"},
		{"1", "TJ", "MWh", "277.7777777777777777777777777777778"},
		{"1", "toe", "MWh", "11.63"},
		{"1", "mmBtu", "therms", "10"},
		{"1", "boe", "mmBtu", "5.8"},
		{"10", "Gcal", "toe", "1"},
		{"7", "Gcal", "tce", "1"},
		{"1", "bbl", "US gal", "42"},
		{"1", "short ton", "lb", "2000"},
		{"1", "long ton", "lb", "2240"},
		{"1", "acre-ft", "cubic feet", "43560"},
		{"640", "acre", "mi2", "1"},
		{"1", "acre", "ft2", "43560"},
		{"1", "Mt", "thousand tonnes", "1000"},
		{"2.5", "Gg", "t", "2500"},
		{"1852", "m", "nmi", "1"},
		{"0", "lb", "kg", "0"},
		{"-3", "kWh", "MJ", "-10.8"},
	} {
		if got, err := u.Convert(number(t, c.value), c.from, c.to); err != nil || got.Cmp(number(t, c.want)) != 0 {
			t.Errorf("%s %s is %s %s, %v; want %s", c.value, c.from, got, c.to, err, c.want)
		}
	}
	for _, c := range [][2]string{{"MWh", "t"}, {"MWh", "MW"}, {"cubit", "m"}, {"m", "cubit"}, {"mT", "t"}} {
		if got, err := u.Convert(number(t, "1"), c[0], c[1]); err == nil {
			t.Errorf("1 %s is %s %s, want an error", c[0], got, c[1])
		}
	}
}

// There and back is where one began, exactly, and by way of a third unit is the same as straight.
func TestConversionsAreConsistent(t *testing.T) {
	u := loaded(t, ghg.LoadUnits)
	one := big.NewRat(1, 1)
	for _, a := range u.Units {
		for _, b := range u.Units {
			if a.Dimension != b.Dimension {
				continue
			}
			there, errThere := u.Factor(a.Symbol, b.Symbol)
			back, errBack := u.Factor(b.Symbol, a.Symbol)
			if errThere != nil || errBack != nil || new(big.Rat).Mul(there, back).Cmp(one) != 0 {
				t.Fatalf("%s to %s and back: %v %v", a.Symbol, b.Symbol, errThere, errBack)
			}
			for _, c := range u.Units {
				if c.Dimension != a.Dimension {
					continue
				}
				on, errOn := u.Factor(b.Symbol, c.Symbol)
				straight, err := u.Factor(a.Symbol, c.Symbol)
				if errOn != nil || err != nil || new(big.Rat).Mul(there, on).Cmp(straight) != 0 {
					t.Fatalf("%s to %s by way of %s: %v %v", a.Symbol, c.Symbol, b.Symbol, errOn, err)
				}
			}
		}
	}
}

// A figure comes back from any unit to all the digits that were kept.
func TestFiguresComeBack(t *testing.T) {
	u := loaded(t, ghg.LoadUnits)
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.SampledFrom(u.Units).Draw(t, "from")
		to := rapid.SampledFrom(u.Units).Filter(func(x ghg.Unit) bool { return x.Dimension == from.Dimension }).Draw(t, "to")
		value := apd.New(rapid.Int64Range(-1e15, 1e15).Draw(t, "value"), rapid.Int32Range(-6, 3).Draw(t, "exponent"))
		there, err := u.Convert(value, from.Symbol, to.Symbol)
		if err != nil {
			t.Fatal(err)
		}
		back, err := u.Convert(there, to.Symbol, from.Symbol)
		if err != nil {
			t.Fatal(err)
		}
		short := apd.BaseContext.WithPrecision(30)
		a, b := new(apd.Decimal), new(apd.Decimal)
		if _, err := short.Round(a, value); err != nil {
			t.Fatal(err)
		}
		if _, err := short.Round(b, back); err != nil || a.Cmp(b) != 0 {
			t.Fatalf("%s %s is %s %s, which is %s back", value, from.Symbol, there, to.Symbol, back)
		}
	})
}

// What the reader of figures takes for a unit has the factor that it has here.
func TestUnitsAgreeWithTheReaderOfFigures(t *testing.T) {
	u := loaded(t, ghg.LoadUnits)
	dimensions := map[quantity.Dimension]string{
		quantity.Mass: "mass", quantity.Energy: "energy", quantity.Power: "power", quantity.Volume: "volume", quantity.Area: "area",
	}
	compared := 0
	for _, x := range u.Units {
		for _, name := range append([]string{x.Symbol, x.Name}, x.Aliases...) {
			got, err := quantity.ParseUnit(name)
			if err != nil || got.Dimension == quantity.Count {
				continue // the reader does not know this name
			}
			compared++
			if dimensions[got.Dimension] != x.Dimension || got.Factor.Cmp(x.Factor) != 0 {
				t.Errorf("%q is read as %s x %s, here it is %s x %s", name, got.Factor, got.Dimension, x.Factor, x.Dimension)
			}
		}
	}
	if compared < 30 {
		t.Errorf("only %d names were compared", compared)
	}
}
