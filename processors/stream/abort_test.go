package stream_test

import (
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// A cleanly aborted transaction leaves nothing behind, neither in the state nor among the absorbed events. The commit
// of the first event fails; the second event, when it comes, is counted second.
func TestAbortDiscardsState(t *testing.T) {
	for _, fault := range []struct {
		name string
		err  *kerr.Error
	}{
		{"offsets refused", kerr.UnknownServerError},
		{"member refused", kerr.IllegalGeneration},
	} {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			p := counting()
			c := streamtest.NewCluster(t, p)
			refused := c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.TxnOffsetCommit}, Err: fault.err, Count: -1})
			aborted := c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.EndTxn}, Observe: true, Count: -1, When: func(r kmsg.Request) bool {
				return !r.(*kmsg.EndTxnRequest).Commit
			}})
			c.Start(stream.Options{}, p)
			c.Produce(claim("run_1", key(0), "1"))
			if err := aborted.Wait(t.Context(), 1); err != nil {
				t.Fatalf("nothing was aborted: %v", err)
			}
			refused.Remove()
			c.Produce(claim("run_1", key(0), "2"))
			inOrder(t, c.Await(events.TopicClaimsRouted, func(r []events.Record) bool { return says(t, r, "2") }))
		})
	}
}

// says reports whether an event of a text was counted.
func says(t *testing.T, records []events.Record, text string) bool {
	for _, e := range streamtest.Decoded(t, events.ClaimRouted, records) {
		if e.Data.Claim.Text == text {
			return true
		}
	}
	return false
}

// inOrder requires that every claim's events are counted 1, 2, 3 ...
func inOrder(t *testing.T, records []events.Record) {
	t.Helper()
	last := map[string]int{}
	for _, e := range streamtest.Decoded(t, events.ClaimRouted, records) {
		if e.Data.Iteration != last[e.Data.Claim.ID]+1 {
			t.Errorf("claim %s: event %s is number %d, after number %d", e.Data.Claim.ID, e.Data.Claim.Text, e.Data.Iteration, last[e.Data.Claim.ID])
		}
		last[e.Data.Claim.ID] = e.Data.Iteration
	}
}
