package replay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// together is how many records a processor is given at once.
const together = 500

// fold takes the chosen steps of every unit again and compares. Units do not share memory, so they run side
// by side; what is reported does not depend on which of them is first.
func (p *plan) fold(ctx context.Context, h *History) (map[*Entry]*events.Record, error) {
	found := make([][]Divergence, len(p.units))
	out := map[*Entry]*events.Record{}
	var mu sync.Mutex
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4 * runtime.GOMAXPROCS(0)) // the first units of an agent wait for the one that reads what all of them need
	for i, u := range p.units {
		g.Go(func() error {
			became, diverged, err := u.fold(ctx, h.Run)
			mu.Lock()
			defer mu.Unlock()
			found[i] = diverged
			maps.Copy(out, became)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	if all := slices.Concat(found...); len(all) > 0 {
		return nil, DivergedError{all}
	}
	return out, nil
}

// fold hands a partition's records in, in their order, and returns what each recorded output has become. What a step
// leads to is compared, and let go of, as soon as its last input is handled.
func (u *unit) fold(ctx context.Context, run string) (map[*Entry]*events.Record, []Divergence, error) {
	clock := &recordedClock{}
	local, err := stream.NewLocal(u.decl, clock)
	if err != nil {
		return nil, nil, err
	}
	inputs := slices.DeleteFunc(slices.Clone(u.inputs), func(in input) bool { return !in.step.again })
	last := map[*step]int{}
	for i, in := range inputs {
		last[in.step] = i
	}
	became := map[*Entry]*events.Record{}
	found := map[*step][]Divergence{}
	for from := 0; from < len(inputs); from += together {
		batch := inputs[from:min(from+together, len(inputs))]
		clock.now = batch[0].Time
		take(ctx, local, batch, func(i int) bool { return last[batch[i].step] == from+i })
		if ctx.Err() != nil {
			return nil, nil, fmt.Errorf("replaying run %s: %w", run, ctx.Err())
		}
		for i, in := range batch {
			if last[in.step] == from+i {
				found[in.step] = in.step.compare(run, became)
				in.step.replayed = nil
			}
		}
	}
	var all []Divergence
	for _, s := range u.steps {
		all = append(all, found[s]...)
	}
	return became, all, nil
}

// take hands records in. If that fails, each is handed in alone: the step that has failed is to be named.
func take(ctx context.Context, local *stream.Local, batch []input, last func(i int) bool) {
	err := handle(ctx, local, batch, last)
	if err == nil {
		return
	}
	if len(batch) == 1 || ctx.Err() != nil {
		batch[0].step.failure = errors.Join(batch[0].step.failure, err)
		return
	}
	for i := range batch {
		if err := handle(ctx, local, batch[i:i+1], func(int) bool { return last(i) }); err != nil {
			batch[i].step.failure = errors.Join(batch[i].step.failure, err)
		}
	}
}

// handle hands records in together, and notes on their steps what they have led to.
func handle(ctx context.Context, local *stream.Local, batch []input, last func(i int) bool) error {
	in := make([]stream.Input, len(batch))
	for i, b := range batch {
		in[i] = stream.Input{Record: b.Record, Letter: b.step.letter, Last: last(i)}
	}
	handled, err := local.HandleAll(ctx, in)
	if err != nil {
		return err //nolint:wrapcheck // the step that it is noted on says which record
	}
	for i, b := range batch {
		b.step.failure = errors.Join(b.step.failure, handled[i].Err)
		b.step.replayed = append(b.step.replayed, handled[i].Published...)
	}
	return nil
}

// recordedClock stands at the time of the event being handled. Handlers cannot see it; the runtime dates
// its records by it, and those dates are not compared.
type recordedClock struct{ now time.Time }

func (c *recordedClock) Now() time.Time { return c.now }

// AfterFunc never fires: replay arms no timers, and a wait for a broken dependency has nothing to wait for.
func (c *recordedClock) AfterFunc(time.Duration, func()) func() bool {
	return func() bool { return true }
}
