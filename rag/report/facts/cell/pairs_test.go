package cell

import (
	"slices"
	"testing"
)

// A caption that gives several things in several units says the unit of the rows of each; of other rows it says none.
func TestUnitPairs(t *testing.T) {
	pairs := UnitPairs("The year by quarter Beer in hectolitres, water in thousand m³, waste in t and energy in MWh; ratios per hectolitre")
	for label, want := range map[string][]string{"Water": {"thousand m³"}, "Waste water": nil, "Energy bought": {"MWh"}, "Wastes": {"t"}, "Heat": nil} {
		if got := pairs.Of([]string{label}); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q (of %v)", label, got, want, pairs)
		}
	}
	if one := UnitPairs("Energy in MWh, fuels in MWh"); one != nil {
		t.Errorf("%v of a caption with one unit", one)
	}
}
