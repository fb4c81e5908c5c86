package document

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/sheet"
)

// The place of a row is a link to its page in the report, where the row is of the report, as in the HTML beside it.
func TestPlacesOfASheetLeadToTheirPages(t *testing.T) {
	d := arranged(t, aReport())
	d.Report.Filename = "a report.pdf"
	raw, err := d.Render(FormatXLSX)
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows("claims")
	if err != nil || len(rows) < 2 {
		t.Fatal(rows, err)
	}
	column := slices.Index(rows[0], "place") + 1
	for n, row := range rows[1:] {
		cell, err := excelize.CoordinatesToCellName(column, n+2)
		if err != nil {
			t.Fatal(err)
		}
		there, at, err := f.GetCellHyperLink("claims", cell)
		page, ok := strings.CutPrefix(row[column-1], "page ")
		if err != nil || there != ok || ok && at != "./a%20report.pdf#page="+page {
			t.Errorf("%s: %s leads to %q, %v", cell, row[column-1], at, err)
		}
	}
}

// TestEveryRowOfATableNamesItsDocumentAndItsPage goes through all tables of a report that has a row in most of them.
func TestEveryRowOfATableNamesItsDocumentAndItsPage(t *testing.T) {
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
		source, page, place := slices.Index(table.Columns, "source"), slices.Index(table.Columns, "page"), slices.Index(table.Columns, "place")
		if source < 0 || page < 0 || place < 0 {
			t.Errorf("%s has the columns %v", table.Name, table.Columns)
			continue
		}
		for _, row := range table.Rows {
			rows++
			if name, ok := row[source].(string); !ok || name == "" {
				t.Errorf("%s: no source in %v", table.Name, row)
			}
			if n, isNumber := row[page].(int); row[page] != nil && (!isNumber || n < 1) {
				t.Errorf("%s: %v is no page", table.Name, row[page])
			}
			if said, ok := row[place].(string); !ok || said == "" || row[page] == nil && !strings.HasPrefix(said, "whole ") && !strings.HasPrefix(said, "row ") {
				t.Errorf("%s: the place is %v in %v", table.Name, row[place], row)
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
	if got := cells(t, arranged(t, d), "truth_and_compliance", "status"); len(got) != len(d.Verdicts) || got[0] != "no paragraph is named" {
		t.Errorf("%v", got)
	}
	out, err := d.Render(FormatHTML)
	if err != nil || !strings.Contains(string(out), "No paragraph of IFRS S1 or S2 is named for it.") {
		t.Errorf("the document does not say so, %v", err)
	}
}

// cells are the cells of a column of a table.
func cells(t *testing.T, d *Document, table, column string) []any {
	t.Helper()
	tables, err := d.tables()
	if err != nil {
		t.Fatal(err)
	}
	of := tables[slices.IndexFunc(tables, func(s sheet.Table) bool { return s.Name == table })]
	at := slices.Index(of.Columns, column)
	if at < 0 {
		t.Fatalf("%s has no %s", table, column)
	}
	var out []any
	for _, row := range of.Rows {
		out = append(out, row[at])
	}
	return out
}

func TestRowsSayWhereTheyAreFrom(t *testing.T) {
	d := aReport()
	for i := range d.Verdicts {
		d.Verdicts[i].Cycles = []Cycle{{Iteration: 2, Gap: "nobody else speaks of it"}}
	}
	for i := range d.Claims {
		d.Claims[i].Page = 30 + i
	}
	likely, err := json.Marshal(events.LegalDetails{Mappings: []events.ParagraphMapping{{Paragraph: "S2.29(a)(i)(1)", SubRequirements: []events.SubRequirement{{
		ID: "S2.29(a)(i)(1)#scope1_amount", Addressed: true, Page: 7, GapReason: "likely said on page 7",
	}}}}})
	if err != nil {
		t.Fatal(err)
	}
	d.Findings = append(d.Findings, Finding{ID: "fnd_likely", Agent: events.Legal, Details: likely})
	d.Evidence = []LibraryDocument{{Filename: "register.csv", Date: "2025-03-04"}}
	d.Report.NotAnalysed = []PageNote{{Page: 9, Reason: "language could not be told, among pages in de"}}
	d = arranged(t, d)
	for name, c := range map[string]struct {
		table, column string
		want          any
	}{
		"the page on which a part is likely said":    {"addressed", "page", 7},
		"the page of a claim that is looked at anew": {"evidence", "page", 30},
		"the day of a document":                      {"documents", "date", sheet.Day("2025-03-04")},
		"a language by its name":                     {"not_analysed", "reason", "language could not be told, among pages in German"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := cells(t, d, c.table, c.column); !slices.Contains(got, c.want) {
				t.Errorf("%v, not %v", got, c.want)
			}
		})
	}
}

// Nobody knows a part by its id: who reads what people say of it sees its page and what it is.
func TestWhatPeopleSpeakOfHasAPageAndAName(t *testing.T) {
	d := aReport()
	d.Claims[0].Page, d.Claims[0].Text = 41, "Our mills used less water."
	d.Checks = append(d.Checks, Check{ID: "chk_said", Name: "yoy_percentage", Result: events.CheckFail, Inputs: []CheckInput{{Label: "stated change",
		Value: "9", Unit: "%", Page: 42}}})
	d.Findings = append(d.Findings, Finding{ID: "fnd_said", Agent: events.Geography, ClaimID: d.Claims[0].ID})
	d.Gaps[0].Evidence = []PageQuote{{Page: 43, Quote: "Water"}}
	d.Reviews = []Review{
		{ID: "rvw_1", Action: events.ReviewComment, Part: events.PartClaim, Of: d.Claims[0].ID, By: "Jane Doe", Reason: "why"},
		{ID: "rvw_2", Action: events.ReviewComment, Part: events.PartCheck, Of: "chk_said", By: "Jane Doe", Reason: "why"},
		{ID: "rvw_3", Action: events.ReviewComment, Part: events.PartFinding, Of: "fnd_said", By: "Jane Doe", Reason: "why"},
		{ID: "rvw_4", Action: events.ReviewComment, Part: events.PartGap, Of: d.Gaps[0].ID, By: "Jane Doe", Reason: "why"},
		{ID: "rvw_5", Action: events.ReviewComment, Part: events.PartRun, By: "Jane Doe", Reason: "why"},
	}
	d = arranged(t, d)
	if got := cells(t, d, "reviews", "page"); !slices.Equal(got, []any{41, 42, 41, 43, nil, 9}) {
		t.Errorf("pages %v", got)
	}
	if got := cells(t, d, "reviews", "place"); !slices.Equal(got, []any{"page 41", "page 42", "page 41", "page 43", "whole report, pages 1 to 10", "page 9"}) {
		t.Errorf("places %v", got)
	}
	want := []any{"the claim “Our mills used less water” of page 41", "the check of change between years on page 42",
		"what geography found on the claim “Our mills used less water” of page 41", "what is missing of " + d.Gaps[0].Paragraph, "the whole analysis",
		"the claim “All sites are certified” of page 9"}
	if got := cells(t, d, "reviews", "about"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A figure of another document is on no page of the report.
func TestAFigureOfAnotherDocumentHasNoPageOfTheReport(t *testing.T) {
	d := aReport()
	d.Checks = []Check{{ID: "chk_1", Name: "historical_consistency", Result: events.CheckPass, Inputs: []CheckInput{
		{Label: "Waste in 2023 (Review 2023, page 4)", Value: "30", Unit: "t"}, {Label: "stated for 2023", Value: "31", Unit: "t", Page: 5},
	}}}
	if got := cells(t, arranged(t, d), "checks",
		"figures"); !slices.Equal(got, []any{"Waste in 2023 (Review 2023, page 4): 30 t; stated for 2023: 31 t (p. 5)"}) {
		t.Errorf("%q", got)
	}
}

// A page and a working do not say which figures were compared.
func TestACheckThatDoesNotHoldNamesItsFiguresAndLeadsToItsPages(t *testing.T) {
	d := aReport()
	d.Report.Filename = "report.pdf"
	d.Checks = append(d.Checks, Check{ID: "chk_named", Name: "yoy_percentage", Result: events.CheckFail, Message: "Does not agree: 9 % stated, -35 % computed.",
		Inputs: []CheckInput{{Label: "Looms built, 2023", Value: "24250", Page: 42}, {Label: "stated change", Value: "9", Unit: "%", Page: 43}}})
	out, err := arranged(t, d).Render(FormatHTML)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Looms built, 2023: 24,250; stated change: 9 %",
		`<a href="./report.pdf#page=42">p. 42</a>, <a href="./report.pdf#page=43">p. 43</a>`, "Does not hold"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q", want)
		}
	}
}

// What a check was made of can be added up and filtered, too.
func TestFiguresOfChecksAreNumbersWithTheirUnits(t *testing.T) {
	d := aReport()
	d.Checks = []Check{{ID: "chk_1", Name: "yoy_percentage", Result: events.CheckFail, Inputs: []CheckInput{
		{Label: "Waste, 2023", Value: "30.5", Unit: "t", Page: 5}, {Label: "said", Value: "a fall", Page: 7},
		{Label: "Waste, 2022 (Review 2022, page 4)", Value: "31", Unit: "t"},
	}}}
	d = arranged(t, d)
	for column, want := range map[string][]any{
		"value": {sheet.Decimal("30.5"), sheet.Decimal("a fall"), sheet.Decimal("31")}, "unit": {"t", "", "t"}, "page": {5, 7, nil},
		"place": {"page 5", "page 7", "whole document"}, "source": {d.source(), d.source(), "as the label says"},
	} {
		if got := cells(t, d, "check_figures", column); !slices.Equal(got, want) {
			t.Errorf("%s: %v", column, got)
		}
	}
	if got := cells(t, d, "checks", "place"); !slices.Equal(got, []any{"pages 5, 7"}) {
		t.Errorf("%v", got)
	}
}

// Another document has pages and rows of its own.
func TestEvidenceOfOthersIsOfTheirWhole(t *testing.T) {
	d := aReport()
	row := 3
	d.Findings = append(d.Findings, Finding{ID: "fnd_row", Agent: events.NewsMedia, ClaimID: d.Claims[0].ID, Evidence: []Evidence{
		{Source: "register.csv", Row: &row, Quote: "30 t"}, {Source: "courier.txt", Quote: "31 t"},
	}})
	d.Report.Filename = "report.pdf"
	got := cells(t, arranged(t, d), "evidence", "place")
	if !slices.Contains(got, any("row 3")) || !slices.Contains(got, any("whole document")) {
		t.Errorf("%v", got)
	}
}
