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
		"a committee without a name":        {"S2.6(a)#identify_body", "The committee receives a dashboard on climate.", true},
		"a committee with a name":           {"S2.6(a)#identify_body", "The Risk Committee oversees climate matters.", false},
		"a body of the board manages none":  {"S2.6(b)#management_role", "The committee has five members and oversees climate matters.", true},
		"who manages":                       {"S2.6(b)#management_role", "The head of estates leads the climate work.", false},
		"how often something else is done":  {"S2.6(a)(iii)#reporting_frequency", "Once a year the skills of directors are listed.", true},
		"how often the board is told":       {"S2.6(a)(iii)#reporting_frequency", "Once a year it receives a paper on climate.", false},
		"a review of targets":               {"S2.6(a)(v)#progress_monitoring", "The targets are set anew every third year.", true},
		"progress that is followed":         {"S2.6(a)(v)#progress_monitoring", "The board checks the targets every quarter.", false},
		"terms are no horizon of a risk":    {"S2.10(c)#horizon_per_item", "Short term is to us the next year,\nmedium term the time to 2030.", true},
		"the horizon of a risk":             {"S2.10(c)#horizon_per_item", "Floods are a risk in the short, medium and long term.", false},
		"looked into":                       {"S2.14(a)(ii)#direct_mitigation", "The firm is analysing the\npossibilities of green power.", true},
		"done":                              {"S2.14(a)(ii)#direct_mitigation", "The firm has bought green power.", false},
		"scenarios in line with Paris":      {"S2.33(h)#paris_influence", "The scenario Net Zero 2050 is in line with the goals of the Paris Agreement.", true},
		"a target in line with Paris":       {"S2.33(h)#paris_influence", "The target is in line with the goals of the Paris Agreement.", false},
		"a goal of something else":          {"S2.33(d)#period", "By 2030 we want 900 farms to take part.", true},
		"a goal of power":                   {"S2.33(d)#period", "By 2030 all power is to be renewable.", false},
		"the year before which":             {"S2.36(c)#gross_or_net", "We want to reach net zero before 2050.", true},
		"net zero is a name":                {"S2.36(c)#gross_or_net", "The target is net zero by 2050.", true},
		"net of credits":                    {"S2.36(c)#gross_or_net", "The target is net zero after credits.", false},
		"a target as it stands":             {"S2.34(d)#revisions", "Target M stood at 42 kilograms.", true},
		"a target that was raised":          {"S2.34(d)#revisions", "Target M was raised in May.", false},
		"who issues a standard":             {"S1.59(a)#guidance_sources", "IFRS S2 was issued by a board in 2023.", true},
		"a standard that is used":           {"S1.59(a)#guidance_sources", "This chapter was prepared by IFRS S2.", false},
		"suppliers' own targets":            {"S1.51(b)#target_value", "A third of suppliers have targets of their own.", true},
		"what is assumed of a metric":       {"S2.32#industry_metrics", "We assume 30 per cent of biomass in waste.", true},
		"how far something fell":            {"S2.32#industry_metrics", "Energy use fell by 2 per cent in 2024.", true},
		"how much there is":                 {"S2.32#industry_metrics", "Energy use fell by 2 per cent to 300 MWh.", false},
		"what a scenario is for":            {"S2.10(b)#risk_type", "The scenario SSP5-8.5 was used for physical risks.", true},
		"what kind a risk is":               {"S2.10(b)#risk_type", "Our physical risks are floods and heat.", false},
		"progress towards a target":         {"S2.33(a)#metric", "Emissions stood 31 per cent below 2020, the base year of our targets.", true},
		"a target's metric":                 {"S2.33(a)#metric", "We want to halve Scope 1 emissions by 2030.", false},
		"where risks are kept":              {"S2.25(a)#assess", "Climate risks are part of the framework of the group.", true},
		"how risks are assessed":            {"S2.25(a)#assess", "Each risk has a score.", false},
		"a risk is no opportunity":          {"S2.10(a)#describe_opportunities", "Power tariff\tTransition\tPower dearer by EUR 17 million", true},
		"an opportunity":                    {"S2.10(a)#describe_opportunities", "Heat pumps\tMore demand for our drives", false},
		"limits of a rating":                {"S2.35#performance", "Reduction of intensity, per cent\t>3\t>6", true},
		"the year that is called the base":  {"S2.33(e)#base_period", "Emissions stood a third below FY20, the base year of our targets.", false},
		"a year in many words":              {"S2.33(e)#base_period", "By 2032 we want to halve it compared with the year to September 2023.", false},
		"a year without a base":             {"S2.33(e)#base_period", "By 2032 we want to halve it.", true},
		"a fiscal year by its letters":      {"S2.33(f)#milestones", "There is a milestone of 30 per cent in FY26.", false},
		"a fiscal year by its name":         {"S2.33(f)#milestones", "The interim goal is 25 percent by fiscal 2025.", false},
		"a milestone without a year":        {"S2.33(f)#milestones", "There is a milestone of 30 per cent.", true},
		"what is sent before a meeting":     {"S2.6(a)(iii)#reporting_channel", "Before each of its meetings management sent a book with emissions.", false},
		"a meeting that nobody reports to":  {"S2.6(a)(iii)#reporting_channel", "The committee held five meetings on emissions.", true},
		"how often something is sent":       {"S2.6(a)(iii)#reporting_frequency", "Management sent a book with emissions each quarter.", false},
		"nobody was asked to validate":      {"S2.34(a)#target_validated", "We have not applied to the Science Based Targets initiative.", false},
		"a target that was put off":         {"S2.34(d)#revisions", "The goal for suppliers was moved to 2027.", false},
		"effects that nobody worked out":    {"S2.16(d)#expected_performance_change", "We have not put a value on the effects on our results.", true},
		"effects that were worked out":      {"S2.16(d)#expected_performance_change", "We expect our results to fall by EUR 3 million.", false},
		"who governs nothing":               {"S2.6(a)(iv)#risk_oversight", "The environmental office reports risks to the risk department.", true},
		"who governs":                       {"S2.6(a)(iv)#risk_oversight", "The committee reviews climate risks.", false},
		"a map of what was found":           {"S2.25(a)#identify", "Climate risks compete in the same heat map as all others.", true},
		"maps that tell of hazards":         {"S2.25(a)#identify", "Every plant looks at hazard maps each spring.", false},
		"money that came funds no strategy": {"S2.16(c)(ii)#funding_sources", "The money came from cash flow.", true},
		"money that is to come":             {"S2.16(c)(ii)#funding_sources", "The money will come from bonds.", false},
		"pay is no oversight":               {"S2.6(a)(iv)#strategy_oversight", "A tenth of the board's bonus hangs on climate goals.", true},
		"a board that decides on pay":       {"S2.6(a)(iv)#strategy_oversight", "The board discussed the climate strategy and its bonus.", false},
		"a figure without a target":         {"S1.46(b)(ii)#performance_metrics", "We counted 43 injuries.", true},
		"a figure beside its target":        {"S1.46(b)(ii)#performance_metrics", "We counted 43 injuries, where the target was 40.", false},
		"who is counted":                    {"S1.50(d)#limits_assumptions", "Figures are of all staff but trainees.", true},
		"how what is missing is counted":    {"S1.50(d)#limits_assumptions", "Missing values were extrapolated.", false},
		"what is watched":                   {"S2.14(a)(ii)#direct_mitigation", "We continuously review the energy use of buildings.", true},
		"what is watched and lowered":       {"S2.14(a)(ii)#direct_mitigation", "We review the energy use of buildings and lower it.", false},
		"who is less exposed":               {"S2.10(a)#describe_risks", "We are comparatively less affected by storms.", true},
		"who is less exposed but to floods": {"S2.10(a)#describe_risks", "We are less affected by storms, but floods could hit us.", false},
		"what is good is no risk":           {"S2.10(a)#describe_risks", "A favorable policy could support the growth of our markets.", true},
		"a risk to growth":                  {"S2.10(a)#describe_risks", "Storms could cost us the growth of our markets.", false},
		"how far something declined":        {"S2.32#industry_metrics", "Energy use declined by 2 per cent in 2024.", true},
		"what was saved":                    {"S2.32#industry_metrics", "This led to savings of 500 MWh of energy.", true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := parts.Of(c.part).Bare(c.text); got != c.bare {
				t.Errorf("%q lacks what a quotation must say: %t", c.text, got)
			}
		})
	}
}

