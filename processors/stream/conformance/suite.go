package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

type testCase struct {
	name string
	run  func(*stage)
}

// Suite runs every case on a broker.
func Suite(t *testing.T, b Broker) {
	cases := []testCase{
		{"ExactlyOnce", exactlyOnce},
		{"SlowKeyHoldsOnlyItself", slowKeyHoldsOnlyItself},
		{"CommitIsTheFinishedPrefix", commitIsTheFinishedPrefix},
		{"RunsAreApart", runsAreApart},
		{"RepeatsAreAbsorbed", repeatsAreAbsorbed},
		{"Failures", failures},
		{"IterationCap", iterationCap},
		{"PauseAndResume", pauseAndResume},
		{"WakeSurvivesRestart", wakeSurvivesRestart},
		{"OverdueWakeWaits", overdueWakeWaits},
		{"StaleWakeIsIgnored", staleWakeIsIgnored},
		{"RestoreWithAbortedTail", restoreWithAbortedTail},
		{"RestoreReadsToTheEnd", restoreReadsToTheEnd},
		{"RestorePassesOverForeignRecords", restorePassesOverForeignRecords},
		{"SnapshotSparesTheTopic", snapshotSparesTheTopic},
		{"SnapshotOfAnotherLog", snapshotOfAnotherLog},
		{"DrainKeepsTheUnfinished", drainKeepsTheUnfinished},
		{"Handover", handover},
		{"Crash", crashWhileMoving},
		{"SameNameIsFenced", sameNameIsFenced},
		{"Kill", kill},
		{"StaticMembership", staticMembership},
		{"Zombie", zombie},
		{"StalledMember", stalledMember},
		{"KilledDuringRebalance", killedDuringRebalance},
		{"ConflictWithDeadInstance", conflictWithDeadInstance},
		{"OrphanedPartition", orphanedPartition},
		{"StackOverflow", endsAlone("overflow")},
		{"ExitInALibrary", endsAlone("exit")},
		{"OutOfMemory", endsAlone("allocate")},
		{"OutOfMemoryKiller", killedForMemory},
		{"NeverReturns", neverReturns},
		{"LongHandlerReturns", patientHandlerReturns},
		{"CrashMovesOn", crashMovesOn},
		{"CrashFarBehind", crashFarBehind},
		{"CrashesUnseen", crashesUnseen},
		{"KillsAreNotCrashes", killsAreNotCrashes},
	}
	if b.Restart != nil {
		cases = append(cases, testCase{"BrokerRestart", brokerRestart})
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(newStage(t, b)) })
	}
}

func exactlyOnce(s *stage) {
	first := s.Start(stream.Options{MaxBatch: 7, Backoff: time.Millisecond}, (&book{}).processor(s.name))
	s.rounds("run_1", 1, 15, func(n, k int) string {
		if (n+k)%9 == 0 {
			return "flaky"
		}
		return ""
	})
	s.caughtUp()
	s.stop(first)
	s.settle("run_1")
}

// Claim ids are equal across the runs of one report; their states are not.
func runsAreApart(s *stage) {
	first := s.Start(stream.Options{}, (&book{}).processor(s.name))
	for n := 1; n <= 5; n++ {
		s.rounds("run_1", n, n, nil)
		s.rounds("run_2", n, n, nil)
	}
	s.caughtUp()
	s.stop(first)
	s.settle("run_1", "run_2")
}

// A repeated event is answered by what it led to the first time, by the process that handled it and by one that
// was started later.
func repeatsAreAbsorbed(s *stage) {
	b := &book{}
	again := []events.Record{claim("run_1", key(1), "1"), claim("run_1", key(2), "2")}
	first := s.Start(stream.Options{}, b.processor(s.name))
	s.rounds("run_1", 1, 3, nil)
	s.caughtUp()
	s.Produce(again...)
	s.caughtUp()
	s.stop(first)
	second := s.Start(stream.Options{}, b.processor(s.name))
	s.Produce(again...)
	s.caughtUp()
	s.stop(second)
	if got := b.calls.Load(); got != 3*keys {
		s.t.Errorf("handlers ran %d times for %d different events", got, 3*keys)
	}
	bodies := map[string]string{}
	for _, r := range decoded(s.all(events.TopicClaimsRouted)) {
		if body, known := bodies[r.ID]; known && body != string(r.Data) {
			s.t.Errorf("a repeat of %s was answered anew:\n%s\n%s", r.Subject, body, r.Data)
		}
		bodies[r.ID] = string(r.Data)
	}
	s.settle("run_1")
}

