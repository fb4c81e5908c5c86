package stream_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// When the context ends, the session drains: the batch in flight is finished and committed, and nothing is read again.
func TestDrain(t *testing.T) {
	inHand, goOn := make(chan struct{}), make(chan struct{})
	var calls atomic.Int64
	p := on(func(s tally, e claimEvent) (tallyStep, error) {
		if calls.Add(1) == 1 {
			close(inHand)
			<-goOn
		}
		return tallyStep{State: seen(s, e), Publish: []events.Draft{routed(e)}}, nil
	})
	c := streamtest.NewCluster(t, p)
	first := c.Start(stream.Options{}, p)
	c.Produce(claim("run_1", "clm_1", "1"))
	<-inHand
	stopped := make(chan error)
	go func() { stopped <- first.Stop() }()
	close(goOn)
	if err := <-stopped; err != nil {
		t.Fatal(err)
	}
	c.AwaitN(events.TopicClaimsRouted, 1)
	c.Start(stream.Options{}, p)
	c.Produce(claim("run_1", "clm_1", "2"))
	c.AwaitN(events.TopicClaimsRouted, 2)
	if calls.Load() != 2 {
		t.Errorf("the handler ran %d times for two events", calls.Load())
	}
}

// A handler that does not return within the drain timeout is abandoned; its event is read again.
func TestDrainDeadline(t *testing.T) {
	inHand := make(chan struct{}, 1)
	var stuck atomic.Bool
	stuck.Store(true)
	p := stream.Processor[tally]{Name: "tested", Emits: []*events.Definition{events.ClaimRouted.Definition}, Routes: []stream.Route[tally]{
		stream.On(events.ClaimExtracted, func(ctx context.Context, s tally, e claimEvent) (tallyStep, error) {
			if stuck.Load() {
				inHand <- struct{}{}
				<-ctx.Done()
				return tallyStep{}, ctx.Err()
			}
			return tallyStep{State: seen(s, e), Publish: []events.Draft{routed(e)}}, nil
		}),
	}}
	c := streamtest.NewCluster(t, p)
	first := c.Start(stream.Options{Drain: 20 * time.Millisecond}, p)
	c.Produce(claim("run_1", "clm_1", "1"))
	<-inHand
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	stuck.Store(false)
	c.Start(stream.Options{}, p)
	if n := len(c.AwaitN(events.TopicClaimsRouted, 1)); n != 1 {
		t.Errorf("%d events", n)
	}
}
