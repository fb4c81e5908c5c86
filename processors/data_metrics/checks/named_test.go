package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
)

// What is said of a row that the sentence names, each mistake beside what is right and what may be of something else.
func TestRowsThatASentenceNames(t *testing.T) {
	table := grid("Emissions by gas", "t CO2e", []string{"2023", "2022", "2019"}, []string{"Fluorinated gases", "1,870", "2,610", "2,900"},
		[]string{"Methane", "880", "910", "1,200"}, []string{"Carbon dioxide", "41,200", "43,900", "52,000"}, []string{"All gases", "43,950", "47,420", "56,100"})
	for text, says := range map[string]string{
		"Fluorinated gases fell by 34 % against 2022.":                               "34 % stated",
		"Fluorinated gases fell by 34 % in 2023 alone.":                              "34 % stated",
		"Fluorinated gases fell by 28 % against 2022.":                               "",
		"Fluorinated gases fell by 34 %.":                                            "", // from when is not said
		"Fluorinated gases in Spain fell by 34 % against 2022.":                      "",
		"Fluorinated gases per tonne fell by 34 % against 2022.":                     "",
		"Fluorinated gases are to fall by 34 % against 2022.":                        "",
		"Fluorinated gases fell by 34 % against 2022, to 1,722 t CO2e at our sites.": "",
		"Carbon dioxide more than halved since 2019.":                                "more than halved",
		"Carbon dioxide fell by a fifth since 2019.":                                 "",
		"Carbon dioxide from heating more than halved since 2019.":                   "",
		"Carbon dioxide fell by 20.8 % since 2022.":                                  "since 2022, the row",
		"Carbon dioxide fell by 20.8 % since 2019.":                                  "",
		"Carbon dioxide came to 42,100 t CO2e.":                                      "Two digits are exchanged",
		"Carbon dioxide came to 39,870 t CO2e.":                                      "39,870 t CO2e in a sentence, 41,200 t CO2e",
		"Carbon dioxide came to 39,870 t CO2e, after 42,410 t CO2e in 2022.":         "", // of another boundary, as it seems
		"Last year carbon dioxide came to 39,870 t CO2e.":                            "", // of whichever year that is
		"Carbon dioxide was 39,870 t CO2e a year ago.":                               "",
		"Carbon dioxide came to 39,870 t CO2e (21,520 + 18,350).":                    "",
		"Carbon dioxide makes up 83.7 % of all gases.":                               "93.7429 %",
		"Carbon dioxide makes up 93.7 % of all gases.":                               "",
		"Carbon dioxide makes up 83.7 % of all gases in Spain.":                      "",
	} {
		t.Run(text, func(t *testing.T) { expectFailure(t, says, said([]string{text}, table)) })
	}
}

// Figures of a sentence that say of one another what they are.
func TestFiguresOfASentenceTogether(t *testing.T) {
	table := grid("People", "", []string{"2023", "2022"}, []string{"Apprentices", "126", "118"})
	for text, says := range map[string]string{
		"The rate went from 46.0 to 42.8, 9 per cent.":                                          "-6.9565 % computed",
		"The rate went from 46.0 to 42.8, 7 per cent.":                                          "",
		"The rate went from 46.0 to 42.8, 9 per cent of it in Spain.":                           "",
		"We cut it by 9 per cent from 46.0 GWh to 42.8 GWh.":                                    "-6.9565 % computed",
		"Use per bed was 42.8 kWh, 9 per cent below the 46.0 kWh of 2022.":                      "-6.9565 % computed",
		"Use per bed was 42.8 kWh, 7 per cent below the 46.0 kWh of 2022.":                      "",
		"Injuries fell from 45 to 37, a reduction of 19.8 %.":                                   "-17.7778 % computed",
		"Injuries fell from 45 to 37, a reduction of 17.8 %.":                                   "",
		"The number of women at sea rose from 19 to 28, a decrease of 9.":                       "goes the other way",
		"The number of women at sea rose from 19 to 28, an increase of 9.":                      "",
		"We sent 87 tonnes to landfill, up from 141 tonnes.":                                    "a rise",
		"We sent 87 tonnes to landfill, down from 141 tonnes.":                                  "",
		"We rank 87, up from 141 a year ago.":                                                   "",
		"Two boats of the 11 run on methanol; the other eight run on gas oil.":                  "leave 9",
		"Two boats of the 11 run on methanol; the other nine run on gas oil.":                   "",
		"Two boats of the 11 run on methanol and three on batteries; the other six do not.":     "",
		"Nine of the 15 sites are certified and seven are not audited.":                         "", // who is certified may be not audited
		"Of our 34 houses, 21 carry the key and 15 do not.":                                     "leave 13",
		"Of our 34 houses, 21 carry the key and 13 do not.":                                     "",
		"As of 30 June 2023, all of us are 48 people, of whom 98 % have a contract.":            "",
		"As of June 30, 2023, all of us are 48 people, of whom 98 % have a contract.":           "",
		"Of our 30 halls, 48 may be heated, that is 98 %.":                                      "160",
		"Of these 41 sites, 46 have begun and 29 % are done.":                                   "more than there are",
		"Of these 41 sites, 36 have begun and 29 % are done.":                                   "",
		"Of our 2023 apprentices, 2,450 have stayed.":                                           "",
		"Of our 5 million guests, 46 have complained.":                                          "",
		"Of the 41 sites, 46 projects have begun.":                                              "",
		"We trained 126 apprentices, six more than in 2022.":                                    "goes from 118",
		"We trained 126 apprentices, eight more than in 2022.":                                  "",
		"41 of 54 stands have ground power, that is 86 %.":                                      "75.9",
		"The club has 12 members. 5 members are women (47.1 %).":                                "41.7",
		"The club has 12 members. 5 members are women (41.7 %).":                                "",
		"Pumps, panels and insulation took 46 %, 36 % and 23 % of the loans.":                   "105 %",
		"Pumps, panels and insulation took 46 %, 31 % and 23 % of the loans.":                   "",
		"Spain made 34.2 % of sales, Poland 28.5 %, France 12.1 % and all others 35.2 %.":       "110 %",
		"Spain made 34.2 % of sales, Poland 28.5 %, France 12.1 % and all others 25.2 %.":       "",
		"The plant saved 1,240 MWh, 810 MWh and 455 MWh, 2,605 MWh in all.":                     "Does not agree",
		"The plant saved 1,240 MWh, 810 MWh and 455 MWh, 2,505 MWh in all.":                     "",
		"At noon 74 % of the sludge was collected; the remaining 36 % went to a field of ours.": "110",
	} {
		t.Run(text, func(t *testing.T) { expectFailure(t, says, said([]string{text}, table)) })
	}
}

