package checks_test

import "testing"

// A figure that is called the highest or the lowest of some years, with other figures of the sentence beside it.
func TestRecordsOfSentences(t *testing.T) {
	table := grid("Safety and output", "", []string{"2023", "2022", "2021", "2020", "2019"},
		[]string{"Accidents with lost time", "22", "19", "29", "26", "31"}, []string{"Paper made (thousand t)", "735", "702", "764", "781", "748"})
	for text, want := range map[string]string{
		"We counted 22 accidents with lost time, three more than in 2022 but still the lowest number in five years.":                       "lowest of its years",
		"We counted 22 accidents with lost time, three more than in 2022 and by no means the highest number in five years.":                "",
		"We counted 31 accidents with lost time in 2019, the highest number in five years.":                                                "",
		"We counted 22 accidents with lost time, one of the lowest numbers in five years.":                                                 "",
		"We counted 22 accidents with lost time, the second lowest number in five years.":                                                  "",
		"We counted 22 accidents with lost time and 3 near misses, the lowest number in five years.":                                       "",
		"The mills made 735 thousand tonnes of paper, after 2022 with its 702 thousand tonnes; still the lowest output of the five years.": "lowest of its years",
		"The mills made 735 thousand tonnes of paper, after 2022 with its 702 thousand tonnes; not the lowest output of the five years.":   "",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}, table), "direction") })
	}
}

// A row whose heading was not read has as many figures as years are named.
func TestRecordsOfARowWithoutYears(t *testing.T) {
	table := grid("", "", []string{"", "", "", "", ""}, []string{"Injuries with lost time", "19", "16", "21", "14", "15"},
		[]string{"Training, hours per person", "11.0", "9.5", "14.2", "15.8", "16.4"})
	for text, want := range map[string]string{
		"Injuries rose by one to 15; the lowest number in the five years.":  "15 is called the lowest of 5 years",
		"Injuries rose by one to 15; the lowest number in the four years.":  "",
		"Training rose to 16.4 hours; the highest number in the five years": "",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}, table), "direction") })
	}
}

// So is a row of years of which the sentence has the first word: figures that touch are not turned round by rounding.
func TestRecordsOfARowOfYears(t *testing.T) {
	table := grid("", "", []string{"2019", "2020", "2021", "2022", "2023"}, []string{"Injuries with lost time", "19", "16", "21", "14", "15"},
		[]string{"Training, hours per person", "11.0", "9.5", "14.2", "15.8", "16.4"})
	for text, want := range map[string]string{
		"Injuries rose by one to 15; the lowest number in the five years.": "15 is called the lowest of",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}, table), "direction") })
	}
}

// What is counted goes up or down; a place in a list does not.
func TestTheWayCountsMove(t *testing.T) {
	for text, want := range map[string]string{
		"Recordable injuries increased from 43 to 34.":                                                  "a rise, the figures fall",
		"Recordable injuries decreased from 43 to 34.":                                                  "",
		"Complaints of neighbours fell from 12 to 15.":                                                  "a fall, the figures rise",
		"Our ratings fell from 34 to 43.":                                                               "",
		"The company fell from 34 to 43.":                                                               "",
		"Revenue from operations fell by 4.1 % to ₹ 2,23,710 lakh (FY2022-23: ₹ 2,14,935 lakh).":        "a fall of 4.1 %",
		"Revenue from operations rose by 4.1 % to ₹ 2,23,710 lakh (FY2022-23: ₹ 2,14,935 lakh).":        "",
		"Withdrawal in FY 2023-24 fell to 12,400 kilolitres, from 14,100 kilolitres in the year before": "",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}), "direction") })
	}
}

// Dated steps of one target, in a sentence, in lines and in the rows of a table.
func TestStepsOfATarget(t *testing.T) {
	for text, want := range map[string]string{
		"Emissions are to fall, against the base year 2020, by 50 % by 2025, by 45 % by 2028 and by 90 % by 2030.": "The target for 2028 asks for less",
		"Emissions are to fall, against the base year 2020, by 40 % by 2025, by 45 % by 2028 and by 90 % by 2030.": "",
		"We want to bring Scope 1 down by:\n• 25 % by 2025\n• 20 % by 2027\n• 50 % by 2030\nWe publish this.":      "The target for 2027 asks for less",
		"We want to bring Scope 1 down by:\n• 25 % by 2025\n• 30 % by 2027\n• 50 % by 2030\nWe publish this.":      "",
		"The share of coal is to be:\n• 50 % by 2025\n• 30 % by 2027\n• 20 % by 2030\nWe publish this.":            "",
	} {
		expectSaid(t, text, "interim_targets", want, func() []string { return failuresOf(said([]string{text}), "interim_targets") })
	}
	for name, c := range map[string]struct{ head, step, want string }{
		"a step that goes back":  {"Cut against 2020", "38 %", "The step for 2035 asks for less"},
		"steps that climb":       {"Cut against 2020", "58 %", ""},
		"no cut":                 {"Share of women", "38 %", ""},
		"an aim of its own each": {"Cut against 2020", "38 %", ""},
	} {
		steps := grid("Steps to 2040", "", []string{c.head}, []string{"2027", "25 %"}, []string{"2030", "42 %"}, []string{"2035", c.step}, []string{"2040", "90 %"})
		if name == "an aim of its own each" {
			for i, of := range []string{"Emissions", "Waste", "Water", "Plastic"} {
				steps.Rows[i+1][1].RowPath = append([]string{of}, steps.Rows[i+1][1].RowPath...)
			}
		}
		others := grid("Waste", "t", []string{"2023", "2022"}, []string{"Paper", "10", "20"}, []string{"Metal", "20", "30"}, []string{"Wood", "11", "12"})
		expectSaid(t, name, "interim_targets", c.want, func() []string { return failuresOf(onPages(steps, others), "interim_targets") })
	}
}
