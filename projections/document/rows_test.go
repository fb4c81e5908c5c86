package document

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/sheet"
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

// Whoever reads a row of a table sees of what it is, in every format.
func TestARowIsShownWithTheHeadsOfItsTable(t *testing.T) {
	const heads = "Emissions in tonnes | 2023 2024"
	d := aReport()
	d.Coverage = map[string]Coverage{"metrics_targets": {Total: 1, FullyAddressed: 1, Addressed: []events.AddressedDisclosure{{
		Paragraph: "S2.29(a)(i)(1)", Parts: []events.SubRequirement{{
			ID: "S2.29(a)(i)(1)#scope1_amount", Requirement: "Scope 1", Addressed: true, Origin: events.OriginReport, Page: 1, Quote: "Scope 1\t31\t29", Heads: heads,
		}},
	}}}}
	d.Gaps[0].Evidence = []PageQuote{{Page: 1, Quote: "Scope 2\t7\t6", Heads: heads}}
	for _, format := range []Format{FormatJSON, FormatMarkdown, FormatHTML, FormatCSV} {
		t.Run(string(format), func(t *testing.T) {
			out, err := d.Render(format)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(strings.ReplaceAll(string(out), "\\|", "|"), heads) {
				t.Error("the heads are not shown")
			}
		})
	}
}

// A claim that no paragraph is named for is not left out of what is said of truth and compliance.
func TestAClaimWithoutAParagraphIsSaidToHaveNone(t *testing.T) {
	d := aReport()
	for i := range d.Verdicts {
		d.Verdicts[i].Paragraphs = nil
	}
	tables, err := arranged(t, d).tables()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(tables, func(s sheet.Table) bool { return s.Name == "truth_and_compliance" })
	if rows := tables[at].Rows; len(rows) != len(d.Verdicts) || rows[0][6] != "no paragraph is named" {
		t.Errorf("%v", rows)
	}
	out, err := d.Render(FormatHTML)
	if err != nil || !strings.Contains(string(out), "No paragraph of IFRS S1 or S2 is named for it.") {
		t.Errorf("the document does not say so, %v", err)
	}
}
