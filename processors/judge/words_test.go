package judge

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// An agent that the judge has no words for is told of by its name in the code, asked nothing in a later pass, and a reader is not told
// what would settle its part.
func TestTheJudgeHasWordsForEveryAgent(t *testing.T) {
	for _, a := range events.Agents() {
		t.Run(string(a), func(t *testing.T) {
			for what, words := range map[string]string{
				"name":             agents[a].name,
				"what it looks at": agents[a].angle,
				"what would do":    agents[a].wanted,
				"what it is asked": query(a, events.Claim{Text: "Emissions fell."}, Evaluation{}),
			} {
				if words == "" {
					t.Errorf("no words for %s", what)
				}
			}
		})
	}
	if len(agents) != len(events.Agents()) {
		t.Errorf("the judge knows %d agents, there are %d", len(agents), len(events.Agents()))
	}
}
