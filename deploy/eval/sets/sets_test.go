package sets

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == parse.ChildArg {
		os.Exit(parse.ChildMain(os.Stdin, os.Stdout)) // reports are parsed in a child of this binary
	}
	os.Exit(m.Run())
}

func TestNDCG(t *testing.T) {
	for _, c := range []struct {
		found, all []float64
		n          int
		want       float64
	}{
		{[]float64{1, 0.5, 0}, []float64{0, 0.5, 1}, 10, 1},
		{[]float64{0, 1}, []float64{0, 1}, 10, 1 / math.Log2(3)},
		{[]float64{0, 0}, []float64{0, 0}, 10, 0},
		{nil, []float64{1}, 10, 0},
		{[]float64{0, 1}, []float64{0, 1}, 1, 0},
		{[]float64{0.5, 1}, []float64{1, 0.5}, 2, (0.5 + 1/math.Log2(3)) / (1 + 0.5/math.Log2(3))},
	} {
		if got := ndcg(c.found, c.all, c.n); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("ndcg(%v, %v, %d) = %g, want %g", c.found, c.all, c.n, got, c.want)
		}
	}
}

func TestNDCGIsAShareAndGrowsWithOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.5, 1}), 1, 20).Draw(t, "gains")
		i := rapid.IntRange(0, len(all)-1).Draw(t, "i")
		j := rapid.IntRange(i, len(all)-1).Draw(t, "j")
		got := ndcg(all, all, 10)
		if got < 0 || got > 1+1e-12 {
			t.Fatalf("%g of %v", got, all)
		}
		swapped := append([]float64(nil), all...)
		swapped[i], swapped[j] = swapped[j], swapped[i]
		if all[j] > all[i] && ndcg(swapped, all, 10) < got-1e-12 {
			t.Fatalf("%v is worse than %v", swapped, all)
		}
	})
}

func TestASetWithoutItsLabelsSaysSo(t *testing.T) {
	for _, s := range All() {
		if s.Data == "" {
			continue
		}
		t.Setenv("SIBYL_EVAL", t.TempDir())
		r, err := s.Measure(t.Context(), "")
		if err != nil || r.Skipped == "" || !r.Passed() || r.Set != s.Name {
			t.Errorf("%s: %+v, %v", s.Name, r, err)
		}
		var b strings.Builder
		if err := r.Print(&b); err != nil || !strings.Contains(b.String(), "not measured") {
			t.Errorf("%s prints %q, %v", s.Name, b.String(), err)
		}
		// Who names a place means it.
		if _, err := s.Measure(t.Context(), t.TempDir()); !errors.Is(err, ErrData) {
			t.Errorf("%s in an empty folder that was named: %v", s.Name, err)
		}
	}
}

func TestAMissedLimitIsShown(t *testing.T) {
	r := Report{Set: "a", Figures: []Figure{{Name: "x", Value: 0.5, Least: least(0.6)}, {Name: "y", Value: 0.1}}}
	var b strings.Builder
	if err := r.Print(&b); err != nil || r.Passed() || !strings.Contains(b.String(), "MISSED") || strings.Count(b.String(), "MISSED") != 1 {
		t.Errorf("passed %v, prints %q, %v", r.Passed(), b.String(), err)
	}
}

func TestDirasRanksParagraphs(t *testing.T) {
	file := write(t, "labels/diras_dev.jsonl",
		`{"question": "Does the firm cut greenhouse gases?", "background": "carbon, emissions", "paragraph": "Our emissions of carbon fell.", "relevance": 2}
{"question": "Does the firm cut greenhouse gases?", "background": "carbon, emissions", "paragraph": "The chairman thanks all shareholders.", "relevance": 0}
{"question": "Who leads?", "background": "board", "paragraph": "The board leads.", "relevance": 1}
`)
	r, err := diras.Measure(t.Context(), file)
	if err != nil || len(r.Rows) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, f := range r.Figures {
		if strings.HasSuffix(f.Name, "mean") && !strings.HasPrefix(f.Name, "bare") && f.Value != 1 {
			t.Errorf("%s is %g", f.Name, f.Value)
		}
	}
	if !r.Passed() {
		t.Errorf("%+v", r.Figures)
	}
}

