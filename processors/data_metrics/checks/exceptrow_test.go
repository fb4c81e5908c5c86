package checks_test

import "testing"

// What is said of all of a thing is held against the rows that tell of how many of them it is true. Part of them, another time, another standard and what
// is true of something else are left alone; so is what nobody of other people suffered.
func TestWhatIsSaidOfAllIsHeldAgainstRows(t *testing.T) {
	years := []string{"2021", "2022", "2023"}
	hotels := grid("Hotels", "number", years, []string{"Hotels", "10", "11", "12"}, []string{"Certified hotels", "7", "9", "10"},
		[]string{"Rooms", "1,210", "1,330", "1,404"})
	chain := grid("Supply chain", "number", years, []string{"Tier 1 factories", "461", "449", "438"},
		[]string{"Factories audited in the year", "397", "404", "412"}, []string{"Factories with critical findings", "31", "27", "19"})
	shares := grid("Scorecard", "%", years, []string{"Treatment works compliance", "98.9%", "99.0%", "98.7%"},
		[]string{"Employees trained on the code of conduct", "93%", "95%", "96%"},
		[]string{"Suppliers that have signed the code of conduct", "88%", "90%", "93%"}, []string{"Sites certified under ISO 14001", "70%", "74%", "78%"},
		[]string{"Harbours with shore power", "92%", "97%", "100%"})
	safety := grid("Safety", "number", years, []string{"Fatalities, employees", "0", "0", "0"}, []string{"Fatalities, contractors", "0", "0", "1"})
	for text, want := range map[string]string{
		"All our hotels are certified.":             "10 of 12",
		"Every tier 1 factory was audited in 2023.": "412 of 438",
		"All tier 1 factories were audited on social standards in 2023, by our own teams or by accredited firms.": "412 of 438",
		"All employees have been trained on the code of conduct.":                                                 "96%",
		"Every one of our treatment works complied with its discharge permit throughout the year.":                "98.7%",
		"Each of our sites is certified under ISO 14001.":                                                         "78%",
		"In 2023 no one lost their life on our sites or trains.":                                                  "gives 1 for \"Fatalities, contractors",
		"All of our suppliers have signed the code of conduct.":                                                   "93%",
		"None of our employees or contractors lost their lives at work in 2023.":                                  "gives 1 for \"Fatalities, contractors",
		"All our new hotels are certified.":                                                                       "",
		"All our hotels in Spain are certified.":                                                                  "",
		"All our hotels will be certified.":                                                                       "",
		"Not all our hotels are certified.":                                                                       "",
		"Almost all our hotels are certified.":                                                                    "",
		"All our hotels are inspected.":                                                                           "",
		"All our certified hotels are audited.":                                                                   "",
		"All 19 factories with critical findings agreed a corrective action plan.":                                "",
		"All new factories are audited before the first order.":                                                   "",
		"All tier 1 factories were audited between 2020 and 2023.":                                                "",
		"All tier 1 factories were audited or assessed themselves.":                                               "",
		"All tier 2 factories were audited in 2023.":                                                              "",
		"All managers have been trained on the code of conduct.":                                                  "",
		"All employees have been trained on safety.":                                                              "",
		"All of our strategic suppliers have signed the code of conduct.":                                         "",
		"All of our suppliers have to sign the code of conduct.":                                                  "",
		"Every one of our treatment works has a discharge permit.":                                                "",
		"No employee lost their life in 2023.":                                                                    "",
		"No passenger lost their life on our trains in 2023.":                                                     "",
		"No thermal coal is used in our boilers.":                                                                 "",
		"We underwrite no new thermal coal business.":                                                             "",
		"All our hotels have certified kitchens.":                                                                 "",
		"All our hotels are certified kitchens.":                                                                  "",
		"All of our suppliers have signed the code of conduct of the industry.":                                   "",
		"All of our suppliers have signed the code.":                                                              "",
		"All of our suppliers who trade with us have signed the code of conduct.":                                 "",
		"Each of our sites is certified under ISO 45001.":                                                         "",
		"Each of our production sites is certified under ISO 14001.":                                              "",
		"All employees have been trained on the code of conduct since 2019.":                                      "",
		"All employees in production have been trained on the code of conduct.":                                   "",
		"By 2026 all employees have been trained on the code of conduct.":                                         "",
		"All factories audited in the year received a plan.":                                                      "",
		"All factories were visited in 2023.":                                                                     "",
		"All hotels were certified in 2021 that opened before 2020.":                                              "",
		"Our manual says that all hotels are certified.":                                                          "",
		"All our hotels are certified once they have been open for a year.":                                       "",
		"None of our employees lost their lives at work in 2023.":                                                 "",
		"No one lost their life on our sites in 2022.":                                                            "",
		"No one lost their life on our sites in the first half of 2023.":                                          "",
		"Our aim is that no one loses their life on our sites.":                                                   "",
		"No one else lost their life on our sites in 2023.":                                                       "",
		"No one died in traffic in the city in 2023.":                                                             "",
		"In 2023 no one lost their life on our sites in Poland.":                                                  "",
		"If no one died at work, we would be glad.":                                                               "",
		"No one lost their life in our mines in 2023, at any site.":                                               "",
		"At our sites in the north no one lost their life in 2023.":                                               "",
		"100 % of tier 1 factories were audited in 2023.":                                                         "412 of 438",
		"All staff completed the training on the code of conduct in 2023.":                                        "96%",
		"Each and every hotel is certified.":                                                                      "10 of 12",
		"All 18 of our sites hold ISO 14001 certification.":                                                       "78%",
		"All 14 of our certified sites hold ISO 14001 certification for 2023.":                                    "",
		"All hotels are certified once every three years.":                                                        "",
		"All tier 1 factories audited in 2023 passed.":                                                            "",
		"All hotels of the brand are certified.":                                                                  "",
		"Our policy is that all hotels are certified.":                                                            "",
		"All harbours have shore power.":                                                                          "",
		"All our hotels hold a fire certificate.":                                                                 "",
		"100 % of tier 1 factories with more than 50 workers were audited in 2023.":                               "",
	} {
		expectSaid(t, text, "duplicate_figure", want, func() []string {
			return failuresOf(said([]string{text}, hotels, chain, shares, safety), "duplicate_figure")
		})
	}
}

// A row of all deaths may count those of contractors.
func TestDeathsOfEmployeesAreNotThoseOfAll(t *testing.T) {
	all := grid("Safety", "number", []string{"2021", "2022", "2023"}, []string{"Fatalities", "1", "0", "1"})
	for text, want := range map[string]string{
		"No employee died at work in 2023.":                        "",
		"None of our employees lost their lives at work in 2023.":  "",
		"No worker was killed on our sites in 2023.":               "",
		"No one lost their life on our sites in 2022.":             "",
		"Nobody died at work in 2023.":                             "gives 1 for \"Fatalities",
		"In 2023, no one lost their life on our sites or at work.": "gives 1 for \"Fatalities",
	} {
		expectSaid(t, text, "duplicate_figure", want, func() []string { return failuresOf(said([]string{text}, all), "duplicate_figure") })
	}
}
