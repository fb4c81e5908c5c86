package stream

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/processors/stream/clock"
	"github.com/sibyl-project/sibyl/processors/stream/crash"
)

const (
	defaultAttempts = 5
	defaultBatch    = 200
	defaultWorkers  = 8
	defaultDrain    = 10 * time.Second
	defaultWindow   = 4_000
	defaultBytes    = 64 << 20
)

// Options is how processors are run. The zero value of everything but Brokers is usable.
type Options struct {
	Brokers []string  // host:port
	Client  []kgo.Opt // further client options: TLS, SASL, client id

	// Instance names this process among those that run the same processors; two must not share a name.
	// It must stay the same over restarts. Default "0".
	Instance string

	MaxBatch int           // most records read per transaction; default 200
	Workers  int           // handlers running at once, per processor; default 8
	Attempts int           // tries of an event before it goes to dead.letters; default 5
	Backoff  time.Duration // after the first failed try, doubled with each further one; default 50 ms
	Patience time.Duration // longest wait between tries while a dependency is broken; default 3 s
	Drain    time.Duration // how long started work may take after the context has ended; default 10 s

	// Window and WindowBytes bound what is in flight: read, and perhaps finished, but not committed. Behind a slow
	// handler other keys proceed until one of them is reached. Half of the records are reserved, in equal parts, for
	// the assigned partitions, so that a blocked one cannot use up the quota of the others.
	Window      int // records; default 4,000
	WindowBytes int // bytes of records and of their outputs; default 64 MiB

	// InFlight names a file that records the events in flight, for the next process with the same instance name to know
	// what may have crashed this one. Without it the first events of each partition are suspects after an unclean end.
	InFlight string
	LastEnd  crash.End // how the previous process with this instance name ended

	// Snapshots names a directory of this instance for what it holds of state topics at an orderly end, so that the next
	// start reads only what came after. Without it state topics are read whole.
	Snapshots string

	// Ready is called once per processor, when it has its assignment and has restored its state. May be nil.
	Ready func(processor string)

	Registerer prometheus.Registerer // default: none
	Logger     *slog.Logger          // default: discards
	Clock      clock.Clock           // default: SystemClock
}

func (o Options) withDefaults() (Options, error) {
	if len(o.Brokers) == 0 {
		return o, errors.New("running processors: no broker addresses")
	}
	if o.Instance == "" {
		o.Instance = "0"
	}
	if strings.ContainsAny(o.Instance, " /:") {
		return o, fmt.Errorf("running processors: instance name %q: no spaces, slashes or colons", o.Instance)
	}
	number := func(n *int, otherwise int) {
		if *n <= 0 {
			*n = otherwise
		}
	}
	number(&o.MaxBatch, defaultBatch)
	number(&o.Workers, defaultWorkers)
	number(&o.Attempts, defaultAttempts)
	number(&o.Window, defaultWindow)
	number(&o.WindowBytes, defaultBytes)
	span := func(d *time.Duration, otherwise time.Duration) {
		if *d <= 0 {
			*d = otherwise
		}
	}
	span(&o.Backoff, 50*time.Millisecond)
	span(&o.Patience, 3*time.Second)
	span(&o.Drain, defaultDrain)
	if o.Ready == nil {
		o.Ready = func(string) {}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	return o, nil
}

// backoff is the wait after the n-th failure, from 1.
func (o Options) backoff(n int) time.Duration { return clock.Doubled(o.Backoff, n, 10*time.Second) }

// patience is the wait after the n-th try of a broken dependency, from 1.
func (o Options) patience(n int) time.Duration { return clock.Doubled(o.Backoff, n, o.Patience) }
