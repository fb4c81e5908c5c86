package conformance

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/deploy/kafka"
	"github.com/sibyl-project/sibyl/processors/stream"
)

const childVariable = "SIBYL_CONFORMANCE_CHILD"

// childOrder is what a child process is told.
type childOrder struct {
	Access   kafka.Access
	Name     string // the processor's
	Instance string
	MaxBatch int
	Workers  int
	Dies     death
}

// ChildMain makes this process a member of a group if it was started as one, and returns if it was not.
// Every TestMain of a package that runs the suite begins with it.
func ChildMain() {
	if os.Getenv(supervisedVariable) != "" {
		if err := supervisedMain(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	text := os.Getenv(childVariable)
	if text == "" {
		return
	}
	if err := childMain(text); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func childMain(text string) error {
	var order childOrder
	if err := json.Unmarshal([]byte(text), &order); err != nil {
		return fmt.Errorf("reading the order: %w", err)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // ends with the parent
		os.Exit(3)
	}()
	if order.Dies != "" {
		return die(ctx, order)
	}
	debug.SetMaxStack(64 << 20)
	return stream.Run(ctx, stream.Options{
		Brokers: order.Access.Brokers, Client: order.Access.Options(), Instance: order.Instance,
		MaxBatch: order.MaxBatch, Workers: order.Workers, Backoff: time.Millisecond,
		Logger: slog.New(slog.NewTextHandler(os.Stderr, nil)), // shown where the test fails
		Ready:  func(string) { fmt.Fprintln(os.Stdout, "ready") },
	}, (&book{}).processor(order.Name))
}

// child is a member of the group in a process of its own.
type child struct {
	t     testing.TB
	cmd   *exec.Cmd
	ready chan struct{}
	done  chan struct{}
	err   error
	said  strings.Builder
}

// spawn starts a child; it is killed when the test ends.
func (s *stage) spawn(instance string, maxBatch int) *child {
	s.t.Helper()
	return s.spawnFor(childOrder{Access: s.broker.Access, Name: s.name, Instance: instance, MaxBatch: maxBatch})
}

func (s *stage) spawnFor(o childOrder) *child {
	s.t.Helper()
	instance := o.Instance
	order, err := json.Marshal(o)
	if err != nil {
		s.t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	c := &child{t: s.t, cmd: exec.Command(self), ready: make(chan struct{}), done: make(chan struct{})}
	c.cmd.Env = append(os.Environ(), childVariable+"="+string(order))
	c.cmd.Stderr = &c.said
	stdin, err := c.cmd.StdinPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		s.t.Fatalf("starting a child: %v", err)
	}
	go func() {
		defer close(c.done)
		lines := bufio.NewScanner(stdout)
		var once sync.Once
		for lines.Scan() {
			if lines.Text() == "ready" {
				once.Do(func() { close(c.ready) })
			}
		}
		c.err = errors.Join(lines.Err(), c.cmd.Wait())
		_ = stdin.Close() // it is gone
	}()
	s.t.Cleanup(func() {
		early := c.ended()
		c.kill()
		if s.t.Failed() {
			s.t.Logf("child %s, process %d, ended by itself: %t, %v\n%s", instance, c.cmd.Process.Pid, early, c.err, c.lastSaid())
		}
	})
	return c
}

func (c *child) ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// lastSaid is the end of what a child that has ended has logged.
func (c *child) lastSaid() string {
	const most = 4000
	text := c.said.String()
	return text[max(0, len(text)-most):]
}

func (c *child) awaitReady() {
	c.t.Helper()
	select {
	case <-c.ready:
	case <-c.done:
		c.t.Fatalf("a child ended before it was ready: %v\n%s", c.err, c.said.String())
	case <-time.After(patience):
		c.t.Fatal("a child was not ready in time")
	}
}

// kill is kill -9.
func (c *child) kill() {
	_ = c.cmd.Process.Kill() // fails only if it has ended
	<-c.done
}

// Stop ends the child in order.
func (c *child) Stop() error {
	c.signal(syscall.SIGTERM)
	return c.wait()
}

// wait returns how the child ended.
func (c *child) wait() error {
	c.t.Helper()
	select {
	case <-c.done:
		if c.err != nil {
			return fmt.Errorf("%w\n%s", c.err, c.said.String())
		}
		return nil
	case <-time.After(patience):
		c.t.Fatal("a child did not end in time")
		return nil
	}
}

func (c *child) signal(s syscall.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		c.t.Fatalf("sending a child %v: %v", s, err)
	}
}
