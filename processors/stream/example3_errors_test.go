package stream_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// Errors carry intent. A plain error is tried again; Reject gives the event up at once, and Rescue tells
// those who would wait for it; Pause waits for a dependency without end.
func Example_errors() {
	careless := stream.Processor[stream.None]{
		Name:  "careless",
		Emits: []*events.Definition{events.FindingUnable.Definition},
		Routes: []stream.Route[stream.None]{
			stream.Each(events.ClaimRouted, func(_ context.Context, e events.Event[events.Assignment]) ([]events.Draft, error) {
				switch e.Data.Claim.Text {
				case "flaky":
					return nil, errors.New("connection reset")
				case "nonsense":
					return nil, stream.Reject(errors.New("the claim has no text"))
				}
				return nil, stream.Pause(errors.New("the model endpoint is down"))
			}),
		},
		Rescue: func(l stream.Letter) []events.Draft {
			return []events.Draft{events.FindingUnable.Draft(events.PassSubject(l.Record.Key, l.Record.Iteration, "careless"),
				events.Inability{Agent: "careless", ClaimID: l.Record.Key, Reason: l.Err.Error()})}
		},
	}
	local, err := stream.NewLocal(careless, streamtest.NewClock(streamtest.Start))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"flaky", "nonsense", "anything"} {
		h, err := local.Handle(context.Background(),
			streamtest.Event(events.ClaimRouted, "run_1", "claim/"+text, events.Assignment{Claim: events.Claim{ID: "clm_1", Text: text}}))
		if stream.Paused(err) {
			fmt.Println(text, "waits:", err)
			continue
		}
		fmt.Println(text, "after", h.Attempts, "tries:", h.Published[0].Type, "and", h.Published[1].Type)
	}
	// Output:
	// flaky after 5 tries: dead.letter and finding.unable
	// nonsense after 1 tries: dead.letter and finding.unable
	// anything waits: the model endpoint is down
}
