package checks_test

import "testing"

// A part is no more than what it is a part of; other things within it, and other numbers beside it, are no parts.
func TestAPartIsNoMoreThanItsWhole(t *testing.T) {
	for text, says := range map[string]string{
		"We audited 96 suppliers on site in 2024, of which 131 received a corrective action plan.": "131 are said to be a part of 96",
		"The group runs 42 depots (of which 57 have solar roofs).":                                 "57 are said to be a part of 42",
		"We employ 1,240 drivers, of whom 1,420 are women.":                                        "1,420 are said to be a part of 1,240",
		"We audited 131 suppliers on site in 2024, of which 96 received a corrective action plan.": "",
		"We run 12 plants, of which 340 employees work in the largest.":                            "",
		"We hired another 40 people, of whom 60 had applied before, it was thought.":               "",
		"We have 1.2 million customers, of whom 340,000 use the app.":                              "",
		"An average of 12 visits, of which 20 were announced, took place per site.":                "",
		"We run 12 plants and 40 depots, of which 45 are certified.":                               "",
		"The 12 plants used 400 GWh, of which 130 came from roofs.":                                "",
		"Of 90 audits 20 were of new suppliers, of which 31 failed in one point or another.":       "",
	} {
		t.Run(text, func(t *testing.T) { expectFailure(t, says, said([]string{text})) })
	}
}