// A cell need not say of what it is where the head of its column does, and the rows of a table are several of what they list.
func TestWhatTheHeadsAndTheOtherRowsOfATableSay(t *testing.T) {
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	const heads = "Risk or opportunity\tKind\tHorizon"
	for name, c := range map[string]struct {
		part    string
		passage Passage
		want    bool
	}{
		"a horizon under its head":   {"S2.10(c)#horizon_per_item", Passage{Text: "Dearer fuel\tTransition\tNear", Row: true, Headings: []string{heads}}, false},
		"a kind under its head":      {"S2.10(b)#risk_type", Passage{Text: "Dearer fuel\tTransition\tNear", Row: true, Headings: []string{heads}}, false},
		"a row without such a head":  {"S2.10(c)#horizon_per_item", Passage{Text: "Dearer fuel\tHigh", Row: true, Headings: []string{"Risk\tSize"}}, true},
		"a sentence under the words": {"S2.10(c)#horizon_per_item", Passage{Text: "Fuel may become dearer.", Headings: []string{"When"}}, true},
		"heating alone":              {"S2.29(a)(v)#location_based", Passage{Text: "Location based from heating\t28\t37", Row: true}, true},
		"all of a scope":             {"S2.29(a)(v)#location_based", Passage{Text: "Total (location based)\t624\t670", Row: true}, false},
		"a scope of a total":         {"S2.29(a)(v)#location_based", Passage{Text: "thereof Scope 2 (location-based)\t28\t37", Row: true}, false},
		"a row of another part":      {"S2.33(e)#base_period", Passage{Text: "Power\tGreen", Row: true, Headings: []string{heads}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := parts.Of(c.part).Unquotable(&c.passage); got != c.want {
				t.Errorf("unquotable: %t", got)
			}
		})
	}
	const rows = "1 Purchased goods\t143\n6 Business travel\t7"
	part := parts.Of("S2.29(a)(vi)(1)#categories_included")
	if part.BareTable(rows) || !part.Bare(rows) {
		t.Errorf("rows are no list: %t; a text is one: %t", part.BareTable(rows), !part.Bare(rows))
	}
	if !part.BareTable("Scope 1\t118\nScope 2\t42\nScope 3, nine categories\t2,310") {
		t.Error("scopes are taken for categories")
	}
}

func TestASentenceThatLostItsBeginningIsTorn(t *testing.T) {
	for name, c := range map[string]struct {
		passage Passage
		torn    bool
	}{
		"beginning lost":  {Passage{Text: "extrapolated from the number of staff."}, true},
		"end lost":        {Passage{Text: "The board discusses strategy, targets,"}, true},
		"whole":           {Passage{Text: "The board discusses targets."}, false},
		"a name":          {Passage{Text: "mBank will be neutral by 2030."}, false},
		"an item":         {Passage{Text: "neutral power by 2030", Headings: []string{"We want:"}}, false},
		"a marked item":   {Passage{Text: "ii) The board sets the strategy on climate."}, false},
		"a row of a form": {Passage{Text: "of which coal\t12\t13", Row: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.passage.Torn(); got != c.torn {
				t.Errorf("%q is torn: %t", c.passage.Text, got)
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
