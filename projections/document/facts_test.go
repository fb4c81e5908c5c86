package document

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// A figure of which nobody knows what it measures is kept with all that it stands under.
func TestFactsAreInTheDocumentWhateverTheyMeasure(t *testing.T) {
	table := document.Table{Caption: "Charging points", HeaderRows: 1, HeaderCols: 1, Format: document.Format{Decimal: "."}, Rows: [][]document.Cell{
		{{}, {Text: "2023"}},
		{{Text: "Built at depots"}, {Text: "1,412", Value: "1412", RowPath: []string{"Charging points", "Built at depots"}, ColPath: []string{"2023"}}},
	}}
	parsed := &document.Document{SHA256: "f", Pages: []document.Page{{Number: 1, Tables: []document.Table{table}}}}
	sheet := extract.Read(parsed, extract.Options{Year: 2023})
	if len(sheet.Facts) != 1 || sheet.Facts[0].Metric != facts.Other {
		t.Fatalf("facts %+v, want one of another metric", sheet.Facts)
	}
	data, err := facts.Encode(sheet)
	if err != nil {
		t.Fatal(err)
	}
	store := artefact.NewMemory()
	hash, err := store.Put(t.Context(), "facts", data)
	if err != nil {
		t.Fatal(err)
	}
	details, err := json.Marshal(events.MetricsDetails{FactSheet: hash})
	if err != nil {
		t.Fatal(err)
	}
	d := Document{Findings: []Finding{{Agent: events.DataMetrics, Details: details}}, Summary: Summary{Matters: map[string]int{"leading": 9}}}
	if err := d.LoadFacts(t.Context(), store); err != nil || len(d.Facts) != 1 {
		t.Fatalf("%d facts, %v", len(d.Facts), err)
	}
	told := map[string]int{}
	for _, m := range d.Matters {
		told[string(m.Kind)]++
	}
	for kind, n := range d.Summary.Matters {
		if told[kind] != n {
			t.Errorf("the summary counts %d matters of the kind %s, of %d", n, kind, told[kind])
		}
	}
	f := d.Facts[0]
	if f.Value != "1412" || f.Metric != "other" || f.Year != 2023 || f.Caption != "Charging points" ||
		!slices.Contains(f.RowPath, "Built at depots") || !slices.Contains(f.ColPath, "2023") || f.Notes == nil {
		t.Errorf("%+v", f)
	}
}
