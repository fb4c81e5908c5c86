package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// A table of targets has a base year a row, and its column of changes counts from that.
func TestChangesSinceABaseYearOfTheRow(t *testing.T) {
	table := func(change string) document.Table {
		return grid("Targets", "", []string{"Base", "2024", "Evolution"},
			[]string{"Waste sent to landfill (t) 2019", "8,150", "5,740", "-29.6%"},
			[]string{"Water withdrawn (thousand m3) 2020", "2,146", "1,874", change},
			[]string{"Fuel (MWh) 2021", "8,840", "7,735", "-12.5%"})
	}
	for name, c := range map[string]struct {
		change string
		want   int
	}{
		"as the columns make it": {"-12.7%", 0},
		"digits exchanged":       {"-21.7%", 1},
	} {
		t.Run(name, func(t *testing.T) {
			d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{table(c.change)}}}}
			failed := 0
			for _, r := range checks.Run(extract.Read(d, extract.Options{Year: 2024}), checks.Options{Document: d}) {
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
