package stream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/changelog"
)

// lane is a sequence of records of one key that is handled in one go. It works on an overlay: nothing that it computes
// becomes state before the commit, and all of it is discarded if the commit fails. A lane finishes and commits as a
// whole.
type lane struct {
	*logic
	key       changelog.Key
	partition int32
	base      changelog.State
	live      fold // the decoded state of base, or nil; after run, that of now
	items     []*item
	history   history
	policy    *policy
	began     time.Time // by the system clock

	ctx         context.Context // ends when its window is revoked, or when the lane is abandoned
	cancel      context.CancelFunc
	entry       inFlightEntry // held while its handler runs
	current     atomic.Int32  // index of the item that is being handled
	calledAt    atomic.Int64  // when its handler was called, in Unix nanoseconds; 0 while none runs
	watchedCall int64         // the calledAt that the watchdog has seen; used by the watchdog only
	cpuAtCall   time.Duration // CPU time that the process had used then; used by the watchdog only
	abandoned   bool          // another lane has replaced it; guarded by the pipeline's lock
	lost        bool          // the same, as its own goroutine has noticed it

	// the overlay
	now      changelog.State
	absorbed []absorption
	steps    int // handlers that succeeded in this run
}

// errStepwise starts a lane over, encoding the state after every step. The first run encodes only once at its end,
// which is what keeps long batches of one key cheap; only if a step fails after others have succeeded is the state
// between them needed.
var errStepwise = errors.New("start over, step by step")

// run handles the lane's items. After an error none of them may be committed.
func (l *lane) run(ctx context.Context) error {
	err := l.runOnce(ctx, false)
	if errors.Is(err, errStepwise) {
		err = l.runOnce(ctx, true)
	}
	return err
}

func (l *lane) runOnce(ctx context.Context, stepwise bool) error {
	l.now, l.absorbed, l.steps = l.base, nil, 0
	f := l.live
	l.live = nil // a failing handler may leave it modified
	if f == nil {
		var err error
		if f, err = l.open(l.base.Data); err != nil {
			return fmt.Errorf("opening %s of run %s: %w", l.key.Key, l.key.Run, err)
		}
	}
	for i, it := range l.items {
		l.current.Store(int32(i))
		it.out, it.refusal = nil, nil
		known, err := l.resolveWithoutHandler(ctx, it)
		if err != nil {
			return err
		}
		if l.lost {
			return errAbandoned
		}
		if known {
			continue
		}
		if f, err = l.handle(ctx, f, it, stepwise); err != nil {
			return err
		}
	}
	if l.Stateful && !stepwise && l.steps > 0 {
		data, err := f.encode()
		if err != nil || len(data) > MaxBytes {
			return errStepwise // to find the step that caused it
		}
		l.now.Data = data
	}
	l.live = f
	return nil
}

// resolveWithoutHandler reports whether an event is settled without calling a handler: events that are skipped, refused
// or repeated.
func (l *lane) resolveWithoutHandler(ctx context.Context, it *item) (bool, error) {
	r := it.record
	switch {
	case it.defect != nil:
		l.refuse(it, it.defect)
		return true, nil
	case strings.ContainsRune(r.Run, 0):
		l.refuse(it, fmt.Errorf("reading %s %s: a run's name cannot hold a zero byte, which separates the parts of a state key", r.Type, r.Subject))
		return true, nil
	case r.ReplayOf != "" || !l.routes[r.Type]:
		return true, nil
	case r.IterationCap > 0 && r.Iteration > r.IterationCap:
		l.refuse(it, fmt.Errorf("reading %s %s: %w (%d of %d)", r.Type, r.Subject, events.ErrIterationCap, r.Iteration, r.IterationCap))
		return true, nil
	case it.timedOut != nil:
		l.refuse(it, it.timedOut)
		return true, nil
	case !l.Stateful:
		return false, nil
	}
	for _, a := range l.absorbed {
		if a.id == r.ID {
			it.out = a.out
			return true, nil
		}
	}
	out, known, err := l.history.recall(ctx, l.key, r.ID)
	if err != nil {
		return false, fmt.Errorf("recalling what %s %s led to: %w", r.Type, r.ID, err)
	}
	if known {
		it.out = out
		return true, nil
	}
	return l.stale(r), nil
}

// call runs a handler while its event is recorded as in flight.
func (l *lane) call(it *item, handler func()) {
	q := l.policy.quarantine
	if q == nil {
		handler()
		return
	}
	q.enter(&l.entry, l.Name, it)
	defer q.leave(&l.entry)
	since := time.Now().UnixNano()
	l.calledAt.Store(since)
	handler()
	l.lost = !l.calledAt.CompareAndSwap(since, 0) // the other side of this exchange is in abandonOverdue
}

// stale reports whether the event is a wake that the key no longer wants because a later step has replaced or cleared
// it.
func (l *lane) stale(r events.Record) bool {
	if l.due == "" || r.Type != l.due {
		return false
	}
	e, err := events.Kind[events.Due]{Definition: &events.Definition{Type: l.due}}.Decode(r)
	if err != nil {
		return false // decoding it for the handler will reject it
	}
	return l.now.Wake == nil || l.now.Wake.At != e.Data.Wake
}

