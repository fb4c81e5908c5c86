package checks_test

import "testing"

// Each sentence stands beside one that is right or leaves open what its figure is made of.
func TestArithmeticOfPassages(t *testing.T) {
	for name, c := range map[string]struct{ check, text, want string }{
		"a sum of two":           {"table_total", "Site A used 24,310 MWh and site B used 30,810 MWh. Together they used 63,120 MWh.", "make 55120"},
		"a sum that is right":    {"table_total", "Site A used 24,310 MWh and site B used 30,810 MWh. Together they used 55,120 MWh.", ""},
		"a total of something":   {"table_total", "We had 5,028 ideas in 2022 (2021: 4,810 ideas). A total of 1,188 ideas were used.", ""},
		"what is left":           {"table_total", "Waste was 24,000 tonnes. We sold 14,400 tonnes and burnt 4,800 tonnes; the other 7,100 tonnes stay.", "make 4800"},
		"a balance":              {"table_total", "We withdrew 31.5 million m3 and discharged 23.1 million m3. Consumption was thus 9.2 million m3.", "make 8400000"},
		"both halves":            {"table_total", "We employ 6,750 people. Of these, 3,915 are women and 2,310 are men.", "make 2835"},
		"two that overlap":       {"table_total", "We employ 6,750 people. Of these, 3,915 are women and 2,310 are engineers.", ""},
		"a price":                {"table_total", "We price our 38,000 tonnes at EUR 80 a tonne, which came to EUR 4.90 million.", "make 3040000"},
		"steps":                  {"table_total", "Use fell by 3,150 tonnes to 23,900 tonnes in 2023, from 25,900 tonnes in 2022.", "make 2000"},
		"one amount twice":       {"table_total", "We drew 412.6 thousand m3 of water for snow. That is about 4.1 million m3.", "stated"},
		"a share":                {"percentage_calculation", "Of our 425 direct suppliers, 340 were audited (88 %).", "340 / 425"},
		"a share of another":     {"percentage_calculation", "Of our 425 direct suppliers, 340 were audited (88 % of spend).", ""},
		"a share within a part":  {"percentage_calculation", "Of our 3,200 employees, 480 are managers (34 % women).", ""},
		"a fraction":             {"percentage_calculation", "Three quarters of our 4,650 wagons, 3,100 of them, had quiet brakes.", "make 66.67"},
		"a fraction about right": {"percentage_calculation", "Two thirds of our 4,650 wagons, 3,050 of them, had quiet brakes.", ""},
		"none of it":             {"percentage_calculation", "In 2023, 74 % of our investments had a rating and 19 % had none.", "make 26"},
		"the way done":           {"percentage_calculation", "They shall be 80 % below 2019. We have done 74.2 %, which is 78 % of the way.", "make 92.75"},
		"a cut":                  {"yoy_percentage", "In 2018 it was 260,000 tonnes of CO2e; in 2023 182,000 tonnes. That is a reduction of 41 %.", "make 30"},
		"a cut that is adjusted": {"yoy_percentage", "In 2018 it was 260,000 tonnes of CO2e; in 2023 182,000 tonnes. That is an adjusted reduction of 41 %.", ""},
		"per each":               {"intensity", "Our clinics have 2,900 beds and emitted 15,660 t CO2e in 2023, 6.1 t for each bed.", "make 5.4"},
		"per something else":     {"intensity", "Our clinics have 2,900 beds and emitted 15,660 t CO2e in 2023, 6.1 t for each doctor.", ""},
		"hours, not money":       {"intensity", "We have 4,862 employees and spent KES 214.6 million. Each employee spent 31 hours in courses.", ""},
		"a premium on others":    {"table_total", "3. On every tonne we paid US$75, US$9.0 million in all.", ""},
		"times as much":          {"intensity", "We reused 4.2 million m3, five times as much as the 1.4 million m3 of 2018.", "make 3"},
	} {
		t.Run(name, func(t *testing.T) {
			expectSaid(t, c.text, c.check, c.want, func() []string { return failuresOf(said([]string{c.text}), c.check) })
		})
	}
}
