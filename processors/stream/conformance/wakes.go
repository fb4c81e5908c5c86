package conformance

import (
	"encoding/json"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// dues reads the input until it holds so many wakes of the processor.
func (s *stage) dues(n int) []events.Record {
	s.t.Helper()
	var out []events.Record
	s.read(input, func(all []*kgo.Record) bool {
		out = nil
		for _, r := range decoded(all) {
			if r.Type == s.name+".due" {
				out = append(out, r)
			}
		}
		return len(out) >= n
	})
	return out
}

// A wake that was asked for before a restart comes after it: at its time, once, with the state of its key.
func wakeSurvivesRestart(s *stage) {
	clock := streamtest.NewClock(streamtest.Start)
	first := s.Start(stream.Options{Clock: clock}, (&book{}).processor(s.name))
	s.rounds("run_1", 1, 1, func(int, int) string { return "wake=30s" })
	s.caughtUp()
	s.stop(first)
	clock.Advance(10 * time.Second)
	second := s.Start(stream.Options{Clock: clock}, (&book{}).processor(s.name))
	s.armed(clock, 20*time.Second)
	clock.Advance(20 * time.Second)
	for _, d := range s.dues(keys) {
		if want := streamtest.Start.Add(30 * time.Second); !d.Time.Equal(want) {
			s.t.Errorf("%s was woken at %v, want %v", d.Key, d.Time, want)
		}
	}
	s.caughtUp()
	s.stop(second)
	s.settleWith(stream.Options{Instance: "settling", Clock: clock}, "run_1")
	if n := len(s.dues(keys)); n != keys {
		s.t.Errorf("%d wakes for %d keys", n, keys)
	}
}

// armed waits until a timer of that length or longer is set, as one is when a wake lies ahead.
func (s *stage) armed(clock *streamtest.Clock, d time.Duration) {
	s.t.Helper()
	clock.AwaitTimer(s.t, d)
}

// A wake whose time passed while no process was there waits its full length again: downtime is not silence.
func overdueWakeWaits(s *stage) {
	clock := streamtest.NewClock(streamtest.Start)
	first := s.Start(stream.Options{Clock: clock}, (&book{}).processor(s.name))
	s.Produce(claim("run_1", key(1), "1 wake=30s"))
	s.caughtUp()
	s.stop(first)
	clock.Advance(time.Hour)
	back := clock.Now()
	second := s.Start(stream.Options{Clock: clock}, (&book{}).processor(s.name))
	s.Produce(claim("run_1", key(2), "1", streamtest.At(back)))
	s.caughtUp()
	s.armed(clock, 30*time.Second)
	clock.Advance(30 * time.Second)
	for _, d := range s.dues(1) {
		if want := back.Add(30 * time.Second); !d.Time.Equal(want) {
			s.t.Errorf("woken at %v, want %v", d.Time, want)
		}
	}
	s.caughtUp()
	s.stop(second)
	s.settleWith(stream.Options{Instance: "settling", Clock: clock}, "run_1")
}

// An owner that has lost its partition may still publish a wake that the key has since replaced or cleared. It must not
// reach the handler.
func staleWakeIsIgnored(s *stage) {
	clock := streamtest.NewClock(streamtest.Start)
	first := s.Start(stream.Options{Clock: clock}, (&book{}).processor(s.name))
	s.Produce(claim("run_1", key(1), "1 wake=30s"), claim("run_1", key(2), "1 wake=30s"))
	s.caughtUp()
	s.Produce(claim("run_1", key(1), "2 wake=60s"), claim("run_1", key(2), "2"))
	s.caughtUp()
	kind := events.DueKind(s.name, input)
	at := streamtest.Start.Add(30 * time.Second)
	for _, k := range []string{key(1), key(2)} {
		s.Produce(streamtest.Event(kind, "run_1", "due/"+k+"/stale", events.Due{Key: k, Wake: at.UnixMilli()}, streamtest.At(at)))
	}
	s.rounds("run_1", 3, 3, func(_, k int) string {
		if key(k) == key(1) {
			return "wake=60s" // the same time again keeps the wake
		}
		return ""
	})
	s.caughtUp()
	clock.Advance(30 * time.Second) // the time of the wakes that were replaced
	s.armed(clock, 30*time.Second)
	clock.Advance(30 * time.Second)
	s.dues(3)
	s.caughtUp()
	s.stop(first)
	for _, r := range decoded(s.all(events.TopicFindingsProduced)) {
		var u events.Inability
		if err := json.Unmarshal(r.Data, &u); err != nil {
			s.t.Fatal(err)
		}
		if u.ClaimID != key(1) || u.Iteration != 4 {
			s.t.Errorf("%s answered a wake as its number %d; only %s has one, as its number 4", u.ClaimID, u.Iteration, key(1))
		}
	}
	s.settleWith(stream.Options{Instance: "settling", Clock: clock}, "run_1")
}
