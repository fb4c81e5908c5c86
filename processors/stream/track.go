package stream

import (
	"context"
	"time"
)

// trackKey names a track. The keys of a stateful processor are their partition's own: a record that a
// foreign producer put elsewhere does not see their state.
type trackKey struct {
	partition int32
	key       stateKey
}

// track is a key's way through the pipeline: what waits, and the lanes that have finished and are not
// committed. Its tail is speculative: later lanes of the key see it, nobody else does, and it goes with
// the track. Guarded by the pipeline's lock.
type track struct {
	at       trackKey
	memory   *partition // nil for a stateless processor
	waiting  []*item
	finished []*lane
	tail     held // after the last finished lane
	live     fold // the tail, decoded, while nothing runs
	running  bool
	current  *lane // that is running
	queued   bool
	dead     bool // its partition has gone, or the pipeline has been emptied

	pipeline *pipeline
}

// stride is how long a lane may run: long lanes save encodings, short ones leave the commit more places to
// cut at. A handler that is slower makes lanes of one item.
const stride = 5 * time.Millisecond

// next makes a lane of the items in front: at most n, all of one dispatch and one partition.
func (t *track) next(n int, p *policy) *lane {
	first := t.waiting[0]
	end := 1
	for end < len(t.waiting) && end < n &&
		t.waiting[end].chunk == first.chunk && t.waiting[end].home == first.home {
		end++
	}
	l := &lane{
		logic: t.pipeline.logic, key: t.at.key, part: t.at.partition,
		base: t.tail, live: t.live, items: t.waiting[:end:end], history: t, policy: p,
	}
	t.live = nil
	t.current = l
	t.waiting = t.waiting[end:]
	for _, it := range l.items {
		it.lane = l
	}
	return l
}

// ready reports whether the first event that waits may be begun.
func (t *track) ready() bool {
	first := t.waiting[0]
	return !first.home.unmarked && (!first.suspect || first.cleared)
}

// recall looks at what is not committed first.
func (t *track) recall(ctx context.Context, key stateKey, id string) ([]output, bool, error) {
	t.pipeline.mu.Lock()
	for _, l := range t.finished {
		for _, a := range l.absorbed {
			if a.id == id {
				t.pipeline.mu.Unlock()
				return a.out, true, nil
			}
		}
	}
	at, known := t.memory.seen[fingerprintOf(key, id)]
	t.pipeline.mu.Unlock()
	if !known {
		return nil, false, nil
	}
	records, err := t.memory.archive.read(ctx, t.memory.number, key, id, at)
	return outputsOf(records), true, err
}

// merged is the first n finished lanes as one, for writing them down: one state record, and pages that
// hold more than one lane's events.
func (t *track) merged(n int) *lane {
	first, last := t.finished[0], t.finished[n-1]
	m := &lane{logic: first.logic, key: first.key, part: first.part, base: first.base, now: last.now, items: last.items}
	for _, l := range t.finished[:n] {
		m.absorbed = append(m.absorbed, l.absorbed...)
		m.steps += l.steps
	}
	return m
}

// idle reports whether the track holds nothing that is not in the partition's memory, too.
func (t *track) idle() bool { return !t.running && len(t.waiting) == 0 && len(t.finished) == 0 }
