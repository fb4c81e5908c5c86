package checks_test

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// withBase gives each row of a table its base year and its year, which stand behind its label.
func withBase(table document.Table, years ...string) document.Table {
	for i := range table.Rows[1:] {
		for k := range table.Rows[i+1] {
			if cell := &table.Rows[i+1][k]; len(cell.RowPath) > 0 {
				cell.RowPath = append(slices.Clone(cell.RowPath), years[2*i:2*i+2]...)
			}
		}
	}
	return table
}

// A sentence on a target and the row of it in the table of targets give one year; a later row of the same thing asks for no less.
func TestTargetsOfSentencesAndOfTheirTable(t *testing.T) {
	aims := withBase(grid("Targets", "", []string{"Reduction", "Status 2022"}, []string{"Carbon intensity (EEOI), milestone", "20%", "7.2%"},
		[]string{"Carbon intensity (EEOI)", "45%", "7.2%"}, []string{"Scope 1 and 2", "50%", "11%"}), "2020", "2025", "2020", "2030", "2019", "2030")
	for text, want := range map[string]string{
		"We will reduce EEOI by 45% by 2035 compared with 2020.":                            "is for 2035 on page 1 and for 2030",
		"We will cut Scope 1 and 2 emissions by 50% by 2032, from the base year 2019.":      "is for 2032 on page 1 and for 2030",
		"We will reduce EEOI by 45% by 2030 compared with 2020.":                            "",
		"We will reduce EEOI by 40% by 2035 compared with 2020.":                            "",
		"We will reduce EEOI by 45% by 2035 compared with 2022.":                            "",
		"We will reduce the energy use of our offices by 45% by 2035 compared with 2020.":   "",
		"We will cut Scope 3 emissions by 50% by 2032, from the base year 2019.":            "",
		"The industry wants to reduce its use of fuel by 45% by 2035 compared with 2020.":   "",
		"We will cut Scope 1 and 2 intensity per tonne by 50% by 2032, from the year 2019.": "",
	} {
		expectSaid(t, text, "interim_targets", want, func() []string { return failuresOf(said([]string{text}, aims), "interim_targets") })
	}
	back := func(first, later string) []string {
		rows := withBase(grid("Climate targets", "", []string{"Reduction"}, []string{"Scope 1+2, kt CO2e", first}, []string{"Scope 1+2, kt CO2e", later}),
			"2018", "2025", "2018", "2030")
		return failuresOf(said([]string{"Our targets."}, rows), "interim_targets")
	}
	expectSaid(t, "55 % and then 50 %", "interim_targets", "asks for less than the one for 2025", func() []string { return back("55%", "50%") })
	expectSaid(t, "30 % and then 50 %", "interim_targets", "", func() []string { return back("30%", "50%") })
	steps := func(values ...string) []string {
		rows := grid("Our steps for Scope 1 and 2, all measured against 2018", "%", []string{"by 2025", "by 2027", "by 2030"},
			append([]string{"% below 2018"}, values...))
		other := grid("Water", "m3", []string{"2022", "2023"}, []string{"Wells", "412", "428"}, []string{"Rivers", "763", "771"}, []string{"Sea", "763", "771"})
		return failuresOf(said([]string{"Our steps.", "Water."}, rows, other), "interim_targets")
	}
	expectSaid(t, "35, 32, 50", "interim_targets", "asks for less than the one for 2025", func() []string { return steps("35", "32", "50") })
	expectSaid(t, "25, 32, 50", "interim_targets", "", func() []string { return steps("25", "32", "50") })
}
