package embedded

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
	"github.com/sibyl-project/sibyl/deploy/embedded/logrecovery"
)

// child is the process that holds a broker.
type child struct {
	dir      string
	port     int
	grace    time.Duration
	postgres string // the database of the same data directory, stopped with us when nobody is left
	log      *slog.Logger
}

// BrokerMain is the hidden command that StartBroker runs. It returns the exit code.
func BrokerMain(args []string) int {
	c := child{log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	flags := flag.NewFlagSet("broker-child", flag.ContinueOnError)
	flags.StringVar(&c.dir, "dir", "", "data directory")
	flags.IntVar(&c.port, "port", 0, "port; 0 for the last one or a free one")
	flags.DurationVar(&c.grace, "grace", DefaultGrace, "how long to live on when nobody uses the data directory")
	flags.StringVar(&c.postgres, "postgres", "", "database cluster to stop along when nobody came back")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if c.dir == "" {
		fmt.Fprintln(os.Stderr, "broker-child: --dir is missing")
		return 2
	}
	if err := c.run(); err != nil {
		c.log.Error("broker", "error", err)
		return 1
	}
	return 0
}

// The broker keeps records on disk and only an index of batches in memory, so its heap is small and short-lived: frequent
// collection costs little, and keeps the process within the product's memory budget. The limit is soft.
const (
	heapGrowth = 100       // percent
	heapLimit  = 160 << 20 // bytes
)

func (c *child) run() (err error) {
	syscall.Umask(0o077)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heapLimit)
	}
	// Interrupts and hangups are meant for the process in the foreground, which stops us in order.
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP)
	terminated := make(chan os.Signal, 1)
	signal.Notify(terminated, syscall.SIGTERM)

	ctx, cancel := context.WithTimeout(context.Background(), startWithin)
	defer cancel()
	held, err := takeLock(ctx, alivePath(c.dir))
	if err != nil {
		return fmt.Errorf("waiting for the broker before us: %w", err)
	}
	// Releasing is the last act: it tells those who watch that all is over.
	defer func() { err = errors.Join(err, held.release()) }()
	nonce, err := randomID()
	if err != nil {
		return fmt.Errorf("drawing a nonce: %w", err)
	}
	// The port comes first: a broker that ends because its port is taken has touched nothing, which is no unclean end.
	ln, err := listenBroker(c.dir, c.port, c.rememberedPort())
	if err != nil {
		return err
	}
	self, unclean, err := beginLife(c.dir, nonce)
	if err != nil {
		return errors.Join(err, ln.Close())
	}
	node, err := c.openNode(ctx, ln, unclean)
	if err != nil {
		return err
	}
	lifeline, err := c.serve(node, self, terminated)
	if err != nil {
		node.cluster.Close() // its end stays unclean: life.json says running
		return err
	}
	if lifeline != nil {
		defer func() { err = errors.Join(err, c.stopDatabase(), lifeline.release()) }()
	}
	if err := durable.Remove(addressPath(c.dir)); err != nil {
		return err
	}
	if err := node.close(); err != nil {
		return err
	}
	return endLife(c.dir, self)
}

