package stream

import (
	"fmt"
	"testing"
	"time"
)

// While handlers are quick, one worker runs them; what looks different, or is, gets others.
func TestQuickHandlersHaveOneWorker(t *testing.T) {
	for name, c := range map[string]struct {
		running, queued int
		pace, quiet     time.Duration
		draining        bool
		want            bool
	}{
		"nobody works":                      {queued: 1, pace: time.Microsecond},
		"little work waits":                 {running: 1, queued: 10, pace: time.Microsecond, want: true},
		"much work waits":                   {running: 1, queued: 2_000, pace: time.Microsecond},
		"two share it":                      {running: 2, queued: 1_500, pace: time.Microsecond, want: true},
		"handlers are slow":                 {running: 1, queued: 1, pace: 2 * time.Millisecond},
		"nothing was started for some time": {running: 1, queued: 1, pace: time.Microsecond, quiet: time.Hour},
		"the end waits for it":              {running: 1, queued: 1, pace: time.Microsecond, draining: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := newBench(t, limits{workers: 8, records: 100, bytes: 1 << 20}, 1).p
			p.mu.Lock()
			defer p.mu.Unlock()
			p.running, p.ready.queued, p.pace, p.draining = c.running, c.queued, c.pace, c.draining
			p.progressed = time.Now().Add(time.Minute - c.quiet) // however slow the machine is
			if got := p.keepsUp(); got != c.want {
				t.Errorf("the running workers keep up: %v, want %v", got, c.want)
			}
			p.draining = false
		})
	}
}

// A handler that turns out to be slow among quick ones does not hold what waits for its worker.
func TestASlowHandlerAmongQuickOnesHoldsNobody(t *testing.T) {
	b := newBench(t, limits{workers: 2, records: 100, bytes: 1 << 20}, 1, "slow")
	b.p.pace = time.Nanosecond
	b.dispatch(0, "r/a/slow", "r/b/quick", "r/c/quick")
	b.began(3)
	b.goOn["slow"] <- nil
	b.done(3)
}

// The reader is told of free capacity when there is enough for it to be worth a poll.
func TestTheReaderIsWokenForMoreThanAFewRecords(t *testing.T) {
	b := newBench(t, limits{workers: 1, records: 8, bytes: 1 << 20}, 1) // reserved are four
	b.dispatch(0, "r/a/1", "r/b/2", "r/c/3", "r/d/4", "r/e/5", "r/f/6", "r/g/7", "r/h/8")
	b.done(8)
	for n, want := range []bool{false, true, true} {
		b.commit(1)
		select {
		case <-b.p.freed:
			if !want {
				t.Errorf("woken after %d commits of one record", n+1)
			}
		default:
			if want {
				t.Errorf("not woken after %d commits of one record", n+1)
			}
		}
	}
}

// Workers rest between lanes instead of ending, and end with the pipeline.
func TestWorkersRestUntilThePipelineEnds(t *testing.T) {
	b := newBench(t, limits{workers: 2, records: 100, bytes: 1 << 20}, 1)
	for n := range 5 {
		b.dispatch(0, fmt.Sprint("r/a/a", n), fmt.Sprint("r/b/b", n), fmt.Sprint("r/c/c", n))
		b.began(3)
		b.quiet(func() bool { return b.p.running == 0 && len(b.p.resting) > 0 })
		b.p.mu.Lock()
		if n := len(b.p.resting); n > 2 {
			t.Errorf("%d of 2 workers rest", n)
		}
		b.p.mu.Unlock()
	}
	b.p.stop() // waits for them
	if len(b.p.resting) != 0 {
		t.Error("workers rest in a pipeline that has ended")
	}
}
