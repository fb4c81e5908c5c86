package changelog

import (
	"bytes"
	"container/heap"
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
)

// Partition is what a stateful processor holds for one partition of its input, as of the last commit. It is filled by
// restore; after that the pipeline's lock guards it.
type Partition struct {
	number  int32
	keys    map[Key]State
	seen    map[fingerprint]Place
	Next    int64 // input offset after the last event that changed anything; -1 if none did
	wakes   wakeQueue
	archive *Archive

	last    anchor // of what is held
	from    anchor // what the snapshot goes up to, if this began with one
	unsaved int    // bytes of the state topic since the last snapshot
	saved   int    // bytes of that snapshot
}

// Place is where the pages of an absorbed event start in the state topic, and how many there are.
type Place struct {
	offset int64
	pages  int32
}

// NewPartition holds nothing yet: Restore fills it.
func NewPartition(number int32, a *Archive) *Partition {
	none := anchor{offset: -1}
	return &Partition{number: number, keys: map[Key]State{}, seen: map[fingerprint]Place{}, Next: -1, archive: a, last: none, from: none}
}

// Hold is what a key holds as of the last commit.
func (p *Partition) Hold(key Key) State { return p.keys[key] }

// absorb applies a record of the state topic during a restore.
func (p *Partition) absorb(r *kgo.Record) error {
	sort, key, err := readStateKey(r.Key)
	if err != nil {
		return err
	}
	next, w, err := readStateHeaders(r.Headers)
	if err != nil {
		return err
	}
	p.Next = max(p.Next, next)
	if sort == sortState {
		if r.Value == nil && w == nil {
			delete(p.keys, key)
		} else {
			// A clone, or one small state would keep its whole fetched batch alive.
			p.keys[key] = State{Data: bytes.Clone(r.Value), Wake: w}
		}
		return nil
	}
	ids, err := readIDs(r.Value)
	if err != nil {
		return err
	}
	for _, id := range ids {
		p.Remember(key, id, r.Offset)
	}
	return nil
}

// Remember notes a page of an absorbed event. Pages come in the order of their offsets.
func (p *Partition) Remember(key Key, id string, offset int64) {
	f := fingerprintOf(key, id)
	at, known := p.seen[f]
	if !known {
		at.offset = offset
	}
	at.pages++
	p.seen[f] = at
}

// Keep makes a committed overlay the state of its key.
func (p *Partition) Keep(key Key, h State, next int64, now time.Time, newWake bool) {
	if h.Data == nil && h.Wake == nil {
		delete(p.keys, key)
	} else {
		p.keys[key] = h
	}
	p.Next = max(p.Next, next)
	if newWake {
		p.arm(key, h.Wake, now)
	}
}

// arm queues a wake.
func (p *Partition) arm(key Key, w *Wake, now time.Time) {
	if w != nil {
		heap.Push(&p.wakes, armed{fire: w.Fires(now), key: key, at: w.At})
	}
}

// ArmAll queues every restored wake.
func (p *Partition) ArmAll(now time.Time) {
	for key, h := range p.keys {
		p.arm(key, h.Wake, now)
	}
}

// Due is a wake whose time has come.
type Due struct {
	Key  Key
	Wake Wake
}

// DueWakes removes the wakes that are due from the queue and returns those that a later step has not replaced.
func (p *Partition) DueWakes(now time.Time) []Due {
	var out []Due
	for len(p.wakes) > 0 && !p.wakes[0].fire.After(now) {
		a := heap.Pop(&p.wakes).(armed)
		if w := p.keys[a.key].Wake; w != nil && w.At == a.at {
			out = append(out, Due{a.key, *w})
		}
	}
	return out
}

// UntilWake is the time until the next wake, if there is one.
func (p *Partition) UntilWake(now time.Time) (wait time.Duration, armed bool) {
	if len(p.wakes) == 0 {
		return 0, false
	}
	return max(0, p.wakes[0].fire.Sub(now)), true
}

// Find reports whether an event was absorbed, and where its outputs stand.
func (p *Partition) Find(key Key, id string) (at Place, known bool) {
	at, known = p.seen[fingerprintOf(key, id)]
	return at, known
}

// Read reads the outputs of an absorbed event back.
func (p *Partition) Read(ctx context.Context, key Key, id string, at Place) ([]events.Record, error) {
	return p.archive.read(ctx, p.number, key, id, at)
}

// armed is a wake in the queue.
type armed struct {
	fire time.Time
	key  Key
	at   int64
}

// wakeQueue is a heap by time; ties go by key, so that the order does not depend on a map's.
type wakeQueue []armed

func (q wakeQueue) Len() int { return len(q) }
func (q wakeQueue) Less(i, j int) bool {
	if !q[i].fire.Equal(q[j].fire) {
		return q[i].fire.Before(q[j].fire)
	}
	if q[i].key.Run != q[j].key.Run {
		return q[i].key.Run < q[j].key.Run
	}
	return q[i].key.Key < q[j].key.Key
}
func (q wakeQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *wakeQueue) Push(x any)   { *q = append(*q, x.(armed)) }
func (q *wakeQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}