// serve announces the broker and runs it until it is told to stop or its data directory is abandoned; then it returns
// the lifeline, locked.
func (c *child) serve(node *node, self life, terminated <-chan os.Signal) (*lock, error) {
	_, portText, err := net.SplitHostPort(node.gate.Addr().String())
	if err != nil {
		return nil, fmt.Errorf("reading the broker's own address: %w", err)
	}
	port, err := strconv.Atoi(portText)
	if err != nil {
		return nil, fmt.Errorf("reading the broker's own port: %w", err)
	}
	if err := os.WriteFile(portPath(c.dir), []byte(portText+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("remembering the port: %w", err)
	}
	node.gate.open()
	if err := durable.WriteJSON(addressPath(c.dir), address{PID: self.PID, Port: port, Nonce: self.Nonce, Since: self.Since}); err != nil {
		return nil, fmt.Errorf("announcing the broker: %w", err)
	}
	c.log.Info("ready", "port", port)
	type end struct {
		lifeline *lock
		err      error
	}
	abandoned := make(chan end, 1)
	go func() {
		lifeline, err := c.awaitAbandoned(node)
		abandoned <- end{lifeline, err}
	}()
	select {
	case <-terminated:
		c.log.Info("asked to stop")
		return nil, nil
	case end := <-abandoned:
		return end.lifeline, end.err
	}
}

// awaitAbandoned returns when no process has held the lifeline for the grace period. It then holds the lifeline itself,
// so that a process that opens the data directory now waits until we have ended, instead of adopting a broker that is
// shutting down.
func (c *child) awaitAbandoned(node *node) (*lock, error) {
	for {
		if err := awaitFree(lifelinePath(c.dir)); err != nil {
			return nil, fmt.Errorf("watching the lifeline: %w", err)
		}
		c.log.Info("left alone", "grace", c.grace)
		grace, cancel := context.WithTimeout(context.Background(), c.grace)
		err := await(grace, "waiting for somebody to come back", func() (bool, error) { return isHeld(lifelinePath(c.dir)) })
		cancel()
		if err == nil {
			c.log.Info("adopted")
			continue
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		held, err := tryLock(lifelinePath(c.dir))
		if err != nil {
			return nil, fmt.Errorf("taking the lifeline: %w", err)
		}
		if held == nil {
			continue // somebody came in the last moment
		}
		c.log.Info("nobody came back")
		return held, node.awaitQuiet(context.Background())
	}
}

// stopDatabase ends the database that outlived its user together with us.
func (c *child) stopDatabase() error {
	if c.postgres == "" {
		return nil
	}
	left, err := survivor(c.postgres)
	if err != nil || left == nil {
		return err
	}
	if err := stopPostmaster(context.Background(), left.pid); err != nil {
		return err
	}
	removeSockets(left.sockets)
	return nil
}

// rememberedPort is the port of the last life, or 0.
func (c *child) rememberedPort() int {
	text, err := os.ReadFile(portPath(c.dir))
	if err != nil {
		return 0
	}
	port, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return port
}

// openNode puts the log in order and opens it.
func (c *child) openNode(ctx context.Context, ln net.Listener, unclean bool) (*node, error) {
	records := recordsPath(c.dir)
	if err := os.MkdirAll(records, 0o700); err != nil {
		return nil, fmt.Errorf("making the log's folder: %w", err)
	}
	if err := logrecovery.UndoCompaction(records); err != nil {
		return nil, err
	}
	if err := nameLog(records); err != nil {
		return nil, err
	}
	var torn []logrecovery.OpenTransaction
	if unclean {
		var err error
		if torn, err = logrecovery.Repair(records); err != nil {
			return nil, err
		}
		c.log.Warn("the broker before this one was killed", "open_transactions", len(torn))
	}
	n := &node{gate: newGate(ln), log: &brokerLogger{log: c.log, said: map[kfake.LogLevel]string{}}, records: records}
	var err error
	if n.cluster, err = kfake.NewCluster(n.options()...); err != nil {
		return nil, fmt.Errorf("opening the log in %s: %w", filepath.Clean(records), err)
	}
	if err := n.abort(ctx, torn); err != nil {
		n.cluster.Close()
		return nil, err
	}
	guard := &storage{path: records, free: Free, log: c.log}
	n.cluster.ControlKey(int16(kmsg.Produce), guard.control)
	n.cluster.ControlKey(int16(kmsg.Fetch), new(quiet).control)
	n.log.onFailure(func(message string) {
		c.log.Error("the log cannot be written: ending, to be repaired at the next start", "path", records, "error", message)
		os.Exit(1)
	})
	go debug.FreeOSMemory() // loading reads whole segments; the memory is not needed again, and nobody waits for that
	return n, nil
}