// Events that cannot be handled go to dead.letters, with their rescue, in order with the other events of their key.
func failures(s *stage) {
	first := s.Start(stream.Options{Attempts: 3, Backoff: time.Millisecond}, (&book{}).processor(s.name))
	s.rounds("run_1", 1, 6, func(n, k int) string {
		return []string{"", "flaky", "poison", "panic", "stubborn"}[(n*keys+k*7)%5]
	})
	s.ProduceRaw(&kgo.Record{Topic: string(input), Key: []byte(key(1)), Value: []byte("\xff\x00 no event")})
	s.rounds("run_1", 7, 7, nil)
	s.caughtUp()
	letters := streamtest.Decoded(s.t, events.DeadLettered, decoded(s.all(events.TopicDeadLetters)))
	attempts := map[string]int{"every try fails": 3, "nothing can be done with it": 1, "a defect of the handler": 1, "ce_id is missing": 0}
	for _, l := range letters {
		known := false
		for text, n := range attempts {
			if strings.Contains(l.Data.Error, text) {
				known = true
				// A key's events of one batch may be taken anew after one of them has failed.
				if l.Data.Attempts < n || l.Data.Attempts > 2*n {
					s.t.Errorf("given up on after %d tries, want %d: %s", l.Data.Attempts, n, l.Data.Error)
				}
			}
		}
		if !known {
			s.t.Errorf("a letter says %q", l.Data.Error)
		}
	}
	s.stop(first)
	s.settle("run_1")
}

// An event beyond its cap reaches no handler.
func iterationCap(s *stage) {
	b := &book{}
	first := s.Start(stream.Options{}, b.processor(s.name))
	s.Produce(
		claim("run_1", key(1), "1", streamtest.Pass(3, 3)),
		claim("run_1", key(1), "2", streamtest.Pass(4, 3)),
		claim("run_1", key(1), "3", streamtest.Pass(1, 3)),
	)
	s.caughtUp()
	s.stop(first)
	if got := b.calls.Load(); got != 2 {
		s.t.Errorf("handlers ran %d times, want 2", got)
	}
	s.settle("run_1")
}

// A broken dependency holds events without giving any up, says so, and lets them go when it is back.
func pauseAndResume(s *stage) {
	var down atomic.Bool
	down.Store(true)
	patient := make(chan struct{})
	var tries atomic.Int64
	b := &book{before: func(context.Context, events.Event[events.Claim]) error {
		if tries.Add(1) == 60 {
			close(patient)
		}
		if down.Load() {
			return stream.Pause(errors.New("the dependency is down"))
		}
		return nil
	}}
	first := s.Start(stream.Options{Attempts: 2, Backoff: time.Millisecond, Patience: 20 * time.Millisecond}, b.processor(s.name))
	s.rounds("run_1", 1, 2, nil)
	told := func(typ string) {
		s.read(events.TopicRunsProgress, func(all []*kgo.Record) bool {
			for _, r := range decoded(all) {
				if r.Type == typ && r.Run == "run_1" {
					return true
				}
			}
			return false
		})
	}
	told(events.AgentPaused.Type)
	<-patient // far beyond the attempts that an event is given
	down.Store(false)
	s.caughtUp()
	told(events.AgentResumed.Type)
	s.stop(first)
	s.settle("run_1")
}

