package checks_test

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
)

// A change that stands beside an amount is the amount's, and is held against the row that has it.
func TestAChangeBesideAnAmountIsHeldAgainstItsRow(t *testing.T) {
	table := grid("Water, m3", "m3", []string{"2023", "2022", "2019"}, []string{"River water", "61,000", "66,000", "90,000"},
		[]string{"Mains water", "24,000", "24,000", "24,500"},
		[]string{"Total", "85,000", "90,000", "114,500"})
	for text, want := range map[string]string{
		"In all we took 85,000 m3 of water in 2023, a reduction of 11 % on the year before.":           "makes -5.6 %",
		"In all we took 85,000 m3 of water in 2023, a fall of 11 % compared with 2022.":                "makes -5.6 %",
		"In all we took 85,000 m3 of water (a rise of 5.6 % over the previous year).":                  "makes -5.6 %",
		"In all we took 85,000 m3 of water in 2023, a reduction of 5.6 % on the year before.":          "",
		"In all we took 85,000 m3 of water in 2023, a reduction of about 11 % on the year before.":     "",
		"In all we took 85,000 m3 of water in 2023, a reduction of 11 % per tonne on the year before.": "",
		"In all we took 85,000 m3 of water in 2023, a reduction of 25.8 % from 2019.":                  "",
		"In all we took 85,000 m3 of water in 2023, and a reduction of 11 % is planned.":               "",
		"In all we took 85,000 m3 of water in 2023, a reduction of 11 %.":                              "",
	} {
		expectSaid(t, text, "yoy_percentage", want, func() []string { return failuresOf(said([]string{text}, table), "yoy_percentage") })
	}
	open := said([]string{"In all we took 85,000 m3 of water in 2023, a reduction of 11 %."}, table)
	if !slices.ContainsFunc(open, func(r checks.Result) bool {
		return r.Name == "yoy_percentage" && r.Result == events.CheckInconclusive && r.Severity == "warning"
	}) {
		t.Errorf("a change of which no year is said: %+v", open)
	}
}
