package extraction

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == parse.ChildArg {
		os.Exit(parse.ChildMain(os.Stdin, os.Stdout)) // reports are parsed in a child of this binary
	}
	embeddedtest.Main(m)
}

// folder is where the reports and labels are.
func folder(t *testing.T) string {
	t.Helper()
	f := os.Getenv("SIBYL_EVAL")
	if f == "" {
		t.Skip("SIBYL_EVAL names no folder of reports and labels")
	}
	return f
}

func TestClaimsOfRealReports(t *testing.T) {
	f, err := Measure(t.Context(), folder(t))
	if errors.Is(err, ErrAbsent) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range f.Reports {
		t.Logf("%-36s pages %3d read %3d, prose %3d (%.2f a page), rows %3d, repeats %2d, anchored %.3f, wrong %d, mapped %.3f, %.2f s",
			r.Name, r.Pages, r.Read, r.Prose, r.PerPage, r.Rows, r.Repeats, r.Anchored, r.Wrong, r.Mapped, r.Seconds)
	}
	t.Logf("statements found: %d of %d", f.Found, f.Of)
	for _, lost := range f.Lost {
		t.Logf("  not found: %s", lost)
	}
	t.Logf("sheet: %+v", f.Sheet)
	t.Logf("second list: %d of %d, not found %q, sheet %+v; third list: %+v", f.Second.Found, f.Second.Of, f.Second.Lost, f.Second.Sheet, f.Third.Sheet)
	t.Logf("fourth list: %d of %d, not found %q, sheet %+v", f.Fourth.Found, f.Fourth.Of, f.Fourth.Lost, f.Fourth.Sheet)
	t.Logf("fifth list: %d of %d, not found %q, sheet %+v", f.Fifth.Found, f.Fifth.Of, f.Fifth.Lost, f.Fifth.Sheet)
	t.Logf("sixth list: %d of %d, not found %q", f.Sixth.Found, f.Sixth.Of, f.Sixth.Lost)
	t.Logf("seventh list: %d of %d, not found %q; eighth list: %d of %d, not found %q",
		f.Seventh.Found, f.Seventh.Of, f.Seventh.Lost, f.Eighth.Found, f.Eighth.Of, f.Eighth.Lost)
	t.Logf("ninth list: %d of %d, not found %q, sheet %+v", f.Ninth.Found, f.Ninth.Of, f.Ninth.Lost, f.Ninth.Sheet)
	t.Logf("tenth list: %d of %d, not found %q", f.Tenth.Found, f.Tenth.Of, f.Tenth.Lost)
	t.Logf("eleventh list: sheet %+v", f.Eleventh.Sheet)
	for _, m := range f.Missed() {
		t.Error(m)
	}
}

