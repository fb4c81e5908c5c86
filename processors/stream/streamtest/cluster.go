package streamtest

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/topics"
)

// Patience is how long a test waits for something that must happen before it fails.
const Patience = 30 * time.Second

// Cluster is an in-process fake broker with the catalogue's topics. Its methods are safe for concurrent
// use, but they fail the test and so must be called from its goroutine.
type Cluster struct {
	Fake    *kfake.Cluster // for injecting faults
	Brokers []string

	t        testing.TB
	producer *kgo.Client
	sasl     []kgo.Opt
	tls      *tls.Config
}

// NewCluster starts a broker, creates the catalogue's topics and the state topics of decls, and stops it
// when the test ends.
func NewCluster(t testing.TB, decls ...stream.Declaration) *Cluster {
	t.Helper()
	fake, err := kfake.NewCluster(kfake.NumBrokers(1))
	if err != nil {
		t.Fatalf("starting the fake broker: %v", err)
	}
	t.Cleanup(fake.Close)
	c := &Cluster{Fake: fake, Brokers: fake.ListenAddrs(), t: t}
	c.CreateTopics(decls...)
	c.producer = c.newClient(kgo.ProducerLinger(0), kgo.RecordPartitioner(kgo.StickyKeyPartitioner(nil)))
	return c
}

// CreateTopics creates the catalogue's topics and the state topics of decls.
func (c *Cluster) CreateTopics(decls ...stream.Declaration) {
	c.t.Helper()
	specs, err := stream.TopicSpecs(decls)
	if err != nil {
		c.t.Fatalf("%v", err)
	}
	if err := topics.Ensure(c.t.Context(), c.client(), specs, 1); err != nil {
		c.t.Fatalf("%v", err)
	}
}

func (c *Cluster) client(opts ...kgo.Opt) []kgo.Opt {
	all := append([]kgo.Opt{kgo.SeedBrokers(c.Brokers...), kgo.MetadataMinAge(20 * time.Millisecond)}, c.sasl...)
	if c.tls != nil {
		all = append(all, kgo.DialTLSConfig(c.tls))
	}
	return append(all, opts...)
}

// newClient returns a client that is closed before the broker is.
func (c *Cluster) newClient(opts ...kgo.Opt) *kgo.Client {
	c.t.Helper()
	cl, err := kgo.NewClient(c.client(opts...)...)
	if err != nil {
		c.t.Fatalf("making a client: %v", err)
	}
	c.t.Cleanup(cl.Close)
	return cl
}

// Client is a client for requests of the test's own.
func (c *Cluster) Client() *kgo.Client { return c.producer }

// Produce publishes events and waits until the broker has them.
func (c *Cluster) Produce(records ...events.Record) {
	c.t.Helper()
	raw := make([]*kgo.Record, len(records))
	for i, r := range records {
		raw[i] = wire.Encode(r)
	}
	c.ProduceRaw(raw...)
}

// ProduceRaw publishes records as they are.
func (c *Cluster) ProduceRaw(records ...*kgo.Record) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), Patience)
	defer cancel()
	if err := c.producer.ProduceSync(ctx, records...).FirstErr(); err != nil {
		c.t.Fatalf("producing: %v", err)
	}
}

// Await reads a topic from its beginning, as a reader of committed events sees it, until enough reports
// that it has seen what it waits for, and returns what it read.
func (c *Cluster) Await(topic events.Topic, enough func([]events.Record) bool) []events.Record {
	c.t.Helper()
	var out []events.Record
	c.AwaitRaw(topic, func(raw []*kgo.Record) bool {
		for _, k := range raw[len(out):] {
			r, err := wire.Decode(k)
			if err != nil {
				c.t.Fatalf("%v", err)
			}
			out = append(out, r)
		}
		return enough(out)
	})
	return out
}

// AwaitN is Await for a number of events.
func (c *Cluster) AwaitN(topic events.Topic, n int) []events.Record {
	c.t.Helper()
	return c.Await(topic, func(r []events.Record) bool { return len(r) >= n })
}

// AwaitRaw is Await for records that need not be events.
func (c *Cluster) AwaitRaw(topic events.Topic, enough func([]*kgo.Record) bool) []*kgo.Record {
	c.t.Helper()
	cl, err := kgo.NewClient(c.client(kgo.ConsumeTopics(string(topic)), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))...)
	if err != nil {
		c.t.Fatalf("making a client: %v", err)
	}
	defer cl.Close()
	ctx, cancel := context.WithTimeout(c.t.Context(), Patience)
	defer cancel()
	var out []*kgo.Record
	for !enough(out) {
		f := cl.PollFetches(ctx)
		if err := f.Err(); err != nil {
			c.t.Fatalf("waiting for events on %s: %v; seen so far: %d", topic, err, len(out))
		}
		out = append(out, f.Records()...)
	}
	return out
}

