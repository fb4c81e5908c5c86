package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// The share of a year belongs to the figures of that year, wherever its column stands.
func TestASharesColumnNamesItsYear(t *testing.T) {
	for shareOf, want := range map[string]string{"2024": "7.7", "2023": "7.9"} {
		table := grid("Emissions by category", "t CO2e", []string{"2024", "2023", "Share of the total in " + shareOf},
			[]string{"Goods", "742", "754", "57.7 %"}, []string{"Fuels", "99", "103", want + " %"}, []string{"Transport", "152", "155", "11.8 %"},
			[]string{"Waste", "69", "72", "5.4 %"}, []string{"Travel", "224", "227", "17.4 %"}, []string{"Total", "1286", "1311", "100 %"})
		doc := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{table}}}}
		for _, c := range checks.Run(extract.Read(doc, extract.Options{}), checks.Options{}) {
			if c.Name == "percentage_calculation" && c.Inputs[1].Value == want && c.Result != events.CheckPass {
				t.Errorf("share in %s: %s", shareOf, c.Working)
			}
		}
	}
}