func TestLabelledSentences(t *testing.T) {
	for _, s := range SentenceSets() {
		f, err := MeasureSentences(t.Context(), s, folder(t), "")
		if errors.Is(err, ErrAbsent) {
			t.Log(err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.3f of at least %.2f, accuracy %.3f, %+v, confusions %v", f.Name, f.Figure, f.Least, f.Accuracy, f.Classes, f.Confusions)
		if f.Figure < f.Least {
			t.Errorf("%s: %.3f, at least %.2f", f.Name, f.Figure, f.Least)
		}
	}
}

// The lists are as they should be also where no report is: whole, with short quotations, and paragraphs that exist.
func TestLists(t *testing.T) {
	for _, l := range []struct {
		statements, sheet string
		of, pages, judged int
	}{
		{statementsFile, sheetFile, 60, 12, 80},
		{secondStatements, secondSheet, 36, 6, 80},
		{"", thirdSheet, 0, 0, 40},
		{thirdStatements, fourthSheet, 40, 11, 40},
		{fourthStatements, fifthSheet, 40, 14, 40},
		{fifthStatements, "", 33, 8, 0},
		{sixthStatements, "", 44, 13, 0},
		{seventhStatements, "", 96, 32, 0},
		{eighthStatements, sixthSheet, 29, 7, 40},
		{ninthStatements, "", 268, 32, 0},
		{"", seventhSheet, 0, 0, 200},
	} {
		checkList(t, l.statements, l.sheet, l.of, l.pages, l.judged)
	}
}

func checkList(t *testing.T, statementsOf, sheetOf string, of, on, judged int) {
	statements, err := readStatements(statementsOf)
	if err != nil || len(statements) != of {
		t.Fatalf("%d statements, %v", len(statements), err)
	}
	pages, reports := map[[2]string]bool{}, map[string]bool{}
	for _, s := range statements {
		pages[[2]string{s.sha256, string(rune(s.page))}] = true
		reports[s.sha256] = true
		if len(strings.Fields(s.first+" "+s.last)) > 15 {
			t.Errorf("too long a quotation: %s ... %s", s.first, s.last)
		}
	}
	if len(pages) != on || of > 36 && len(reports) < 4 {
		t.Errorf("%d pages of %d reports", len(pages), len(reports))
	}
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := readSheet(sheetOf)
	if err != nil || len(sheet) != judged {
		t.Fatalf("%d judged claims, %v", len(sheet), err)
	}
	for _, j := range sheet {
		if len(strings.Fields(j.first+" "+j.last)) > 15 {
			t.Errorf("too long a quotation: %s ... %s", j.first, j.last)
		}
		if !slices.Contains([]string{"geographic", "quantitative", "legal_governance", "strategic", "environmental", "none"}, j.kind) ||
			!slices.Contains([]string{"high", "medium", "low", "-"}, j.priority) {
			t.Errorf("%s/%s on page %d", j.kind, j.priority, j.page)
		}
		for _, id := range j.paragraphs {
			if _, ok := registry.Paragraph(id); !ok && id != "none" {
				t.Errorf("page %d: there is no %s", j.page, id)
			}
		}
	}
}

func TestFoundIsHalfOfIt(t *testing.T) {
	d := &document.Document{Pages: []document.Page{{Number: 1, Text: "Before. We cut emis-\nsions by 12 % in 2023 and CO\n2 too. After."}}}
	s := statement{page: 1, first: "We cut", last: "CO2 too."}
	start, end, err := s.place(&d.Pages[0])
	if err != nil || string([]rune(d.Pages[0].Text)[start:end]) != "We cut emis-\nsions by 12 % in 2023 and CO\n2 too" {
		t.Fatalf("%d..%d, %v", start, end, err)
	}
	for _, c := range []struct {
		from, to int
		want     bool
	}{{start, end, true}, {start, start + (end-start)/2 + 1, true}, {start, start + (end-start)/3, false}, {0, start, false}} {
		got, err := s.found(d, []events.Claim{{Page: 1, Quote: events.Quote{Start: c.from, End: c.to}}, {Page: 2, Quote: events.Quote{Start: start, End: end}}})
		if err != nil || got != c.want {
			t.Errorf("%d..%d: found %v, %v", c.from, c.to, got, err)
		}
	}
	if _, err := (statement{page: 1, first: "Nowhere", last: "x"}).found(d, nil); err == nil {
		t.Error("what is not on the page is found")
	}
}

func TestSentenceFigures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.jsonl")
	lines := `{"text": "a", "label": 1}` + "\n" + `{"text": "a", "label": 0}` + "\n" +
		`{"text": "b", "label": 1}` + "\n" + `{"text": "b", "label": 0}` + "\n" +
		`{"text": "a", "label": 1}` + "\n"
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	s := Sentences{Name: "x", Positive: "1", Read: func(_ context.Context, text string) (string, error) {
		return map[string]string{"a": "1", "b": "0"}[text], nil
	}}
	f, err := MeasureSentences(t.Context(), s, "", file)
	if err != nil || f.Texts != 5 || f.Accuracy != 0.6 || f.Figure != 2.0/3 || len(f.Missed) != 2 || f.Confusions["1"]["0"] != 1 {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := MeasureSentences(t.Context(), s, t.TempDir(), ""); !errors.Is(err, ErrAbsent) {
		t.Errorf("labels that are not there: %v", err)
	}
}
