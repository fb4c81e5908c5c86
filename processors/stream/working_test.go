package stream

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// What is told of long work: to whom, how often, and when no longer.
func TestAnnouncingLongWork(t *testing.T) {
	b := newBench(t, limits{workers: 1, records: 100, bytes: 1 << 20}, 1, "held")
	b.dispatch(0, "r1/a/held", "r2/b/behind", "/c/of-no-run")
	b.began(1)
	start := time.Now()
	told := func(after time.Duration) []string {
		t.Helper()
		b.p.announceWorking(start.Add(after))
		out := []string{}
		b.p.mu.Lock()
		defer b.p.mu.Unlock()
		for _, k := range b.p.pauses.takePending() {
			r, err := wire.Decode(k)
			if err != nil {
				t.Fatal(err)
			}
			e, err := events.AgentWorking.Decode(r)
			if err != nil || k.Topic != string(events.TopicRunsProgress) || e.Data.Agent != "laned" {
				t.Errorf("told %s %+v, %v", k.Topic, e.Data, err)
			}
			out = append(out, r.Run)
		}
		return out
	}
	for _, x := range []struct {
		after time.Duration
		want  []string
	}{
		{4 * time.Second, []string{}},
		{6 * time.Second, []string{"r1", "r2"}}, // the one in the handler, and the one behind it
		{7 * time.Second, []string{}},
		{12 * time.Second, []string{"r1", "r2"}},
	} {
		if got := told(x.after); !slices.Equal(got, x.want) {
			t.Errorf("after %v: told %v, want %v", x.after, got, x.want)
		}
	}
	b.goOn["held"] <- Pause(errors.New("down"))
	b.quiet(func() bool { return len(b.p.pauses.announced) > 0 })
	b.p.mu.Lock()
	b.p.pauses.takePending()
	b.p.mu.Unlock()
	if got := told(30 * time.Second); slices.Contains(got, "r1") {
		t.Errorf("a run that was told of a pause is told %v", got)
	}
	b.p.drain()
	if got := told(60 * time.Second); len(got) > 0 {
		t.Errorf("while draining, %v was told", got)
	}
}
