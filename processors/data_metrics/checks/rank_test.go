package checks_test

import "testing"

// What is called the largest part of a whole is held against the table whose parts add up to that whole.
func TestTheLargestPartOfAWhole(t *testing.T) {
	sources := grid("Emissions", "kt CO2", []string{"2021", "2022", "2023"},
		[]string{"Business flights", "151", "136", "112"}, []string{"Corporate cars", "113", "116", "121"},
		[]string{"Commuting", "127", "99", "88"}, []string{"Buildings", "38", "17", "3"}, []string{"Logistics and other", "26", "12", "200"},
		[]string{"Net emissions", "455", "380", "524"})
	for text, want := range map[string]string{
		"Corporate cars were once more the largest single source of our net emissions in 2022, followed by business flights.": "Business flights with 136 kt CO2",
		"In 2022, commuting was the biggest source of net emissions.":                                                         "Business flights with 136 kt CO2",
		"The largest source of our net emissions in 2023 was commuting.":                                                      "Corporate cars with 121 kt CO2",
		"Commuting is the smallest source of our net emissions.":                                                              "Buildings with 3 kt CO2",

		"Corporate cars are the largest source of our net emissions.":                              "",
		"Business flights were the largest source of our net emissions in 2022.":                   "",
		"Corporate cars were the second largest source of our net emissions in 2022.":              "",
		"Corporate cars were one of the largest sources of our net emissions in 2022.":             "",
		"Corporate cars were the largest source of our emissions in 2022.":                         "Business flights with 136 kt CO2",
		"Corporate cars were the largest source of our net emissions in Germany in 2022.":          "",
		"Corporate cars were the largest source of our net emissions in 2022 in Germany.":          "",
		"Corporate cars were the largest source of our net emissions in 2021 and 2022.":            "",
		"Corporate cars were the largest source of our Scope 1 emissions in 2022.":                 "",
		"After flights, corporate cars were the largest source of our net emissions in 2022.":      "",
		"Corporate cars were, after flights, the largest source of our net emissions in 2022.":     "",
		"Corporate cars were not the largest source of our net emissions in 2022.":                 "",
		"Corporate cars will be the largest source of our net emissions.":                          "",
		"Corporate cars were the largest source of complaints in 2022.":                            "",
		"Corporate cars were the largest source of our net emissions in 2019.":                     "",
		"Flights and corporate cars were the largest source of our net emissions in 2022.":         "",
		"Diesel for corporate cars was the largest source of our net emissions in 2022.":           "",
		"Corporate cars were the largest source of our net emissions per head in 2022.":            "",
		"The largest source of our net emissions in 2023 was the category of logistics and other.": "",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}, sources), "direction") })
	}
}

func TestTheHighestOfTheYearsOfATable(t *testing.T) {
	table := grid("Energy and emissions", "t CO2e", []string{"2019", "2020", "2021", "2022", "2023"},
		[]string{"Scope 1", "141,900", "130,800", "127,500", "121,700", "118,400"},
		[]string{"Scope 2, market-based", "88,200", "79,600", "74,100", "66,900", "61,300"})
	for text, want := range map[string]string{
		"Scope 2 emissions (market-based) were 61,300 tonnes, the highest of the five years.":                "is called the highest",
		"Scope 1 emissions of 118,400 tonnes of CO2e were the lowest of the five years shown in the table.":  "",
		"Scope 1 emissions of 118,400 tonnes of CO2e were the highest of the five years shown in the table.": "is called the highest",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}, table), "direction") })
	}
}
