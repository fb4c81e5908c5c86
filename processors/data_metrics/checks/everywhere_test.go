package checks_test

import "testing"

// What is said of all parts of a thing is broken by one of them; the table has to be the one of these parts.
func TestWhatIsSaidOfAllPartsOfATable(t *testing.T) {
	waste := grid("Food waste by country, tonnes", "tonnes", []string{"2023", "2022"}, []string{"United Kingdom", "30,100", "34,100"},
		[]string{"Republic of Ireland", "5,240", "5,610"}, []string{"Hungary", "4,930", "4,840"}, []string{"Slovakia", "4,100", "4,400"},
		[]string{"Group", "44,370", "48,950"})
	untitled := waste
	untitled.Caption = ""
	for text, want := range map[string]string{
		"Food waste came down in every one of our four countries in 2023.": "Hungary: 4,930 tonnes after 4,840 tonnes",

		"Food waste fell in all four countries.":                                                                               "Hungary",
		"Food waste decreased again in each of the 4 countries.":                                                               "Hungary",
		"The total fell by 9.4%, and food waste decreased in all of our four countries.":                                       "Hungary",
		"Food waste fell in three of our four countries.":                                                                      "",
		"Food waste fell in almost all of our four countries.":                                                                 "",
		"Food waste fell in all three countries.":                                                                              "",
		"Food waste fell in all four quarters.":                                                                                "",
		"Food waste fell in all four countries of Asia.":                                                                       "",
		"Food waste per shop fell in all four countries.":                                                                      "",
		"Waste fell in all four countries.":                                                                                    "",
		"Edible food waste fell in all four countries.":                                                                        "",
		"Food waste fell in all four countries except Hungary.":                                                                "",
		"Food waste fell in all four countries between 2018 and 2021.":                                                         "",
		"We want food waste to have fallen in all four countries.":                                                             "",
		"Prices fell in all four countries.":                                                                                   "",
		"Food waste was 44,370 tonnes. Prices of food waste fell in all four countries where we sell it to farmers as a feed.": "",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}, waste), "direction") })
	}
	for _, innocent := range []string{"Food waste was 44,370 tonnes. Prices fell in all four countries.",
		"Food waste was 44,370 tonnes. Over five years, food waste fell in all four countries.",
	} {
		expectSaid(t, innocent, "direction", "", func() []string { return failuresOf(said([]string{innocent}, untitled), "direction") })
	}
	const total = "Food that went to waste was 44,370 tonnes, after 48,950 tonnes in the year before. " +
		"The total fell by 9.4%, and food waste came down in every one of our four countries."
	expectSaid(t, total, "direction", "Hungary", func() []string { return failuresOf(said([]string{total}, untitled), "direction") })
}

// Nothing since a year is nothing in each year after it.
func TestNothingSinceAYear(t *testing.T) {
	safety := grid("Safety", "", []string{"2020", "2021", "2022", "2023"}, []string{"Fatalities", "1", "0", "0", "1"}, []string{"Oil spills", "2", "0", "0", "0"},
		[]string{"Fines, contractors", "1", "0", "1", "1"}, []string{"Explosions", "1", "", "", "1"})
	for text, want := range map[string]string{
		"The group has not had a fatality since 2020.":                 "gives 1 in 2023",
		"There have been no fatalities since 2021.":                    "gives 1 in 2023",
		"We have recorded no fatalities since the end of 2020.":        "gives 1 in 2023",
		"There have been no oil spills since 2020.":                    "",
		"We have not had a fatality since March 2020.":                 "",
		"Our mills have not had a fatality since 2020.":                "",
		"We have not had a fatality at our mills since 2020.":          "",
		"There have been no fatalities since 2023.":                    "",
		"We have not had fines since 2020.":                            "",
		"There have been no explosions since 2020.":                    "",
		"There were no fatalities in 2021.":                            "",
		"There have been no fatalities since 2020 until May 2023.":     "",
		"There have been no fatalities since 2020 among our drivers.":  "",
		"There have been no fatalities of passengers since 2020.":      "",
		"We have not reported fatalities to the regulator since 2020.": "",
	} {
		expectSaid(t, text, "duplicate_figure", want, func() []string { return failuresOf(said([]string{text}, safety), "duplicate_figure") })
	}
}
