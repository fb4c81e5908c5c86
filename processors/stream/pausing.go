package stream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream/clock"
)

// pauseAnnouncer tells runs that their work waits for a broken dependency, and when it continues. A run is told when
// one of its own events waits, or when so many others do that no worker is left for it. An announcement is named by the
// event that it is about, so that the next owner of the event repeats the same one. Guarded by the pipeline's lock.
type pauseAnnouncer struct {
	logic     *logic
	clock     clock.Clock
	waiting   []*item // in the order in which they started to wait
	reason    string
	announced []events.Envelope // runs that were told, by the event that the announcement names
	pending   []*kgo.Record     // announcements that are not published yet

	working map[string]time.Time // when runs were last told that their events are being worked on (working.go)
}

func (h *pauseAnnouncer) waits(it *item) bool {
	for _, other := range h.waiting {
		if other == it {
			return true
		}
	}
	return false
}

// begin notes that an event waits.
func (h *pauseAnnouncer) begin(it *item, cause error) {
	if h.waits(it) {
		return
	}
	h.waiting = append(h.waiting, it)
	h.reason, _, _ = strings.Cut(cause.Error(), "\n")
}

// end notes that an event no longer waits. If that is because its partition was revoked, the next owner announces it.
func (h *pauseAnnouncer) end(it *item, abandoned bool) {
	for i, other := range h.waiting {
		if other == it {
			h.waiting = append(h.waiting[:i:i], h.waiting[i+1:]...)
			break
		}
	}
	if !abandoned {
		return
	}
	for _, other := range h.waiting {
		if other.record.Run == it.record.Run {
			return
		}
	}
	for i, e := range h.announced {
		if e.Run == it.record.Run {
			h.announced = append(h.announced[:i:i], h.announced[i+1:]...)
			return
		}
	}
}

// update announces what has changed for runs.
func (h *pauseAnnouncer) update(p *pipeline) {
	if len(h.waiting) == 0 && len(h.announced) == 0 {
		return
	}
	held := map[string]bool{}
	for _, it := range h.waiting {
		h.pauseRun(held, it)
	}
	if len(h.waiting) >= 2*p.limits.workers { // parking is full and all workers are busy: none is left for other events
		for _, w := range p.windows {
			for _, it := range w.items[w.donePrefix:] {
				if !it.done && it.defect == nil && it.record.ReplayOf == "" && h.logic.routes[it.record.Type] {
					h.pauseRun(held, it)
				}
			}
		}
	}
	var still []events.Envelope
	for _, e := range h.announced {
		if held[e.Run] {
			still = append(still, e)
		} else {
			h.announce(events.AgentResumed, "resumed", "", e)
		}
	}
	h.announced = still
}

// pauseRun marks the run of an event as paused, and announces it if that has not happened yet.
func (h *pauseAnnouncer) pauseRun(held map[string]bool, it *item) {
	run := it.record.Run
	if run == "" || held[run] {
		return
	}
	held[run] = true
	for _, e := range h.announced {
		if e.Run == run {
			return
		}
	}
	e := clipped(it.record.Envelope)
	h.announced = append(h.announced, e)
	h.announce(events.AgentPaused, "paused", h.reason, e)
}

func (h *pauseAnnouncer) announce(kind events.Kind[events.Pause], what, reason string, e events.Envelope) {
	d := kind.Draft(events.RunSubject(what, h.logic.Name, e.ID), events.Pause{Agent: h.logic.Name, Reason: short(reason)})
	h.publish(d, e, h.clock.Now())
}

func (h *pauseAnnouncer) publish(d events.Draft, e events.Envelope, now time.Time) {
	r, err := d.Seal(e, h.logic.Name, now)
	if err != nil {
		panic(fmt.Sprintf("sealing %s for run %s: %v", d.Subject, e.Run, err)) // plain data within its cap
	}
	r.TraceParent = traceFrom(e, r.ID)
	h.pending = append(h.pending, wire.Encode(r))
}

// takePending removes and returns the announcements that are to be published.
func (h *pauseAnnouncer) takePending() []*kgo.Record {
	say := h.pending
	h.pending = nil
	return say
}

// park gives the worker of a waiting lane to others. A lane that waits for a retry always gives up its worker. Lanes
// that wait for a broken dependency do so only up to the number of workers and keep theirs beyond it; otherwise every
// event in the pipeline would be tried against the broken dependency.
func (p *pipeline) park(it *item) (unpark func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pausing := p.pauses.waits(it)
	if pausing && p.parked >= p.limits.workers {
		return func() {}
	}
	if pausing {
		p.parked++
	}
	p.away++
	p.running--
	p.startWorkers()
	return func() {
		p.mu.Lock()
		p.away--
		if pausing {
			p.parked--
		}
		if p.running < p.limits.workers || it.window.ctx.Err() != nil {
			p.running++ // a lane that is abandoned is about to end
			p.mu.Unlock()
			return
		}
		turn := make(chan struct{})
		p.returning = append(p.returning, turn)
		p.mu.Unlock() // still, it stands in returning
		select {
		case <-turn:
		case <-it.window.ctx.Done():
			p.mu.Lock()
			if i := slices.Index(p.returning, turn); i >= 0 {
				p.returning = slices.Delete(p.returning, i, i+1)
				p.running++
			}
			p.mu.Unlock()
		}
	}
}

func (p *pipeline) paused(it *item, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pauses.begin(it, err)
	p.pauses.update(p)
	signal(p.news)
	p.changed.Broadcast()
}

func (p *pipeline) resumed(it *item, abandoned bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pauses.end(it, abandoned || it.window.gone)
	p.pauses.update(p)
	signal(p.news)
}

// policy is how lanes deal with errors; all lanes of a session share it.
type policy struct {
	clock    clock.Clock
	attempts int
	backoff  func(failures int) time.Duration
	patience func(pauses int) time.Duration // between tries of a broken dependency
	quit     <-chan struct{}                // closed when the process drains, which ends waiting for a dependency
	paused   func(it *item, err error)
	resumed  func(it *item, abandoned bool) // undoes paused; may be nil
	retried  func()

	// quarantine tracks the events in flight; nil where nobody needs to know.
	quarantine *quarantine

	// park gives the lane's worker to others while it waits; the lane gets one back when the returned function is
	// called. May be nil.
	park func(it *item) (unpark func())
}

// wait lets other lanes work while this one waits for d. It reports whether d has passed.
func (p *policy) wait(ctx context.Context, quit <-chan struct{}, it *item, d time.Duration) bool {
	if p.park != nil {
		defer p.park(it)()
	}
	return clock.Pause(ctx, quit, p.clock, d)
}

// errAbandoned ends a lane that will not be committed: its partition was revoked, or the process ends before the lane
// could finish.
var errAbandoned = errors.New("the work was abandoned")
