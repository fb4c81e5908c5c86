package stream

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream/changelog"
	"github.com/sibyl-project/sibyl/processors/stream/clock"
)

// Local runs a processor in memory, without a broker, and by the same rules as Run: state, repeats, wakes, refusals and
// rescues. Tests and replay are built on it. It is not safe for concurrent use.
type Local struct {
	logic  *logic
	clock  clock.Clock
	keys   map[changelog.Key]changelog.State
	armed  map[changelog.Key]time.Time // when wakes are due that Due has not returned yet
	past   map[changelog.Key]map[string][]output
	live   map[changelog.Key]fold // the decoded states of the keys that HandleAll had last
	offset int64
}

// Handled is what one record led to.
type Handled struct {
	Published []events.Record // in order; the dead letter and rescues when Err is set
	Err       error           // why the record was given up on
	Attempts  int
}

// Input is a record that HandleAll is given.
type Input struct {
	Record events.Record
	Letter *events.DeadLetter // how Run gave up on it, if its handler had crashed the process or exceeded its time limit
	Last   bool               // it does not come again, so that what it led to need not be kept
}

// NewLocal validates a declaration and starts it with empty state. Retries do not wait; the error of a broken
// dependency (Pause) is returned by Handle, because there is nothing to wait for.
func NewLocal(d Declaration, clock clock.Clock) (*Local, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	l := &Local{
		logic: d.compile(), clock: clock,
		keys: map[changelog.Key]changelog.State{}, armed: map[changelog.Key]time.Time{}, past: map[changelog.Key]map[string][]output{},
	}
	return l, nil
}

// Handle processes a record. An error means that nothing has changed: the context ended, or a dependency is down
// (Paused reports which).
func (l *Local) Handle(ctx context.Context, r events.Record) (Handled, error) {
	return l.one(ctx, Input{Record: r})
}

// GiveUp does with a record what Run did when its handler had crashed the process or exceeded its time limit, as the
// letter says: no handler is called, and its rescue is published.
func (l *Local) GiveUp(ctx context.Context, r events.Record, letter events.DeadLetter) (Handled, error) {
	return l.one(ctx, Input{Record: r, Letter: &letter})
}

// one handles a record with the state as it is stored: what a state loses there is noticed at the next record.
func (l *Local) one(ctx context.Context, in Input) (Handled, error) {
	l.live = nil
	handled, err := l.HandleAll(ctx, []Input{in})
	l.live = nil
	if err != nil {
		return Handled{}, err
	}
	return handled[0], nil
}

// HandleAll processes records as Run does with those that it has read at once: keys side by side, the records of a key one after
// the other, its state decoded and encoded once. After an error nothing has changed, as if none had been given.
func (l *Local) HandleAll(ctx context.Context, in []Input) ([]Handled, error) {
	items := make([]*item, len(in))
	for i := range in {
		source := wire.Encode(in[i].Record)
		source.Offset = l.offset + int64(i)
		items[i] = newItem(source)
		if in[i].Letter != nil {
			items[i].giveUpAs(*in[i].Letter)
		}
	}
	var once sync.Once
	var broken error
	quit := make(chan struct{})
	p := &policy{
		clock: immediate{l.clock}, attempts: defaultAttempts, quit: quit,
		backoff:  func(int) time.Duration { return 0 },
		patience: func(int) time.Duration { return time.Hour },
		retried:  func() {},
		paused:   func(_ *item, err error) { once.Do(func() { broken = err; close(quit) }) },
	}
	lanes := l.logic.lanes(items, func(int32) memory { return l }, p)
	for _, ln := range lanes {
		ln.live = l.live[ln.key]
	}
	l.live = map[changelog.Key]fold{} // a record that fails may leave states modified
	if err := runLanes(ctx, lanes, runtime.GOMAXPROCS(0)); err != nil {
		if broken != nil {
			return nil, broken
		}
		return nil, err
	}
	l.offset += int64(len(in))
	last := map[string]bool{}
	for i := range in {
		last[in[i].Record.ID] = in[i].Last
	}
	for _, ln := range lanes {
		l.keep(ln, last)
	}
	out := make([]Handled, len(in))
	for i, it := range items {
		out[i] = Handled{Published: recordsOf(it.out), Err: it.refusal, Attempts: it.attempts}
	}
	return out, nil
}

