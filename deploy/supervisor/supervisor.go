// Package supervisor keeps a child process running that may be ended by what it works on. It starts the child, tells
// an orderly end from a crash and a crash from a kill, keeps what the child said when it crashed, and starts it
// again with backoff.
//
// # Contract
//
// The child's standard input gives it its order, one line of JSON, and then stays open for as long as the supervisor
// lives: at its end the child must exit at once. What the child means to be read it writes to descriptor 3; what is
// written to its standard error - by the Go runtime in a fatal error, by C code - goes to a crash report, which is
// kept when the child crashes. At an orderly end the child writes an Outcome to descriptor 4; a child that exits
// without one, by whatever code, has crashed. Attach does the child's part.
//
// A child is in a process group of its own, so that Ctrl-C on a terminal reaches the supervisor alone, which then
// asks the child to stop and waits for it.
package supervisor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Child is what to run.
type Child struct {
	Path string
	Args []string
	Env  []string // beside the supervisor's own environment
	// Order is encoded as JSON. It is asked for when the process runs already, and may wait until ctx ends for what it is about.
	Order func(ctx context.Context) (any, error)

	Logs    io.Writer     // what the child means to be read
	Crashes string        // the folder of crash reports, made when it is needed
	Grace   time.Duration // how long an orderly end may take; default 10 s

	// Ended hears of every end that was not asked for, before the child is started again. May be nil.
	Ended func(Ended)
}

// Cause is why a child ended.
type Cause string

// The closed set of causes.
const (
	Crashed Cause = "crashed" // by itself: a fatal error, an exit, a signal for a fault, or for want of memory
	Killed  Cause = "killed"  // by somebody
	Unseen  Cause = ""        // nobody can tell, as before the first start
	Orderly Cause = "orderly" // it said that it was going to
)

// Ended is one end of a child.
type Ended struct {
	Cause  Cause
	Status string // as the system tells it: "exit status 2", "signal: killed"
	Report string // the file with what it said; empty if there is none
	Lived  time.Duration
	Out    Outcome // of an orderly end
}

// Outcome is how a child says that it ended in order.
type Outcome struct {
	Error string `json:"error,omitempty"`
	Code  int    `json:"code,omitempty"` // the exit code that the error stands for
	Again bool   `json:"again,omitempty"`
}

const (
	firstBackoff = 100 * time.Millisecond
	mostBackoff  = 5 * time.Second
	healthy      = 30 * time.Second // a child that has lived so long has not failed in a row
	defaultGrace = 10 * time.Second
)

// Run keeps the child running until ctx ends or the child ends in order without asking to be started again. Then it
// returns the child's outcome. An error means that the child could not be started at all.
func Run(ctx context.Context, c Child) (Outcome, error) {
	last, backoff := Unseen, firstBackoff
	for {
		e, err := c.live(ctx, last)
		if err != nil {
			return Outcome{}, err
		}
		if ctx.Err() != nil || e.Cause == Orderly && !e.Out.Again {
			return e.Out, nil
		}
		if c.Ended != nil {
			c.Ended(e)
		}
		if e.Lived > healthy {
			backoff = firstBackoff
		}
		t := time.NewTimer(backoff)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return Outcome{}, nil
		}
		backoff = min(2*backoff, mostBackoff)
		if last = e.Cause; last == Orderly {
			last = Unseen
		}
	}
}

// live is one life of the child.
func (c Child) live(ctx context.Context, last Cause) (Ended, error) {
	cmd := exec.Command(c.Path, c.Args...)
	cmd.Env = append(os.Environ(), append(c.Env, lastEndVariable+"="+string(last), "GOTRACEBACK=single")...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = time.Second // a grandchild may hold the pipes open
	report := &report{}
	cmd.Stderr = report
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return Ended{}, fmt.Errorf("making a pipe for a child process: %w", err)
	}
	logs, closeLogs, err := pipeTo(c.Logs)
	if err != nil {
		return Ended{}, err
	}
	var said limited
	result, closeResult, err := pipeTo(&said)
	if err != nil {
		return Ended{}, errors.Join(err, closeLogs())
	}
	cmd.ExtraFiles = []*os.File{logs, result}
	memory := outOfMemoryKills()
	started := time.Now()
	if err := cmd.Start(); err != nil {
		return Ended{}, errors.Join(fmt.Errorf("starting a child process: %w", err), closeLogs(), closeResult())
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		c.stop(cmd, stdin)
	})
	unasked := c.give(ctx, stdin)
	if unasked != nil {
		_ = cmd.Process.Kill() // fails only if it has ended
	}
	_ = cmd.Wait() // closes stdin; the child's state tells how it ended
	if !stop() {
		<-stopped
	}
	err = errors.Join(closeLogs(), closeResult(), unasked)
	e := Ended{Status: cmd.ProcessState.String(), Lived: time.Since(started)}
	e.Cause = causeOf(cmd.ProcessState, memory)
	if json.Unmarshal(said.data, &e.Out) == nil && len(said.data) > 0 {
		e.Cause = Orderly
	}
	if e.Cause == Crashed {
		var failed error
		if e.Report, failed = report.keep(c.Crashes, e, started); failed != nil {
			return e, failed
		}
	}
	return e, err
}

// give tells the child its order.
func (c Child) give(ctx context.Context, stdin io.Writer) error {
	order, err := c.Order(ctx)
	if ctx.Err() != nil {
		return nil // it is being stopped
	}
	if err != nil {
		return fmt.Errorf("ordering a child process: %w", err)
	}
	line, err := json.Marshal(order)
	if err != nil {
		return fmt.Errorf("encoding the order of a child process: %w", err)
	}
	_, err = stdin.Write(append(line, '\n'))
	return ignoreEnded(err)
}

// stop asks the child to end, and kills it when it does not.
func (c Child) stop(cmd *exec.Cmd, stdin io.Closer) {
	grace := c.Grace
	if grace == 0 {
		grace = defaultGrace
	}
	_ = cmd.Process.Signal(syscall.SIGTERM) // fails only if it has ended
	time.AfterFunc(grace, func() {
		_ = stdin.Close()
		_ = cmd.Process.Kill() // the same
	})
}

// ignoreEnded passes over that a child ended before it had read its order: its status tells more.
func ignoreEnded(err error) error {
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}

// pipeTo makes a descriptor for a child whose other end is copied to w. Closing waits until all is copied.
func pipeTo(w io.Writer) (*os.File, func() error, error) {
	r, child, err := os.Pipe()
	if err != nil {
		return nil, nil, fmt.Errorf("making a pipe for a child process: %w", err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := io.Copy(w, r)
		done <- err
	}()
	return child, func() error {
		err := child.Close()
		t := time.AfterFunc(time.Second, func() { _ = r.SetReadDeadline(time.Now()) }) // a grandchild may hold it open
		defer t.Stop()
		copied := <-done
		if errors.Is(copied, os.ErrDeadlineExceeded) {
			copied = nil
		}
		return errors.Join(err, copied, r.Close())
	}, nil
}

// limited keeps the first bytes of what is written to it.
type limited struct{ data []byte }

func (l *limited) Write(p []byte) (int, error) {
	const most = 64 << 10
	l.data = append(l.data, p[:min(len(p), most-len(l.data))]...)
	return len(p), nil
}
