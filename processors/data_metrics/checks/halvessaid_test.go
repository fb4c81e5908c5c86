package checks_test

import "testing"

// Two halves of a thing make the number before them; amounts with their shares tell what is left of the whole.
func TestHalvesAndRemaindersOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"Of our 6,156 employees, 5,281 work full-time and 920 part-time.":             "6,156",
		"We have 6,156 employees, 5,281 on permanent and 920 on temporary contracts.": "6,156",
		"The group has 410 managers, of whom 142 are women and 288 are men.":          "410",

		"Of our 6,201 employees, 5,281 work full-time and 920 part-time.":                                       "",
		"The group has 410 managers, of whom 142 are women and 264 are men.":                                    "",
		"Of our 6,156 employees, 5,281 work full-time and 920 are women.":                                       "",
		"Of our 6,156 employees, 5,281 work full-time and 920 work part-time, including 45 trainees with both.": "",
		"Of our 6,156 employees, 5,281 are in Europe and 920 in Asia.":                                          "",
		"Of 6,156 applicants, 281 were hired full-time and 92 part-time while the others were refused.":         "",
	} {
		expectSaid(t, text, "table_total", want, func() []string { return failuresOf(said([]string{text}), "table_total") })
	}
	for text, want := range map[string]string{
		"Cheese is 52.6% of our volume (338 kt).": "",
		"Cheese accounts for half (52.6%, or 338 kt), powders for 31.3% (201 kt) and butter for the remaining 133 kt.": "103.587",
		"Wind made 640 GWh (40%), the sun 480 GWh (30%) and water the remaining 640 GWh.":                              "480",

		"Wind made 640 GWh (40%), the sun 480 GWh (30%) and water the remaining 480 GWh.":                                       "",
		"Wind made 640 GWh (40%), the sun 480 GWh (12%) and water the remaining 640 GWh.":                                       "",
		"Wind made 640 GWh (up 40%), the sun 480 GWh (up 30%) and water the remaining 640 GWh.":                                 "",
		"Wind made 640 GWh (40% of renewable electricity), the sun 480 GWh (30% of it) and coal the remaining 640 GWh.":         "",
		"Wind made 640 GWh (40%), the sun 480 GWh (30%) and we bought 90 certificates for the remaining 640 GWh.":               "",
		"Wind made 640 GWh (40%), the sun 480 GWh (30%), each including tests, and water the remaining 640 GWh.":                "",
		"In 2022 wind made 640 GWh (40%) and the sun 480 GWh (30%). In 2023 water made the remaining 640 GWh of what was left.": "",
	} {
		expectSaid(t, text, "table_total", want, func() []string { return failuresOf(said([]string{text}), "table_total") })
	}
}

// So much for each of so many: what was just computed is of the amount right beside its number.
func TestARateThatWasJustComputed(t *testing.T) {
	for text, want := range map[string]string{
		"Milk brought 12.6 million euros, and we paid 18.5 million euros to the 2,640 farms; that is about 701 euros for each of them.":                     "7007",
		"Milk brought 12.6 million euros, and we paid 18.5 million euros to the 2,640 farms; that is about 7,010 euros for each of them.":                   "",
		"We paid 18.5 million euros to the 2,640 farms, and milk brought 1.9 million euros; that is about 701 euros for each of them.":                      "",
		"Milk brought 12.6 million euros, and we paid 18.5 million euros (net of fees) for the 2,640 farms; a premium of about 701 euros for each of them.": "",
		"We paid 18.5 million euros in all to the 2,640 farms. Each farm got 701 euros for each of its fields.":                                             "",
	} {
		expectSaid(t, text, "intensity", want, func() []string { return failuresOf(said([]string{text}), "intensity") })
	}
}
