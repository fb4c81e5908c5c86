package supervisor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// told is what a child of these tests is told to do.
type told struct {
	Do   string // in its first life
	Then string // in later ones; by default it ends in order
	Mark string // a file that says that it has lived before
}

const childVariable = "SIBYL_SUPERVISOR_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	var t told
	a, err := Attach(&t)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	do := t.Do
	if _, err := os.Stat(t.Mark); err == nil {
		do = t.Then
	} else if err := os.WriteFile(t.Mark, nil, 0o600); err != nil {
		os.Exit(1)
	}
	fmt.Fprintf(a.Logs, "last end %q\n", a.LastEnd)
	if err := a.Done(live(do, a)); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// live does what a child was told; what it returns is said to the supervisor.
func live(do string, a *Attached) Outcome {
	switch do {
	case "exit 0":
		os.Exit(0)
	case "exit 7":
		os.Exit(7)
	case "panic":
		panic("a defect")
	case "fault":
		_ = syscall.Kill(os.Getpid(), syscall.SIGSEGV)
		select {}
	case "be killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "talk":
		for range 40_000 {
			fmt.Fprintln(os.Stderr, "the same line of an endless report")
		}
		os.Exit(1)
	case "fail":
		return Outcome{Error: "the broker is away", Code: 3}
	case "again":
		return Outcome{Error: "a handler does not end", Again: true}
	case "wait":
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		fmt.Fprintln(a.Logs, "waiting", os.Getpid())
		<-ctx.Done()
	case "wait without end":
		signal.Ignore(syscall.SIGTERM)
		fmt.Fprintln(a.Logs, "waiting", os.Getpid())
		select {}
	}
	return Outcome{}
}

// log collects what a child says, and tells when it says something.
type log struct {
	mu   sync.Mutex
	text strings.Builder
	said chan string
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(p)
	select {
	case l.said <- string(p):
	default:
	}
	return len(p), nil
}

func (l *log) String() string { l.mu.Lock(); defer l.mu.Unlock(); return l.text.String() }

func fixed(order any) func(context.Context) (any, error) {
	return func(context.Context) (any, error) { return order, nil }
}

