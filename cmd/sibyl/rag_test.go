package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// knowledge runs sibyl rag on a data directory.
func knowledge(t *testing.T, dir string, args ...string) string {
	t.Helper()
	code, out, stderr := sibyl(t, append(append([]string{"rag"}, args...), "--data-dir", dir)...)
	if code != 0 {
		t.Fatalf("sibyl rag %s: exit code %d: %s", strings.Join(args, " "), code, stderr)
	}
	return out
}

func knowledgeJSON[T any](t *testing.T, dir string, args ...string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(knowledge(t, dir, append(args, "--json")...)), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestTheKnowledgeBase goes through every rag command on one data directory: the bundled corpus, search, look-up, a
// licensed copy as PDF, and a report that was analysed.
func TestTheKnowledgeBase(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	dir := dataDir(t)
	if stats := knowledgeJSON[map[string]int](t, dir, "stats"); stats["ifrs_s1"] != 242 || stats["ifrs_s2"] != 298 || stats["sasb"] != 103 ||
		stats["total"] != 643 {
		t.Errorf("%v", stats) // ingested on first use
	}
	if out := knowledge(t, dir, "ingest"); out != "" {
		t.Errorf("a second ingestion says %q", out)
	}
	if again := knowledgeJSON[map[string]string](t, dir, "ingest"); again["status"] != "already_ingested" || again["message"] == "" {
		t.Errorf("a second ingestion says %v", again)
	}
	searchAndLookUp(t, dir)

	// A licensed copy, as PDF, goes before our words until it is removed.
	pdf := licensedCopy(t)
	copied := knowledgeJSON[api.CopyIngested](t, dir, "ingest", "--standard", "s2", pdf)
	if copied.SourceType != "licensed_s2" || copied.Recognised < 298 || len(copied.Missing) > 0 {
		t.Errorf("%+v", copied)
	}
	if text := knowledge(t, dir, "paragraph", "S2.14(a)(iv)"); !strings.Contains(text, "\nIn your licensed copy:\n  "+invented("S2.14(a)(iv)")) {
		t.Error(text)
	}
	a := knowledgeJSON[api.SearchAnswer](t, dir, "search", "S2.33(e)", "--top", "1")
	if len(a.Results) != 1 || !a.Results[0].Licensed || a.Results[0].Body != invented("S2.33(e)") {
		t.Errorf("%+v", a)
	}
	if out := knowledge(t, dir, "remove", "licensed_s2"); !strings.Contains(out, "of licensed_s2 were taken out") {
		t.Error(out)
	}
	if text := knowledge(t, dir, "paragraph", "S2.14(a)(iv)"); strings.Contains(text, "In your licensed copy") {
		t.Error(text)
	}

	// What an analysis indexed is found, with its page and section.
	doc, _ := analysed(t, dir)
	a = knowledgeJSON[api.SearchAnswer](t, dir, "search", "Scope 2 emissions, location-based", "--report", doc.Report.ID)
	if len(a.Results) == 0 || *a.Results[0].ReportID != doc.Report.ID || a.Results[0].SourceType != "report" ||
		!strings.HasPrefix(a.Results[0].Text, "[Report > ") {
		t.Fatalf("%+v", a)
	}
	page, ok := a.Results[0].Metadata["page_start"].(float64)
	if !ok || page < 1 || int(page) > doc.Report.Pages || !strings.Contains(a.Results[0].Body, "Scope 2") {
		t.Errorf("%+v", a.Results[0])
	}
	if !slices.ContainsFunc(a.Results, func(r api.SearchResult) bool { return r.Metadata["has_table"] == true }) {
		t.Error("no table of the report was found")
	}
	if stats := knowledgeJSON[map[string]int](t, dir, "stats"); stats["report"] < doc.Report.Pages {
		t.Errorf("%v", stats)
	}
}

// searchAndLookUp searches the bundled corpus in every mode and looks paragraphs up.
func searchAndLookUp(t *testing.T, dir string) {
	t.Helper()
	for _, mode := range []string{"hybrid", "semantic", "keyword"} {
		a := knowledgeJSON[api.SearchAnswer](t, dir, "search", "transition plan", "--mode", mode, "--standard", "s2", "--top", "3")
		if len(a.Results) != 3 || a.Results[0].Metadata["paragraph_id"] != "S2.14(a)(iv)" || string(a.SearchMode) != mode {
			t.Errorf("%s: %+v", mode, a)
		}
	}
	text := knowledge(t, dir, "search", "S1.38-42 risk management", "--source", "ifrs_s1")
	for _, part := range []string{"note: S1.38-42: ", " 1  IFRS S1 > Strategy > ", " > S1.38\n", " > S1.44\n", "named", "words: rank "} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in %s", part, text)
		}
	}
	text = knowledge(t, dir, "paragraph", "S2.29(a)(i)(1)")
	for _, part := range []string{
		"S2.29(a)(i)(1)  Scope 1 emissions\nIFRS S2 > Metrics and targets > Greenhouse gas emissions\ndisclosure; " +
			"a gap where it is missing and material\n",
		"\nUnder S2.29(a)(i) Gross emissions by scope:\n  ", "\nTo disclose\n  - Scope 1 emissions in tonnes of CO2 equivalent\n", "\nIn IFRS S1\n  S1.46(a) ",
		"\nWhy it matters: ", "\nReports speak of: ",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in %s", part, text)
		}
	}
	if text := knowledge(t, dir, "paragraph", "S1.41(d)"); !strings.HasPrefix(text,
		"note: S1.41(d) does not exist; for integration with overall risk management see S1.44(c).\n\nS1.44(c)  ") {
		t.Error(text)
	}
}

