package stream

import (
	"context"
	"time"
)

// queueKey names a track. The keys of a stateful processor are their partition's own: a record that a
// foreign producer put elsewhere does not see their state.
type queueKey struct {
	partition int32
	key       stateKey
}

// keyQueue is a key's way through the pipeline: what waits, and the lanes that have finished and are not
// committed. Its tail is speculative: later lanes of the key see it, nobody else does, and it goes with
// the track. Guarded by the pipeline's lock.
type keyQueue struct {
	id       queueKey
	memory   *partition // nil for a stateless processor
	waiting  []*item
	finished []*lane
	tail     held // after the last finished lane
	live     fold // the tail, decoded, while nothing runs
	running  bool
	current  *lane // that is running
	queued   bool
	dropped  bool // its partition has gone, or the pipeline has been emptied

	pipeline *pipeline
}

// targetLaneTime is how long a lane may run: long lanes save encodings, short ones leave the commit more places to
// cut at. A handler that is slower makes lanes of one item.
const targetLaneTime = 5 * time.Millisecond

// next makes a lane of the items in front: at most n, all of one dispatch and one partition.
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

// ready reports whether the first event that waits may be begun.
func (q *keyQueue) ready() bool {
	first := q.waiting[0]
	return !first.window.unmarked && (!first.suspect || first.cleared)
}

// recall looks at what is not committed first.
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

// merged is the first n finished lanes as one, for writing them down: one state record, and pages that
// hold more than one lane's events.
func (q *keyQueue) merged(n int) *lane {
	first, last := q.finished[0], q.finished[n-1]
	m := &lane{logic: first.logic, key: first.key, partition: first.partition, base: first.base, now: last.now, items: last.items}
	for _, l := range q.finished[:n] {
		m.absorbed = append(m.absorbed, l.absorbed...)
		m.steps += l.steps
	}
	return m
}

// idle reports whether the track holds nothing that is not in the partition's memory, too.
func (q *keyQueue) idle() bool { return !q.running && len(q.waiting) == 0 && len(q.finished) == 0 }