func TestLabelsThatAreBrokenAreErrors(t *testing.T) {
	for name, content := range map[string]string{"half a line": `{"question": "a"`, "nothing": ""} {
		root := write(t, "labels/diras_dev.jsonl", content)
		if _, err := diras.Measure(t.Context(), root); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	root := write(t, "labels/climretrieve_two_reports.json", `[{"Document": "gone.pdf", "Question": "a", "Relevant": "b c d"}]`)
	if _, err := climretrieve.Measure(context.Background(), root); err == nil || !strings.Contains(err.Error(), "gone.pdf") {
		t.Errorf("a report that is not there: %v", err)
	}
}

func TestClimretrieveFindsMarksInAReport(t *testing.T) {
	root := write(t, "labels/climretrieve_two_reports.json", `[
		{"Document": "sample.pdf", "Question": "By how much did location-based Scope 2 emissions fall?", `+
		`"Relevant": "Location-based Scope 2 emissions fell by 7.4 %, from 101,200 t CO2e in 2023"},
		{"Document": "sample.pdf", "Question": "Which planet is meant?", "Relevant": "the rings of Saturn are made of ice"}]`)
	sample, err := filepath.Abs("../../../data/sample/kooijveld-samudrasa-sustainability-report-2024.pdf")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(root, "reports"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(sample, filepath.Join(root, "reports", "sample.pdf")); err != nil {
		t.Fatal(err)
	}
	r, err := climretrieve.Measure(t.Context(), root)
	if err != nil || len(r.Rows) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, f := range r.Figures {
		if f.Value != 0.5 {
			t.Errorf("%s is %g, want 0.5: one mark is in the report and one is not", f.Name, f.Value)
		}
	}
}

func TestAMarkIsWhereItsWordsAre(t *testing.T) {
	passages := []rag.Passage{
		{ID: "whole", Text: "Before. We cut our emissions by a third, mainly with solar power. After."},
		{ID: "hyphens", Text: "We cut our emis- sions by a third, mainly with solar power"},
		{ID: "other", Text: "We cut our costs by a third."},
		{ID: "short", Text: "Solar power"},
	}
	got := holding(passages, "We cut our emissions by a third, mainly with solar power.")
	if len(got) != 2 || !got["whole"] || !got["hyphens"] {
		t.Errorf("places %v", got)
	}
	long := "Something else comes first and goes on for a while. We cut our emissions by a third, mainly with solar power. " +
		"Something else follows and goes on for longer still."
	if got := holding(passages, long); !got["hyphens"] || got["short"] || got["other"] {
		t.Errorf("a mark longer than the passage: %v", got)
	}
}

func TestChosenSets(t *testing.T) {
	all, err := Chosen(nil)
	if err != nil || len(all) != len(All()) {
		t.Errorf("%d sets, %v", len(all), err)
	}
	got, err := Chosen([]string{"diras", "retrieval", "diras"})
	if err != nil || len(got) != 2 || got[0].Name != "retrieval" || got[1].Name != "diras" {
		t.Errorf("%d sets, %v", len(got), err)
	}
	if _, err := Chosen([]string{"diras", "nothing"}); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "climretrieve") {
		t.Errorf("a set that is not there: %v", err)
	}
}

func TestAMissedLimitIsAnErrorAfterAllWereMeasured(t *testing.T) {
	figure := func(name string, value float64) Set {
		return Set{Name: name, Run: func(context.Context, string, string) (Report, error) {
			return Report{Figures: []Figure{{Name: "x", Value: value, Least: least(0.5)}}}, nil
		}}
	}
	var seen []string
	note := func(r Report) error { seen = append(seen, r.Set); return nil }
	if err := MeasureAll(t.Context(), []Set{figure("low", 0.4), figure("high", 0.6)}, "", note); !errors.Is(err, ErrMissed) || len(seen) != 2 {
		t.Errorf("%v after %v", err, seen)
	}
	if err := MeasureAll(t.Context(), []Set{figure("high", 0.6)}, "", note); err != nil {
		t.Error(err)
	}
	broken := Set{Name: "broken", Run: func(context.Context, string, string) (Report, error) { return Report{}, errors.New("no") }}
	if err := MeasureAll(t.Context(), []Set{broken, figure("low", 0.4)}, "", note); err == nil || errors.Is(err, ErrMissed) {
		t.Errorf("a set that cannot be measured: %v", err)
	}
}

func TestLabelsMayBeAFileOrAFolder(t *testing.T) {
	const row = `{"question": "Does the firm cut greenhouse gases?", "background": "carbon", "paragraph": "Emissions of carbon fell.", "relevance": 2}`
	nested, flat := write(t, "labels/diras_dev.jsonl", row), write(t, "diras_dev.jsonl", row)
	for _, place := range []string{nested, filepath.Join(nested, "labels", "diras_dev.jsonl"), flat, filepath.Join(write(t, "mine.jsonl", row), "mine.jsonl")} {
		if r, err := diras.Measure(t.Context(), place); err != nil || len(r.Rows) != 1 {
			t.Errorf("%s: %+v, %v", place, r, err)
		}
	}
}

func TestOtherQueriesAreMeasuredWithoutOurLimits(t *testing.T) {
	file := filepath.Join(write(t, "mine.jsonl", `{"query": "S2.6(a)", "kind": "id", "paragraphs": ["S2.6(a)"], "also": [], "held_out": false}
{"query": "How tall is the tower?", "kind": "question", "paragraphs": ["S2.B57"], "also": [], "held_out": false}`), "mine.jsonl")
	r, err := retrievalSet.Measure(t.Context(), file)
	if err != nil || len(r.Rows) != 4 || len(r.Figures) != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	var b bytes.Buffer
	if err := WriteMisses(&b, []Report{r}); err != nil || strings.Count(b.String(), "\n") != 1 ||
		!strings.Contains(b.String(), `"set":"retrieval","asked":"How tall is the tower?","want":"S2.B57"`) {
		t.Errorf("misses %q, %v", b.String(), err)
	}
}

func TestADirasMissIsARelevantParagraphBelowOthers(t *testing.T) {
	rows := []dirasRow{{Paragraph: "a", Relevance: 2}, {Paragraph: "b", Relevance: 1}, {Paragraph: "c", Relevance: 2}}
	if got := notFound("q", []int{0, 1}, rows); len(got) != 1 || got[0].Want != "c" || got[0].Got != "b" {
		t.Errorf("%+v", got)
	}
	if got := notFound("q", []int{0}, rows); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// write makes a folder with one file in it.
func write(t *testing.T, name, content string) string {
	t.Helper()
	root := t.TempDir()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}
