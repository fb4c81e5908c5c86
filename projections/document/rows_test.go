package document

import (
	"slices"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
)

// TestEveryRowOfATableNamesItsDocumentAndHasAPlaceForAPage goes through all tables of a report that has a row in most of them.
func TestEveryRowOfATableNamesItsDocumentAndHasAPlaceForAPage(t *testing.T) {
	d := aReport()
	d.Report.Filename = "report.pdf"
	d.Reviews = []Review{{ID: "rvw_1", Action: events.ReviewSignOff, Part: events.PartRun, By: "Jane Doe", Reason: "read", At: time.Unix(0, 0)}}
	d.Evidence = []LibraryDocument{{Filename: "register.csv"}}
	tables, err := arranged(t, d).tables()
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, table := range tables {
		source := slices.Index(table.Columns, "source")
		if source < 0 || !slices.Contains(table.Columns, "page") {
			t.Errorf("%s has the columns %v", table.Name, table.Columns)
			continue
		}
		for _, row := range table.Rows {
			rows++
			if name, ok := row[source].(string); !ok || name == "" {
				t.Errorf("%s: no source in %v", table.Name, row)
			}
		}
	}
	if rows < 40 {
		t.Errorf("%d rows", rows)
	}
}