// run supervises a child until it ends in order.
func run(t *testing.T, ctx context.Context, what told) (Outcome, []Ended, *log) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	what.Mark = filepath.Join(t.TempDir(), "lived")
	l := &log{said: make(chan string, 1)}
	var ends []Ended
	out, err := Run(ctx, Child{
		Path: self, Env: []string{childVariable + "=1"}, Order: fixed(what), Logs: l, Crashes: filepath.Join(t.TempDir(), "crashes"),
		Grace: time.Second, Ended: func(e Ended) { ends = append(ends, e) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, ends, l
}

func TestAChildThatEndsIsStartedAgainAndTheCauseIsTold(t *testing.T) {
	for do, want := range map[string]struct {
		cause Cause
		next  Cause // as the next life is told
		says  string
	}{
		"exit 0":    {Crashed, Crashed, "exit status 0"},
		"exit 7":    {Crashed, Crashed, "exit status 7"},
		"panic":     {Crashed, Crashed, "panic: a defect"},
		"fault":     {Crashed, Crashed, "SIGSEGV"},
		"be killed": {Killed, Killed, ""},
		"again":     {Orderly, Unseen, ""},
	} {
		t.Run(do, func(t *testing.T) {
			out, ends, l := run(t, t.Context(), told{Do: do})
			if out != (Outcome{}) || len(ends) != 1 || ends[0].Cause != want.cause {
				t.Fatalf("outcome %+v after %+v; want one end, %q", out, ends, want.cause)
			}
			if got, want := l.String(), fmt.Sprintf("last end %q\nlast end %q\n", Unseen, want.next); got != want {
				t.Errorf("the lives were told %q, want %q", got, want)
			}
			if want.says == "" {
				if ends[0].Report != "" {
					t.Errorf("there is a crash report of what was no crash: %s", ends[0].Report)
				}
				return
			}
			text, err := os.ReadFile(ends[0].Report)
			if err != nil || !strings.Contains(string(text), want.says) {
				t.Errorf("the crash report says %q, %v; want %q", text, err, want.says)
			}
		})
	}
}

func TestAnOrderlyEndIsFinal(t *testing.T) {
	out, ends, _ := run(t, t.Context(), told{Do: "fail"})
	if out.Error != "the broker is away" || out.Code != 3 || len(ends) != 0 {
		t.Errorf("outcome %+v after %+v", out, ends)
	}
}

func TestACrashReportHasABeginningAndAnEnd(t *testing.T) {
	_, ends, _ := run(t, t.Context(), told{Do: "talk"})
	if len(ends) != 1 {
		t.Fatalf("%+v", ends)
	}
	text, err := os.ReadFile(ends[0].Report)
	if err != nil || len(text) > mostHead+mostTail+1000 || !strings.Contains(string(text), "bytes left out") {
		t.Errorf("the report has %d bytes, %v", len(text), err)
	}
}

func TestOldCrashReportsGo(t *testing.T) {
	folder := t.TempDir()
	var last string
	for n := range keptReports + 5 {
		var err error
		if last, err = (&report{}).keep(folder, Ended{Status: "exit status 2"}, time.Unix(int64(n), 0)); err != nil {
			t.Fatal(err)
		}
	}
	all, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(all) != keptReports || all[len(all)-1] != last {
		t.Errorf("%d reports are kept, %v; want the last %d", len(all), err, keptReports)
	}
}

// Asked to stop, the supervisor ends its child, also one that does not listen.
func TestStoppingEndsTheChild(t *testing.T) {
	for _, do := range []string{"wait", "wait without end"} {
		t.Run(do, func(t *testing.T) {
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			l := &log{said: make(chan string, 100)}
			done := make(chan error, 1)
			go func() {
				_, err := Run(ctx, Child{
					Path: self, Env: []string{childVariable + "=1"}, Logs: l, Grace: 300 * time.Millisecond,
					Order: fixed(told{Do: do, Mark: filepath.Join(t.TempDir(), "lived")}),
				})
				done <- err
			}()
			pid := 0
			for text := range l.said {
				if _, after, found := strings.Cut(text, "waiting "); found {
					if _, err := fmt.Sscanf(after, "%d", &pid); err == nil {
						break
					}
				}
			}
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
			if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("process %d is still there: %v", pid, err)
			}
		})
	}
}

// A supervisor that is killed takes its child along: nobody is left to say how it ends.
func TestAChildEndsWithItsSupervisor(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	order, err := json.Marshal(told{Do: "wait without end", Mark: filepath.Join(t.TempDir(), "lived")})
	if err != nil {
		t.Fatal(err)
	}
	in, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	child, err := os.StartProcess(self, []string{self}, &os.ProcAttr{
		Env: append(os.Environ(), childVariable+"=1"), Files: []*os.File{in, os.Stdout, os.Stderr, w, w},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Close(), in.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := hold.Write(append(order, '\n')); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 100)
	if _, err := r.Read(buf); err != nil { // it lives
		t.Fatal(err)
	}
	if err := hold.Close(); err != nil { // as the kernel does when the supervisor dies
		t.Fatal(err)
	}
	state, err := child.Wait()
	if err != nil || state.Success() {
		t.Errorf("the child ended with %v, %v", state, err)
	}
}

func TestAnOrderMayWaitForWhatItIsAbout(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("nothing to order")
	for name, c := range map[string]struct {
		order func(ctx context.Context, stop context.CancelFunc) (any, error)
		err   error
	}{
		"it comes later": {func(context.Context, context.CancelFunc) (any, error) {
			return told{Mark: filepath.Join(t.TempDir(), "lived")}, nil
		}, nil},
		"it is stopped before": {func(ctx context.Context, stop context.CancelFunc) (any, error) {
			stop()
			<-ctx.Done()
			return nil, ctx.Err()
		}, nil},
		"there will be none":       {func(context.Context, context.CancelFunc) (any, error) { return nil, broken }, broken},
		"it cannot be written out": {func(context.Context, context.CancelFunc) (any, error) { return func() {}, nil }, new(json.UnsupportedTypeError)},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var ends []Ended
			_, err := Run(ctx, Child{
				Path: self, Env: []string{childVariable + "=1"}, Logs: &log{said: make(chan string, 1)}, Grace: time.Second,
				Order: func(ctx context.Context) (any, error) { return c.order(ctx, stop) },
				Ended: func(e Ended) { ends = append(ends, e) },
			})
			var unsupported *json.UnsupportedTypeError
			if c.err == nil && err != nil || c.err != nil && !errors.Is(err, c.err) && !errors.As(err, &unsupported) {
				t.Errorf("running it: %v, not %v", err, c.err)
			}
			if len(ends) > 0 {
				t.Errorf("it is said to have ended: %+v", ends)
			}
		})
	}
}
