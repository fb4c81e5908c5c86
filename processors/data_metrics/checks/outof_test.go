package checks_test

import "testing"

// A share and the two numbers that are set off behind it are one statement. Words are round; what is of a part, of other things or of another time is
// another statement.
func TestSharesGoWithTheNumbersSetOffBehindThem(t *testing.T) {
	for text, says := range map[string]string{
		"One in five of our train drivers is a woman: of 2,650 drivers, 212 are women.":                 "One in five stated, 8 %",
		"One in five employees (180 of 2,400) works part-time.":                                         "One in five stated, 7.5 %",
		"Two thirds of our cotton was organic: 16,400 of 40,000 tonnes.":                                "Two thirds stated, 41 %",
		"More than half of our productions, namely 6 of the 14, used green power.":                      "More than half stated, 42.8571 %",
		"In 2024, 45 % of our sites were certified (54 of 150).":                                        "45 % stated, 36 %",
		"The majority of sites (9 of 20) are certified.":                                                "The majority stated, 45 %",
		"Only 12 % of applicants were hired (60 of 240).":                                               "12 % stated, 25 %",
		"Roughly a fifth of our products – 30 of 60 – carry the label.":                                 "Roughly a fifth stated, 50 %",
		"60 % of purchased power is green, namely 30 of 80 GWh.":                                        "60 % stated, 37.5 %",
		"Two in three suppliers answered: of 900 suppliers, 420 replied.":                               "Two in three stated, 46.6667 %",
		"One in four of our train drivers is a woman: of 2,640 drivers, 660 are women.":                 "",
		"Around two thirds of our cotton was organic: 26,400 of 40,000 tonnes.":                         "",
		"In 2024, 36 % of our sites were certified (54 of 150).":                                        "",
		"About 36 % of our staff are women (4 of 9 on the board).":                                      "",
		"One in five (19 %) of our customers use the app; 180 of 2,400 complained.":                     "",
		"Half of our sites have a plan, 12 of 20 in Spain.":                                             "",
		"Half of our sites have a plan (12 of 24, two more than in 2023).":                              "",
		"Half of the water, 1.2 of 2.4 million m3, came from rivers.":                                   "",
		"Women hold 25 % of the seats on the board (2 of 8), and 40 % of management posts (48 of 120).": "",
		"Two thirds of the audits were announced (120 of 180); of the rest, 12 of 60 failed.":           "",
		"Most of our suppliers (1,240 of 1,310) signed the code.":                                       "",
		"A quarter of employees work in Spain, and 12 of 40 managers are women.":                        "",
		"Half of the workforce (2 of 9 locations) is covered.":                                          "",
		"A third of our staff is unionised; in Spain, 120 of 150.":                                      "",
		"Half of our energy is electricity, of which 12 of 40 GWh come from wind.":                      "",
		"We trained 45 % of drivers (900 of 2,000), against a target of 50 % (1,000 of 2,000).":         "",
	} {
		t.Run(text, func(t *testing.T) { expectFailure(t, says, said([]string{text})) })
	}
}
