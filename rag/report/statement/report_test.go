package statement_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// page is a page of lines, each a block of its own.
func page(n int, lines ...document.Line) document.Page {
	return document.Page{Number: n, Lines: lines}
}

func line(from, to int, role document.Role, level, block int) document.Line {
	return document.Line{Start: from, End: to, Role: role, Level: level, Block: block}
}

func twoPages() *document.Document {
	first := page(1,
		line(0, 7, document.RoleHeading, 1, 0), line(8, 15, document.RoleHeading, 2, 1), line(16, 41, document.RoleBody, 0, 2),
		line(42, 47, document.RoleHeading, 1, 3), line(48, 62, document.RoleBody, 0, 4))
	first.Text = "Climate\nTargets\nWe cut 5 %  of emissions.\nWater\nWe save water."
	second := page(2, line(0, 14, document.RoleBody, 0, 0))
	second.Text = "We reuse it so."
	return &document.Document{SHA256: "f", Pages: []document.Page{first, second}}
}

func TestSentencesKnowWhatSurroundsThem(t *testing.T) {
	d := twoPages()
	pages := statement.Of(d)
	if len(pages) != 2 || len(pages[0]) != 2 || len(pages[1]) != 1 {
		t.Fatalf("sentences %+v", pages)
	}
	first, second, third := pages[0][0], pages[0][1], pages[1][0]
	if got := fmt.Sprint(first.Headings, second.Headings, third.Headings); got != "[Climate Targets] [Water] [Water]" {
		t.Errorf("headings %s", got)
	}
	if first.Before != "" || second.Before != "" || third.Before != second.Text {
		t.Errorf("the sentences before: %q, %q, %q", first.Before, second.Before, third.Before)
	}
	f := first.Figures
	if len(f) != 1 || first.Text[f[0].Start:f[0].End] != "5 %" {
		t.Fatalf("figures %+v of %q", f, first.Text)
	}
	runes := []rune(d.Pages[0].Text)
	if start, end := first.Locate(runes, f[0].Start, f[0].End); string(runes[start:end]) != "5 %" {
		t.Errorf("the figure stands at %d-%d: %q", start, end, string(runes[start:end]))
	}
}

func TestItemsAreReadWithWhatLeadsToTheirList(t *testing.T) {
	p := page(1)
	p.Text = "By 2030 we will:\nCut waste\nPlant trees.\nNothing else."
	p.Lines = []document.Line{
		line(0, 16, document.RoleBody, 0, 0), line(17, 26, document.RoleItem, 0, 1), line(27, 39, document.RoleItem, 0, 2),
		line(40, 53, document.RoleBody, 0, 3),
	}
	var got []string
	for _, s := range statement.Of(&document.Document{Pages: []document.Page{p}})[0] {
		got = append(got, s.Before+"|"+s.Text)
	}
	want := []string{"|By 2030 we will:", "By 2030 we will:|Cut waste", "By 2030 we will:|Plant trees.", "Plant trees.|Nothing else."}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What stands on the next page of a sentence is read with it; its place stays on its own page.
func TestSentencesThatAPageBreaksAreReadWhole(t *testing.T) {
	first := page(1, line(0, 30, document.RoleBody, 0, 0))
	first.Text = "We cut our emissions by 12 % and"
	first.Lines[0].End = 32
	second := page(2, line(0, 22, document.RoleBody, 0, 0))
	second.Text = "our water use by 3 %. So."
	second.Lines[0].End = 25
	pages := statement.Of(&document.Document{Pages: []document.Page{first, second}})
	s := pages[0][0]
	if s.Text != "We cut our emissions by 12 % and our water use by 3 %." || s.End != 32 || len(s.Figures) != 1 {
		t.Errorf("%+v", s)
	}
	if len(pages[1]) != 2 || pages[1][0].Before != s.Text {
		t.Errorf("%+v", pages[1])
	}
}

// counting is a reader that counts how often it is asked.
type counting struct{ asked *atomic.Int32 }

func newCount() *atomic.Int32 { return new(atomic.Int32) }

func (counting) Name() string { return "counting" }

func (c counting) Read(_ context.Context, s []statement.Sentence) ([]statement.Reading, error) {
	c.asked.Add(1)
	return make([]statement.Reading, len(s)), nil
}

func TestAReportIsReadOnceHoweverManyAsk(t *testing.T) {
	var kept statement.Kept
	reader := counting{new(atomic.Int32)}
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			r, err := kept.Read(t.Context(), reader, "hash", twoPages())
			if err != nil || r.At(1, 16) == nil || r.At(1, 17) != nil || r.At(3, 0) != nil {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	asking.Wait()
	if n := reader.asked.Load(); n != 1 {
		t.Errorf("read %d times", n)
	}
	for i := range 5 {
		if _, err := kept.Read(t.Context(), reader, fmt.Sprint("other ", i), twoPages()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := kept.Read(t.Context(), reader, "hash", twoPages()); err != nil || reader.asked.Load() != 7 {
		t.Errorf("read %d times, want 7: five others push the first one out", reader.asked.Load())
	}
}

func TestADocumentIsAboutOtherThingsWhereTheSubjectOfManyClaimsIsUnknown(t *testing.T) {
	of := func(sure, unsure, unlikely int) *statement.Report {
		said := func(n int, claim, topic float64) []statement.Said {
			return slices.Repeat([]statement.Said{{Reading: statement.Reading{Claim: claim, Topic: statement.Answer{Value: "waste", Sure: topic}}}}, n)
		}
		return &statement.Report{Pages: [][]statement.Said{said(sure, 0.9, 0.8), said(unsure, 0.9, 0.3), said(unlikely, 0.2, 0.1)}}
	}
	for name, c := range map[string]struct {
		report *statement.Report
		want   bool
	}{
		"a report":                       {of(90, 10, 200), true},
		"a short report, by chance":      {of(15, 7, 0), true},
		"a manual":                       {of(40, 60, 400), false},
		"a short manual":                 {of(8, 12, 40), false},
		"a page or two, whatever it is":  {of(1, 2, 10), true},
		"a document that claims nothing": {of(0, 0, 100), true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.report.AboutSustainability(); got != c.want {
				t.Errorf("about sustainability: %v", got)
			}
		})
	}
}
