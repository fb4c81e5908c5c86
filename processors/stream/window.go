package stream

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream/changelog"
	"github.com/sibyl-project/sibyl/processors/stream/crash"
)

// input identifies a partition of an input topic.
type input struct {
	topic  string
	number int32
}

// window is the in-flight window of one assigned partition: the records that were dispatched from it and are not
// committed, in offset order. Guarded by the pipeline's lock. A partition that is revoked and assigned again gets a new
// one.
type window struct {
	input
	memory     *changelog.Partition // nil for a stateless processor
	items      []*item
	donePrefix int // length of the finished prefix
	ctx        context.Context
	cancel     context.CancelFunc

	revoking    bool // nothing more is started
	gone        bool // the partition is no longer assigned to this member
	stuck       bool // an item was abandoned while draining: nothing behind it can be committed
	fetchPaused bool // fetching is paused to enforce the quota

	from      int64    // the committed offset at the time of the assignment
	start     position // the same, for committing a mark; zero if nothing is committed
	committed position // the last position that this window has committed
	unmarked  bool     // no handler may run before the metadata of its committed offset says so
	suspects  suspects

	// skipped is the position after records that led to nothing and have left the window, to be committed later.
	skipped position
}

// position is a committed offset: the offset after the last record, with the leader epoch of that record. An offset of
// zero means that there is nothing to commit.
type position struct {
	offset int64
	epoch  int32
}

func after(k *kgo.Record) position { return position{k.Offset + 1, k.LeaderEpoch} }

// advance extends the finished prefix.
func (w *window) advance() {
	for w.donePrefix < len(w.items) && w.items[w.donePrefix].done {
		w.donePrefix++
	}
}

// committable is how many items of the finished prefix can be committed: up to limit, but only whole lanes, because
// there is no state in the middle of one. If nothing fits, it is the smallest possible prefix when must is set, and
// zero otherwise. Lanes do not span dispatches, so a prefix can always end after a whole dispatch.
func (w *window) committable(limit int, must bool) int {
	best, open := 0, 0
	for i, it := range w.items[:w.donePrefix] {
		if l := it.lane; w.memory != nil && len(l.items) > 1 {
			switch it {
			case l.items[0]:
				open++
			case l.items[len(l.items)-1]:
				open--
			}
		}
		if open > 0 {
			continue
		}
		if i+1 > limit {
			if best == 0 && must {
				return i + 1
			}
			return best
		}
		best = i + 1
	}
	return best
}

// blockedSince reports whether the window is blocked by a handler that started before the given time.
func (w *window) blockedSince(before time.Time) bool {
	it := w.firstUnfinished()
	return it != nil && it.lane != nil && it.lane.began.Before(before)
}

// firstUnfinished is the first item that is not done, nil if there is none.
func (w *window) firstUnfinished() *item {
	if w.donePrefix < len(w.items) {
		return w.items[w.donePrefix]
	}
	return nil
}

// drop removes the first n items.
func (w *window) drop(n int) {
	clear(w.items[:n])
	w.items = w.items[n:]
	w.donePrefix -= n
	if len(w.items) == 0 {
		w.items = nil // release the array, which has grown with every dispatch
	}
}

// item is one consumed record in the pipeline.
type item struct {
	source   *kgo.Record
	record   events.Record
	defect   error // why the record could not be decoded
	attempts int   // how often its handler was called
	out      []output
	refusal  error // why it went to dead.letters

	// its place in the pipeline; guarded by the pipeline's lock.
	window       *window
	lane         *lane // the lane that handles it, once started
	dispatch     int   // number of the dispatch that it belongs to
	dispatchedAt time.Time
	done         bool
	bytes        int // size of the record and, once it is done, of its outputs

	// what an unclean end says about it (quarantine.go)
	alone     bool // no other handler may run while its own does
	suspect   bool
	suspicion crash.Suspicion
	cleared   bool  // a suspect that may be started
	timedOut  error // why it is refused without another try: its handler exceeded the time limit
}

func newItem(k *kgo.Record) *item {
	r, err := wire.Decode(k)
	return &item{source: k, record: r, defect: err}
}

// absorption is an event a key has absorbed and the records it led to.
type absorption struct {
	id   string
	out  []output
	next int64 // input offset after the event
}

// forPages is what a lane has absorbed, as pages hold it.
func (l *lane) forPages() []changelog.Absorbed {
	out := make([]changelog.Absorbed, len(l.absorbed))
	for i, a := range l.absorbed {
		out[i] = changelog.Absorbed{ID: a.id, Next: a.next}
		for _, o := range a.out {
			out[i].Records = append(out[i].Records, o.wire)
		}
	}
	return out
}

// history returns what an event led to when it was absorbed.
type history interface {
	recall(ctx context.Context, key changelog.Key, id string) (out []output, known bool, err error)
}
