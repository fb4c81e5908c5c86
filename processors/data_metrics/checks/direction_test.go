package checks_test

import "testing"

// A figure and the one that it is said to have moved from, whatever stands between them.
func TestWordsOfMovementGoWithTheFiguresBesideThem(t *testing.T) {
	table := grid("People", "", []string{"2023", "2022"}, []string{"Apprentices", "126", "118"})
	for text, says := range map[string]string{
		"We have 254 helpers with a licence – down from 99 in 2022.":                         "a fall",
		"We have 254 helpers with a licence – up from 99 in 2022.":                           "",
		"We have 254 helpers with a licence – down from 99.":                                 "", // a day perhaps
		"Of all cooks 37 % run a kitchen, decreased from 22 % in 2022.":                      "a fall",
		"Of all cooks 37 % run a kitchen, increased from 22 % in 2022.":                      "",
		"Of all cooks 37 % run a kitchen (down from 22 %).":                                  "a fall",
		"Of all cooks 37 % run a kitchen (up from 22 %).":                                    "",
		"Of all cooks >20 % run a kitchen, increased from 28 % in 2022.":                     "", // more than that
		"Of all cooks >30 % run a kitchen, decreased from 28 % in 2022.":                     "a fall",
		"Of all cooks over 20 % run a kitchen, down from over 18 % in 2022.":                 "",
		"We increased the number of dry sites from 41 in 2022 to 32 in 2023.":                "a rise",
		"We increased the number of dry sites from 32 in 2022 to 41 in 2023.":                "",
		"We increased the number of dry sites from 41 in 2023 to 32 in 2022.":                "", // backwards
		"We reduced the number of dry sites from 32 in 2022 to 41 in 2023.":                  "a fall",
		"We raised our rank on the list of schools from 41 in 2022 to 32 in 2023.":           "",
		"We increased our place on the list of schools from 41 in 2022 to 32 in 2023.":       "",
		"Leakage fell by 15 % from 205.1 Ml/d in 2019/20 to 178.3 Ml/d in 2024/25.":          "", // which the claim is held against, and is no rise of 15 %
		"Leakage fell by 13.1 % from 205.1 Ml/d to 178.3 Ml/d.":                              "",
		"We cut the ribbon of 3 halls and took the number of guests from 41 to 32 in a day.": "",
	} {
		t.Run(text, func(t *testing.T) { expectFailure(t, says, said([]string{text}, table)) })
	}
}
