package conformance

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/deploy/supervisor"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/crash"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

const supervisedVariable = "SIBYL_CONFORMANCE_SUPERVISED"

// supervisedOrder is what a supervised member is told.
type supervisedOrder struct {
	childOrder
	InFlight string
	Limit    time.Duration // of a handler
	Memory   uint64        // bytes of data that the process may have, 0 for any
	Group    string        // the folder of a control group that the process goes into; empty for none
}

// supervisedMain is a member that a supervisor keeps running.
func supervisedMain() error {
	var order supervisedOrder
	a, err := supervisor.Attach(&order)
	if err != nil {
		return err
	}
	if order.Memory > 0 {
		if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: order.Memory, Max: order.Memory}); err != nil {
			return fmt.Errorf("limiting memory: %w", err)
		}
	}
	if order.Group != "" {
		if err := os.WriteFile(filepath.Join(order.Group, "cgroup.procs"), []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
			return fmt.Errorf("joining a control group: %w", err)
		}
	}
	debug.SetMaxStack(64 << 20) // the default of a gigabyte takes its time to fill
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	p := (&book{}).processor(order.Name)
	p.Limit = order.Limit
	err = stream.Run(ctx, stream.Options{
		Brokers: order.Access.Brokers, Client: order.Access.Options(), Instance: order.Instance, Backoff: time.Millisecond,
		InFlight: order.InFlight, LastEnd: crash.End(a.LastEnd),
		Logger: slog.New(slog.NewTextHandler(a.Logs, nil)),
	}, p)
	out := supervisor.Outcome{}
	if err != nil {
		out = supervisor.Outcome{Error: err.Error(), Again: errors.Is(err, stream.ErrRunaway)}
	}
	return a.Done(out)
}

// supervised is a member that is started again whenever it ends.
type supervised struct {
	s      *stage
	cancel context.CancelFunc
	done   chan error

	mu   sync.Mutex
	ends []supervisor.Ended
	said strings.Builder
}

func (m *supervised) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.said.Write(p)
}

func (s *stage) supervise(o supervisedOrder) *supervised {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	o.Access, o.Name = s.broker.Access, s.name
	o.InFlight = filepath.Join(s.t.TempDir(), "in-flight")
	ctx, cancel := context.WithCancel(context.Background())
	m := &supervised{s: s, cancel: cancel, done: make(chan error, 1)}
	go func() {
		out, err := supervisor.Run(ctx, supervisor.Child{
			Path: self, Env: []string{supervisedVariable + "=1"}, Order: func(context.Context) (any, error) { return o, nil }, Logs: m, Crashes: s.t.TempDir(),
			Ended: func(e supervisor.Ended) {
				m.mu.Lock()
				defer m.mu.Unlock()
				m.ends = append(m.ends, e)
			},
		})
		if err == nil && out.Error != "" {
			err = fmt.Errorf("the member ended by itself: %s", out.Error)
		}
		m.done <- err
	}()
	s.t.Cleanup(func() {
		cancel()
		if s.t.Failed() {
			m.mu.Lock()
			defer m.mu.Unlock()
			text := m.said.String()
			s.t.Logf("the supervised member ended %+v and logged\n%s", m.ends, text[max(0, len(text)-8000):])
		}
	})
	return m
}

// Stop ends the member in order.
func (m *supervised) Stop() error {
	m.cancel()
	return <-m.done
}

// crashes is how often it has crashed.
func (m *supervised) crashes() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, e := range m.ends {
		if e.Cause == supervisor.Crashed {
			n++
		}
	}
	return n
}

const innocentRuns = 10

// beside produces one guilty event in the middle of innocent runs.
func (s *stage) beside(guilty string) {
	for n := 1; n <= 3; n++ {
		for r := range innocentRuns {
			s.rounds(fmt.Sprintf("run_%d", r+1), n, n, nil)
		}
		if n == 2 {
			s.Produce(claim("run_guilty", key(5), "1 "+guilty), claim("run_guilty", key(5), "2"))
		}
	}
}

// endsAlone is a case in which handling one event crashes the process each time: the event goes to dead.letters after
// two crashes, with its rescue, and everything else happens as if it had not been there.
func endsAlone(guilty string) func(*stage) {
	return func(s *stage) {
		m := s.supervise(supervisedOrder{childOrder: childOrder{Instance: "a"}, Memory: memoryFor(guilty)})
		s.beside(guilty)
		s.caughtUp()
		s.stop(m)
		if n := m.crashes(); n != 2 {
			s.t.Errorf("the process has crashed %d times, want 2", n)
		}
		s.reasons(events.DeadCrashed)
		s.settle("run_guilty", "run_1")
	}
}

// memoryFor limits the process whose event allocates without end; the others are not limited.
func memoryFor(guilty string) uint64 {
	if guilty == "allocate" {
		return 1 << 30
	}
	return 0
}

// killedForMemory is a case in which the kernel kills the process because it is out of memory, as it does in a
// container. It looks like a kill -9, but counts as a crash.
func killedForMemory(s *stage) {
	group := memoryGroup(s.t, 512<<20)
	m := s.supervise(supervisedOrder{childOrder: childOrder{Instance: "a"}, Group: group})
	s.beside("allocate")
	s.caughtUp()
	s.stop(m)
	if n := m.crashes(); n != 2 {
		s.t.Errorf("the process has crashed %d times, want 2: %+v", n, m.ends)
	}
	s.reasons(events.DeadCrashed)
	s.settle("run_guilty", "run_1")
}

