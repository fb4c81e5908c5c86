// Package streamtest runs processors in tests: given/when/then without a broker (Driver), and with the
// in-process fake broker (Cluster), where tests produce and consume events and wait for signals instead of
// sleeping.
//
// Nothing here is safe for concurrent use unless it says so.
package streamtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Driver drives one processor in memory. Records go in by Given and When; what the last When (or Advance)
// led to is what Then... and Published look at.
type Driver struct {
	Clock *Clock

	t         testing.TB
	local     *stream.Local
	published []events.Record
	err       error // why the last record was given up on, or the error of Pause
	attempts  int
}

// New validates the declaration and returns a driver with an empty memory, at Start.
func New(t testing.TB, d stream.Declaration) *Driver {
	t.Helper()
	clock := NewClock(Start)
	local, err := stream.NewLocal(d, clock)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return &Driver{Clock: clock, t: t, local: local}
}

// Given hands records in whose outcome does not matter to the test; each must be handled without error.
func (d *Driver) Given(records ...events.Record) *Driver {
	d.t.Helper()
	for _, r := range records {
		if d.When(r); d.err != nil {
			d.t.Fatalf("given %s %s: %v", r.Type, r.Subject, d.err)
		}
	}
	return d
}

// When hands one record in.
func (d *Driver) When(r events.Record) *Driver {
	d.t.Helper()
	d.published, d.err, d.attempts = nil, nil, 0
	d.hand(r)
	return d
}

func (d *Driver) hand(r events.Record) {
	d.t.Helper()
	h, err := d.local.Handle(context.Background(), r)
	if err != nil && !stream.Paused(err) {
		d.t.Fatalf("handing in %s %s: %v", r.Type, r.Subject, err)
	}
	d.published = append(d.published, h.Published...)
	d.attempts = h.Attempts
	if err != nil {
		d.err = err
	} else if h.Err != nil {
		d.err = h.Err
	}
}

// Advance moves the clock, in steps from wake to wake, and hands in the wakes that fall due.
func (d *Driver) Advance(by time.Duration) *Driver {
	d.t.Helper()
	d.published, d.err, d.attempts = nil, nil, 0
	end := d.Clock.Now().Add(by)
	for {
		d.fire()
		next, ok := d.nextWake(end)
		if !ok {
			break
		}
		d.Clock.Set(next)
	}
	d.Clock.Set(end)
	d.fire()
	return d
}

func (d *Driver) fire() {
	d.t.Helper()
	due, err := d.local.Due()
	if err != nil {
		d.t.Fatalf("%v", err)
	}
	for _, r := range due {
		d.hand(r)
	}
}

