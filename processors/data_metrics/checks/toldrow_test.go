package checks_test

import (
	"slices"
	"testing"
)

// A record, a streak and a multiple that a sentence tells in words alone are held against the one row that it speaks of and nothing else.
func TestWhatIsToldOfARowInWordsAlone(t *testing.T) {
	years := []string{"2019", "2020", "2021", "2022", "2023"}
	health := grid("Work and health", "", years, []string{"Sick leave", "6.9%", "6.4%", "7.1%", "6.0%", "6.2%"},
		[]string{"Staff turnover", "9.8%", "10.9%", "12.4%", "11.7%", "10.6%"}, []string{"Violence at work", "412", "438", "467", "455", "471"},
		[]string{"Needle-stick injuries", "214", "205", "198", "187", "176"})
	safety := grid("Safety", "per million h", years, []string{"LTIR", "1.04", "0.92", "0.81", "0.88", "0.79"})
	energy := grid("Energy", "GWh", years, []string{"Car fuel", "436", "448", "455", "441", "417"},
		[]string{"Solar, own generation", "2,410", "3,010", "3,410", "4,120", "5,240"})
	for text, want := range map[string]string{
		"Sick leave in 2023 was at its lowest level in five years.":                                                              "the table gives 6.0%",
		"Our sick leave was the lowest in five years.":                                                                           "the table gives 6.0%",
		"Sick leave fell to its lowest level since 2019.":                                                                        "the table gives 6.0%",
		"The lost time injury rate improved for the third year running.":                                                         "0.88 per million h after 0.81",
		"For the third year in a row we reduced our lost time injury rate.":                                                      "0.88 per million h after 0.81",
		"Car fuel declined again, for the third successive year.":                                                                "455 GWh after 448 GWh",
		"Our own solar generation has more than doubled over the past two years.":                                                "53.7 %",
		"We have halved our car fuel since 2019.":                                                                                "-4.4 %",
		"Solar, own generation, has tripled between 2020 and 2023.":                                                              "74.1 %",
		"Sick leave in 2023 was at its lowest level in two years but one.":                                                       "",
		"Sick leave in Spain was at its lowest level in five years.":                                                             "",
		"Sick leave of women was the lowest in five years.":                                                                      "",
		"Long-term sick leave was the lowest in five years.":                                                                     "",
		"Sick leave was the second lowest in five years.":                                                                        "",
		"Sick leave was not the lowest in five years.":                                                                           "",
		"Needle-stick injuries were the lowest in five years.":                                                                   "",
		"Sick leave in the sector was at its lowest level in five years.":                                                        "",
		"Sick leave in 2022 was at its lowest level in four years.":                                                              "",
		"The lost time injury rate improved on 2022.":                                                                            "",
		"The lost time injury rate of contractors improved for the third year running.":                                          "",
		"The lost time injury rate improved for the third year running at both sites.":                                           "",
		"Car fuel declined again, for the second successive year.":                                                               "",
		"Generation from our own solar panels has doubled since 2019.":                                                           "",
		"Generation from our own solar panels in Italy has doubled since 2021.":                                                  "",
		"The number of our own solar panels has doubled since 2021.":                                                             "",
		"The capacity of our own solar generation has doubled since 2021.":                                                       "",
		"Generation from our own solar panels is to have doubled since 2021 by 2026.":                                            "",
		"Generation from our own solar panels has almost doubled since 2019.":                                                    "",
		"Sick leave costs were the lowest in five years.":                                                                        "",
		"Sick leave was at its lowest level in five years in the fourth quarter.":                                                "",
		"For the third year in a row we reduced our lost time injury rate target.":                                               "",
		"Our LTIR improved for the third year running.":                                                                          "",
		"Injuries are rare: our lost time injury rate has decreased for the fourth year in a row.":                               "0.88 per million h after 0.81",
		"Our lost time injury rate has decreased for the second year in a row since 2021.":                                       "0.88 per million h after 0.81",
		"Needle-stick injuries improved for the third year running.":                                                             "",
		"Absence due to sick leave improved for the third year running.":                                                         "",
		"Our lost time injury rate in Poland improved for the third year running.":                                               "",
		"The lost time incident rate improved for the third year running.":                                                       "0.88 per million h after 0.81",
		"Our lost time injury rate improved for the third year running, reflecting the roll-out of the rules across both sites.": "0.88 per million h after 0.81",
		"Our lost time injury rate improved for the third year running, in Spain even for the fourth.":                           "",
		"Our lost time injury rate improved for the third year running, measured per shift.":                                     "",
		"For the fourth consecutive year, car fuel has fallen.":                                                                  "from 2020 to 2021",
	} {
		expectSaid(t, text, "any check", want, func() []string {
			all := said([]string{text}, health, safety, energy)
			return slices.Concat(failuresOf(all, "direction"), failuresOf(all, "yoy_percentage"))
		})
	}
}
