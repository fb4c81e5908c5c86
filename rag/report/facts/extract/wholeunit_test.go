package extract_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// A row has the unit of what it is a part of by its words alone; a label may give its unit before it says more of what it is; what is behind the
// brackets of a unit is what the amount is per; and a base among rows of years is of no year that is known.
func TestUnitsThatOtherWordsGive(t *testing.T) {
	d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Language: "en", Tables: []document.Table{
		grid("", 0, "|2024|2023", "Scope 3 tCO2e|50099|48561", "Of which business travel|3344|2146", "Of which women|41%|39%",
			"Scope 2 (market-based) tCO2e – purchased electricity|5998|6100", "Water consumption (m3)/turnover|7.5|8.4"),
		grid("", 200, "Year|Reduction", "Baseline|61%", "FY23|55%"),
	}}}}
	got := map[string]facts.Fact{}
	for _, f := range extract.Read(d, extract.Options{Year: 2024}).Facts {
		got[f.Printed] = f
	}
	for figure, want := range map[string]facts.Fact{
		"3344": {Unit: "tCO2e", Metric: facts.GHGEmissions, Year: 2024},
		"41%":  {Unit: "%", Metric: got["41%"].Metric, Year: 2024},
		"5998": {Unit: "tCO2e", Metric: facts.GHGEmissions, Year: 2024},
		"7.5":  {Unit: "m3", Metric: facts.Water, Year: 2024, Per: "turnover"},
		"61%":  {Unit: "%", Metric: got["61%"].Metric},
		"55%":  {Unit: "%", Metric: got["55%"].Metric, Year: 2023},
	} {
		if f := got[figure]; f.Unit != want.Unit || f.Metric != want.Metric || f.Year != want.Year || f.Per != want.Per {
			t.Errorf("%s: %+v", figure, f)
		}
	}
}