// drainKeepsTheUnfinished: what is unfinished when the drain timeout expires is not committed, nor is what has finished
// behind it; all of it is read again.
func drainKeepsTheUnfinished(s *stage) {
	var stuck atomic.Bool
	stuck.Store(true)
	inHand := make(chan struct{})
	var once sync.Once
	b := &book{before: func(ctx context.Context, e events.Event[events.Claim]) error {
		if e.Data.Text == "3" && stuck.Load() {
			once.Do(func() { close(inHand) })
			<-ctx.Done()
			return ctx.Err()
		}
		return nil
	}}
	s.rounds("run_1", 1, 6, nil)
	first := s.Start(stream.Options{Drain: 50 * time.Millisecond, Workers: 4 * keys}, b.processor(s.name))
	<-inHand
	s.stop(first)
	stuck.Store(false)
	s.settle("run_1")
}

// handover moves partitions from one instance to another and back: their state moves along each time.
func handover(s *stage) {
	atB := &book{}
	first := s.Start(stream.Options{Instance: "a", MaxBatch: 5}, (&book{}).processor(s.name))
	n := 0
	next := func() {
		n++
		s.rounds("run_1", n, n, nil)
		s.caughtUp()
	}
	next()
	for range 2 {
		second := s.Start(stream.Options{Instance: "b", MaxBatch: 5}, atB.processor(s.name))
		before := atB.calls.Load()
		for atB.calls.Load() == before {
			next()
		}
		next()
		s.stop(second)
		s.leave("b")
		next()
	}
	s.stop(first)
	s.settle("run_1")
}

// crashWhileMoving cuts off one of two instances in the middle of its work and restarts it, while partitions move.
func crashWhileMoving(s *stage) {
	reached, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	p := (&book{before: func(ctx context.Context, e events.Event[events.Claim]) error {
		if e.Data.Text == "20" {
			once.Do(func() { close(reached); <-goOn })
		}
		return nil
	}}).processor(s.name)
	a := s.Start(stream.Options{Instance: "a", MaxBatch: 7}, p)
	s.rounds("run_1", 1, 10, nil)
	b := s.Start(stream.Options{Instance: "b", MaxBatch: 7}, (&book{}).processor(s.name))
	s.rounds("run_1", 11, 30, nil)
	select {
	case <-reached: // the event of the middle is in flight at a
	case <-s.finished(func() { s.caughtUp() }): // b has handled everything
	}
	a.Crash()
	close(goOn)
	if err := a.Wait(); err != nil {
		s.t.Fatal(err)
	}
	s.rounds("run_1", 31, 35, nil)
	again := s.Start(stream.Options{Instance: "a", MaxBatch: 7}, p)
	s.rounds("run_1", 36, 40, nil)
	s.caughtUp()
	s.stop(again)
	s.stop(b)
	s.settle("run_1")
}

// finished runs f beside the test and says when it is done.
func (s *stage) finished(f func()) <-chan struct{} {
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	return done
}

// A second process with the same instance name fences the first one, which ends with an error that says so.
func sameNameIsFenced(s *stage) {
	first := s.Start(stream.Options{}, (&book{}).processor(s.name))
	s.rounds("run_1", 1, 1, nil)
	s.caughtUp()
	second := s.Start(stream.Options{}, (&book{}).processor(s.name))
	err := first.Wait()
	if want := fmt.Sprintf("running processor %s: another process runs this processor under the same instance name", s.name); err == nil ||
		!strings.Contains(err.Error(), want) {
		s.t.Errorf("the first process ended with %v, want an error that says why", err)
	}
	s.rounds("run_1", 2, 2, nil)
	s.caughtUp()
	s.stop(second)
	s.settle("run_1")
}

func brokerRestart(s *stage) {
	first := s.Start(stream.Options{MaxBatch: 5}, (&book{}).processor(s.name))
	s.rounds("run_1", 1, 4, nil)
	s.broker.Restart(s.t)
	s.rounds("run_1", 5, 8, nil)
	s.caughtUp()
	s.stop(first)
	s.settle("run_1")
}
