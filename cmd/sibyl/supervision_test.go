package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/claims"
)

// faultVariable names what the processors' process of a test does with the section that holds page 1 of a report:
// overflow, exit.
const faultVariable = "SIBYL_TEST_FAULT"

// faulty is an extractor of claims that ends its process.
type faulty struct{ how string }

func (f faulty) Extract(ctx context.Context, s claims.Section) ([]events.Claim, error) {
	if s.From <= 1 && 1 <= s.To {
		switch f.how {
		case "overflow":
			return nil, fmt.Errorf("%d calls deep, and the stack is not full", deeper(0))
		case "exit":
			os.Exit(0)
		}
	}
	return claims.Rules{}.Extract(ctx, s)
}

func deeper(n int) int {
	if n < 0 {
		return 0
	}
	return deeper(n+1) + deeper(n+2)
}

// A section that ends the process twice is left out, named with its pages, and all the rest is as if it had been
// another report's.
func TestASectionThatEndsTheProcessIsLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	whole, _ := analysed(t, dataDir(t))
	for _, how := range []string{"overflow", "exit"} {
		t.Run(how, func(t *testing.T) {
			t.Setenv(faultVariable, how)
			dir := dataDir(t)
			out := filepath.Join(t.TempDir(), "analysis.json")
			code, _, stderr := sibyl(t, "analyze", sampleReport(t), "--data-dir", dir, "--format", "json", "-o", out)
			if code != exit.CodeDone {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			doc := readDocument(t, out)
			lost := map[int]bool{}
			for _, p := range doc.Report.NotAnalysed {
				if strings.Contains(p.Reason, "ended the process twice") {
					lost[p.Page] = true
				}
			}
			if !lost[1] || lost[20] {
				t.Errorf("pages left out: %v; want page 1 among them and page 20 not", lost)
			}
			if !strings.Contains(strings.Join(doc.Report.Warnings, "\n"), "gave no claims: handling report.parsed") {
				t.Errorf("no warning says that a section is missing: %q", doc.Report.Warnings)
			}
			have := map[string]bool{}
			for _, c := range doc.Claims {
				have[c.ID] = true
			}
			for _, c := range whole.Claims {
				if !lost[c.Page] && !have[c.ID] {
					t.Errorf("claim %s of page %d is missing", c.ID, c.Page)
				}
			}
			var said []string
			for _, l := range strings.Split(stderr, "\n") {
				if strings.Contains(l, "sibyl:") {
					said = append(said, l)
				}
			}
			if len(said) != 2 || !strings.Contains(said[1], "analysing section") || !strings.Contains(said[1], "going on without it") {
				t.Errorf("people are told %q; want a line for each crash, the second with the section", said)
			}
			if strings.Contains(stderr, "goroutine") {
				t.Errorf("goroutines are shown to people:\n%s", stderr)
			}
			// Taken again, the section is given up on as it was, and ends no other process.
			if code, out, stderr := sibyl(t, "replay", doc.Run.ID, "--data-dir", dir, "--json"); code != exit.CodeDone {
				t.Errorf("replay: exit code %d, %s%s", code, out, stderr)
			}
			reports, err := filepath.Glob(filepath.Join(dir, "crashes", "*.txt"))
			if err != nil || len(reports) != 2 {
				t.Errorf("%d crash reports, %v; want 2", len(reports), err)
			}
			for _, r := range reports {
				if !strings.Contains(stderr, r) {
					t.Errorf("the crash report %s is named nowhere", r)
				}
			}
		})
	}
}