// nextWake is the first wake after now and up to end.
func (d *Driver) nextWake(end time.Time) (time.Time, bool) {
	var first time.Time
	for _, k := range d.local.Keys() {
		at, ok := d.local.Wake(k[0], k[1])
		if ok && at.After(d.Clock.Now()) && !at.After(end) && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first, !first.IsZero()
}

// ThenPublishes requires exactly these types, in order. Anything else fails the test.
func (d *Driver) ThenPublishes(types ...string) *Driver {
	d.t.Helper()
	if d.err != nil {
		d.t.Errorf("the record was given up on: %v", d.err)
	}
	if got := d.types(); !slices.Equal(got, types) {
		d.t.Errorf("published\n got %s\nwant %s", strings.Join(got, " "), strings.Join(types, " "))
	}
	return d
}

// ThenRefuses requires that the last record was given up on, with an error that says text, and that the
// rescue published these types behind the dead letter.
func (d *Driver) ThenRefuses(text string, rescued ...string) *Driver {
	d.t.Helper()
	if d.err == nil || stream.Paused(d.err) || !strings.Contains(d.err.Error(), text) {
		d.t.Errorf("error = %v, want a refusal that says %q", d.err, text)
	}
	if got, want := d.types(), append([]string{events.DeadLettered.Type}, rescued...); !slices.Equal(got, want) {
		d.t.Errorf("published\n got %s\nwant %s", strings.Join(got, " "), strings.Join(want, " "))
	}
	return d
}

// ThenPauses requires that the last record waits for a broken dependency, with an error that says text.
func (d *Driver) ThenPauses(text string) *Driver {
	d.t.Helper()
	if d.err == nil || !stream.Paused(d.err) || !strings.Contains(d.err.Error(), text) {
		d.t.Errorf("error = %v, want a pause that says %q", d.err, text)
	}
	return d
}

// Published is what the last When or Advance led to, in order.
func (d *Driver) Published() []events.Record { return slices.Clone(d.published) }

// Err is why the last record was given up on or waits; nil if it was handled.
func (d *Driver) Err() error { return d.err }

// Attempts is how often the handler was called for the last record.
func (d *Driver) Attempts() int { return d.attempts }

// Keys lists the (run, key) pairs that hold state, sorted.
func (d *Driver) Keys() [][2]string { return d.local.Keys() }

// Wake is the time a key is to be woken at; ok is false if it asked for none.
func (d *Driver) Wake(run, key string) (at time.Time, ok bool) { return d.local.Wake(run, key) }

func (d *Driver) types() []string {
	types := make([]string, len(d.published))
	for i, r := range d.published {
		types[i] = r.Type
	}
	return types
}

// Of decodes the published events of one kind, in order.
func Of[E any](d *Driver, k events.Kind[E]) []events.Event[E] {
	d.t.Helper()
	return Decoded(d.t, k, d.published)
}

// One decodes the only published event of a kind.
func One[E any](d *Driver, k events.Kind[E]) events.Event[E] {
	d.t.Helper()
	all := Of(d, k)
	if len(all) != 1 {
		d.t.Fatalf("%d events of kind %s were published, want one; all: %s", len(all), k.Type, strings.Join(d.types(), " "))
	}
	return all[0]
}

// Decoded decodes the records of one kind, in order, and passes the others over.
func Decoded[E any](t testing.TB, k events.Kind[E], records []events.Record) []events.Event[E] {
	t.Helper()
	var out []events.Event[E]
	for _, r := range records {
		if r.Type != k.Type {
			continue
		}
		e, err := k.Decode(r)
		if err != nil {
			t.Fatalf("%v", err)
		}
		out = append(out, e)
	}
	return out
}

// State decodes a key's state; ok is false if it holds none.
func State[S any](d *Driver, run, key string) (state S, ok bool) {
	d.t.Helper()
	data := d.local.State(run, key)
	if data == nil {
		return state, false
	}
	if err := json.Unmarshal(data, &state); err != nil {
		d.t.Fatalf("decoding the state of %s: %v", key, err)
	}
	return state, true
}

// Option changes the envelope of an Event.
type Option func(*events.Envelope)

// At sets the event's time.
func At(t time.Time) Option { return func(e *events.Envelope) { e.Time = t.UTC() } }

// Pass sets the event's iteration and cap.
func Pass(iteration, limit int) Option {
	return func(e *events.Envelope) { e.Iteration, e.IterationCap = iteration, limit }
}

// ReplayOf marks the event as one of a replay.
func ReplayOf(run string) Option { return func(e *events.Envelope) { e.ReplayOf = run } }

// Event is a record of the kind as another processor would have published it: at Start, in pass 1 of 3.
func Event[E any](k events.Kind[E], run, subject string, payload E, opts ...Option) events.Record {
	cause := events.Envelope{Run: run, ID: "cause-of-" + subject, Iteration: 1, IterationCap: 3}
	r, err := k.Draft(subject, payload).Seal(cause, "test", Start)
	if err != nil {
		panic(fmt.Sprintf("making a test event: %v", err))
	}
	for _, o := range opts {
		o(&r.Envelope)
	}
	return r
}
