package stream

import (
	"context"
	"errors"
	"time"

	"github.com/sibyl-project/sibyl/processors/stream/changelog"
)

// startWorkers assigns free workers: first to lanes that were parked, then to the next ready key queues. The caller
// holds mu.
func (p *pipeline) startWorkers() {
	for p.running < p.limits.workers {
		if len(p.returning) > 0 {
			p.running++
			close(p.returning[0])
			p.returning = p.returning[1:]
			continue
		}
		if p.keepsUp() {
			return
		}
		q := p.next()
		if q == nil {
			return
		}
		p.running++
		q.running = true
		a := assignment{q, p.lane(q)}
		if n := len(p.resting); n > 0 {
			p.resting[n-1] <- a
			p.resting = p.resting[:n-1]
			continue
		}
		p.workers.Add(1)
		go p.work(a)
	}
}

// worthAWorker is how much work has to wait for another worker to start. More goroutines than processors that compute keep the
// requests of the commit waiting: Go looks for what the network has brought when a processor is idle.
const worthAWorker = time.Millisecond

// keepsUp reports whether the running workers will soon have started all that waits. That is doubtful when none of them has
// started or finished anything for a while; for the handler that turns out to be slow only later there is the timer. The
// caller holds mu.
func (p *pipeline) keepsUp() bool {
	if p.running == 0 || p.draining || time.Duration(p.ready.queued)*p.pace > time.Duration(p.running)*worthAWorker ||
		time.Since(p.progressed) > worthAWorker {
		return false
	}
	if p.ready.queued > 0 && !p.overseen {
		p.overseen = true
		p.oversight.Reset(worthAWorker)
	}
	return true
}

// oversee starts further workers if what waits has not been started as expected.
func (p *pipeline) oversee() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.overseen = false
	p.startWorkers()
}

// assignment is what a worker is given: a lane, and the key queue that it is of.
type assignment struct {
	q *keyQueue
	l *lane
}

// work is the goroutine of a worker. Without work it rests until it is given some: a new goroutine would first have to
// grow its stack to what handlers need.
func (p *pipeline) work(a assignment) {
	rest := make(chan assignment, 1)
	for working := true; working; a, working = <-rest {
		if abandoned := p.workOn(a.q, a.l, rest); abandoned {
			return
		}
	}
	p.workers.Done()
}

// next is the key queue to work on, usually the first of the ready queue. When too many bytes are finished but cannot
// be committed, only what a commit waits for is started. When draining, only what precedes an event that has already
// started, because that would otherwise be lost.
func (p *pipeline) next() *keyQueue {
	switch {
	case p.stopped || p.failure != nil:
		return nil
	case p.draining:
		return p.pick(func(w *window) *item {
			if w.stuck {
				return nil
			}
			var hole *item
			for _, it := range w.items[w.donePrefix:] {
				if it.lane == nil && hole == nil {
					hole = it
				}
				if it.lane != nil && hole != nil {
					return hole
				}
			}
			return nil
		})
	case p.bytes > p.limits.bytes:
		return p.pick((*window).firstUnfinished)
	}
	for {
		q := p.ready.pop()
		if q == nil || !q.waiting[0].window.revoking {
			return q
		}
	}
}

// pick is a key queue whose first waiting item is the one that a window wants.
func (p *pipeline) pick(wanted func(*window) *item) *keyQueue {
	for _, w := range p.windows {
		if w.revoking {
			continue
		}
		it := wanted(w)
		if it == nil || it.lane != nil {
			continue
		}
		at := queueKey{key: changelog.Key{Run: it.record.Run, Key: it.record.Key}}
		if w.memory != nil {
			at.partition = w.number
		}
		if q := p.keyQueues[at]; q != nil && !q.dropped && !q.running && q.waiting[0] == it && q.ready() {
			q.queued = false
			return q
		}
	}
	return nil
}

// lane is the next one of a key queue. The caller holds mu.
func (p *pipeline) lane(q *keyQueue) *lane {
	n := 1
	if p.pace < targetLaneTime && !p.draining {
		n = int(targetLaneTime / max(p.pace, 1))
	}
	l := q.next(n, &p.policy)
	l.began = time.Now()
	p.progressed = l.began
	l.ctx, l.cancel = context.WithCancel(l.items[0].window.ctx)
	return l
}

// workOn runs a lane, and further ones until no key queue is ready or a parked lane needs the worker, which then rests. A
// worker whose lane was abandoned no longer counts: another one has taken its place (limit.go).
func (p *pipeline) workOn(q *keyQueue, l *lane, rest chan assignment) (abandoned bool) {
	for {
		home := l.items[0].window
		err := l.run(l.ctx)
		l.cancel()
		now := time.Now()
		step := now.Sub(l.began) / time.Duration(len(l.items))
		p.mu.Lock()
		if l.abandoned {
			delete(p.runaway, l)
			p.mu.Unlock()
			return true
		}
		p.progressed = now
		p.pace += (step - p.pace) / 8
		p.finish(q, l, home, err)
		p.changed.Broadcast()
		if q = nil; len(p.returning) == 0 {
			q = p.next()
		}
		if q == nil {
			break
		}
		q.running = true
		l = p.lane(q)
		p.mu.Unlock()
	}
	p.running--
	p.startWorkers()
	if p.stopped {
		close(rest)
	} else {
		p.resting = append(p.resting, rest)
	}
	p.changed.Broadcast()
	p.mu.Unlock()
	return false
}

// finish records the outcome of a lane in the pipeline. The caller holds mu.
func (p *pipeline) finish(q *keyQueue, l *lane, home *window, err error) {
	q.running, q.current = false, nil
	switch {
	case p.stopped || home.gone:
	case err == nil:
		p.accept(q, l, home)
	case errors.Is(err, errAbandoned), errors.Is(err, context.Canceled):
		home.stuck = true
		if q.memory != nil {
			q.dropped = true
		}
	default:
		p.fail(err)
	}
	if q.dropped {
		return
	}
	if len(q.waiting) > 0 {
		p.schedule(q)
	} else if q.idle() {
		delete(p.keyQueues, q.id)
	}
}

func (p *pipeline) accept(q *keyQueue, l *lane, home *window) {
	if p.logic.Stateful {
		q.finished = append(q.finished, l)
		q.tail, q.live = l.now, l.live
	}
	l.live = nil
	for _, it := range l.items {
		it.done = true
		for _, o := range it.out {
			n := size(o.wire)
			it.bytes += n
			p.bytes += n
		}
	}
	home.advance()
	if home.donePrefix > 0 {
		signal(p.news)
	}
}
