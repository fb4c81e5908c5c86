package checks_test

import (
	"slices"
	"testing"
)

// One target counts from one base year, wherever it stands.
func TestOneTargetHasOneBaseYear(t *testing.T) {
	for text, want := range map[string]string{
		"We will halve absolute Scope 1 and 2 emissions by 2030, measured against the base year 2021.\n\n" +
			"We target a 50 % reduction of Scope 1 and 2 emissions by 2030 (base year 2019).": "from 2021 in one place and from 2019",
		"We will halve absolute Scope 1 and 2 emissions by 2030, measured against the base year 2019.\n\n" +
			"We target a 50 % reduction of Scope 1 and 2 emissions by 2030 (base year 2019).": "",
		"We will halve absolute Scope 1 and 2 emissions by 2030, measured against the base year 2021.\n\n" +
			"We target a 50 % reduction of Scope 3 emissions by 2030 (base year 2019).": "",
		"The Board will cut emissions per guest by 40 % by FY27, in each case from a base of FY21.\n\n" +
			"Emissions per guest: -40 % by FY27 (base FY22).": "from 2021 on page 1 and from 2022",
		"The Board will cut emissions per guest by 40 % by FY27, in each case from a base of FY21.\n\n" +
			"Water per cover: -40 % by FY27 (base FY22).": "",
		"Our former target was to cut emissions per guest by 40 % by FY27, in each case from a base of FY21.\n\n" +
			"Emissions per guest: -40 % by FY27 (base FY22).": "",
		"The Board will cut emissions per guest by 40 % by FY27, in each case from a base of FY21.\n\n" +
			"By FY30 emissions per guest are to be 55 % lower by FY30 (base FY22), which is a further target.": "",
	} {
		expectSaid(t, text, "baseline_consistency", want, func() []string { return failuresOf(said([]string{text}), "baseline_consistency") })
	}
}

// A page that says of all targets which year they count from says so of each.
func TestAllTargetsHaveOneBaseYear(t *testing.T) {
	for name, c := range map[string]struct{ text, base, want string }{
		"another year":           {"All climate targets of the group have 2019 as their base year.", "2021", "counts from 2021"},
		"the same year":          {"All climate targets of the group have 2019 as their base year.", "2019", ""},
		"all but one":            {"All climate targets except that for offices have 2019 as their base year.", "2021", ""},
		"not said of all":        {"Our climate targets for travel have 2019 as their base year.", "2021", ""},
		"in words of the report": {"All goals are measured against 2019.", "2021", "counts from 2021"},
	} {
		t.Run(name, func(t *testing.T) {
			table := grid("Climate targets and progress", "", []string{"Base", "2024", "Target (%)", "By"},
				[]string{"Emissions of our fleet (t CO2e)", "5,420", "2,794", "-60", "2030"},
				[]string{"Emissions of our offices (t CO2e)", "231", "182", "-25", "2027"})
			for i, base := range []string{"2019", c.base} { // which stands behind the label
				for k := range table.Rows[i+1] {
					if cell := &table.Rows[i+1][k]; len(cell.RowPath) > 0 {
						cell.RowPath = append(slices.Clone(cell.RowPath), base)
					}
				}
			}
			expectSaid(t, c.text, "baseline_consistency", c.want, func() []string { return failuresOf(said([]string{c.text}, table), "baseline_consistency") })
		})
	}
}

// The steps of a roadmap go one way.
func TestARoadmapGoesOneWay(t *testing.T) {
	for name, c := range map[string]struct{ third, want string }{
		"a step that goes back": {"86", "The step for 2028 asks for less"},
		"steps that climb":      {"72", ""},
	} {
		table := grid("Roadmap for renewable power", "", []string{"", "", "", "", ""}, []string{"Year", "2024", "2025", "2027", "2028", "2030"},
			[]string{"Renewable power", "55.1", "60", c.third, "80", "100"}, []string{"Change of emissions", "-7.1", "-10", "-25", "-32", "-50"})
		expectSaid(t, name, "interim_targets", c.want, func() []string { return failuresOf(onPages(table), "interim_targets") })
	}
}

// What several parts contribute to one whole is no more than all of it.
func TestContributionsToAWhole(t *testing.T) {
	for text, want := range map[string]string{
		"The Americas contributed 44.2 %, Europe, Middle East and Africa 38.6 % and Asia-Pacific 23.3 %; shares are rounded.": "The parts make 106.1 %",
		"The Americas contributed 44.2 %, Europe, Middle East and Africa 32.6 % and Asia-Pacific 23.3 %; shares are rounded.": "",
		"Women contributed 44.2 %, employees under 30 38.6 % and part-timers 23.3 %.":                                         "",
		"Retail contributed 44.2 %, which is 38.6 % of the margin and 23.3 % of the profit.":                                  "",
	} {
		expectSaid(t, text, "percentage_sum", want, func() []string { return failuresOf(said([]string{text}), "percentage_sum") })
	}
}
