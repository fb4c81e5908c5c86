package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A sum that holds in one column and is a slip in the other is one; where the other column is off by anything else, it may be none.
func TestASumThatASlipBreaks(t *testing.T) {
	harvest := func(mid string) document.Table {
		return grid("Harvest by region", "tonnes", []string{"2023", "2022"}, []string{"North", "31,412", "29,653"}, []string{"Mid", "26,907", mid},
			[]string{"South", "16,528", "15,206"}, []string{"Group", "74,847", "71,216"})
	}
	for mid, want := range map[string]string{"23,657": "Group", "26,357": "", "22,118": ""} {
		expectSaid(t, mid, "table_relation", want, func() []string { return failuresOf(checked(harvest(mid)), "table_relation") })
	}
}

// "To A from B" goes one way, as "from B to A" does.
func TestToOneFigureFromAnother(t *testing.T) {
	for text, want := range map[string]string{
		"The accident rate came down to 3.9 from 3.6.":                                                 "fall",
		"The accident rate came down to 3.1 from 3.6.":                                                 "",
		"The accident rate fell to 3.9 per cent of shifts, while absence from 3.6 upwards is counted.": "",
	} {
		expectSaid(t, text, "direction", want, func() []string { return failuresOf(said([]string{text}), "direction") })
	}
}

// One target counts from one base year, whether a sentence or a row of a table says so.
func TestABaseYearInASentenceAndInARow(t *testing.T) {
	page := func(base string) []string {
		return []string{"By 2030 we will cut Scope 1 and 2 emissions by 45 % from their level in 2019.",
			"Scope 1 and 2 emissions: -45 % by the year 2030, with " + base + " before it. In 2023 they were 12,400 t CO2e."}
	}
	table := grid("Emissions", "t CO2e", []string{"2023", "2022"}, []string{"Scope 1", "12,400", "12,900"})
	for base, want := range map[string]string{"2017": "counts from", "2019": ""} {
		expectSaid(t, base, "baseline_consistency", want, func() []string { return failuresOf(said(page(base), table), "baseline_consistency") })
	}
}
