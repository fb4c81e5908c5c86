package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// One figure in two sentences, or in a sentence and a table, with two digits exchanged or off by a thousand, is a slip of the
// pen. A sentence that merely differs speaks of another part of the entity.
func TestSaidTwice(t *testing.T) {
	ghg := grid("Greenhouse gas emissions", "t CO2e", []string{"2023", "2022"}, []string{"Scope 1", "84,310", "90,125"}, []string{"Scope 2", "51,270", "55,490"})
	energy := grid("Energy", "MWh", []string{"2023", "2022"}, []string{"Electricity", "305,120", "310,000"},
		[]string{"Total energy consumption", "405,450", "412,000"})
	for _, c := range []struct {
		first, second string
		table         document.Table // stands in place of the second
		says          string         // of the failure; empty for none
	}{
		{"In 2023 our Scope 1 emissions were 83,410 t CO2e.", "Scope 1 emissions were 84,310 t CO2e in 2023.", document.Table{}, "Two digits are exchanged"},
		{"In 2023 our Scope 1 emissions were 83,410 t CO2e.", "", ghg, "Two digits are exchanged"},
		{"In 2023 our Scope 1 emissions were 84,310 t CO2e.", "", ghg, ""},
		{"In 2023 our Scope 1 emissions were 79,022 t CO2e.", "", ghg, ""},
		{"In 2022 our Scope 1 emissions were 83,410 t CO2e.", "", ghg, ""},
		{"We used 405,540 MWh of energy in 2023.", "", energy, "Two digits are exchanged"},
		{"We used 361,207 MWh of energy in 2023.", "", energy, ""},
		{"We used 405,540 MWh of energy in 2023.", "Total energy consumption was 405,450 MWh in 2023.", document.Table{}, "Two digits are exchanged"},
		{"At the end of 2023 we employed 8,214 people.", "",
			grid("Employees", "", []string{"2023", "2022"}, []string{"Women", "3,012", "2,900"}, []string{"Total employees", "8,124", "8,000"}),
			"Two digits are exchanged"},
		{"At the end of 2023 we employed 8,214 people.", "On 31 December 2023, Veldmark had 8,124 employees.", document.Table{}, "Two digits are exchanged"},
		{"At the end of 2023 we employed 8,214 people.", "On 31 December 2023, Veldmark had 8,377 employees.", document.Table{}, ""},
		{"At the end of 2023 we employed 8,214 people.", "On 31 December 2022, Veldmark had 8,124 employees.", document.Table{}, ""},
		{"Our revenue in 2023 was EUR 2,153 million.", "Our revenue was EUR 2,513 million in 2023.", document.Table{}, "Two digits are exchanged"},
		{"Our revenue in 2023 was EUR 2,153 million.", "Our revenue was USD 2,513 million in 2023.", document.Table{}, ""},
		{"Our revenue in 2023 was EUR 2,153 million.", "Our revenue was EUR 2,478 million in 2023.", document.Table{}, ""},
	} {
		second := document.Page{Number: 2, Text: c.second}
		if c.second == "" {
			second.Tables = []document.Table{c.table}
		}
		d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Text: c.first}, second}}
		var failed []string
		for _, r := range checks.Run(facts.Read(d, facts.Options{Year: 2023}), checks.Options{Document: d}) {
			if r.Result == events.CheckFail {
				failed = append(failed, r.Name+": "+r.Message)
			}
		}
		if c.says == "" && len(failed) > 0 || c.says != "" && (len(failed) != 1 || !strings.Contains(failed[0], c.says)) {
			t.Errorf("%q and %q: failures %q, want %q", c.first, c.second, failed, c.says)
		}
	}
}
