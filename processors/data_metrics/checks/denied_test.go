package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
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

// What is said of some is not held against the row of all, wherever in the sentence it says of whom or what.
func TestADenialOfSomeIsNotHeldAgainstTheRowOfAll(t *testing.T) {
	table := grid("Safety and conduct", "", []string{"2023", "2022"}, []string{"Fatalities", "1", "0"}, []string{"Fatalities, employees", "0", "0"},
		[]string{"Fatalities, contractors", "1", "0"}, []string{"Serious injuries", "5", "4"}, []string{"Fines", "2", "0"})
	for text, want := range map[string]string{
		"There were no fatalities among our employees in 2023.":            "",
		"No serious injuries occurred among patients in 2023.":             "",
		"No fines were paid for noise in 2023.":                            "",
		"There were no serious injuries that led to a stay in hospital.":   "",
		"No fines were paid in 2023.":                                      `gives 2 for "Fines" in 2023`,
		"No serious injuries occurred in 2023.":                            `gives 5 for "Serious injuries" in 2023`,
		"There were no fatalities among employees or contractors in 2023.": `gives 1 for "Fatalities, contractors" in 2023`,
		"Our peers had no serious injuries in 2023.":                       "",
		"No fines were deducted in 2023.":                                  "",
	} {
		expectSaid(t, text, "duplicate_figure", want, func() []string { return failuresOf(said([]string{text}, table), "duplicate_figure") })
	}
}

// What a sentence says there was none of another tells of: of the same year, the same people and nothing that the first leaves out.
func TestSentencesThatDenyWhatAnotherTells(t *testing.T) {
	const died = "In May 2023 an employee died when a load fell at our depot in Ostrava."
	const contractor = "On 3 March 2023 a contractor lost his life in an accident at the quarry."
	for text, want := range map[string]string{
		"There were no fatal accidents in 2023. " + died:                                                      `page 1 says "In May 2023 an employee died`,
		died + " Our report shows no work-related deaths in 2023.":                                            `page 1 says "In May 2023 an employee died`,
		"There were no fatalities in 2023. " + contractor:                                                     `"On 3 March 2023 a contractor lost his life`,
		"There were no fatalities among employees or contractors in 2023. " + contractor:                      `"On 3 March 2023 a contractor lost his life`,
		"There were no fatalities among our employees in 2023. " + contractor:                                 "",
		"There were no fatalities among contractors in 2023. " + died:                                         "",
		"There were no fatal accidents in 2022. " + died:                                                      "",
		"There were no further fatal accidents in 2023. " + died:                                              "",
		"There were no fatal accidents at our mills in 2023. " + died:                                         "",
		"There were no fatal accidents at our depot in 2023. " + died:                                         `page 1 says "In May 2023 an employee died`,
		"There were no fatal accidents in 2023. In May 2023 an employee died of cancer.":                      "",
		"There were no fatal accidents in 2023. In May 2023 a resident died at our depot.":                    "",
		"There were no fatal accidents in 2023. In May 2023 an employee of a former subsidiary died at work.": "",
		"There were no fatal accidents in 2023. If an employee died at work in 2023, we would say so.":        "",
		"There were no fatal accidents in 2023. An employee died at work.":                                    "",
		"No fines were imposed in 2023. In June 2023 we were fined for a discharge.":                          `"In June 2023 we were fined`,
		"No significant fines were imposed in 2023. In June 2023 we were fined for a discharge.":              "",
		"No spills occurred in 2023. In June 2023 a tank leaked at our depot.":                                `"In June 2023 a tank leaked`,
		"We had no accidents in 2023. In June 2023 two workers were injured at our depot.":                    `"In June 2023 two workers were injured`,
		"We had no lost-time accidents in 2023. In June 2023 two workers were injured at our depot.":          "",
	} {
		expectSaid(t, text, "duplicate_figure", want, func() []string {
			found := failuresOf(said([]string{text}), "duplicate_figure")
			return found[:min(len(found), 1)] // the other is of the sentence that tells of it
		})
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

// The company's own name narrows a denial down to nobody; that of a site does.
func TestADenialThatNamesTheCompanyIsOfAllOfIt(t *testing.T) {
	const title = "Helvanta AG: Report 2023"
	table := grid("Safety", "", []string{"2023", "2022"}, []string{"Fatal accidents", "2", "0"})
	for text, want := range map[string]int{
		"There were no fatal accidents at Helvanta in 2023.": 1,
		"There were no fatal accidents at Surabaya in 2023.": 0,
	} {
		t.Run(text, func(t *testing.T) {
			runes := len([]rune(title))
			d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{
				{Number: 1, Text: title + "\n" + text, Tables: []document.Table{table}, Lines: []document.Line{{End: runes, Role: document.RoleHeading, Level: 1},
					{Start: runes + 1, End: runes + 1 + len([]rune(text)), Block: 1, Role: document.RoleBody}}},
			}}
			if got := failuresOf(checks.Run(extract.Read(d, extract.Options{Year: 2023}), checks.Options{Document: d}), "duplicate_figure"); len(got) != want {
				t.Errorf("%v, want %d", got, want)
			}
		})
	}
}