func recordsOf(out []output) []events.Record {
	records := make([]events.Record, len(out))
	for i, o := range out {
		records[i] = o.record
	}
	return records
}

// keep makes the overlay of a lane the state of its key.
func (l *Local) keep(ln *lane, last map[string]bool) {
	if !l.logic.Stateful {
		return
	}
	l.keys[ln.key], l.live[ln.key] = ln.now, ln.live
	if w := ln.now.Wake; w == nil {
		delete(l.armed, ln.key)
	} else if w != ln.base.Wake {
		l.armed[ln.key] = w.Fires(l.clock.Now())
	}
	for _, a := range ln.absorbed {
		if last[a.id] {
			continue
		}
		if l.past[ln.key] == nil {
			l.past[ln.key] = map[string][]output{}
		}
		l.past[ln.key][a.id] = a.out
	}
}

func (l *Local) hold(key changelog.Key) changelog.State { return l.keys[key] }

func (l *Local) recall(_ context.Context, key changelog.Key, id string) ([]output, bool, error) {
	out, known := l.past[key][id]
	return out, known, nil
}

// State returns the encoded state of a key, nil if it has none.
func (l *Local) State(run, key string) []byte { return l.keys[changelog.Key{Run: run, Key: key}].Data }

// Keys lists the (run, key) pairs that have state, sorted.
func (l *Local) Keys() [][2]string {
	var out [][2]string
	for k, h := range l.keys {
		if h.Data != nil {
			out = append(out, [2]string{k.Run, k.Key})
		}
	}
	slices.SortFunc(out, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	return out
}

// Wake returns the time at which a key will be woken; ok is false if it will not.
func (l *Local) Wake(run, key string) (at time.Time, ok bool) {
	at, ok = l.armed[changelog.Key{Run: run, Key: key}]
	return at.UTC(), ok
}

// Due returns the wakes whose time has come, as the records that Run would publish to the input topic,
// in the order of their times. Each is returned once.
func (l *Local) Due() ([]events.Record, error) {
	now := l.clock.Now()
	var due []changelog.Key
	for k, at := range l.armed {
		if !at.After(now) {
			due = append(due, k)
		}
	}
	slices.SortFunc(due, func(a, b changelog.Key) int {
		if c := l.armed[a].Compare(l.armed[b]); c != 0 {
			return c
		}
		return slices.Compare([]string{a.Run, a.Key}, []string{b.Run, b.Key})
	})
	var out []events.Record
	for _, k := range due {
		r, err := l.logic.dueRecord(k, *l.keys[k].Wake, now)
		if err != nil {
			return nil, err
		}
		delete(l.armed, k)
		out = append(out, r)
	}
	return out, nil
}

// immediate is a clock whose timers fire at once, so that retries take no time, except for those so long that they mean
// waiting for something.
type immediate struct{ clock.Clock }

func (c immediate) AfterFunc(d time.Duration, f func()) func() bool {
	if d > 0 {
		return func() bool { return true }
	}
	f()
	return func() bool { return false }
}

// memory is where lanes read the state of their keys: an assigned partition, or a Local.
type memory interface {
	history
	hold(key changelog.Key) changelog.State
}

// lanes groups items by key, in the order in which the keys first appear. Keys belong to their partition: a record that
// a foreign producer wrote to another one does not see their state.
func (l *logic) lanes(items []*item, memories func(partition int32) memory, p *policy) []*lane {
	type place struct {
		partition int32
		key       changelog.Key
	}
	var lanes []*lane
	byPlace := map[place]*lane{}
	for _, it := range items {
		at := place{key: changelog.Key{Run: it.record.Run, Key: it.record.Key}}
		if l.Stateful {
			at.partition = it.source.Partition
		}
		ln := byPlace[at]
		if ln == nil {
			ln = &lane{logic: l, key: at.key, partition: at.partition, policy: p}
			if l.Stateful {
				m := memories(at.partition)
				ln.base, ln.history = m.hold(at.key), m
			}
			byPlace[at] = ln
			lanes = append(lanes, ln)
		}
		ln.items = append(ln.items, it)
	}
	return lanes
}

// runLanes runs at most workers lanes at a time. The first error ends the others: their batch will not be committed.
func runLanes(ctx context.Context, lanes []*lane, workers int) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(workers)
	for _, l := range lanes {
		g.Go(func() error { return l.run(ctx) })
	}
	return g.Wait()
}