// handle calls the handler until the event is absorbed or given up on. It returns the fold to continue with.
func (l *lane) handle(ctx context.Context, f fold, it *item, stepwise bool) (_ fold, abandoned error) {
	pauses := 0
	defer func() {
		if pauses > 0 && l.policy.resumed != nil {
			l.policy.resumed(it, abandoned != nil)
		}
	}()
	if cause := it.givenUpCause(); cause != nil {
		it.attempts = it.suspicion.Ends
		l.refuse(it, cause)
		return f, nil
	}
	it.attempts = 0 // a lane that starts over tries anew, so that a letter says the same however records were read together
	for {
		it.attempts++
		err := l.try(ctx, f, it, stepwise)
		if err == nil {
			return f, nil
		}
		if l.lost || ctx.Err() != nil {
			return nil, fmt.Errorf("%w: %w", errAbandoned, err)
		}
		// The handler may have changed the state before it failed.
		if l.Stateful && !stepwise && l.steps > 0 {
			return nil, errStepwise
		}
		clean, broken := l.open(l.now.Data)
		if broken != nil {
			return nil, fmt.Errorf("opening %s of run %s again after %w: %w", l.key.Key, l.key.Run, err, broken)
		}
		f = clean
		switch {
		case Paused(err):
			it.attempts-- // a broken dependency is not the event's fault
			pauses++
			l.policy.paused(it, err)
			if !l.policy.wait(ctx, l.policy.quit, it, l.policy.patience(pauses)) {
				return nil, fmt.Errorf("%w: %w", errAbandoned, err)
			}
		case Rejected(err) || it.attempts >= l.policy.attempts:
			l.refuse(it, err)
			return f, nil
		default:
			l.policy.retried()
			if !l.policy.wait(ctx, nil, it, l.policy.backoff(it.attempts)) {
				return nil, fmt.Errorf("%w: %w", errAbandoned, err)
			}
		}
	}
}

// try runs one step and, if its outcome is valid, adds it to the overlay.
func (l *lane) try(ctx context.Context, f fold, it *item, stepwise bool) error {
	var out outcome
	var err error
	l.call(it, func() {
		pprof.SetGoroutineLabels(l.labels[it.record.Type])
		defer pprof.SetGoroutineLabels(ctx)
		out, err = f.step(ctx, it.record)
	})
	if l.lost {
		return errAbandoned
	}
	if err != nil {
		return err
	}
	sealed, err := l.seal(out.publish, it.record.Envelope, l.policy.clock.Now())
	if err != nil {
		return err
	}
	if l.Stateful && stepwise {
		data, err := f.encode()
		if err != nil {
			return Reject(fmt.Errorf("encoding the state of %s after %s: %w", l.key.Key, it.record.ID, err))
		}
		if len(data) > MaxBytes {
			return Reject(fmt.Errorf("keeping the state of %s after %s: %d bytes are above the limit of %d; put the bulk in the artefact store and keep the hash",
				l.key.Key, it.record.ID, len(data), MaxBytes))
		}
		l.now.Data = data
	}
	it.out = sealed
	l.steps++
	if l.Stateful {
		l.now.Wake = l.nextWake(out.wake, it.record)
		l.absorbed = append(l.absorbed, absorption{id: it.record.ID, out: sealed, next: it.source.Offset + 1})
	}
	return nil
}

// nextWake replaces the wake of the key by the one that the step asked for. Asking for the same time again keeps the
// wake with its original length.
func (l *lane) nextWake(at time.Time, r events.Record) *changelog.Wake {
	if at.IsZero() {
		return nil
	}
	ms := at.UnixMilli()
	if w := l.now.Wake; w != nil && w.At == ms {
		return w
	}
	return &changelog.Wake{
		At: ms, For: max(0, at.Sub(r.Time)), Cause: r.ID,
		Iteration: r.Iteration, Cap: r.IterationCap, Trace: r.TraceParent,
	}
}

// refuse sends an event to dead.letters. It is not absorbed: if somebody retries it, it is handled anew.
func (l *lane) refuse(it *item, err error) {
	if l.due != "" && it.record.Type == l.due && it.record.Sealed() {
		l.now.Wake = nil // or it would be armed again after every restart; a forged wake must not clear one
	}
	it.refusal = err
	l.call(it, func() { it.out = l.giveUp(it, err, l.policy.clock.Now()) })
}

// changed reports whether the state of the key has to be written.
func (l *lane) changed() bool {
	a, b := l.base, l.now
	sameWake := a.Wake == b.Wake || a.Wake != nil && b.Wake != nil && *a.Wake == *b.Wake
	return !sameWake || (a.Data == nil) != (b.Data == nil) || !bytes.Equal(a.Data, b.Data)
}

// next is the input offset after the lane's last record.
func (l *lane) next() int64 { return l.items[len(l.items)-1].source.Offset + 1 }

// dueRecord is the record that wakes a key.
func (l *logic) dueRecord(key changelog.Key, w changelog.Wake, at time.Time) (events.Record, error) {
	kind := events.DueKind(l.Name, l.Inputs[0])
	subject := fmt.Sprintf("due/%s/%d", key.Key, w.At)
	cause := events.Envelope{ID: w.Cause, Run: key.Run, Iteration: w.Iteration, IterationCap: w.Cap, TraceParent: w.Trace}
	r, err := kind.Draft(subject, events.Due{Key: key.Key, Wake: w.At}).Seal(cause, l.Name, at)
	if err != nil {
		return events.Record{}, fmt.Errorf("making the wake of %s in run %s: %w", key.Key, key.Run, err)
	}
	r.TraceParent = traceFrom(cause, r.ID)
	return r, nil
}
