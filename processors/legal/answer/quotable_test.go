package answer

import "testing"

func TestWhatAQuotationMustSay(t *testing.T) {
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		part, text string
		bare       bool
	}{
		"progress is no target":             {"S1.51(b)#target_value", "Water use stood 31 per cent below 2020, the base year of our targets.", true},
		"a target":                          {"S1.51(b)#target_value", "By 2027 we want to use a third less water.", false},
		"a scenario's name is no horizon":   {"S2.22(b)(i)(6)#analysis_horizons", "We used the scenario Net Zero Emissions by 2050.", true},
		"a horizon":                         {"S2.22(b)(i)(6)#analysis_horizons", "Under Net Zero Emissions by 2050 we looked at the years to 2040.", false},
		"weather is no kind of risk":        {"S2.22(b)(i)(3)#scenario_risk_type", "Three sets of assumptions are about the weather.", true},
		"who manages is not who is told":    {"S2.6(a)(iii)#reporting_channel", "The officer reports to the chief executive on suppliers.", true},
		"the board is told":                 {"S2.6(a)(iii)#reporting_channel", "The officer reports to the board twice a year.", false},
		"scopes are no part of a company":   {"S2.33(c)#coverage", "We will halve Scope 1 emissions from 2020.", true},
		"a part of a company":               {"S2.33(c)#coverage", "The target covers all plants.", false},
		"criteria of others validate none":  {"S2.34(a)#method_validated", "Our targets follow the validation criteria of the initiative.", true},
		"validated":                         {"S2.34(a)#method_validated", "The initiative has validated the method.", false},
		"an update that nobody brings":      {"S2.6(a)(iii)#reporting_channel", "The board receives regular updates on the road map.", true},
		"who brings it":                     {"S2.6(a)(iii)#reporting_channel", "The board receives updates from the officer.", false},
		"one target":                        {"S2.33#targets_listed", "We aim at net zero by 2040 by a cut of 90% of scope 1, 2 and 3 from a 2020 baseline.", true},
		"two targets":                       {"S2.33#targets_listed", "We aim at minus 50% by 2030 and net zero by 2040.", false},
		"names of sets are no assumptions":  {"S2.22(b)(ii)#key_assumptions", "We used three sets of assumptions about the weather.", true},
		"not validated":                     {"S2.34(a)#method_validated", "The method was not validated.", false},
		"money that came funds no strategy": {"S2.16(c)(ii)#funding_sources", "The money came from cash flow.", true},
		"money that is to come":             {"S2.16(c)(ii)#funding_sources", "The money will come from bonds.", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := parts.Of(c.part).Bare(c.text); got != c.bare {
				t.Errorf("%q lacks what a quotation must say: %t", c.text, got)
			}
		})
	}
}

func TestNumbersOfScopesCategoriesAndYearsAreNoFigures(t *testing.T) {
	for text, want := range map[string]bool{
		"Scope 3, category 15 was measured in 2024.": true, "Categories 1, 2 and 4 of Scope 3": true,
		"Scope 2 by factors of the association (as of 12/2022)": true, "Scope 1 at 31.12.2023": true, "Scope 1 was 3.2023 t": false,
		"Scope 3: 491,300": false, "Category 15 came to 12 tonnes.": false,
	} {
		if Figureless(text) != want {
			t.Errorf("%q has no figure: %t", text, !want)
		}
	}
}
