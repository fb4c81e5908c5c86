package stream_test

import (
	"context"
	"fmt"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// waiting is the state of a run: the agents that have been asked and have not answered.
type waiting struct {
	For []events.Agent `json:"for"`
}

// A join with a wake: agents are expected, each answer shortens the list, and when the time is up the
// processor goes on without the silent ones. The wake comes as a record like any other: ordered, and
// repeated harmlessly. A step that does not return the wake clears it.
func Example_joinWithWake() {
	const patience = 30 * time.Second
	next := func(s waiting, wake time.Time) stream.Step[waiting] {
		if len(s.For) > 0 {
			return stream.Step[waiting]{State: s, Wake: wake}
		}
		return stream.Step[waiting]{Done: true, Publish: []events.Draft{
			events.AnalysisCompleted.Draft(events.RunSubject("completed"), events.Completion{Status: events.RunCompleted}),
		}}
	}
	join := stream.Processor[waiting]{
		Name:  "join",
		Emits: []*events.Definition{events.AnalysisCompleted.Definition},
		Routes: []stream.Route[waiting]{
			stream.On(events.CaseRegistered, func(_ context.Context, s waiting, e events.Event[events.Registration]) (stream.Step[waiting], error) {
				s.For = append(s.For, e.Data.Agents...)
				return next(s, e.Time.Add(patience)), nil
			}),
			stream.On(events.FindingReported, func(_ context.Context, s waiting, e events.Event[events.Receipt]) (stream.Step[waiting], error) {
				var still []events.Agent
				for _, a := range s.For {
					if a != e.Data.Agent {
						still = append(still, a)
					}
				}
				return next(waiting{still}, e.Time.Add(patience)), nil
			}),
			stream.Due(func(_ context.Context, s waiting, e events.Event[events.Due]) (stream.Step[waiting], error) {
				fmt.Println("silent:", s.For)
				return next(waiting{}, time.Time{}), nil
			}),
		},
	}
	clock := streamtest.NewClock(streamtest.Start)
	local, err := stream.NewLocal(join, clock)
	if err != nil {
		fmt.Println(err)
		return
	}
	hand := func(r events.Record) {
		h, err := local.Handle(context.Background(), r)
		if err != nil {
			fmt.Println(err)
		}
		at, armed := local.Wake("run_1", "run_1")
		fmt.Printf("%s: published %d, wake %v %v\n", r.Type, len(h.Published), armed, at.Sub(streamtest.Start).Round(0) > 0)
	}
	hand(streamtest.Event(events.CaseRegistered, "run_1", "claim/clm_1/i1/registered", events.Registration{Agents: []events.Agent{events.Legal, events.Academic}}))
	hand(streamtest.Event(events.FindingReported, "run_1", "claim/clm_1/i1/legal", events.Receipt{Agent: events.Legal}))
	clock.Advance(patience)
	due, err := local.Due()
	if err != nil {
		fmt.Println(err)
	}
	for _, r := range due {
		hand(r)
	}
	// Output:
	// case.registered: published 0, wake true true
	// finding.reported: published 0, wake true true
	// silent: [academic]
	// join.due: published 1, wake false false
}
