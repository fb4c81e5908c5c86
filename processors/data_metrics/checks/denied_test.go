package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// What a sentence says there was none of is counted in no row that it speaks of; what is not said of a row, or not as a fact, is left alone.
func TestSentencesThatDenyWhatATableCounts(t *testing.T) {
	table := grid("Safety of employees and contractors", "", []string{"2023", "2022"},
		[]string{"Fatalities, employees", "0", "0"}, []string{"Fatalities, contractors", "1", "0"},
		[]string{"Lost-time injuries", "14", "17"}, []string{"Breaches of the code", "2", "0"}, []string{"Confirmed spills", "3", "1"})
	for text, want := range map[string]string{
		"There were no fatal accidents among our employees or contractors in 2023.": `gives 1 for "Fatalities, contractors" in 2023`,
		"There were no fatalities among contractors.":                               `gives 1 for "Fatalities, contractors" in 2023`,
		"There were no fatal accidents among our employees or contractors in 2022.": "",
		"There were no fatal accidents among our employees in 2023.":                "",
		"There were no fatalities among contractors at our mill in Surabaya.":       "",
		"There were no fatalities.":                                                 "",
		"Our aim is that there are no fatalities among contractors in 2023.":        "",
		"There were no fatalities among contractors until September 2023.":          "",
		"No breaches of the code were reported in 2023.":                            `gives 2 for "Breaches of the code" in 2023`,
		"No breaches of the code were reported in 2022.":                            "",
		"No serious breaches of the code were reported in 2023.":                    "",
		"No breaches of the code by suppliers were reported in 2023.":               "",
		"We have zero tolerance for breaches of the code.":                          "",
		"No spills occurred in 2023.":                                               "",
		"No fewer than two breaches of the code were reported in 2023.":             "",
	} {
		expectSaid(t, text, "duplicate_figure", want, func() []string { return failuresOf(said([]string{text}, table), "duplicate_figure") })
	}
}

// A base year that a page gives the emissions of a scope is that of the target for them.
func TestEmissionsHaveTheBaseYearOfTheirTarget(t *testing.T) {
	const intensity = "The plan has FY 2018-19 as the base year, when the Scope 1 and Scope 2 emission intensity was 634 kg per tonne."
	for name, c := range map[string]struct{ text, base, want string }{
		"another year":           {intensity, "FY 2019-20", "counts from FY 2019-20"},
		"the same year":          {intensity, "FY 2018-19", ""},
		"emissions, no quotient": {"The plan has FY 2018-19 as the base year, when Scope 1 and Scope 2 emissions were 634 kt.", "FY 2019-20", ""},
		"another scope":          {"The plan has FY 2018-19 as the base year, when the Scope 3 emission intensity was 634 kg per tonne.", "FY 2019-20", ""},
		"what it replaced":       {"Of an earlier plan: " + intensity, "FY 2019-20", ""},
	} {
		t.Run(name, func(t *testing.T) {
			expectSaid(t, c.text, "baseline_consistency", c.want, func() []string {
				table := targets("Scope 1 and 2 intensity, kg CO2e / t cement", "440", "kg CO2e / t cement", c.base, "FY 2029-30")
				return failuresOf(said([]string{c.text}, table), "baseline_consistency")
			})
		})
	}
}

// targets is a table with one target, whose base year and year stand behind its label.
func targets(label, goal, unit, base, year string) document.Table {
	table := grid("Targets", "", []string{"Target"}, []string{label, goal})
	cell := &table.Rows[1][1]
	cell.RowPath, cell.Unit = []string{label, base, year}, unit
	return table
}
