package gold_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/deploy/eval/gold"
	"github.com/sibyl-project/sibyl/events"
)

func TestReportsAreEnoughAndBothHalvesHaveEveryKindOfStatement(t *testing.T) {
	folder := t.TempDir()
	count := map[bool]int{}
	seen := map[bool]map[gold.Treatment]int{false: {}, true: {}}
	for n := range gold.Reports {
		r, pdf, evidence, err := gold.Make(n, folder)
		if err != nil {
			t.Fatal(err)
		}
		count[r.Held] += len(r.Statements)
		figures := map[string]bool{}
		for _, s := range r.Statements {
			seen[r.Held][s.Treatment]++
			if figures[s.Figure] {
				t.Errorf("report %d states %s twice: a claim could not be told by it", n, s.Figure)
			}
			figures[s.Figure] = true
			if !strings.Contains(s.Text, s.Figure) || strings.Contains(s.Text, "{") || s.Verdict == "" {
				t.Errorf("report %d: %+v", n, s)
			}
		}
		first, err := os.ReadFile(pdf)
		if err != nil {
			t.Fatal(err)
		}
		if _, again, _, err := gold.Make(n, t.TempDir()); err != nil {
			t.Fatal(err)
		} else if second, err := os.ReadFile(again); err != nil || string(first) != string(second) {
			t.Errorf("report %d differs when it is made again: %v", n, err)
		}
		if _, err := os.Stat(filepath.Join(evidence, "manifest.json")); err != nil {
			t.Error(err)
		}
	}
	for half, kinds := range seen {
		for _, kind := range gold.Treatments() {
			if kinds[kind] < 5 {
				t.Errorf("held %t: %d statements are %s", half, kinds[kind], kind)
			}
		}
	}
	if count[false]+count[true] < 200 || count[false] != count[true] {
		t.Errorf("%d statements, %d held back", count[false]+count[true], count[true])
	}
}

func TestMeasuresAreThoseOfTheLiterature(t *testing.T) {
	answer := func(found, right bool, word events.Confidence, score float64) gold.Answer {
		a := gold.Answer{Statement: gold.Statement{Verdict: events.Verified, Treatment: gold.Corroborated}, Found: found, Said: events.Unverified,
			Confidence: word, Score: score}
		if right {
			a.Said = events.Verified
		}
		return a
	}
	m := gold.Measure([]gold.Answer{
		answer(true, true, events.ConfidenceHigh, 0.9), answer(true, true, events.ConfidenceHigh, 0.9), answer(true, false, events.ConfidenceHigh, 0.9),
		answer(true, false, events.ConfidenceLow, 0.5), answer(false, false, "", 0),
	})
	near := func(name string, got, want float64) {
		t.Helper()
		if got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	near("accuracy", m.Accuracy, 0.5)
	near("brier", m.Brier, (0.01+0.01+0.81+0.25)/4)
	near("calibration", m.Calibration, (0.7+0.5)/4) // 2.7 sure against 2 right, 0.5 against 0
	near("high", m.ByWord[events.ConfidenceHigh].Of(), 2.0/3)
	if m.Statements != 5 || m.Found != 4 || m.ByTreatment[gold.Corroborated] != (gold.Share{Right: 2, All: 5}) {
		t.Errorf("%+v", m)
	}
}

func TestAClaimIsFoundByItsFigure(t *testing.T) {
	r := gold.Report{Statements: []gold.Statement{{Text: "It was 12,345 t.", Figure: "12,345", Verdict: events.Verified}, {Figure: "99,999"}}}
	got := gold.Answers(r, []gold.Claim{{ID: "a", Text: "It was 12,345 t."}}, []gold.Ruling{{ClaimID: "a", Verdict: events.Verified, ConfidenceScore: 0.9}})
	if !got[0].Right() || got[1].Found {
		t.Errorf("%+v", got)
	}
}