// Two sentences in the same words give one figure.
func TestTwoSentencesInTheSameWords(t *testing.T) {
	table := grid("Solar", "MW", []string{"2023"}, []string{"Rooftop solar capacity", "12"})
	for text, says := range map[string]string{
		"Rooftop solar at Lund yielded 1,284 MWh.\n\nRooftop solar at Lund yielded 1,248 MWh.":                 "Two sentences",
		"Rooftop solar at Lund yielded 1,284 MWh.\n\nRooftop solar at Malmo yielded 1,248 MWh.":                "",
		"Rooftop solar at Lund yielded 1,284 MWh in 2022.\n\nRooftop solar at Lund yielded 1,248 MWh in 2023.": "",
	} {
		t.Run(text, func(t *testing.T) { expectFailure(t, says, said([]string{text}, table)) })
	}
}

func expectFailure(t *testing.T, says string, results []checks.Result) {
	t.Helper()
	var failed []string
	for _, r := range results {
		if r.Result == events.CheckFail {
			failed = append(failed, r.Name+": "+r.Message)
		}
	}
	if says == "" && len(failed) > 0 || says != "" && !strings.Contains(strings.Join(failed, "; "), says) {
		t.Errorf("failures %q, want %q", failed, says)
	}
}

// A figure of the year before beside one of the year is held against no table of the year alone: the words of the sentence say of when it is.
func TestAFigureOfTheYearBeforeBesideATableOfTheYear(t *testing.T) {
	table := grid("Segments", "EUR million", []string{"2023"}, []string{"Parcel revenues", "2,282.7"}, []string{"Freight revenues", "345.4"})
	for text, told := range map[string]bool{
		"Parcel revenues were EUR 2,282.7 million in 2023 (previous year: 2,251.3).":                               false,
		"Parcel revenues were EUR 2,282.7 million, 1.4% more than in the previous year (EUR 2,251.3 million).":     false,
		"Parcel revenues of EUR 2,282.7 million were slightly above the prior year's level (EUR 2,251.3 million).": false,
		"Parcel revenues were EUR 2,282.7 million (EUR 2,251.3 million).":                                          false,
		"Parcel revenues were EUR 2,251.3 million.":                                                                true,
	} {
		t.Run(text, func(t *testing.T) {
			found := false
			for _, r := range said([]string{text}, table) {
				found = found || r.Name == "duplicate_figure" && r.Result != events.CheckPass
			}
			if found != told {
				t.Errorf("told of two ways: %t, want %t", found, told)
			}
		})
	}
}

// An amount that a sentence takes a share of is the whole, and not the row that has the sentence's verb: nothing is asked of it. What is said of the
// row itself is asked about, and not told as if it were known.
func TestAWholeThatAShareIsTakenOfIsNotThePart(t *testing.T) {
	table := grid("Waste", "tonnes", []string{"2023", "2022"}, []string{"Recycled", "8,100", "7,900"}, []string{"Incinerated", "2,300", "2,250"},
		[]string{"Landfilled", "1,600", "1,850"}, []string{"Total", "12,000", "12,000"})
	for text, asked := range map[string]bool{
		"We recycled 67.5 % of our 12,000 tonnes of waste in 2023.":       false,
		"In 2023 we recycled two thirds of about 12,000 tonnes of waste.": false,
		"We recycled 67.5 % of a total of 12,000 tonnes in 2023.":         false,
		"Of the 12,000 tonnes of waste in 2023, 67.5 % was recycled.":     false,
		"We recycled 9,050 tonnes of waste in 2023.":                      true,
	} {
		var found []checks.Result
		for _, r := range said([]string{text}, table) {
			if r.Name == "duplicate_figure" {
				found = append(found, r)
			}
		}
		switch {
		case !asked && len(found) > 0, asked && len(found) == 0:
			t.Errorf("%s: %+v", text, found)
		case asked && (found[0].Result != events.CheckFail || !strings.Contains(found[0].Message, "stated twice")):
			t.Errorf("%s: %+v", text, found[0])
		}
	}
}
