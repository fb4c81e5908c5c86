package stream_test

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// The simplest processor: one kind in, drafts out, no state. The runtime adds run, ids, cause and trace.
func Example_stateless() {
	greeter := stream.Processor[stream.None]{
		Name:  "greeter",
		Emits: []*events.Definition{events.ActivityReported.Definition},
		Routes: []stream.Route[stream.None]{
			stream.Each(events.ClaimExtracted, func(_ context.Context, e events.Event[events.Claim]) ([]events.Draft, error) {
				return []events.Draft{events.ActivityReported.Draft(
					events.ClaimSubject(e.Data.ID, "greeter"),
					events.Activity{Agent: "greeter", Event: "agent_thinking", Data: map[string]any{"message": "read: " + e.Data.Text}},
				)}, nil
			}),
		},
	}
	local, err := stream.NewLocal(greeter, streamtest.NewClock(streamtest.Start))
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := local.Handle(context.Background(),
		streamtest.Event(events.ClaimExtracted, "run_1", "claim/clm_1", events.Claim{ID: "clm_1", Text: "We cut emissions by 12 %."}))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range h.Published {
		fmt.Println(r.Type, "on", r.Topic, "by", r.Source, "for", r.Run, "at", r.Subject)
	}
	// Output:
	// activity.reported on agent.activity by /sibyl/greeter for run_1 at claim/clm_1/greeter
}
