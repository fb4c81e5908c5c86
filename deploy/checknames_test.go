package deploy

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
)

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
