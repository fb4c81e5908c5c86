package figures_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/sibyl-project/sibyl/deploy/eval/figures"
	"github.com/sibyl-project/sibyl/rag/pdf/layout"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

func folder() string {
	if f := os.Getenv("SIBYL_EVAL"); f != "" {
		return f
	}
	return "../../../../shared/eval"
}

// measured runs a set, or skips where its labels are not.
func measured(t *testing.T, run func(string) (figures.Result, error)) figures.Result {
	t.Helper()
	r, err := run(folder())
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("labels are not here (%v); SIBYL_EVAL names their folder", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d of %d found (%.1f %%), %d wrong (precision %.1f %%)", r.Set, r.Right, r.Total, 100*r.Recall(), r.Wrong, 100*r.Precision())
	for _, m := range r.Misses {
		t.Logf("missed %s", m)
	}
	for _, n := range r.Notes {
		t.Logf("wrong %s", n)
	}
	return r
}

func TestGist(t *testing.T) {
	r := measured(t, figures.Gist)
	if r.Recall() < 0.80 || r.Precision() < 0.90 {
		t.Errorf("recall %.3f, want 0.80; precision %.3f, want 0.90", r.Recall(), r.Precision())
	}
}

func TestGRIQA(t *testing.T) {
	if r := measured(t, figures.GRIQA); r.Recall() < 0.80 {
		t.Errorf("%.3f exact, want 0.80", r.Recall())
	}
}

// All but at most one of the figure questions on the filings are answered from facts.
func TestIDXBanks(t *testing.T) {
	sheets := map[string]*facts.Sheet{}
	for _, bank := range []string{"bca", "jago", "mandiri", "mega"} {
		data, err := os.ReadFile(filepath.Join(folder(), "reports/idx-banks-fy2025", bank+".pdf"))
		if err != nil {
			t.Skipf("real reports are not here (%v); SIBYL_EVAL names their folder", err)
		}
		doc, err := layout.Read(data, "sha-of-"+bank, layout.Options{})
		if err != nil {
			t.Fatalf("reading %s: %v", bank, err)
		}
		sheets[bank] = extract.Read(doc, extract.Options{})
	}
	r := measured(t, func(folder string) (figures.Result, error) { return figures.IDXBanks(folder, sheets) })
	if r.Total < 14 || r.Right < r.Total-1 {
		t.Errorf("%d of %d answered", r.Right, r.Total)
	}
}
