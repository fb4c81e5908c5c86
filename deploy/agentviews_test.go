package deploy

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// The page draws, names and opens the agents that there are: one that is not in its list is not in the graph, and one without a case of
// its own shows what the reader of sections shows.
func TestThePageKnowsEveryAgent(t *testing.T) {
	const sources = "../projections/dashboard/web/src/"
	listed := quotedIn(t, sources+"words.ts", `(?s)export const specialists = \[(.*?)\];`, `"(\w+)"`)
	var agents []string
	for _, a := range events.Agents() {
		agents = append(agents, string(a))
	}
	if !slices.Equal(listed, agents) {
		t.Errorf("words.ts lists %q, the agents are %q", listed, agents)
	}
	opened := quotedIn(t, sources+"views/AgentPanel.tsx", `(?s)function own\(.*?switch \(agent\) \{(.*?)default:`, `case "(\w+)"`)
	for _, a := range agents {
		if !slices.Contains(opened, a) {
			t.Errorf("AgentPanel.tsx has no view of %s", a)
		}
	}
}

// The linter keeps agents apart, the call graph sees that none calls itself without end, and the API names them: each by a list.
func TestEveryListOfAgentsIsComplete(t *testing.T) {
	for file, line := range map[string]string{
		"../.golangci.yaml":          `sibyl/processors/%s\$,`,
		"callgraph/main.go":          `"\./processors/%s["/]`,
		"../projections/api/runs.go": `enum:".*\b%s,`,
		"../data/judge/rubric.json":  `"%s": 0\.`,
	} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range events.Agents() {
			if !regexp.MustCompile(fmt.Sprintf(line, a)).Match(source) {
				t.Errorf("%s does not list %s", file, a)
			}
		}
	}
}

// quotedIn returns what an expression captures in a part of a file.
func quotedIn(t *testing.T, file, part, each string) []string {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(part).FindSubmatch(source)
	if found == nil {
		t.Fatalf("%s has no part like %s", file, part)
	}
	var out []string
	for _, m := range regexp.MustCompile(each).FindAllSubmatch(found[1], -1) {
		out = append(out, string(m[1]))
	}
	return out
}
