package checks_test

import "testing"

// A target that is said to be met is held against the row that it is told by, or whose own target it is. What is of a part, a place, another year, a change
// or those of somebody else is of another target.
func TestATargetThatIsSaidToBeMetIsHeldAgainstItsRow(t *testing.T) {
	years := []string{"2019", "2020", "2021", "2022", "2023"}
	water := grid("Environment", "thousand m3", years, []string{"Water withdrawal", "1,402", "1,388", "1,361", "1,340", "1,310"},
		[]string{"Waste recycled", "65%", "66%", "69%", "71%", "74%"},
		[]string{"Renewable electricity", "51%", "60%", "66%", "77%", "83%"},
		[]string{"Recycling rate of packaging", "51%", "55%", "58%", "60%", "61%"})
	people := grid("People and suppliers", "", years, []string{"Women in management", "21%", "22%", "23%", "25%", "27%"},
		[]string{"Lost time injury rate", "5.1", "4.8", "4.4", "3.9", "3.4"}, []string{"Suppliers assessed", "210", "260", "301", "377", "410"},
		[]string{"Total energy consumption (GWh)", "980", "967", "951", "940", "920"})
	leaks := grid("Performance scorecard", "Ml/d", []string{"2020", "2021", "2022", "2023", "Target 2023"},
		[]string{"Leakage, annual", "205.1", "190.6", "184.2", "178.3", "172.0"},
		[]string{"Leakage, three-year average", "208.0", "195.4", "189.5", "184.4", "185.0"})
	waste := grid("Set waste by route", "Tonnes", years[2:], []string{"Reused or donated", "148", "171", "205"},
		[]string{"Total set waste", "1,001", "1,024", "1,080"}, []string{"Diverted from landfill", "65%", "69%", "74%"})
	for text, want := range map[string]string{
		"We are proud to have met our 2023 target of recycling 80 % of our waste.": "74% was reached",
		"In 2023 leakage averaged 178.3 megalitres a day. That is 15 % lower than in 2020, when we lost 205.1 megalitres a day, " +
			"and it means that we have met the target of 172 megalitres a day that our regulator set for the year.": "178.3 Ml/d was reached",
		"Our goal of 30 % women in management by 2023 was achieved.":                                           "27% was reached",
		"We achieved our objective of keeping the lost time injury rate below 3.0.":                            "3.4 was reached",
		"The target we had set for 2023, to limit energy consumption to 900 GWh, was met.":                     "920 GWh was reached",
		"We reached our aim of a waste recycling rate of 80 percent one year early.":                           "74% was reached",
		"We have met our target of 85 % renewable electricity.":                                                "83% was reached",
		"The 2023 target of no more than 1,200 thousand m3 of water withdrawal was met.":                       "1,310 thousand m3 was reached",
		"We succeeded in reaching the target of 85 % for renewable electricity.":                               "83% was reached",
		"We are proud to have met our 2023 target of recycling 72 % of our waste.":                             "",
		"We met our 2022 target of recycling 71 % of our waste.":                                               "",
		"Our plants in Spain met their 2023 target of recycling 80 % of their waste.":                          "",
		"We met our 2023 target of recycling 80 % of our construction waste.":                                  "",
		"Our suppliers met the target of recycling 80 % of their waste.":                                       "",
		"In Spain we met our target of recycling 80 % of our waste.":                                           "",
		"We met our target of recycling 80 % of our waste in Spain.":                                           "",
		"We have set the target of recycling 80 % of our waste by 2026, which we want to meet early.":          "",
		"We will have met our target of recycling 80 % of our waste by 2025.":                                  "",
		"We met our target of recycling at least 74 % of our waste.":                                           "",
		"We have met the target of 185 megalitres a day for the three-year average of leakage.":                "",
		"We met our target of recycling 80 % of our waste, excluding slag.":                                    "",
		"Our target of recycling 80 % of our waste has not been met.":                                          "",
		"We met our target of 30 % women in management at headquarters.":                                       "",
		"Our goal of 30 % women in management by 2023 was achieved by the holding company.":                    "",
		"We met the target of a recycling rate of 80 % for glass.":                                             "",
		"We met our target of limiting the growth of water withdrawal to 2 %.":                                 "",
		"We met our target of 30 % women among the new managers.":                                              "",
		"We achieved our objective of keeping the lost time injury rate of employees below 3.0.":               "",
		"We met our target of reducing water withdrawal by 6 %.":                                               "",
		"We met 80 % of our targets for waste recycled.":                                                       "",
		"Our target of 80 % waste recycled was met for the first time in the fourth quarter.":                  "",
		"We met our target of recycling 80 % of the waste of our laboratories.":                                "",
		"We met the target of assessing 500 suppliers in the two years to 2023.":                               "",
		"If we met our target of recycling 80 % of our waste, landfill would fall.":                            "",
		"Two of three regions met our target of recycling 80 % of waste.":                                      "",
		"By 2022 we had met the target of 70 % renewable electricity.":                                         "",
		"We have met our target of 80 % renewable electricity.":                                                "",
		"Leakage fell again in 2023. With that we have met the target of 172 megalitres a day.":                "178.3 Ml/d was reached",
		"Leakage fell again. We have met the target of 172 megalitres a day for the northern zone.":            "",
		"Leakage fell again. Consumption met the target of 172 megalitres a day.":                              "",
		"Leakage fell again. In the third quarter we met the target of 172 megalitres a day.":                  "",
		"Our leakage target of 172 megalitres a day was met on 41 days.":                                       "",
		"Our leakage target of 172 megalitres a day was met in June.":                                          "",
		"We met the target of 80 % of waste recycled of the industry association.":                             "",
		"We met our target of 80 % of waste recycled on average since 2019.":                                   "",
		"We met the 80 % target for recycling in our offices.":                                                 "",
		"We reached our target of 30 % women in management including the board.":                               "",
		"The report on our target of 30 % women in management was achieved.":                                   "",
		"80 % of waste recycled was the target that our German business met.":                                  "",
		"It met our target of recycling 80 % of waste.":                                                        "",
		"We have nearly met our target of recycling 80 % of waste.":                                            "",
		"They met our target of recycling 80 % of our waste.":                                                  "",
		"We met our target of diverting 70 % of waste from landfill. We diverted 74 % of waste from landfill.": "",
		"We diverted 74 % of waste from landfill and thus met our target of 70 %.":                             "",
		"We are proud to have met our 2023 target of diverting 80% of set waste from landfill.":                "74% was reached",
		"We met our leakage target of 172 Ml/d for 2023.":                                                      "178.3 Ml/d was reached",
		"We are proud to have met our 2023 target of diverting 70% of set waste from landfill.":                "",
		"We met our target of increasing the share of renewable electricity by 90 %.":                          "",
		"We met our target of a 90 % increase in renewable electricity.":                                       "",
		"Our subsidiary Kestrel met its target of 30 % women in management.":                                   "",
		"We met our target of keeping energy consumption below 900 GWh.":                                       "920 GWh was reached",
	} {
		expectSaid(t, text, "target_progress", want, func() []string {
			return failuresOf(said([]string{text}, water, people, leaks, waste), "target_progress")
		})
	}
}
