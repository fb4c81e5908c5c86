package extract

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Beside "Scope 1 FY23" a column "Scope 1" is of the later year that the table names, and is no change though a total less a part is as much.
func TestColumnsWithoutAYearBesideNamesakes(t *testing.T) {
	heads := []string{"Scope 1", "Scope 2", "Total FY24", "Scope 1 FY23", "Scope 2 FY23", "Total FY23"}
	table := document.Table{Caption: "Emissions by operation (kt CO2e)", Unit: "kt CO2e", HeaderRows: 1, HeaderCols: 1,
		Format: document.Format{Decimal: ".", Group: ",", Reason: "for the test."}}
	head := []document.Cell{{}}
	for _, h := range heads {
		head = append(head, document.Cell{Text: h})
	}
	table.Rows = append(table.Rows, head)
	for _, r := range [][]string{{"North", "312.4", "188.3", "500.7", "328.7", "231.5", "560.2"}, {"South", "84.6", "61.7", "146.3", "86.2", "64.0", "150.2"},
		{"Port", "141.9", "97.2", "239.1", "139.5", "98.8", "238.3"}} {
		line := []document.Cell{{Text: r[0]}}
		for i, v := range r[1:] {
			line = append(line, document.Cell{Text: v, Value: v, RowPath: []string{r[0]}, ColPath: []string{heads[i]}, Unit: "kt CO2e"})
		}
		table.Rows = append(table.Rows, line)
	}
	s := Read(&document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{table}}}}, Options{})
	n := 0
	for i := range s.Facts {
		f := &s.Facts[i]
		want := 2023
		if f.Col < 4 {
			want = 2024
		}
		if n++; f.Year != want || f.Change {
			t.Errorf("%s of %q: %d, a change: %v, want %d", f.Printed, f.ColPath, f.Year, f.Change, want)
		}
	}
	if n != 18 {
		t.Errorf("%d figures", n)
	}
}
