package replay

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// fold takes the chosen steps of every unit again and compares. Units do not share memory, so they run side
// by side; what is reported does not depend on which of them is first.
func (p *plan) fold(ctx context.Context, h *History) (map[*Entry]events.Record, error) {
	found := make([][]Divergence, len(p.units))
	outs := make([]map[*Entry]events.Record, len(p.units))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, u := range p.units {
		g.Go(func() (err error) {
			outs[i], found[i], err = u.fold(ctx, h.Run)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	out := map[*Entry]events.Record{}
	diverged := DivergedError{}
	for i := range p.units {
		diverged.All = append(diverged.All, found[i]...)
		for e, r := range outs[i] {
			out[e] = r
		}
	}
	if len(diverged.All) > 0 {
		return nil, diverged
	}
	return out, nil
}

// fold hands a partition's records in, one after the other, and returns what each recorded output has
// become.
func (u *unit) fold(ctx context.Context, run string) (map[*Entry]events.Record, []Divergence, error) {
	clock := &recordedClock{}
	local, err := stream.NewLocal(u.decl, clock)
	if err != nil {
		return nil, nil, err
	}
	local.Carry()
	for _, in := range u.inputs {
		s := in.step
		if !s.again {
			continue
		}
		clock.now = in.Time
		handled, err := s.take(ctx, local, in.Record)
		if ctx.Err() != nil {
			return nil, nil, fmt.Errorf("replaying run %s: %w", run, ctx.Err())
		}
		if err == nil {
			err = handled.Err
		}
		s.failure = errors.Join(s.failure, err)
		s.replayed = append(s.replayed, handled.Published...)
	}
	out := map[*Entry]events.Record{}
	var found []Divergence
	for _, s := range u.steps {
		if s.again {
			found = append(found, s.compare(run, out)...)
		}
	}
	return out, found, nil
}

// take hands a record in. One whose handling has ended its process, or has not ended, must not have that again in
// this one: it is given up on as it was.
func (s *step) take(ctx context.Context, local *stream.Local, r events.Record) (stream.Handled, error) {
	for _, e := range s.recorded {
		if e.Topic != events.TopicDeadLetters || e.Type != events.DeadLettered.Type {
			continue // a copy on the feed is no letter of whoever copied it
		}
		letter, err := events.DeadLettered.Decode(e.Record)
		if err != nil {
			return stream.Handled{}, fmt.Errorf("reading the letter of %s: %w", named(r), err)
		}
		if letter.Data.Reason == events.DeadCrashed || letter.Data.Reason == events.DeadTimedOut {
			return local.GiveUp(ctx, r, letter.Data)
		}
	}
	return local.Handle(ctx, r)
}

// recordedClock stands at the time of the event being handled. Handlers cannot see it; the runtime dates
// its records by it, and those dates are not compared.
type recordedClock struct{ now time.Time }

func (c *recordedClock) Now() time.Time { return c.now }

// AfterFunc never fires: replay arms no timers, and a wait for a broken dependency has nothing to wait for.
func (c *recordedClock) AfterFunc(time.Duration, func()) func() bool {
	return func() bool { return true }
}
