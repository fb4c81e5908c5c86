package checks_test

import "testing"

// A share beside its amount is wrong where the whole is said, or where one that is named makes it but for a slip, and no other amount makes it.
func TestSharesBesideTheirAmounts(t *testing.T) {
	table := grid("Energy", "MWh", []string{"2023", "2022"}, []string{"Electricity used", "6,025", "6,035"}, []string{"Own solar", "2,310", "1,675"},
		[]string{"Diesel", "8,160", "8,255"})
	for text, want := range map[string]string{
		"Solar roofs made 2,310 MWh (2022: 1,675 MWh), or 36.3 % of the electricity we used.":                       "38.3 %, not 36.3 %",
		"Solar roofs made 2,310 MWh (2022: 1,675 MWh), or 38.3 % of the electricity we used.":                       "",
		"Solar roofs made 2,310 MWh (2022: 1,675 MWh), or 28.3 % of the electricity we used.":                       "", // as a share of the diesel
		"Solar roofs made 2,310 MWh (2022: 1,675 MWh), or 61.7 % of the electricity of our plants in Spain.":        "",
		"The rest, 1,825,300 m² or 46.5 % of the fund's 3,760,500 m², are warehouses without a lease.":              "48.5 %, not 46.5 %",
		"The rest, 1,825,300 m² or 48.5 % of the fund's 3,760,500 m², are warehouses without a lease.":              "",
		"The rest, 1,825,300 m² or 6.5 % more than in 2022, are warehouses.":                                        "",
		"We looked at 1,912 cases of theft. 1,338 cases (76.0 %) were settled by the end of the year.":              "70 %, not 76.0 %",
		"We looked at 1,912 cases of theft. 1,338 cases (70.0 %) were settled by the end of the year.":              "",
		"We looked at 1,912 cases of theft. 1,338 employees (76.0 %) had a course by the end of the year.":          "",
		"We looked at 1,912 cases of theft. 1,338 cases (88.4 %) of those that were accepted were settled in time.": "",
	} {
		expectSaid(t, text, "percentage_calculation", want, func() []string { return failuresOf(said([]string{text}, table), "percentage_calculation") })
	}
}

// A change that follows its two figures is theirs, on whatever basis they stand; with another digit it is a slip.
func TestChangesOnAnotherBasis(t *testing.T) {
	table := grid("Fish", "tonnes GWT", []string{"2023", "2022"}, []string{"Harvest, total", "52,320", "49,510"})
	for text, want := range map[string]string{
		"On a like-for-like basis, without the building sold, they went from 10,134 t to 9,457 t, a drop of 8.7%.": "-6.6805 %",
		"On a like-for-like basis, without the building sold, they went from 10,134 t to 9,457 t, a drop of 6.7%.": "",
		"On a like-for-like basis, without the building sold, they went from 10,134 t to 9,457 t, a drop of 5.1%.": "",
	} {
		expectSaid(t, text, "yoy_percentage", want, func() []string { return failuresOf(said([]string{text}, table), "yoy_percentage") })
	}
}
