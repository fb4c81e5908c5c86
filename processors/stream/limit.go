package stream

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A handler that never returns holds its key, its partition's commits and a processor's worker for ever, and Go has
// no way to end it. So it is given up on: its event is refused by a lane that takes the other's place, whoever waits
// for the event is told by its rescue, and everything goes on. If the handler does not even notice that its context
// has ended, it goes on burning a processor until the process ends, which Run then asks for by ErrRunaway.

// DefaultLimit is how long a handler may take where its processor does not say otherwise.
//
// A machine that is busy with other things must not make a handler guilty. So the time that counts is that which the
// process has had of the machine's processors since, and the clock's only when it shows many times as much: a handler
// that waits for ever uses no processor.
const DefaultLimit = 5 * time.Minute

// ComputeLimit is for processors whose handlers only compute: the slowest section of any report takes a few seconds.
const ComputeLimit = 45 * time.Second

// wallClockFactor is how many times the limit may pass on the clock while the process hardly gets to run.
const wallClockFactor = 8

// abandonGrace is how long a handler has to return after its context has ended.
const abandonGrace = 2 * time.Second

// takenOver stands in lane.since once its event was taken from it.
const takenOver = -1

// ErrRunaway says that a handler went on after it had been given up on. Nothing is lost, and nothing but the end of
// the process ends the handler: whoever runs processors should end it and start another.
var ErrRunaway = errors.New("a handler does not end")

// watchHandlers gives up on handlers that take too long, until ctx ends.
func (s *session) watchHandlers(ctx context.Context) {
	limit := s.logic.Limit
	every := min(time.Second, max(limit/4, time.Millisecond))
	for pause(ctx, nil, SystemClock{}, every) {
		for _, what := range s.pipeline.abandonOverdue(time.Now(), processorTime(), limit) {
			s.log.Error("a handler takes too long; its event is set aside", "event", what, "limit", limit)
		}
	}
}

// abandonOverdue abandons the lanes whose handlers have run for longer than limit, and says what they had in hand. used is
// the processor time that the process has used until now.
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
			l.watchedCall, l.cpuAtCall = since, used // the first look at this call
		}
		took := now.Sub(time.Unix(0, since))
		if took < limit || used-l.cpuAtCall < limit && took < wallClockFactor*limit || !l.calledAt.CompareAndSwap(since, takenOver) {
			continue // it may have returned in this moment
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

// hasTimedOut reports whether an event that took too long is still to be committed as refused: before that, the
// next life would begin by trying it again. The caller holds mu.
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

// abandon puts a new lane in the place of one whose handler takes too long. It has copies of the events, since the
// handler may still return and write to the old ones, and refuses the one that was in hand. The caller holds mu.
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
			it.suspicion.unsaved = true // it is its rescue that takes too long
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
	go p.work(q, next) // in the old one's place: the count of workers stays as it is
	return it
}
