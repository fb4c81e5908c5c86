package checks_test

import (
	"testing"
)

// A sentence that says by how much a row moved says also which way.
func TestTheWayARowMoves(t *testing.T) {
	table := grid("Energy and waste", "", []string{"2023", "2022", "2021"}, []string{"Gas used (MWh)", "12,418", "13,105", "13,310"},
		[]string{"Electricity (MWh)", "9,871", "9,402", "9,118"}, []string{"Waste (t)", "391,600", "378,300", "378,400"})
	for text, want := range map[string]string{
		"Gas use rose by 5.2 % as boilers gave way to heat pumps.":                                  "a rise of 5.2 %",
		"Gas use fell by 5.2 % as boilers gave way to heat pumps.":                                  "",
		"Gas use rose by 7.4 % as boilers gave way to heat pumps.":                                  "",
		"Waste of all our plants fell by 3.5 % to 391,600 t.":                                       "a fall of 3.5 %",
		"Waste of all our plants rose by 3.5 % to 391,600 t.":                                       "",
		"Waste of our largest plant fell by 3.5 % to 88,214 t.":                                     "",
		"The costs of leased cars rose by 5.2 %.":                                                   "",
		"Emissions intensity worsened from 3.85 to 3.80 t per tonne.":                               "3.80 t",
		"Emissions intensity improved from 3.85 to 3.80 t per tonne.":                               "",
		"The recycling of waste improved from 3.80 to 3.85 t per tonne.":                            "",
		"The margin worsened from 3.80 to 3.85 points.":                                             "",
		"Waste rose by 3.5 % to 391,600 t on account of the permit that was granted on 4 May 2022.": "",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}, table), "direction") })
	}
}

// Three figures of a sentence, of which one is the difference of the others.
func TestMoreOrLessThan(t *testing.T) {
	for text, want := range map[string]string{
		"We pumped 1,074 litres, 42.6 % less than the 1,720 litres of 2019.":                               "-37.5581 % computed",
		"We pumped 1,074 litres, 37.6 % less than the 1,720 litres of 2019.":                               "",
		"We pumped about 1,074 litres, 40 % less than the 1,720 litres of 2019.":                           "",
		"We pumped 1,074 litres, 42.6 % less than the 1,720 litres of FY22.":                               "-37.5581 % computed",
		"We pumped 1,074 litres in FY23, 37.6 % less than the 1,720 litres of FY22.":                       "",
		"Coal and peat together came down from 310 t to 204 t, or 4.2 % of all fuel.":                      "",
		"Of all power, 46.8 % was renewable: 10.6 percentage points more than the 38.6 % of 2022.":         "8.2 percentage points computed",
		"Of all power, 46.8 % was renewable: 8.2 percentage points more than the 38.6 % of 2022.":          "",
		"Of all power, 46.8 % was renewable. In Spain it was 10.6 percentage points more than the 50.6 %.": "",
	} {
		expectSaid(t, text, "yoy_percentage", want, func() []string { return failuresOf(said([]string{text}), "yoy_percentage") })
	}
}
