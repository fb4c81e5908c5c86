package live

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/feed"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

const reelRun = "run_0000000003cccccccccc"

// numbers are those of rows.
func numbers(rows []feed.Row) (out []int64) {
	for _, r := range rows {
		out = append(out, r.Seq)
	}
	return out
}

func TestAReelIsReadOnceForAll(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	records := projectionstest.Feed(projectionstest.Story{Run: reelRun, Claims: 20}.Records(t)...)
	const first = 30
	write := func(rs []events.Record) {
		log.Append(t, rs...)
		projectionstest.Fold(t, log, pool)
	}
	write(records[:first])

	asked := 0
	rs := &reels{of: map[string]*reel{}, cfg: &Config{Pool: pool, Known: func(context.Context, string) (bool, error) { asked++; return true, nil }}}
	r := rs.take(reelRun)
	now := time.Now()
	got, err := r.after(t.Context(), 10, now)
	if err != nil || !slices.Equal(numbers(got.rows), ranged(11, first)) || got.more {
		t.Fatalf("%v, %+v", err, numbers(got.rows))
	}
	// One who is further behind reads the past and comes to the others.
	if got, err = r.after(t.Context(), 0, now); err != nil || !slices.Equal(numbers(got.rows), ranged(1, first)) || !got.more {
		t.Fatalf("%v, %+v", err, got)
	}
	// One who was woken before that reading asks nothing; one who was woken later does.
	if got, err = r.after(t.Context(), first, now); err != nil || len(got.rows) > 0 || asked != 0 {
		t.Fatalf("%v, %+v, asked %d times", err, got, asked)
	}
	if got, err = r.after(t.Context(), first, time.Now()); err != nil || len(got.rows) > 0 || asked != 1 {
		t.Fatalf("%v, %+v, asked %d times", err, got, asked)
	}
	write(records[first:])
	// Many are woken at once: each gets the whole, in order, and those who are a little behind are told to ask again.
	woken := time.Now()
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			after := int64(first - i%5)
			for {
				got, err := r.after(t.Context(), after, woken)
				if err != nil {
					t.Error(err)
					return
				}
				for _, row := range got.rows {
					if row.Seq != after+1 {
						t.Errorf("after %d came %d", after, row.Seq)
						return
					}
					after = row.Seq
				}
				if !got.more {
					break
				}
			}
			if after != int64(len(records)) {
				t.Errorf("ended at %d of %d", after, len(records))
			}
		})
	}
	wg.Wait()
	rs.giveBack(r)
	if len(rs.of) != 0 {
		t.Error("a reel that nobody follows is kept")
	}
}

func TestAReelTellsOfADeletedRunAndOfTheDatabaseBeingAway(t *testing.T) {
	pool := projectionstest.Database(t)
	projectionstest.Fold(t, projectionstest.NewLog(t), pool)
	known := false
	cfg := &Config{Pool: pool, Known: func(context.Context, string) (bool, error) { return known, nil }}
	rs := &reels{of: map[string]*reel{}, cfg: cfg}
	r := rs.take(reelRun)
	if got, err := r.after(t.Context(), 0, time.Now()); err != nil || !got.gone {
		t.Errorf("%v, %+v", err, got)
	}
	known = true
	if got, err := r.after(t.Context(), 0, time.Now()); err != nil || got.gone {
		t.Errorf("%v, %+v", err, got)
	}
	pool.Close()
	woken := time.Now()
	if _, err := r.after(t.Context(), 0, woken); err == nil {
		t.Error("a closed database is no error")
	}
	if _, err := r.after(t.Context(), 0, woken); err == nil {
		t.Error("who waited for that reading is not told")
	}
	if _, err := r.after(canceled(t), 0, time.Now()); !errors.Is(err, context.Canceled) {
		t.Errorf("a client that went: %v", err)
	}
}

// Of a run that holds none of its types, a tail looks at each event once, and it misses none that comes.
func TestATailOfSomeTypesGoesOnWhereItHasLooked(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	records := projectionstest.Feed(projectionstest.Story{Run: reelRun, Claims: 20}.Records(t)...)
	const first = 30
	log.Append(t, records[:first]...)
	projectionstest.Fold(t, log, pool)
	rename := func(seq int64) {
		t.Helper()
		tag, err := pool.Exec(t.Context(), `update read.feed set type = 'no.such' where run = $1 and seq = $2`, reelRun, seq)
		if err != nil || tag.RowsAffected() != 1 {
			t.Fatalf("%v, %v", tag, err)
		}
	}
	cfg := &Config{Pool: pool, Known: func(context.Context, string) (bool, error) { return true, nil }}
	next := (&reel{cfg: cfg, run: reelRun}).some([]string{"no.such"})
	look := func(want ...int64) {
		t.Helper()
		if got, err := next(t.Context(), 0, time.Now()); err != nil || !slices.Equal(numbers(got.rows), want) || got.more || got.gone {
			t.Fatalf("%v, %v, want %v", err, numbers(got.rows), want)
		}
	}
	look()
	rename(first) // whoever looked there again would find it
	look()
	log.Append(t, records[first:]...)
	projectionstest.Fold(t, log, pool)
	rename(first + 1)
	rename(first + 3)
	look(first+1, first+3)
	rename(first + 2)
	rename(int64(len(records)))
	look()
	next = (&reel{cfg: cfg, run: reelRun}).some([]string{"no.such"}) // another client is sent all of them
	look(first, first+1, first+2, first+3, int64(len(records)))
}

// A look that brings as much as one can has looked no further than its last event.
func TestATailOfSomeTypesPassesNothingOver(t *testing.T) {
	log, pool := projectionstest.NewLog(t), projectionstest.Database(t)
	records := projectionstest.Feed(projectionstest.Story{Run: reelRun, Claims: 60}.Records(t)...)
	log.Append(t, records...)
	projectionstest.Fold(t, log, pool)
	var types []string
	var want []int64
	for i, r := range records {
		if i%2 == 0 && !slices.Contains(types, r.Type) {
			types = append(types, r.Type)
		}
	}
	for i, r := range records {
		if slices.Contains(types, r.Type) {
			want = append(want, int64(i+1))
		}
	}
	cfg := &Config{Pool: pool, Known: func(context.Context, string) (bool, error) { return true, nil }}
	next := (&reel{cfg: cfg, run: reelRun}).some(types)
	var have []int64
	for more := true; more; {
		var after int64
		if len(have) > 0 {
			after = have[len(have)-1]
		}
		got, err := next(t.Context(), after, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		have, more = append(have, numbers(got.rows)...), got.more
	}
	if len(want) <= page || !slices.Equal(have, want) {
		t.Errorf("%d of %d events came", len(have), len(want))
	}
}

func canceled(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

func ranged(from, to int64) (out []int64) {
	for n := from; n <= to; n++ {
		out = append(out, n)
	}
	return out
}
