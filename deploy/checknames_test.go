package deploy

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
)

// A check that fails is told of in a line of its own on the page; without one a reader gets its name in the code.
func TestThePageHasALineForEveryCheck(t *testing.T) {
	source, err := os.ReadFile("../projections/dashboard/web/src/say.ts")
	if err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile(`(?s)const failed: Record<string, string> = \{(.*?)\n\};`).FindSubmatch(source)
	if table == nil {
		t.Fatal("say.ts has no table of what failed checks mean")
	}
	var lines []string
	for _, m := range regexp.MustCompile(`(\w+): "`).FindAllSubmatch(table[1], -1) {
		lines = append(lines, string(m[1]))
	}
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
