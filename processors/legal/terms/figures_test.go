package terms

import "testing"

func TestARowSaysThatItsUnitIsNoneOfMass(t *testing.T) {
	for _, c := range []struct {
		row  string
		want bool
	}{
		{"Hired vehicles (Scope 3): fuel consumption (petrol and diesel) in litres(⁴)\t25,651\t16,865", true},
		{"Vehicles (Scope 1): electricity consumed in MWh (3)\t85.5\t–", true},
		{"Fuel of Scope 1 (MWh)\t12,000\t11,400", true},
		{"Scope 2, electricity\tkWh\t12,000", true},
		{"Scope 3 costs, EUR million\t12\t11", true},
		{"Scope 1 (direct)\t12,000\t11,400", false},
		{"Scope 1 emissions in t CO2e\t12,000\t11,400", false},
		{"Scope 2 (market-based)\ttonnes\t12,000", false},
		{"Scope 1 in 2023\t12,000 t CO2e\t11,400 t CO2e", false},
		{"Fuel was bought in litres", false}, // no row
	} {
		if got := FiguresOf(c.row)&(1<<otherUnit) != 0; got != c.want {
			t.Errorf("%q: %v", c.row, got)
		}
	}
}
