package deploy

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
)

// What is known of a check by its name is asked for by whoever tells of it or weighs it: one that is in no list is told of by its message, and
// bears on no claim, which may not be meant.
func TestEveryCheckHasAKind(t *testing.T) {
	var names []string
	for _, d := range checks.Definitions() {
		names = append(names, d.Name)
	}
	slices.Sort(names)
	if kinds := events.CheckKinds(); !slices.Equal(kinds, names) {
		t.Errorf("events.checkKinds has %q, defined are %q", kinds, names)
	}
}

// A check that fails is told of in a line of its own on the page; without one a reader gets its name in the code.
func TestThePageHasALineForEveryCheck(t *testing.T) {
	lines := quotedIn(t, "../projections/dashboard/web/src/say.ts", `(?s)const failed: Record<string, string> = \{(.*?)\n\};`, `(\w+): "`)
	var names []string
	for _, d := range checks.Definitions() {
		if names = append(names, d.Name); !slices.Contains(lines, d.Name) {
			t.Errorf("say.ts has no line for %s", d.Name)
		}
	}
	for _, line := range lines {
		if !slices.Contains(names, line) {
			t.Errorf("say.ts has a line for %s, which no check is called", line)
		}
	}
}
