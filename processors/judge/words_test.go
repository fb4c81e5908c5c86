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
				"name":             names[a],
				"what it looks at": angles[a],
				"what would do":    wanted[a],
				"what it is asked": query(a, events.Claim{Text: "Emissions fell."}, Evaluation{}),
			} {
				if words == "" {
					t.Errorf("no words for %s", what)
				}
			}
		})
	}
	for what, of := range map[string]map[events.Agent]string{"names": names, "angles": angles, "wanted": wanted} {
		if len(of) != len(events.Agents()) {
			t.Errorf("%s has %d agents, there are %d", what, len(of), len(events.Agents()))
		}
	}
}
