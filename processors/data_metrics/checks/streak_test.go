package checks_test

import "testing"

// A streak needs that each year of it goes one way; the row that it is of has to be plain.
func TestStreaksThatARowBreaks(t *testing.T) {
	years := []string{"2019", "2020", "2021", "2022", "2023"}
	energy := grid("Energy", "GWh", years, []string{"Electricity", "402", "418", "433", "442", "445"}, []string{"Car fuel", "436", "448", "455", "441", "417"},
		[]string{"Total energy", "910", "945", "965", "950", "920"}, []string{"Steam", "310", "", "305", "299", "280"},
		[]string{"District heat", "88", "91", "85", "82", "80"})
	for text, want := range map[string]string{
		"Total energy use was 920 GWh, 3.2% below 2022. It has thus fallen for the fourth year in a row since 2019.": "from 2020 to 2021: 965 GWh after 945 GWh",
		"Total energy was 920 GWh. It has thus decreased for the fourth consecutive year.":                           "from 2020 to 2021",
		"Car fuel fell for the third year running.":                                                                  "2021: 455 GWh",
		"For the fourth consecutive year, car fuel has fallen.":                                                      "from 2020 to 2021",
		"Car fuel has gone down in every single year since 2019.":                                                    "from 2020 to 2021",
		"District heat has decreased for four years in a row and so has its cost.":                                   "from 2019 to 2020",
		"In 2022 car fuel fell for the second consecutive year.":                                                     "2021: 455 GWh",

		"Our total energy consumption was 920 GWh, 3.2% below 2022. It has thus fallen for the second year in a row.":   "",
		"Our total energy consumption was 920 GWh. Its price has thus fallen for the fourth year in a row.":             "",
		"Our total energy consumption was 920 GWh. This is one reason why fees fell for the fourth year in a row.":      "",
		"Of 920 GWh, solar power made 31 GWh. It has thus fallen for the fourth year in a row.":                         "",
		"Electricity rose for the fourth year in a row.":                                                                "",
		"Car fuel fell for the second consecutive year.":                                                                "",
		"Car fuel in Spain fell for the fourth consecutive year.":                                                       "",
		"Car fuel fell for the fourth consecutive year in Spain.":                                                       "",
		"Car fuel per kilometre fell for the fourth consecutive year.":                                                  "",
		"Car fuel did not fall for the fourth consecutive year.":                                                        "",
		"Prices of car fuel fell for the fourth consecutive year.":                                                      "",
		"Like for like, car fuel fell for the fourth consecutive year.":                                                 "",
		"We expect that car fuel has fallen for the fourth consecutive year by 2024.":                                   "",
		"For the fourth consecutive year, our auditors checked the car fuel.":                                           "",
		"For the fourth consecutive year, diesel and car fuel fell.":                                                    "",
		"The growth of electricity fell for the third year running.":                                                    "",
		"Steam fell for the fourth consecutive year.":                                                                   "",
		"District heat has decreased for three years in a row.":                                                         "",
		"District heat has decreased every year since 2020.":                                                            "",
		"Car fuel and district heat together fell for the fourth year running.":                                         "",
		"Car fuel grew in 2021, and emissions fell for the fourth year running.":                                        "",
		"Car fuel, which we also burn in heaters, fell for the fourth year running.":                                    "",
		"The fleet became smaller for the fourth year running, and car fuel fell.":                                      "",
		"Total energy was 920 GWh in 2023 and 950 GWh in 2022. It has fallen for the fourth year running in our shops.": "",
		"Total energy of the cinemas was 20 GWh. It has fallen for the fourth year running.":                            "",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}, energy), "direction") })
	}
}
