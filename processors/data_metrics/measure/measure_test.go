package measure_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/sibyl-project/sibyl/processors/data_metrics/measure"
)

func folder() string {
	if f := os.Getenv("SIBYL_EVAL"); f != "" {
		return f
	}
	return "../../../../shared/eval"
}

// measured runs a set, or skips where its labels are not.
func measured(t *testing.T, run func(string) (measure.Result, error)) measure.Result {
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
	r := measured(t, measure.Gist)
	if r.Recall() < 0.80 || r.Precision() < 0.90 {
		t.Errorf("recall %.3f, want 0.80; precision %.3f, want 0.90", r.Recall(), r.Precision())
	}
}
