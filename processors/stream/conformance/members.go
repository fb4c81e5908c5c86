package conformance

import (
	"strings"
	"syscall"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
)

// taken waits until the group has handled so many events, and returns how many it has by now.
func (s *stage) taken(n int) int {
	s.t.Helper()
	return len(s.read(events.TopicClaimsRouted, func(r []*kgo.Record) bool { return len(r) >= n }))
}

func busy(int, int) string { return "takes=2ms" }

// Two processes; one is killed in the middle of its work, over and over, and restarted with the same instance id.
func kill(s *stage) {
	a, b := s.spawn("a", 9), s.spawn("b", 9)
	a.awaitReady()
	b.awaitReady()
	const rounds = 12
	n := 0
	for range 4 {
		s.rounds("run_1", n+1, n+rounds, busy)
		s.taken(n*keys + 3*keys)
		a.kill()
		a = s.spawn("a", 9)
		n += rounds
	}
	s.caughtUp()
	s.stop(a)
	s.stop(b)
	s.settle("run_1")
}

// sessionTimeout is how long it takes the broker to remove a dead member.
const sessionTimeout = 10 * time.Second

// A killed process that restarts with the same instance id has its partitions at once, before its session times out.
func staticMembership(s *stage) {
	a := s.spawn("a", 50)
	a.awaitReady()
	s.rounds("run_1", 1, 2, nil)
	s.caughtUp()
	a.kill()
	began := time.Now()
	a = s.spawn("a", 50)
	s.rounds("run_1", 3, 3, nil)
	s.taken(3 * keys)
	if took := time.Since(began); took >= sessionTimeout {
		s.t.Errorf("the restarted process took %v to go on; the broker misses a member after %v", took, sessionTimeout)
	}
	s.stop(a)
	s.settle("run_1")
}

// A process is frozen in the middle of its work, another one takes over its instance id and its partitions, and it
// resumes. One of the two has to end, with an error that says why; whichever it is, nothing happens twice.
func zombie(s *stage) {
	frozen := s.spawn("a", 9)
	frozen.awaitReady()
	s.rounds("run_1", 1, 20, busy)
	s.taken(3 * keys)
	frozen.signal(syscall.SIGSTOP)
	heir := s.spawn("a", 9)
	s.taken(10 * keys)
	frozen.signal(syscall.SIGCONT)
	loser, winner := frozen, heir
	select {
	case <-frozen.done:
	case <-heir.done:
		loser, winner = heir, frozen
	case <-time.After(patience):
		s.t.Fatal("two processes go on under one name")
	}
	if err := loser.wait(); err == nil || !strings.Contains(err.Error(), "another process runs this processor under the same instance name") {
		s.t.Errorf("the loser ended with %v, want an error that says why", err)
	}
	s.rounds("run_1", 21, 22, nil)
	s.caughtUp()
	s.stop(winner)
	s.settle("run_1")
}

// A process is frozen until its session times out and another one has its partitions; then it resumes with handlers
// running for partitions that it no longer owns.
func stalledMember(s *stage) {
	frozen, other := s.spawn("a", 9), s.spawn("b", 9)
	frozen.awaitReady()
	other.awaitReady()
	s.rounds("run_1", 1, 20, busy)
	s.taken(3 * keys)
	frozen.signal(syscall.SIGSTOP)
	s.caughtUp() // which takes the broker a session timeout to make possible
	frozen.signal(syscall.SIGCONT)
	s.rounds("run_1", 21, 25, nil)
	s.caughtUp()
	s.stop(other)
	s.stop(frozen)
	s.settle("run_1")
}
