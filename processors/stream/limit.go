package stream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/changelog"
	"github.com/sibyl-project/sibyl/processors/stream/clock"
)

// A handler that never returns blocks its key, the commits of its partition and a worker forever, and Go cannot end it.
// So a watchdog gives up on it: a lane that replaces the handler's own refuses the event, the rescue tells whoever waits
// for it, and everything else continues. A handler that also ignores the end of its context keeps using CPU until the
// process ends, which Run then asks for by returning ErrRunaway.

// DefaultLimit is how long a handler may take unless its processor says otherwise.
//
// A handler must not be given up on because the machine is busy with other things. So what counts is the CPU time that
// the process has used since, and the wall clock only when it shows many times the limit: a handler that waits forever
// uses no CPU.
const DefaultLimit = 5 * time.Minute

// ComputeLimit is for processors whose handlers only compute: the slowest section of any report takes a few seconds.
const ComputeLimit = 45 * time.Second

// wallClockFactor is how many times the limit may pass on the wall clock while the process hardly gets any CPU time.
const wallClockFactor = 8

// abandonGrace is how long a handler has to return after its context has ended.
const abandonGrace = 2 * time.Second

// takenOver is the value of lane.calledAt once the watchdog has taken the event from it.
const takenOver = -1

// ErrRunaway says that a handler kept running after it was given up on. Nothing is lost, but only the end of the
// process can end the handler: whoever runs the processors should exit and start a new process.
var ErrRunaway = errors.New("a handler does not end")

// watchHandlers is the watchdog: it gives up on handlers that exceed their time limit, and tells the runs of those that
// take long that somebody is at work, until ctx ends.
func (s *session) watchHandlers(ctx context.Context) {
	limit := s.logic.Limit
	every := min(time.Second, max(limit/4, time.Millisecond))
	for clock.Pause(ctx, nil, clock.System{}, every) {
		for _, what := range s.pipeline.abandonOverdue(time.Now(), processorTime(), limit) {
			s.log.Error("handler exceeded its time limit; the event goes to dead.letters", "event", what, "limit", limit)
		}
		s.pipeline.announceWorking(time.Now())
	}
}

// abandonOverdue abandons the lanes whose handlers have run for longer than limit, and returns their events. used is
// the CPU time that the process has used so far.
func (p *pipeline) abandonOverdue(now time.Time, used, limit time.Duration) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []string
	for _, q := range p.keyQueues {
		l := q.current
		if l == nil || q.dropped || p.stopped {
			continue
		}
		since := l.calledAt.Load()
		if since <= 0 {
			continue
		}
		if l.watchedCall != since {
			l.watchedCall, l.cpuAtCall = since, used // the watchdog sees this call for the first time
		}
		took := now.Sub(time.Unix(0, since))
		if took < limit || used-l.cpuAtCall < limit && took < wallClockFactor*limit || !l.calledAt.CompareAndSwap(since, takenOver) {
			continue // it may have returned just now
		}
		it := p.abandon(q, l, limit)
		out = append(out, fmt.Sprintf("%s %s of run %s", it.record.Type, it.record.Subject, it.record.Run))
	}
	for l, since := range p.runaway {
		if now.Sub(since) > abandonGrace && !p.hasTimedOut() {
			p.fail(fmt.Errorf("%w: %s of %s", ErrRunaway, l.items[l.current.Load()].record.Subject, l.Name))
			break
		}
	}
	return out
}

// hasTimedOut reports whether an event that exceeded the time limit is still to be committed as refused: if the process
// ended before that, the next one would start by trying the event again. The caller holds mu.
func (p *pipeline) hasTimedOut() bool {
	for _, w := range p.windows {
		for _, it := range w.items {
			if it.timedOut != nil {
				return true
			}
		}
	}
	return false
}

// abandon replaces a lane whose handler exceeds its time limit. The new lane works on copies of the events, since the
// handler may still return and write to the old ones, and refuses the event that was being handled. The caller holds
// mu.
func (p *pipeline) abandon(q *keyQueue, l *lane, limit time.Duration) *item {
	home, at := l.items[0].window, int(l.current.Load())
	l.abandoned = true
	l.cancel()
	l.policy.quarantine.leave(&l.entry)
	p.runaway[l] = time.Now()
	next := &lane{
		logic: l.logic, key: l.key, partition: l.partition, base: l.base, history: l.history, policy: l.policy,
		items: make([]*item, len(l.items)), began: time.Now(),
	}
	next.ctx, next.cancel = context.WithCancel(home.ctx)
	for i, old := range l.items {
		it := &item{
			source: old.source, record: old.record, defect: old.defect, window: home, lane: next,
			dispatch: old.dispatch, dispatchedAt: old.dispatchedAt, bytes: old.bytes,
			alone: old.alone, suspect: old.suspect, suspicion: old.suspicion, cleared: old.cleared, timedOut: old.timedOut,
		}
		if old.refusal != nil {
			it.suspicion.Unsaved = true // it is its rescue that exceeds the limit
		}
		next.items[i] = it
		for n := range home.items {
			if home.items[n] == old {
				home.items[n] = it
			}
		}
	}
	it := next.items[at]
	it.attempts = 1
	it.timedOut = fmt.Errorf("handling %s %s %w: more than %s", it.record.Type, it.record.Subject, errTimedOut, limit)
	q.current = next
	go p.work(assignment{q, next}) // in place of the old one: the number of workers stays the same
	return it
}

// processorTime is the CPU time that this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0 // then only the wall clock counts
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

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
	at := queueKey{key: changelog.Key{Run: it.record.Run, Key: it.record.Key}}
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
