package live

import (
	"context"
	"sync"
	"time"

	"github.com/sibyl-project/sibyl/projections/feed"
)

// reels are the ends of the runs that are followed now. A thousand clients of one run would else ask the database a thousand
// times for each event.
type reels struct {
	cfg *Config
	mu  sync.Mutex
	of  map[string]*reel
}

// reel is the end of one run's feed, which its tails share: who comes to the end first reads on for all. Tails that are
// further behind read the past by themselves. Whoever has the token in busy may use what stands below it.
type reel struct {
	cfg   *Config
	run   string
	tails int // guarded by reels.mu

	busy  chan struct{}
	rows  []feed.Row // the last events, one after the other
	size  int        // bytes in rows
	head  int64      // number of the last event that was read, -1 before any was
	began time.Time  // when the last reading at the end began
	full  bool       // it brought as much as one reading can: there may be more
	gone  bool       // it brought nothing, and the run is no longer known
	err   error      // it failed
}

// keep is how many bytes of events a reel holds for tails that are a little behind. The last reading is held whatever its size.
const keep = 4 << 20

// take gives a tail the reel of a run. It must be given back.
func (rs *reels) take(run string) *reel {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	r := rs.of[run]
	if r == nil {
		r = &reel{cfg: rs.cfg, run: run, head: -1, busy: make(chan struct{}, 1)}
		rs.of[run] = r
	}
	r.tails++
	return r
}

func (rs *reels) giveBack(r *reel) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if r.tails--; r.tails == 0 {
		delete(rs.of, r.run)
	}
}

// what a tail is given.
type cut struct {
	rows []feed.Row
	more bool // ask again before waiting
	gone bool
}

// after returns events after a number. What was written before since is among them, or more is set: a reading that began later
// than a tail was woken has seen what it was woken for, whoever read it.
func (r *reel) after(ctx context.Context, after int64, since time.Time) (cut, error) {
	select {
	case r.busy <- struct{}{}:
	case <-ctx.Done():
		return cut{}, ctx.Err()
	}
	if r.head >= 0 && after < r.head {
		if first := r.head - int64(len(r.rows)) + 1; after+1 >= first {
			defer func() { <-r.busy }()
			kept := r.rows[after+1-first:]
			return cut{rows: kept, more: r.full || r.began.Before(since)}, nil
		}
		<-r.busy // the past is read without holding up those who wait for what is new
		rows, err := feed.After(ctx, r.cfg.Pool, r.run, after, page)
		if err != nil || len(rows) > 0 {
			return cut{rows: rows, more: err == nil}, err
		}
		return cut{gone: r.unknown(ctx)}, nil
	}
	defer func() { <-r.busy }()
	if after == r.head && !r.full && !r.began.Before(since) {
		return cut{gone: r.gone}, r.err
	}
	return r.read(ctx, after)
}

// some returns after for events of some types. Such a tail reads by itself: it skips most of what the others are sent. It goes on
// where it has looked, not after the last event that fitted: there may never be one, and each look would read the whole run.
func (r *reel) some(types []string) func(context.Context, int64, time.Time) (cut, error) {
	var looked int64
	return func(ctx context.Context, after int64, _ time.Time) (cut, error) {
		rows, to, err := feed.OfTypes(ctx, r.cfg.Pool, r.run, max(after, looked), page, types)
		looked = to
		return cut{rows: rows, more: len(rows) == page, gone: err == nil && len(rows) == 0 && r.unknown(ctx)}, err
	}
}

// read reads on at the end. A tail that is ahead of the reel moves it there.
func (r *reel) read(ctx context.Context, after int64) (cut, error) {
	began := time.Now()
	rows, err := feed.After(ctx, r.cfg.Pool, r.run, after, page)
	if ctx.Err() != nil { // the client went; that says nothing to the others
		return cut{}, ctx.Err()
	}
	if after != r.head {
		r.rows, r.size, r.head = nil, 0, after
	}
	r.began, r.err, r.full = began, err, len(rows) == page
	r.gone = err == nil && len(rows) == 0 && r.unknown(ctx) // nothing new: it may be that nothing will ever come
	for _, row := range rows {
		r.size += len(row.Event)
	}
	// Tails still read what they were given: nothing that is there is written over.
	for r.size > keep && len(r.rows) > 0 {
		r.size -= len(r.rows[0].Event)
		r.rows = r.rows[1:]
	}
	r.rows = append(r.rows, rows...)
	if len(rows) > 0 {
		r.head = rows[len(rows)-1].Seq
	}
	return cut{rows: rows, more: r.full, gone: r.gone}, err
}

// unknown reports whether the run was deleted. That the question fails does not say so.
func (r *reel) unknown(ctx context.Context) bool {
	known, err := r.cfg.Known(ctx, r.run)
	return err == nil && !known
}
