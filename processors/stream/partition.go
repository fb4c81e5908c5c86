package stream

import (
	"bytes"
	"container/heap"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// partition is what a stateful processor holds for one partition of its input, as of the last commit. It is filled by
// restore; after that the pipeline's lock guards it.
type partition struct {
	number  int32
	keys    map[stateKey]held
	seen    map[fingerprint]place
	next    int64 // input offset after the last event that changed anything; -1 if none did
	wakes   wakeQueue
	archive *archive
}

// place is where the pages of an absorbed event start in the state topic, and how many there are.
type place struct {
	offset int64
	pages  int32
}

func newPartition(number int32, a *archive) *partition {
	return &partition{number: number, keys: map[stateKey]held{}, seen: map[fingerprint]place{}, next: -1, archive: a}
}

func (p *partition) hold(key stateKey) held { return p.keys[key] }

// absorb applies a record of the state topic during a restore.
func (p *partition) absorb(r *kgo.Record) error {
	sort, key, err := readStateKey(r.Key)
	if err != nil {
		return err
	}
	next, w, err := readStateHeaders(r.Headers)
	if err != nil {
		return err
	}
	p.next = max(p.next, next)
	if sort == sortState {
		if r.Value == nil && w == nil {
			delete(p.keys, key)
		} else {
			// A clone, or one small state would keep its whole fetched batch alive.
			p.keys[key] = held{data: bytes.Clone(r.Value), wake: w}
		}
		return nil
	}
	ids, err := readIDs(r.Value)
	if err != nil {
		return err
	}
	for _, id := range ids {
		p.remember(key, id, r.Offset)
	}
	return nil
}

// remember notes a page of an absorbed event. Pages come in the order of their offsets.
func (p *partition) remember(key stateKey, id string, offset int64) {
	f := fingerprintOf(key, id)
	at, known := p.seen[f]
	if !known {
		at.offset = offset
	}
	at.pages++
	p.seen[f] = at
}

// keep makes a committed overlay the state of its key.
func (p *partition) keep(key stateKey, h held, next int64, now time.Time, newWake bool) {
	if h.data == nil && h.wake == nil {
		delete(p.keys, key)
	} else {
		p.keys[key] = h
	}
	p.next = max(p.next, next)
	if newWake {
		p.arm(key, h.wake, now)
	}
}

// arm queues a wake.
func (p *partition) arm(key stateKey, w *wake, now time.Time) {
	if w != nil {
		heap.Push(&p.wakes, armed{fire: w.fires(now), key: key, at: w.At})
	}
}

// armAll queues every restored wake.
func (p *partition) armAll(now time.Time) {
	for key, h := range p.keys {
		p.arm(key, h.wake, now)
	}
}

// dueWakes removes the wakes that are due from the queue and returns those that a later step has not replaced.
func (p *partition) dueWakes(now time.Time) []armed {
	var out []armed
	for len(p.wakes) > 0 && !p.wakes[0].fire.After(now) {
		a := heap.Pop(&p.wakes).(armed)
		if w := p.keys[a.key].wake; w != nil && w.At == a.at {
			out = append(out, a)
		}
	}
	return out
}

// armed is a wake in the queue.
type armed struct {
	fire time.Time
	key  stateKey
	at   int64
}

// wakeQueue is a heap by time; ties go by key, so that the order does not depend on a map's.
type wakeQueue []armed

func (q wakeQueue) Len() int { return len(q) }
func (q wakeQueue) Less(i, j int) bool {
	if !q[i].fire.Equal(q[j].fire) {
		return q[i].fire.Before(q[j].fire)
	}
	if q[i].key.run != q[j].key.run {
		return q[i].key.run < q[j].key.run
	}
	return q[i].key.key < q[j].key.key
}
func (q wakeQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *wakeQueue) Push(x any)   { *q = append(*q, x.(armed)) }
func (q *wakeQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}