// memoryGroup creates a control group whose processes may use so many bytes.
func memoryGroup(t testing.TB, most int) string {
	t.Helper()
	for _, at := range [][2]string{{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"}, {"/sys/fs/cgroup", "memory.max"}} {
		dir := filepath.Join(at[0], fmt.Sprintf("sibyl-test-%d", os.Getpid()))
		if os.Mkdir(dir, 0o755) != nil {
			continue
		}
		if limit, err := os.OpenFile(filepath.Join(dir, at[1]), os.O_WRONLY, 0); err == nil { // made by the kernel, or not there
			_, err = limit.WriteString(strconv.Itoa(most))
			if err := errors.Join(err, limit.Close()); err != nil {
				t.Fatalf("limiting a control group: %v", err)
			}
			t.Cleanup(func() {
				if err := os.Remove(dir); err != nil {
					t.Errorf("removing a control group: %v", err)
				}
			})
			return dir
		}
		_ = os.Remove(dir) // it has no such controller
	}
	t.Skip("no control group with a limit of memory can be made here; OutOfMemory limits the process itself")
	return ""
}

// neverReturns is a case in which a handler never returns: its event goes to dead.letters after the time limit, and the
// process restarts, because nothing else would end the handler.
func neverReturns(s *stage) {
	m := s.supervise(supervisedOrder{childOrder: childOrder{Instance: "a"}, Limit: time.Second})
	s.beside("endless")
	s.caughtUp()
	if n := m.crashes(); n != 0 {
		s.t.Errorf("the process has crashed %d times, want none", n)
	}
	s.stop(m)
	s.reasons(events.DeadTimedOut)
	s.settle("run_guilty", "run_1")
}

// patientHandlerReturns is the counterpart: a handler that takes long, but not too long.
func patientHandlerReturns(s *stage) {
	m := s.supervise(supervisedOrder{childOrder: childOrder{Instance: "a"}, Limit: 10 * time.Second})
	s.beside("takes=1s")
	s.caughtUp()
	s.stop(m)
	if len(m.ends) != 0 {
		s.t.Errorf("the process has ended: %+v", m.ends)
	}
	s.reasons()
	s.settle("run_guilty", "run_1")
}

// crashMovesOn is a case in which the first crash ends one owner and the second its successor, on another host: the
// mark in the offset metadata is all that the two share.
func crashMovesOn(s *stage) {
	first := s.spawn("a", 0)
	first.awaitReady()
	s.beside("overflow")
	s.movesOn(first)
}

// crashFarBehind is a case in which the event that crashes the process is far beyond the committed offset, since other
// keys proceed behind a slow event.
func crashFarBehind(s *stage) {
	s.Produce(claim("run_slow", key(5), "1 takes=2s"))
	s.beside("overflow")
	s.movesOn(s.spawn("a", 0))
	s.settle("run_slow")
}

// movesOn lets another owner take over from one that crashes, and expects one more crash.
func (s *stage) movesOn(first *child) {
	s.t.Helper()
	select {
	case <-first.done:
	case <-time.After(patience):
		s.t.Fatal("the first owner has not crashed")
	}
	s.leave("a")
	m := s.supervise(supervisedOrder{childOrder: childOrder{Instance: "b"}})
	s.caughtUp()
	s.stop(m)
	if n := m.crashes(); n != 1 {
		s.t.Errorf("the second owner has crashed %d times, want once", n)
	}
	s.reasons(events.DeadCrashed)
	s.settle("run_guilty", "run_1")
}

// crashesUnseen is a case in which nobody observes why the process ends, and no file says what was in flight: the marks
// in the offset metadata are all there is. Each end may have been a kill, so it takes four of them.
func crashesUnseen(s *stage) {
	s.beside("overflow")
	for n := range 4 {
		c := s.spawn("a", 0)
		select {
		case <-c.done:
		case <-time.After(patience):
			s.t.Fatalf("the process has crashed %d times, want 4", n)
		}
	}
	last := s.spawn("a", 0)
	s.caughtUp()
	s.stop(last)
	s.reasons(events.DeadCrashed)
	s.settle("run_guilty", "run_1")
}

// killsAreNotCrashes: an event that happens to be in flight whenever somebody kills the process is not the cause.
func killsAreNotCrashes(s *stage) {
	s.beside("takes=300ms")
	for range 3 {
		c := s.spawnFor(childOrder{Access: s.broker.Access, Name: s.name, Instance: "a", Workers: 2})
		c.awaitReady()
		c.kill()
	}
	last := s.spawn("a", 0)
	s.caughtUp()
	s.stop(last)
	s.reasons()
	s.settle("run_guilty", "run_1")
}

// reasons compares why events were given up on.
func (s *stage) reasons(want ...events.DeadReason) {
	s.t.Helper()
	letters := streamtest.Decoded(s.t, events.DeadLettered, decoded(s.all(events.TopicDeadLetters)))
	var got []events.DeadReason
	for _, l := range letters {
		got = append(got, l.Data.Reason)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		s.t.Errorf("events were given up on because they %v, want %v", got, want)
	}
}
