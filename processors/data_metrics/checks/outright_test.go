package checks_test

import "testing"

// A sentence that denies a thing altogether is held against the amount of that very thing, in whatever words it does; whatever narrows either of them
// down leaves both alone.
func TestADenialInOtherWords(t *testing.T) {
	table := grid("Performance", "", []string{"2023", "2022"},
		[]string{"Fatalities", "2", "0"}, []string{"Complaints upheld", "3", "0"}, []string{"Releases to water", "140", "0"},
		[]string{"System breaches", "1", "0"}, []string{"Product recalls", "1", "0"}, []string{"Confirmed spills", "3", "0"},
		[]string{"Fines", "2", "0"}, []string{"Waste to landfill", "120", "0"}, []string{"Strikes", "1", "0"},
		[]string{"Injuries", "9", "8"}, []string{"Training on strikes", "90", "80"}, []string{"Injuries, contractors", "4", "3"})
	for text, want := range map[string]string{
		"Nobody lost their life at work in 2023.":                 `for "Fatalities" in 2023`,
		"No complaint was upheld in 2023.":                        `for "Complaints upheld" in 2023`,
		"We recorded no release to water in 2023.":                `for "Releases to water" in 2023`,
		"Our systems were not breached in 2023.":                  `for "System breaches" in 2023`,
		"We did not recall a single product in 2023.":             `for "Product recalls" in 2023`,
		"2023 was free of spills.":                                `for "Confirmed spills" in 2023`,
		"We were not fined in 2023.":                              `for "Fines" in 2023`,
		"None of our waste went to landfill in 2023.":             `for "Waste to landfill" in 2023`,
		"In 2023 there was neither a strike nor a lockout.":       `for "Strikes" in 2023`,
		"Nobody lost their life at work in 2022.":                 "",
		"Nobody lost their life at work before 2023.":             "",
		"Nobody shall lose their life at work in 2023.":           "",
		"If nobody had died in 2023, we would say so.":            "",
		"None of our employees lost their life in 2023.":          "",
		"Not one of our people was killed in 2023.":               "",
		"No one died in 2023 at our plant in Ghent.":              "",
		"No one died in a traffic accident in 2023.":              "",
		"No material complaint was upheld in 2023.":               "",
		"No complaint from customers was upheld in 2023.":         "",
		"Not every complaint was upheld in 2023.":                 "",
		"Not all complaints were upheld in 2023.":                 "",
		"No complaint was received in 2023.":                      "",
		"No further complaint was upheld in 2023.":                "",
		"No complaint was upheld in May 2023.":                    "",
		"No complaint was upheld by the regulator in 2023.":       "",
		"The auditor found that no complaint was upheld in 2023.": "",
		"We recorded no significant release to water in 2023.":    "",
		"We recorded no unpermitted release to water in 2023.":    "",
		"We recorded no release to air in 2023.":                  "",
		"Our payment systems were not breached in 2023.":          "",
		"Pay was not linked to fatalities in 2023.":               "",
		"Fines are not included in 2023.":                         "",
		"No fines were deducted in 2023.":                         "",
		"We did not only recall a product in 2023.":               "",
		"No fewer than two fines were received in 2023.":          "",
		"Since 2023 there has been no strike.":                    "",
		"There was no strike in the first half of 2023.":          "",
		"There was no strike that we did not settle in 2023.":     "",
		"There was no training in 2023.":                          "",
		"Nobody received a training on work in 2023.":             "",
		"None of our hazardous waste went to landfill in 2023.":   "",
		"Our peers had no strikes in 2023.":                       "",
		"We have zero tolerance for strikes.":                     "",
		"Without strikes, 2023 would have been better.":           "",
		"No strike or protest of suppliers occurred in 2023.":     "",
		"No contractor was injured at our depot in 2023.":         "",
		"No strike is known in 2023/24.":                          "",
	} {
		t.Run(text, func(t *testing.T) {
			expectSaid(t, text, "duplicate_figure", want, func() []string { return failuresOf(said([]string{text}, table), "duplicate_figure") })
		})
	}
}

// Under headings that count what was done about a thing, or of somebody else, nothing is held against its denial.
func TestADenialAndRowsThatAreNotOfItsThing(t *testing.T) {
	for name, caption := range map[string]string{
		"training": "Hours of training on", "audits": "Audits by subject", "contractors": "Contractors at our depots", "targets": "Targets",
		"the sector": "The industry in figures", "risks": "Risks assessed",
	} {
		t.Run(name, func(t *testing.T) {
			const text = "There was no strike in 2023."
			table := grid(caption, "", []string{"2023", "2022"}, []string{"Strikes", "7", "5"})
			if got := failuresOf(said([]string{text}, table), "duplicate_figure"); len(got) > 0 {
				t.Errorf("%q under %q: failures %q", text, caption, got)
			}
		})
	}
	t.Run("shares and rates", func(t *testing.T) {
		table := grid("Safety", "", []string{"2023", "2022"}, []string{"Strikes", "7%", "5%"}, []string{"Fatality rate", "0.3", "0.2"})
		if got := failuresOf(said([]string{"There was no strike in 2023. Nobody died in 2023."}, table), "duplicate_figure"); len(got) > 0 {
			t.Errorf("failures %q", got)
		}
	})
}
