package stream

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// input names a partition of an input topic.
type input struct {
	topic  string
	number int32
}

// window is one assignment of a partition: the records that were dispatched from it and are not committed,
// in their order. It is guarded by the pipeline's lock. A partition that goes and comes back has a new one.
type window struct {
	input
	memory     *partition // nil for a stateless processor
	items      []*item
	donePrefix int // how many items, from the first on, are done
	ctx        context.Context
	cancel     context.CancelFunc

	revoking    bool // it is being revoked: nothing more is begun
	gone        bool // it is no longer ours
	stuck       bool // an item was abandoned while draining: what is behind it cannot be committed
	fetchPaused bool // its fetches are paused

	from      int64    // the committed offset that it began with
	start     position // the same, for marking it; zero where nothing is known to be committed
	committed position // that this window has got to
	unmarked  bool     // nothing of it may be in hand before a mark beside its offset says so
	suspects  suspects

	// passed is what a commit has to say of records that led to nothing and have left the window.
	skipped position
}

// position is where a group has got to in a partition: the offset after the last record, and the leader's
// epoch that the record came with. An offset of zero means that there is nothing to say.
type position struct {
	offset int64
	epoch  int32
}

func after(k *kgo.Record) position { return position{k.Offset + 1, k.LeaderEpoch} }

// advance moves reach over what is done.
func (w *window) advance() {
	for w.donePrefix < len(w.items) && w.items[w.donePrefix].done {
		w.donePrefix++
	}
}

// committable is how much of the finished prefix can be committed: as much as fits into room, but no lane may be
// taken apart, because there is no state in the middle of one. If nothing fits, it is the smallest cut
// there is when must is set, and zero otherwise. Lanes do not reach over dispatches, so a whole dispatch
// can always be cut off.
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

// blockedSince reports whether the window stands still behind a handler that began before a time.
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

// drop takes the first n items off.
func (w *window) drop(n int) {
	clear(w.items[:n])
	w.items = w.items[n:]
	w.donePrefix -= n
	if len(w.items) == 0 {
		w.items = nil // the array behind it has grown with every dispatch
	}
}
