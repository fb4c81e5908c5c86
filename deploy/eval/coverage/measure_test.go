package coverage_test

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/sibyl-project/sibyl/deploy/eval/coverage"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// TestMain plays the parser's child when this binary is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == parse.ChildArg {
		os.Exit(parse.ChildMain(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// labelled is a path in the folder of labelled data, which is not part of the repository.
func labelled(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("SIBYL_EVAL")
	if root == "" {
		root = "../../../../shared/eval"
	}
	path := filepath.Join(root, name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not there; SIBYL_EVAL names the folder of labelled data", path)
	}
	return path
}

// What was reached before; the agent may not fall below it, and whoever raises it raises the floor. The aims are
// coverage.LeastSample, LeastReports and LeastPillars.
const (
	floorSample  = 0.990
	floorReports = 0.915
	floorBlind   = 0.915
	floorPillars = 0.62
)

func TestMeasureSample(t *testing.T) {
	sheet, err := coverage.Sample()
	if err != nil {
		t.Fatal(err)
	}
	r, err := coverage.Run(context.Background(), sheet, "")
	if err != nil {
		t.Fatal(err)
	}
	show(t, "sample", floorSample, coverage.LeastSample, r)
	for _, l := range r.Lines {
		if l.Invents() {
			t.Errorf("%s is asserted as a gap: %s", l.Item.ID, l.Item.Why)
		}
		if l.Accuses() {
			t.Errorf("%s is there on page %d and came out as not addressed", l.Item.ID, l.Item.Page)
		}
	}
}

func TestMeasureReports(t *testing.T) {
	for title, floor := range map[string]float64{"sheet": floorReports, "blind": floorBlind} {
		t.Run(title, func(t *testing.T) {
			sheets, _, err := publicSheets[title].sheets()
			if err != nil {
				t.Fatal(err)
			}
			folder := labelled(t, "reports")
			var all []coverage.Result
			for _, s := range sheets {
				r, err := coverage.Run(context.Background(), s, folder)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, r)
			}
			show(t, "public reports: "+title, floor, coverage.LeastReports, all...)
			for _, r := range all {
				for _, l := range r.Lines {
					if l.Invents() {
						t.Errorf("%s: %s is asserted as a gap: %s", r.Sheet.File, l.Item.ID, l.Item.Why)
					}
				}
			}
		})
	}
}

func show(t *testing.T, title string, floor, aim float64, results ...coverage.Result) {
	t.Helper()
	right := coverage.Share(results, coverage.Line.Right)
	if right < floor {
		t.Errorf("%.3f of the items are right, %.3f were before", right, floor)
	}
	t.Logf("%s: %.3f right, to be at least %.2f", title, right, aim)
	for _, r := range results {
		for _, q := range r.Unquoted {
			t.Errorf("%s: not on its page: %s", r.Sheet.File, q)
		}
	}
}

func TestMeasurePillars(t *testing.T) {
	passages, err := coverage.Passages(labelled(t, "labels/climate_tcfd_recommendations_dev.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, p := range passages {
		label, err := coverage.Pillar(t.Context(), p.Text)
		if err != nil {
			t.Fatal(err)
		}
		want, got = append(want, p.Label), append(got, label)
	}
	f1, table := coverage.MacroF1(want, got)
	for _, w := range []string{"governance", "strategy", "risk", "metrics", "none"} {
		for _, g := range []string{"governance", "strategy", "risk", "metrics", "none"} {
			t.Logf("%s taken for %s: %d", w, g, table[[2]string{w, g}])
		}
	}
	t.Logf("macro F1 %.3f of %d passages, to be at least %.2f", f1, len(want), coverage.LeastPillars)
	if f1 < floorPillars {
		t.Errorf("macro F1 %.3f, %.3f was before", f1, floorPillars)
	}
}

func TestMacroF1(t *testing.T) {
	f1, table := coverage.MacroF1([]string{"a", "a", "b", "b"}, []string{"a", "b", "b", "none"})
	if want := (2.0/3 + 2.0/4) / 2; math.Abs(f1-want) > 1e-9 || table[[2]string{"a", "b"}] != 1 {
		t.Errorf("%v, want %v; %v", f1, want, table)
	}
	if f1, _ := coverage.MacroF1(nil, nil); f1 != 0 {
		t.Errorf("nothing measured is %v", f1)
	}
}
