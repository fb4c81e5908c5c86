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
			if it.done || it.defect != nil || r.Run == "" || r.ReplayOf != "" || !p.logic.routes[r.Type] || now.Sub(it.dispatchedAt) < workingEvery {
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
		if now.Sub(last) >= workingEvery && !h.toldOfPause(run) {
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

func (h *pauseAnnouncer) toldOfPause(run string) bool {
	return slices.ContainsFunc(h.announced, func(e events.Envelope) bool { return e.Run == run })
}
