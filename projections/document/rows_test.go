package document

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/sheet"
)

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
		source, page := slices.Index(table.Columns, "source"), slices.Index(table.Columns, "page")
		if source < 0 || page < 0 {
			t.Errorf("%s has the columns %v", table.Name, table.Columns)
			continue
		}
		for _, row := range table.Rows {
			rows++
			if name, ok := row[source].(string); !ok || name == "" {
				t.Errorf("%s: no source in %v", table.Name, row)
			}
			if row[page] == nil || row[page] == "" {
				t.Errorf("%s: no page in %v", table.Name, row)
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

func TestAmountsAreNumbersWhereTheyShareAUnit(t *testing.T) {
	for name, c := range map[string]struct {
		texts []string
		want  []any
		unit  string
	}{
		"one unit":              {[]string{"4.5 %", "-4.516 %", "9.016 %"}, []any{sheet.Decimal("4.5"), sheet.Decimal("-4.516"), sheet.Decimal("9.016")}, "%"},
		"a unit of two words":   {[]string{"1 t CO2e", "2 t CO2e", ""}, []any{sheet.Decimal("1"), sheet.Decimal("2"), nil}, "t CO2e"},
		"no unit":               {[]string{"2.26", "2.3", "-0.04"}, []any{sheet.Decimal("2.26"), sheet.Decimal("2.3"), sheet.Decimal("-0.04")}, ""},
		"nothing":               {[]string{"", "", ""}, []any{nil, nil, nil}, ""},
		"units that differ":     {[]string{"3 kg", "3 t", "0 t"}, []any{"3 kg", "3 t", "0 t"}, ""},
		"a unit that is absent": {[]string{"3", "3 t", ""}, []any{"3", "3 t", ""}, ""},
		"words":                 {[]string{"a rise", "-2 %", ""}, []any{"a rise", "-2 %", ""}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got, unit := inOneUnit(c.texts...); !slices.Equal(got, c.want) || unit != c.unit {
				t.Errorf("%#v in %q", got, unit)
			}
		})
	}
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
	if got := cells(t, d, "reviews", "page"); !slices.Equal(got, []any{41, 42, 41, 43, "all 10"}) {
		t.Errorf("pages %v", got)
	}
	want := []any{"the claim “Our mills used less water” of page 41", "the check of change between years on page 42",
		"what geography found on the claim “Our mills used less water” of page 41", "what is missing of " + d.Gaps[0].Paragraph, "the whole analysis"}
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
	if got := cells(t, arranged(t, d), "checks", "figures"); !slices.Equal(got, []any{"Waste in 2023 (Review 2023, page 4): 30 t; stated for 2023: 31 t (p. 5)"}) {
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
