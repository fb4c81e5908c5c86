package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// Cells have their changes since the base year in brackets; one that is none of them, and nobody else's, is wrong.
func TestChangesInBracketsCountFromOneFigureOfTheirRow(t *testing.T) {
	for name, c := range map[string]struct {
		rows [][]string
		want int
	}{
		"one is off":                {[][]string{{"Emissions per tonne (kg)", "113", "76 (-19%)", "49 (-56%)", "73 (-35%)"}}, 1},
		"all are right":             {[][]string{{"Emissions per tonne (kg)", "113", "76 (-33%)", "49 (-57%)", "73 (-35%)"}}, 0},
		"one counts from last year": {[][]string{{"Emissions per tonne (kg)", "113", "76 (-33%)", "49 (-36%)", "73 (-35%)"}}, 0},
		"one counts from a row below": {[][]string{{"Emissions per tonne (kg)", "113", "76 (-19%)", "49 (-56%)", "73 (-35%)"},
			{"Gross (kg)", "120", "94", "60", "80"}}, 0},
		"two are off":             {[][]string{{"Emissions per tonne (kg)", "113", "76 (-19%)", "49 (-41%)", "73 (-35%)"}}, 0},
		"each of the year before": {[][]string{{"Emissions per tonne (kg)", "113", "76 (-33%)", "49 (-36%)", "73 (+49%)"}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			table := grid("Key figures", "", []string{"2018 (base year)", "2022", "2023", "2025 (target year)"}, c.rows...)
			d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{table}}}}
			failed := 0
			for _, r := range checks.Run(extract.Read(d, extract.Options{Year: 2023}), checks.Options{Document: d}) {
				if r.Name == "yoy_percentage" && r.Result == events.CheckFail {
					failed++
				}
			}
			if failed != c.want {
				t.Errorf("%d changes are called wrong, want %d", failed, c.want)
			}
		})
	}
}
