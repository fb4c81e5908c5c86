package stream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events"
)

// None is the state of a processor that keeps none.
type None struct{}

// Step is what one event makes of one key.
type Step[S any] struct {
	State   S              // written to the state topic in the same transaction
	Done    bool           // the key is finished: its state becomes a tombstone
	Publish []events.Draft // written in the same transaction
	Wake    time.Time      // if set, a <processor>.due record for this key appears on the input topic then
}

// Letter is an event that was given up on, as Rescue sees it.
type Letter struct {
	Record   events.Record
	Err      error
	Attempts int
}

// Processor is an agent as a value: what it reads, what it makes of it, and what to tell the others when an event is
// given up on. Handlers must be functions of their arguments: no clock, no randomness, no map order, no network or disk
// except through recorded ports.
type Processor[S any] struct {
	Name   string // consumer group, transactional id prefix, state topic, metric label
	Routes []Route[S]
	Rescue func(Letter) []events.Draft // published in the transaction of the dead letter; may be nil
	Limit  time.Duration               // how long a handler may take (limit.go) before its event goes to dead.letters; default DefaultLimit

	// Emits lists every kind that handlers and Rescue may publish. The runtime refuses any other kind, so
	// that the drawn topology is the one that runs. A processor that copies records (events.CopyTo) sets
	// Copies to the topic they go to instead.
	Emits  []*events.Definition
	Copies events.Topic
}

// Route binds one kind of event to a handler.
type Route[S any] struct {
	kind     *events.Definition // nil for wakes
	due      bool
	stateful bool
	handle   func(context.Context, S, events.Record) (Step[S], error)
}

// On handles an event with the state of its key (of its run).
func On[S, E any](k events.Kind[E], h func(context.Context, S, events.Event[E]) (Step[S], error)) Route[S] {
	return Route[S]{kind: k.Definition, stateful: true, handle: func(ctx context.Context, s S, r events.Record) (Step[S], error) {
		e, err := k.Decode(r)
		if err != nil {
			return Step[S]{}, Reject(err)
		}
		return h(ctx, s, e)
	}}
}

// Due handles the wakes a processor asked for by Step.Wake.
func Due[S any](h func(context.Context, S, events.Event[events.Due]) (Step[S], error)) Route[S] {
	return Route[S]{due: true, stateful: true, handle: func(ctx context.Context, s S, r events.Record) (Step[S], error) {
		e, err := (events.Kind[events.Due]{Definition: &events.Definition{Type: r.Type}}).Decode(r)
		if err != nil {
			return Step[S]{}, Reject(err)
		}
		return h(ctx, s, e)
	}}
}

// Each handles an event without state; such a processor may read several topics.
func Each[E any](k events.Kind[E], h func(context.Context, events.Event[E]) ([]events.Draft, error)) Route[None] {
	return Route[None]{kind: k.Definition, handle: func(ctx context.Context, _ None, r events.Record) (Step[None], error) {
		e, err := k.Decode(r)
		if err != nil {
			return Step[None]{}, Reject(err)
		}
		drafts, err := h(ctx, e)
		return Step[None]{Publish: drafts}, err
	}}
}

// Any handles an event of some kind as the record it is, without state and without decoding it.
func Any(k *events.Definition, h func(context.Context, events.Record) ([]events.Draft, error)) Route[None] {
	return Route[None]{kind: k, handle: func(ctx context.Context, _ None, r events.Record) (Step[None], error) {
		drafts, err := h(ctx, r)
		return Step[None]{Publish: drafts}, err
	}}
}

// rejection and suspension carry a handler's intent; any other error is retried with backoff.
type rejection struct{ error }
type suspension struct{ error }

func (e rejection) Unwrap() error  { return e.error }
func (e suspension) Unwrap() error { return e.error }

// Reject marks an error that no retry can fix: the event goes to dead.letters at once.
func Reject(err error) error { return rejection{err} }

// Pause marks the error of a broken dependency: the agent announces that it waits and retries without limit.
func Pause(err error) error { return suspension{err} }

// Rejected reports whether err was made by Reject.
func Rejected(err error) bool { var r rejection; return errors.As(err, &r) }

// Paused reports whether err was made by Pause.
func Paused(err error) bool { var s suspension; return errors.As(err, &s) }

// Description is a processor's declaration as data, for validation, drawing and `sibyl topology`.
type Description struct {
	Name     string
	Inputs   []events.Topic // in the order of the routes, without repeats
	Kinds    []string       // types it handles, wakes included
	Stateful bool
	State    events.Topic // empty when stateless
	Wakes    bool
	Emits    []string     // types it may publish, in the order declared
	Copies   events.Topic // where it copies records to, empty if it copies none
	Limit    time.Duration
	Workers  int // handlers that may run at once, where these are more than Options.Workers
}

// Describe returns what the processor reads and keeps.
func (p Processor[S]) Describe() Description {
	d := Description{Name: p.Name, Copies: p.Copies, Limit: cmp.Or(p.Limit, DefaultLimit)}
	for _, k := range p.Emits {
		d.Emits = append(d.Emits, k.Type)
	}
	seen := map[events.Topic]bool{}
	for _, r := range p.Routes {
		d.Stateful = d.Stateful || r.stateful
		if r.due {
			d.Wakes = true
			d.Kinds = append(d.Kinds, p.Name+".due")
			continue
		}
		d.Kinds = append(d.Kinds, r.kind.Type)
		if !seen[r.kind.Topic] {
			seen[r.kind.Topic] = true
			d.Inputs = append(d.Inputs, r.kind.Topic)
		}
	}
	if d.Stateful {
		d.State = events.Topic(p.Name + ".state")
	}
	return d
}

// Validate rejects a declaration that could not keep its promises.
func (p Processor[S]) Validate() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("validating processor %q: %s", p.Name, fmt.Sprintf(format, args...))
	}
	if p.Name == "" || strings.ContainsAny(p.Name, " /:") {
		return fail("a name is needed, without spaces, slashes or colons")
	}
	d := p.Describe()
	if len(d.Inputs) == 0 {
		return fail("it reads nothing")
	}
	if d.Stateful && len(d.Inputs) != 1 {
		return fail("every join reads one topic, but it keeps state over %v", d.Inputs)
	}
	handled := map[string]bool{}
	for _, k := range d.Kinds {
		if handled[k] {
			return fail("two routes for %s", k)
		}
		handled[k] = true
	}
	for _, in := range d.Inputs {
		if _, err := events.TopicNamed(in); err != nil {
			return fail("%v", err)
		}
	}
	return nil
}
