package stream_test

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// sections is the state of a run: which sections have reported.
type sections struct {
	Of     int         `json:"of"`
	Claims map[int]int `json:"claims"`
}

// A barrier: state per run, and one event when everything is in. A repeat is answered by what its first
// time led to; the handler does not see it.
func Example_stateful() {
	barrier := stream.Processor[sections]{
		Name:  "barrier",
		Emits: []*events.Definition{events.ClaimsCompleted.Definition},
		Routes: []stream.Route[sections]{
			stream.On(events.SectionExtracted, func(_ context.Context, s sections, e events.Event[events.SectionClaims]) (stream.Step[sections], error) {
				if s.Claims == nil {
					s.Claims = map[int]int{}
				}
				s.Of, s.Claims[e.Data.Section] = e.Data.Of, e.Data.Count
				if len(s.Claims) < s.Of {
					return stream.Step[sections]{State: s}, nil
				}
				total := 0
				for _, n := range s.Claims {
					total += n
				}
				return stream.Step[sections]{Done: true, Publish: []events.Draft{
					events.ClaimsCompleted.Draft(events.RunSubject("claims"), events.ClaimTotals{Claims: total}),
				}}, nil
			}),
		},
	}
	local, err := stream.NewLocal(barrier, streamtest.NewClock(streamtest.Start))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range []int{2, 1, 1} {
		h, err := local.Handle(context.Background(),
			streamtest.Event(events.SectionExtracted, "run_1", events.SectionSubject(n), events.SectionClaims{Section: n, Of: 2, Count: 10 * n}))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("section %d: state %s, published %d\n", n, local.State("run_1", "run_1"), len(h.Published))
		for _, r := range h.Published {
			fmt.Println(" ", r.Type, string(r.Data[:28]))
		}
	}
	// Output:
	// section 2: state {"of":2,"claims":{"2":20}}, published 0
	// section 1: state , published 1
	//   claims.completed {"report_id":"","claims":30,
	// section 1: state , published 1
	//   claims.completed {"report_id":"","claims":30,
}
