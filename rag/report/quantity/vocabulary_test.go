package quantity

import (
	"slices"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

// What a unit is worth is defined by another in its dimension; the two lines were written down apart.
func TestUnitsAreWorthOneAnother(t *testing.T) {
	for _, c := range []struct{ one, is string }{
		{"1 MWh", "3.6 GJ"}, {"1 TWh", "3,600 TJ"}, {"10 therms", "1 MMBtu"}, {"10 Gcal", "1 toe"}, {"1 ktoe", "1,000 toe"}, {"1 toe", "11.63 MWh"},
		{"1 PJ", "1,000 TJ"}, {"1 kJ", "1,000 J"}, {"1 bbl", "42 gallons"}, {"1 kgal", "1,000 gallons"}, {"1 short ton", "2,000 lb"},
		{"1 acre-ft", "43,560 cubic feet"}, {"1 acre", "43,560 square feet"}, {"1 km2", "100 ha"}, {"10,000 m2", "1 ha"}, {"1 ML", "1,000 m3"},
		{"10 hl", "1 kl"}, {"1,000 litres", "1 m3"}, {"1 GL", "1,000 ML"}, {"1 GW", "1,000 MW"}, {"1 Gg", "1 kt"}, {"2 ktonnes", "2,000 t"},
	} {
		t.Run(c.one, func(t *testing.T) {
			a, err := Parse(c.one, Point)
			b, other := Parse(c.is, Point)
			if err != nil || other != nil || !a.Comparable(b) || a.Base().Cmp(b.Base()) != 0 {
				t.Errorf("%s is %s %s, %s is %s (%v, %v)", c.one, a.Base(), a.Unit.Base(), c.is, b.Base(), err, other)
			}
		})
	}
}

// A form that stands on two lines, or that a shorter one takes the text of, would not be read as its line says.
func TestEveryWrittenFormIsReadAsItsUnit(t *testing.T) {
	for _, w := range slices.Concat(vocabulary.signs, vocabulary.words) {
		if u, n := readUnit(w.text); n != len(w.text) || u.Symbol != w.unit.Symbol || u.Dimension != w.unit.Dimension || u.Factor.Cmp(w.unit.Factor) != 0 {
			t.Errorf("%q of %s is read as %q: %s", w.text, w.unit.Symbol, w.text[:n], u.Symbol)
		}
	}
	if n := len(vocabulary.signs) + len(vocabulary.words); n < 150 {
		t.Errorf("only %d forms", n)
	}
}

func TestTheBaseUnitOfADimensionIsWorthOne(t *testing.T) {
	based := map[Dimension]bool{}
	for _, w := range vocabulary.signs {
		if w.unit.Symbol == w.unit.Base() {
			based[w.unit.Dimension] = w.unit.Factor.Cmp(apd.New(1, 0)) == 0
		}
	}
	for _, d := range []Dimension{Energy, Power, Volume, Area} {
		if !based[d] {
			t.Errorf("%s has no base unit that is worth 1", d)
		}
	}
}

func TestAnEntryThatIsNoneIsRefused(t *testing.T) {
	for _, line := range []string{"GJ", "GJ = one | GJ |", "GJ = 1 | GJ", " = 1 | GJ |"} {
		if _, _, _, err := readEntry(line, Energy); err == nil {
			t.Errorf("%q is taken for a unit", line)
		}
	}
}

func TestWhatAFigureIsMeasuredAgainstIsAUnit(t *testing.T) {
	for per, want := range map[string]string{"mwh": "MWh", "gj": "GJ", "mmbtu": "MMBtu", "m³": "m3", "employee": "", "": ""} {
		if u, ok := PerUnit(per); u.Symbol != want || ok != (want != "") {
			t.Errorf("per %q is %q", per, u.Symbol)
		}
	}
}
