package stream

import (
	"context"
	"time"
)

// queueKey identifies a key queue. The keys of a stateful processor belong to their partition: a record that a foreign
// producer wrote to another partition does not see their state.
type queueKey struct {
	partition int32
	key       stateKey
}

// keyQueue holds the work of one key in the pipeline: the waiting events, and the lanes that have finished but are not
// committed. Its tail is speculative state: later lanes of the key see it, nothing else does, and it is discarded with
// the queue. Guarded by the pipeline's lock.
type keyQueue struct {
	id       queueKey
	memory   *partition // nil for a stateless processor
	waiting  []*item
	finished []*lane
	tail     held // speculative: the state after the last finished lane
	live     fold // the tail, decoded, while nothing runs
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
func (q *keyQueue) recall(ctx context.Context, key stateKey, id string) ([]output, bool, error) {
	q.pipeline.mu.Lock()
	for _, l := range q.finished {
		for _, a := range l.absorbed {
			if a.id == id {
				q.pipeline.mu.Unlock()
				return a.out, true, nil
			}
		}
	}
	at, known := q.memory.seen[fingerprintOf(key, id)]
	q.pipeline.mu.Unlock()
	if !known {
		return nil, false, nil
	}
	records, err := q.memory.archive.read(ctx, q.memory.number, key, id, at)
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