func TestRagUsage(t *testing.T) {
	dir := dataDir(t)
	empty := filepath.Join(t.TempDir(), "empty.md")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for says, args := range map[string][]string{
		"needs both":              {"ingest", empty},
		"needs both: sibyl":       {"ingest", "--standard", "s2"},
		"is empty":                {"ingest", "--standard", "s2", empty},
		"cannot be read":          {"ingest", "--standard", "s2", filepath.Join(dir, "none.pdf")},
		"must be one of":          {"search", "x", "--mode", "fuzzy"},
		"between 1 and 200":       {"search", "x", "--top", "0"},
		"nothing to search for":   {"search", " "},
		"give a paragraph's id":   {"paragraph", ""},
		"unexpected argument":     {"stats", "x"},
		"<type>\" must be one of": {"remove", "report"},
	} {
		code, out, stderr := sibyl(t, append(append([]string{"rag"}, args...), "--data-dir", dir)...)
		if code != exit.CodeUsage || out != "" || !strings.Contains(stderr, strings.TrimPrefix(says, `<type>" `)) {
			t.Errorf("sibyl rag %v: exit code %d, %q; want 2 and %q", args, code, stderr, says)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a data directory was made for a command that is refused")
	}
}

// invented is what the licensed copy of these tests says of a paragraph.
func invented(id string) string {
	return "An invented sentence about " + strings.NewReplacer(".", "q", "(", "x", ")", "").Replace(id) + " that says nothing."
}

// licensedCopy prints a booklet with the numbers of IFRS S2 in the margin.
func licensedCopy(t *testing.T) string {
	t.Helper()
	r, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetMargins(25, 20, 20)
	pdf.SetHeaderFunc(func() {
		pdf.SetFont("Helvetica", "", 8)
		pdf.CellFormat(0, 8, "A booklet of invented sentences", "", 1, "R", false, 0, "")
	})
	pdf.SetFooterFunc(func() {
		pdf.SetY(-15)
		pdf.SetFont("Helvetica", "", 8)
		pdf.CellFormat(0, 8, "Page "+strconv.Itoa(pdf.PageNo()), "", 0, "C", false, 0, "")
	})
	pdf.AddPage()
	put := func(indent float64, mark, text string) {
		pdf.SetFont("Helvetica", "", 10)
		pdf.SetX(25 + indent)
		pdf.CellFormat(12, 5, mark, "", 0, "L", false, 0, "")
		pdf.MultiCell(140-indent, 5, text, "", "L", false)
		pdf.Ln(3)
	}
	for n := 1; n < 5; n++ {
		put(0, strconv.Itoa(n), invented("S2."+strconv.Itoa(n)))
	}
	section := ""
	for _, p := range r.Paragraphs {
		if p.Standard != "S2" {
			continue
		}
		id, err := standards.Parse(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		if len(id.Levels) > 0 {
			put(10*float64(len(id.Levels)), "("+id.Levels[len(id.Levels)-1]+")", invented(p.ID))
			continue
		}
		if p.Section != section {
			section = p.Section
			pdf.SetFont("Helvetica", "B", 13)
			pdf.MultiCell(0, 8, section, "", "L", false)
			pdf.Ln(2)
		}
		put(0, strings.TrimPrefix(p.ID, "S2."), invented(p.ID))
	}
	path := filepath.Join(t.TempDir(), "copy.pdf")
	if err := pdf.OutputFileAndClose(path); err != nil {
		t.Fatal(err)
	}
	return path
}
