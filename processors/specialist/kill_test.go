package specialist_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// TestWhatIsHeldSurvivesAKill kills an agent that waits for an answer. The next process finds what was held: it
// finishes with the answer that has come meanwhile, or says that it waits until it is told that none will come.
func TestWhatIsHeldSurvivesAKill(t *testing.T) {
	for name, tc := range map[string]struct {
		answered bool
		want     string
	}{
		"with an answer":    {true, "benchmark answered: 1 to 3"},
		"without an answer": {false, "benchmark expired: "},
	} {
		t.Run(name, func(t *testing.T) {
			a := curious(question(events.AskBenchmark))
			a.Patience = 400 * time.Millisecond
			if tc.answered {
				a.Patience = time.Hour
			}
			decl := specialist.New(a)
			c := streamtest.NewCluster(t, decl)
			first := c.Start(stream.Options{}, decl)
			c.Produce(assignment(1, events.Legal))
			asked := streamtest.Decoded(t, events.InfoRequested, c.AwaitN(events.TopicInfoRequested, 1))
			if len(asked) != 1 {
				t.Fatalf("%d questions", len(asked))
			}
			q := asked[0].Data
			first.Crash()
			q.To = events.Academic
			c.Produce(streamtest.Event(events.RequestRouted, run, "claim/clm_1/request/"+q.ID+"/routed", q, streamtest.At(asked[0].Time)))
			if tc.answered {
				c.Produce(reply(q, events.Academic, "1 to 3", false))
			}
			c.Start(stream.Options{}, decl)
			if !tc.answered {
				c.AwaitN(events.TopicRunsProgress, 1)
				c.Produce(unanswered(q, events.Academic, 1))
			}
			told := c.Await(events.TopicFindingsProduced, func(rs []events.Record) bool {
				return len(streamtest.Decoded(t, events.FindingProduced, rs)) > 0
			})
			found := streamtest.Decoded(t, events.FindingProduced, told)
			if len(found) != 1 || !strings.HasPrefix(found[0].Data.Summary, tc.want) {
				t.Errorf("found %+v, want %q", found, tc.want)
			}
			if closed := streamtest.Decoded(t, events.RequestClosed, told); len(closed) != 1 {
				t.Errorf("the question ended %d times", len(closed))
			}
		})
	}
}
