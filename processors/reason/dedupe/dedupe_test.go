package dedupe_test

import (
	"fmt"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/dedupe"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
)

// TestPairs: FRD 3, 9.1: what is not answered is not the same, and both claims are kept.
func TestPairs(t *testing.T) {
	pairs := make([][2]events.Claim, 3)
	for i := range pairs {
		pairs[i] = [2]events.Claim{{Page: i + 1, Text: fmt.Sprintf("We trained %d people.", i)}, {Page: i + 2, Text: fmt.Sprintf("Training reached %d people.", i)}}
	}
	for _, c := range []struct{ name, says, want string }{
		{"answers by name", `{"pairs": [{"name": "p3", "same": "yes"}, {"name": "p1", "same": "no"}]}`, "[false false true]"},
		{"no JSON", "They look alike to me.", "[false false false]"},
		{"a pair that was not given", `{"pairs": [{"name": "p7", "same": "yes"}, {"name": "p1", "same": "yes"}]}`, "[true false false]"},
		{"an answer that there is not is left out", `{"pairs": [{"name": "p2", "same": "perhaps"}, {"name": "p1", "same": "yes"}]}`, "[true false false]"},
		{"the first of two answers", `{"pairs": [{"name": "p1", "same": "no"}, {"name": "p1", "same": "yes"}]}`, "[false false false]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := reasontest.New(t)
			server.Answer = func(reasontest.Request) string { return c.says }
			got, err := dedupe.Model{}.Same(server.Step(t, reason.Dedupe), pairs)
			if err != nil || fmt.Sprint(got) != c.want {
				t.Errorf("%v, %v; want %s", got, err, c.want)
			}
		})
	}
	for name, fail := range reasontest.Outages() {
		server := reasontest.New(t)
		server.Always = fail
		got, err := dedupe.Model{}.Same(server.Step(t, reason.Dedupe), pairs)
		if err != nil || fmt.Sprint(got) != "[false false false]" || len(server.Requests()) != 1 {
			t.Errorf("%s: %v, %v after %d requests", name, got, err, len(server.Requests()))
		}
	}
}
