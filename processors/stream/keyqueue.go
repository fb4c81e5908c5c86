package stream

import (
	"context"
	"time"

	"github.com/sibyl-project/sibyl/processors/stream/changelog"
)

// queueKey identifies a key queue. The keys of a stateful processor belong to their partition: a record that a foreign
// producer wrote to another partition does not see their state.
type queueKey struct {
	partition int32
	key       changelog.Key
}

// keyQueue holds the work of one key in the pipeline: the waiting events, and the lanes that have finished but are not
// committed. Its tail is speculative state: later lanes of the key see it, nothing else does, and it is discarded with
// the queue. Guarded by the pipeline's lock.
type keyQueue struct {
	id       queueKey
	memory   *changelog.Partition // nil for a stateless processor
	waiting  []*item
	finished []*lane
	tail     changelog.State // speculative: the state after the last finished lane
	live     fold            // the tail, decoded, while nothing runs
	running  bool
	current  *lane // the one that is running
	queued   bool
	dropped  bool // its partition was revoked, or the pipeline was stopped

	pipeline *pipeline
}

// targetLaneTime is how long a lane should run. Long lanes save state encodings; short ones give the commit more
// boundaries to stop at. If the handler is slower than this, each lane has one item.
const targetLaneTime = 5 * time.Millisecond

// next makes a lane of the first waiting items: at most n, all of one dispatch and one partition.
func (q *keyQueue) next(n int, p *policy) *lane {
	first := q.waiting[0]
	end := 1
	for end < len(q.waiting) && end < n &&
		q.waiting[end].dispatch == first.dispatch && q.waiting[end].window == first.window {
		end++
	}
	l := &lane{
		logic: q.pipeline.logic, key: q.id.key, partition: q.id.partition,
		base: q.tail, live: q.live, items: q.waiting[:end:end], history: q, policy: p,
	}
	q.live = nil
	q.current = l
	q.waiting = q.waiting[end:]
	for _, it := range l.items {
		it.lane = l
	}
	return l
}

// ready reports whether the first waiting event may be started.
func (q *keyQueue) ready() bool {
	first := q.waiting[0]
	return !first.window.unmarked && (!first.suspect || first.cleared)
}

// recall checks the uncommitted lanes before the partition.
func (q *keyQueue) recall(ctx context.Context, key changelog.Key, id string) ([]output, bool, error) {
	q.pipeline.mu.Lock()
	for _, l := range q.finished {
		for _, a := range l.absorbed {
			if a.id == id {
				q.pipeline.mu.Unlock()
				return a.out, true, nil
			}
		}
	}
	at, known := q.memory.Find(key, id)
	q.pipeline.mu.Unlock()
	if !known {
		return nil, false, nil
	}
	records, err := q.memory.Read(ctx, key, id, at)
	return outputsOf(records), true, err
}

// merged combines the first n finished lanes into one for the commit: one state record, and pages that hold the events
// of more than one lane.
func (q *keyQueue) merged(n int) *lane {
	first, last := q.finished[0], q.finished[n-1]
	m := &lane{logic: first.logic, key: first.key, partition: first.partition, base: first.base, now: last.now, items: last.items}
	for _, l := range q.finished[:n] {
		m.absorbed = append(m.absorbed, l.absorbed...)
		m.steps += l.steps
	}
	return m
}

// idle reports whether the queue holds nothing beyond what the partition's memory has.
func (q *keyQueue) idle() bool { return !q.running && len(q.waiting) == 0 && len(q.finished) == 0 }

// readyQueue schedules the key queues that have work. It alternates between runs, so that a run with ten thousand
// claims does not delay one with ten; within a run, key queues are first in, first out. Guarded by the pipeline's lock.
type readyQueue struct {
	runs   map[string]*fifo[*keyQueue]
	order  fifo[string]
	queued int // key queues in it
}

func newReadyQueue() readyQueue { return readyQueue{runs: map[string]*fifo[*keyQueue]{}} }

func (r *readyQueue) push(q *keyQueue) {
	q.queued = true
	line := r.runs[q.id.key.Run]
	if line == nil {
		line = &fifo[*keyQueue]{}
		r.runs[q.id.key.Run] = line
		r.order.push(q.id.key.Run)
	}
	line.push(q)
	r.queued++
}

// pop removes and returns the next key queue, nil if there is none. Queues that were dropped, or started out of order,
// are skipped.
func (r *readyQueue) pop() *keyQueue {
	for r.order.len() > 0 {
		run := r.order.pop()
		line := r.runs[run]
		for line.len() > 0 {
			q := line.pop()
			r.queued--
			if q.dropped || !q.queued || len(q.waiting) == 0 {
				continue
			}
			q.queued = false
			if line.len() > 0 {
				r.order.push(run)
			} else {
				delete(r.runs, run)
			}
			return q
		}
		delete(r.runs, run)
	}
	return nil
}

// fifo is a first-in-first-out queue whose array does not grow with the number of items that have passed through it.
type fifo[T any] struct {
	items []T
	first int
}

func (f *fifo[T]) len() int { return len(f.items) - f.first }

func (f *fifo[T]) push(t T) { f.items = append(f.items, t) }

func (f *fifo[T]) pop() T {
	var none T
	t := f.items[f.first]
	f.items[f.first] = none
	f.first++
	if f.first*2 > len(f.items) {
		n := copy(f.items, f.items[f.first:])
		clear(f.items[n:])
		f.items, f.first = f.items[:n], 0
	}
	return t
}
