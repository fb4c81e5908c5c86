package figures_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sibyl-project/sibyl/deploy/eval/figures"
	"github.com/sibyl-project/sibyl/rag/pdf/layout"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// The sheet itself: sixty facts of the sentences of real reports, and each row whole.
func TestTheSheetOfSentences(t *testing.T) {
	list, err := figures.LookedUpSentences()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, r := range list {
		if len(r.SHA256) != 64 || r.File == "" {
			t.Errorf("%+v", r)
		}
		for _, f := range r.Facts {
			if f.Page < 1 || f.Metric == "" || f.Printed == "" || f.Value == "" {
				t.Errorf("%s: %+v", r.File, f)
			}
			if f.Right {
				n++
			}
		}
	}
	if n < 60 {
		t.Errorf("%d facts, want 60", n)
	}
}

// What was looked up is read again, and what was judged to be no fact is not.
func TestSentencesOfReports(t *testing.T) {
	list, err := figures.LookedUpSentences()
	if err != nil {
		t.Fatal(err)
	}
	sheets := map[string]*facts.Sheet{}
	for _, r := range list {
		data, err := os.ReadFile(filepath.Join(folder(), "reports", r.File))
		if err != nil {
			t.Skipf("real reports are not here (%v); SIBYL_EVAL names their folder", err)
		}
		doc, err := layout.Read(data, r.SHA256, layout.Options{})
		if err != nil {
			t.Fatalf("reading %s: %v", r.File, err)
		}
		sheets[r.File] = extract.Read(doc, extract.Options{})
	}
	got, err := figures.SentenceFacts(list, sheets)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range append(got.Misses, got.Notes...) {
		t.Log(m)
	}
	if got.Recall() < 0.95 || got.Wrong > 0 {
		t.Errorf("%d of %d found, %d told that are none", got.Right, got.Total, got.Wrong)
	}
}

// A fact that is told with another year, value or base year is not the one that was looked up.
func TestASheetIsComparedInFull(t *testing.T) {
	row := figures.Sentence{Page: 1, Metric: facts.GHGReduction, Scope: "1", Year: 2030, Base: 2020, Printed: "42%", Value: "42", BaseU: "%", Right: true}
	fact := `","facts":[{"id":"f","page":1,"metric":"ghg_reduction","scope":"1","year":2030,` +
		`"base_year":2020,"target":true,"printed":"42%","value":"42","half":"0.5","factor":"1","unit":"%","unit_base":"%","dimension":"percent"}]}`
	data := []byte(`{"version":"` + facts.Version + fact)
	sheet, err := facts.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*figures.Sentence){
		"as it is":          func(*figures.Sentence) {},
		"another year":      func(s *figures.Sentence) { s.Year = 2031 },
		"another base year": func(s *figures.Sentence) { s.Base = 2019 },
		"another value":     func(s *figures.Sentence) { s.Value = "41" },
		"another page":      func(s *figures.Sentence) { s.Page = 2 },
		"another scope":     func(s *figures.Sentence) { s.Scope = "" },
	} {
		x := row
		change(&x)
		got, err := figures.SentenceFacts([]figures.LookedUp{{File: "a", Facts: []figures.Sentence{x}}}, map[string]*facts.Sheet{"a": sheet})
		if err != nil || (got.Right == 1) != (name == "as it is") {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		x.Right = false
		got, err = figures.SentenceFacts([]figures.LookedUp{{File: "a", Facts: []figures.Sentence{x}}}, map[string]*facts.Sheet{"a": sheet})
		if err != nil || (got.Wrong == 1) != (name == "as it is") {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
