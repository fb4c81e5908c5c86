package stream_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// tally is the state of the test processors: what they have seen of a key, in order.
type tally struct {
	Seen []string `json:"seen"`
}

// counting publishes one closure per extracted claim, numbered by how many the key has had: a lost, a
// doubled or a reordered event shows in the numbers.
func counting() stream.Processor[tally] { return watched(new(atomic.Int64)) }

// watched is counting with the calls of its handler counted.
func watched(calls *atomic.Int64) stream.Processor[tally] {
	return stream.Processor[tally]{
		Name:  "counting",
		Emits: []*events.Definition{events.ClaimRouted.Definition},
		Routes: []stream.Route[tally]{
			stream.On(events.ClaimExtracted, func(_ context.Context, s tally, e events.Event[events.Claim]) (stream.Step[tally], error) {
				calls.Add(1)
				s.Seen = append(s.Seen, e.Data.Text)
				return stream.Step[tally]{State: s, Publish: []events.Draft{
					events.ClaimRouted.Draft(e.Subject+"/counted", events.Assignment{Claim: e.Data, Iteration: len(s.Seen)}),
				}}, nil
			}),
		},
	}
}

func claim(run, id, text string) events.Record {
	return streamtest.Event(events.ClaimExtracted, run, "claim/"+id+"/"+text, events.Claim{ID: id, Text: text})
}

func TestOneInOneOut(t *testing.T) {
	p := counting()
	c := streamtest.NewCluster(t, p)
	c.Start(stream.Options{}, p)
	for i := range 20 {
		c.Produce(claim("run_1", fmt.Sprintf("clm_%d", i%3), fmt.Sprint(i)))
	}
	got := streamtest.Decoded(t, events.ClaimRouted, c.AwaitN(events.TopicClaimsRouted, 20))
	last := map[string]int{}
	for _, e := range got {
		if e.Data.Iteration != last[e.Data.Claim.ID]+1 {
			t.Errorf("claim %s: count %d after %d", e.Data.Claim.ID, e.Data.Iteration, last[e.Data.Claim.ID])
		}
		last[e.Data.Claim.ID] = e.Data.Iteration
	}
}
