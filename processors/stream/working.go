package stream

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/sibyl-project/sibyl/events"
)

// workingEvery is how long a processor may have an event of a run before it tells the run that it is at work, and how
// often it does so again. It is well below the time after which anybody takes an agent for silent (conductor.Config).
const workingEvery = 5 * time.Second

// mostPending bounds the announcements that wait while the broker takes none.
const mostPending = 1000

// stuckAfter is how many times its limit a handler may take on the wall clock and still count as work: one that waits for
// ever uses no processor time, so that the watchdog ends it only much later.
const stuckAfter = 4

// announceWorking tells runs whose events have been here for long, in a handler or behind other events, that the
// processor is alive: on a busy machine a handler that usually takes a second can take half a minute, and nothing else is
// heard of its agent meanwhile. A run that was told of a pause is not told more.
func (p *pipeline) announceWorking(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped || p.draining || p.logic.Copies != "" {
		return
	}
	oldest := map[string]*item{}
	for _, w := range p.windows {
		if w.revoking {
			continue
		}
		for _, it := range w.items[w.donePrefix:] {
			r := &it.record
			if p.stuck(w, it, now) || it.done || it.defect != nil || r.Run == "" || r.ReplayOf != "" ||
				!p.logic.routes[r.Type] || now.Sub(it.dispatchedAt) < workingEvery {
				continue
			}
			if o := oldest[r.Run]; o == nil || it.dispatchedAt.Before(o.dispatchedAt) {
				oldest[r.Run] = it
			}
		}
	}
	told := map[string]time.Time{}
	h := &p.pauses
	for _, run := range slices.Sorted(maps.Keys(oldest)) {
		last := h.working[run]
		if now.Sub(last) >= workingEvery && !h.toldOfPause(run) && len(h.pending) < mostPending {
			e, at := clipped(oldest[run].record.Envelope), h.clock.Now()
			subject := events.RunSubject("working", h.logic.Name, e.ID, strconv.FormatInt(at.UnixMilli(), 10))
			h.publish(events.AgentWorking.Draft(subject, events.Work{Agent: h.logic.Name, On: e.ID}), e, at)
			last = now
			signal(p.news)
		}
		told[run] = last
	}
	h.working = told
}

// stuck reports whether an event, or the one of its key before it, is in a handler that does not seem to return. The caller
// holds mu.
func (p *pipeline) stuck(w *window, it *item, now time.Time) bool {
	at := queueKey{key: stateKey{it.record.Run, it.record.Key}}
	if w.memory != nil {
		at.partition = w.number
	}
	q := p.keyQueues[at]
	if q == nil || q.current == nil || p.logic.Limit <= 0 {
		return false
	}
	since := q.current.calledAt.Load()
	return since > 0 && now.Sub(time.Unix(0, since)) > stuckAfter*p.logic.Limit
}

func (h *pauseAnnouncer) toldOfPause(run string) bool {
	return slices.ContainsFunc(h.announced, func(e events.Envelope) bool { return e.Run == run })
}