// Counted counts the committed records of a topic as they come, without keeping them.
type Counted struct {
	c  *Cluster
	cl *kgo.Client
	n  int
}

// Count begins to read a topic from its beginning.
func (c *Cluster) Count(topic events.Topic) *Counted {
	c.t.Helper()
	return &Counted{c: c, cl: c.newClient(kgo.ConsumeTopics(string(topic)), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))}
}

// Await waits until there are n records, and returns how many there are.
func (d *Counted) Await(n int) int {
	d.c.t.Helper()
	ctx, cancel := context.WithTimeout(d.c.t.Context(), Patience)
	defer cancel()
	for d.n < n {
		f := d.cl.PollFetches(ctx)
		if err := f.Err(); err != nil {
			d.c.t.Fatalf("waiting for %d records: %v; seen so far: %d", n, err, d.n)
		}
		d.n += f.NumRecords()
	}
	return d.n
}

// Running is one stream.Run: what a process is.
type Running struct {
	t      testing.TB
	cancel context.CancelFunc
	done   chan struct{}
	err    error
	lines  *lines
}

// Start runs processors and returns when each has its assignment and its state. Brokers, Ready and Logger
// of the options are the cluster's; what runs is stopped when the test ends.
func (c *Cluster) Start(o stream.Options, decls ...stream.Declaration) *Running {
	c.t.Helper()
	r := c.Launch(o, decls...)
	r.AwaitReady(len(decls))
	return r
}

// Launch is Start without waiting.
func (c *Cluster) Launch(o stream.Options, decls ...stream.Declaration) *Running {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := &Running{t: c.t, cancel: cancel, done: make(chan struct{}), lines: &lines{ready: make(chan string, 100), tls: c.tls}}
	o.Brokers = c.Brokers
	o.Ready = func(p string) { r.lines.ready <- p }
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(testWriter{c.t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	o.Client = append(append(o.Client[:len(o.Client):len(o.Client)], c.sasl...), kgo.Dialer(r.lines.dial))
	go func() {
		defer close(r.done)
		r.err = stream.Run(ctx, o, decls...)
	}()
	c.t.Cleanup(func() { cancel(); <-r.done })
	return r
}

// AwaitReady waits until n processors have said that they are ready.
func (r *Running) AwaitReady(n int) {
	r.t.Helper()
	deadline := time.After(Patience)
	for range n {
		select {
		case <-r.lines.ready:
		case <-r.done:
			r.t.Fatalf("processors ended before they were ready: %v", r.err)
		case <-deadline:
			r.t.Fatalf("processors were not ready in time")
		}
	}
}

// Stop ends the run in an orderly way and returns what Run returned.
func (r *Running) Stop() error {
	r.cancel()
	return r.Wait()
}

// Wait returns what Run returned.
func (r *Running) Wait() error {
	r.t.Helper()
	select {
	case <-r.done:
		return r.err
	case <-time.After(Patience):
		r.t.Fatalf("processors did not end in time")
		return nil
	}
}

// Crash cuts every connection at once and for good, as kill -9 does: the broker hears nothing more, an
// open transaction stays open.
func (r *Running) Crash() {
	r.lines.cut()
	r.cancel()
}

// lines are the connections of a run.
type lines struct {
	ready chan string
	tls   *tls.Config

	mu    sync.Mutex
	dead  bool
	conns []net.Conn
}

var errCut = errors.New("the process is dead")

func (l *lines) dial(ctx context.Context, network, address string) (net.Conn, error) {
	var d interface {
		DialContext(ctx context.Context, network, address string) (net.Conn, error)
	} = &net.Dialer{}
	if l.tls != nil {
		d = &tls.Dialer{Config: l.tls}
	}
	conn, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead {
		return nil, errors.Join(errCut, conn.Close())
	}
	l.conns = append(l.conns, conn)
	return conn, nil
}

func (l *lines) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dead = true
	for _, c := range l.conns {
		_ = c.Close() // dead either way
	}
}

// testWriter shows warnings of the runtime with the test they belong to.
type testWriter struct{ t testing.TB }

func (w testWriter) Write(b []byte) (n int, err error) {
	n = len(b)
	defer func() { _ = recover() }() // a client may complain while the test is already over
	w.t.Log(string(bytes.TrimSpace(b)))
	return n, nil
}
