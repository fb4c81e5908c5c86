package quantity

import "testing"

func TestWordsOfUnitsAreThoseOfUnitsThatAreRead(t *testing.T) {
	all := Words()
	for word, alone := range map[string]bool{
		"%": true, "mwh": true, "tco2e": true, "ktco₂e": true, "hectolitres": true, "€": true, "inr": true, "us$": true, "kg": true, "cubic": false, "oil": false,
	} {
		if got, known := all[word]; !known || got != alone {
			t.Errorf("%q: %v, %v", word, got, known)
		}
	}
	for _, mass := range massWords {
		if u, err := ParseUnit(mass); err != nil || u.Dimension != Mass {
			t.Errorf("%s is read as %+v, %v", mass, u, err)
		}
		for _, of := range gasWords {
			if u, err := ParseUnit(mass + of); err != nil || u.Dimension != Emissions && u.Dimension != CarbonGas {
				t.Errorf("%s%s is read as %+v, %v", mass, of, u, err)
			}
		}
	}
}
