// Package stack is everything in one process, on one data directory, and the place that a command finds or starts it at.
package stack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/pprof"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kgo"
	"golang.org/x/sync/errgroup"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/profile"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/projections/removal"
	"github.com/sibyl-project/sibyl/projections/runs"
)

// Drain bounds how long a batch in flight may take at shutdown. When the broker is gone nothing can be
// committed any more, and waiting longer only delays its successor.
const Drain = 2 * time.Second

// Stack is everything in one process: broker and database (embedded unless named), processors,
// projections, API. Start it, wait for Ended, and Stop it.
type Stack struct {
	deps    settings.Dependencies
	options Options
	log     *slog.Logger

	Data     *embedded.DataDir
	Postgres *embedded.Postgres                // as it was started first; nil when a database was named
	Cluster  atomic.Pointer[embedded.Postgres] // as it runs now
	Broker   *embedded.Broker                  // nil when Kafka was named
	Brokers  []string
	away     troubles
	probe    *kgo.Client // asks the broker whether it answers
	Pool     *pgxpool.Pool
	Ports    worker.Ports
	Hub      *projections.Hub
	Listener net.Listener
	server   *http.Server

	metrics  *worker.ChildMetrics // of the processors
	profiles func() error         // ends serving them
	cleared  chan struct{}        // closed when the databases of deleted data directories are gone

	early   *early // nil once they work
	allowed chan struct{}
	allow   func() // closes allowed: processors may be told what they work with

	cancel context.CancelFunc
	finish context.CancelFunc
	Ended  chan error // receives once, when the stack cannot go on or has been stopped
}

// Options of a stack.
type Options struct {
	Token     string // that requests must carry, if not empty
	AutoStart bool   // an upload is analysed without being asked for
	Loading   bool   // a report is coming: processors load what they need for one while broker and database start
}

// Start brings everything up on a data directory. listen opens the API's address.
func Start(ctx context.Context, dir string, o Options, deps settings.Dependencies, listen func() (net.Listener, error)) (_ *Stack, err error) {
	deps.Limits.Soft()
	s := &Stack{
		deps: deps, options: o, log: settings.Logger(deps.LogLevel), Hub: projections.NewHub(), Ended: make(chan error, 1), allowed: make(chan struct{}),
	}
	s.allow = sync.OnceFunc(func() { close(s.allowed) })
	defer func() {
		if err != nil {
			err = errors.Join(err, s.release(context.WithoutCancel(ctx)))
		}
	}()
	if s.Data, err = embedded.Open(dir); err != nil {
		return nil, err
	}
	if s.metrics, err = worker.NewChildMetrics(); err != nil {
		return nil, err
	}
	s.startProcessors(ctx)
	s.clearUp(ctx)
	if s.Listener, err = listen(); err != nil {
		return nil, exit.Usage("opening the API's address: %v; give another with --addr", err)
	}
	if s.profiles, err = profile.Serve(deps.Pprof, s.metrics.Socket); err != nil {
		return nil, err
	}
	if err = s.startDependencies(ctx); err != nil {
		return nil, err
	}
	if err = s.claimLog(ctx); err != nil {
		return nil, err
	}
	if s.probe, err = kgo.NewClient(settings.KafkaOptions(s.Brokers)...); err != nil {
		return nil, exit.Usage("connecting to Kafka: %v", err)
	}
	if s.Ports, err = worker.OpenPorts(s.Pool, deps); err != nil {
		return nil, err
	}
	if err = s.announce(); err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel = cancel
	working, finish := context.WithCancel(life)
	s.finish = finish
	go func() { s.Ended <- s.live(life, working) }()
	return s, nil
}

// startDependencies starts broker and database side by side: the database's first start takes seconds.
func (s *Stack) startDependencies(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		url := s.deps.DatabaseURL
		if url == "" {
			if s.Postgres, err = embedded.StartPostgres(gctx, s.Data.Path); err != nil {
				return exit.With(exit.CodeDependency, err)
			}
			s.Cluster.Store(s.Postgres)
			url = s.Postgres.DSN()
		}
		if s.Pool, err = settings.ConnectDatabase(gctx, url, s.followServer); err != nil {
			return err
		}
		return settings.PrepareDatabase(gctx, s.Pool)
	})
	g.Go(func() (err error) {
		if len(s.deps.KafkaBrokers) > 0 {
			s.Brokers = s.deps.KafkaBrokers
			return nil
		}
		if s.Broker, err = embedded.StartBroker(gctx, embedded.BrokerOptions{Data: s.Data, Args: s.brokerArgs()}); err != nil {
			return exit.With(exit.CodeDependency, err)
		}
		s.Brokers = []string{s.Broker.Addr}
		return nil
	})
	return g.Wait()
}

// brokerArgs are the first arguments of the broker's process; none for what they are by default.
func (s *Stack) brokerArgs() []string {
	if s.deps.ProfileDir == "" {
		return nil
	}
	return []string{"broker-child", profile.Flag, s.deps.ProfileDir}
}

func (s *Stack) instance() string {
	if s.deps.Instance != "" {
		return s.deps.Instance
	}
	return s.Data.Instance()
}

// live runs until ctx ends or something fails for good. The side that speaks to the broker is taken down
// and brought up again around a broker that was lost; API and database stay. It ends with working, too.
func (s *Stack) live(ctx, working context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(part(ctx, "api", s.serve))
	g.Go(part(ctx, "api", func(ctx context.Context) error { s.Hub.Listen(ctx, s.Pool, s.log); return nil }))
	g.Go(func() error { removal.Sweeping(ctx, s.Pool, s.log); return nil })
	g.Go(func() error { settings.GiveBack(ctx); return nil })
	if s.Postgres != nil {
		g.Go(func() error { return s.keepDatabase(ctx) })
	}
	g.Go(func() error { return s.workUntil(ctx, working) })
	return g.Wait()
}

// keepWorking runs what speaks to the broker until ctx ends, around brokers that are lost.
func (s *Stack) keepWorking(ctx context.Context) error {
	for {
		lost, err := s.liveOnBroker(ctx)
		if err != nil || !lost {
			return err
		}
		if err := s.startBrokerAgain(ctx); err != nil {
			return err
		}
	}
}

// part labels a part of this process in profiles.
func part(ctx context.Context, name string, run func(context.Context) error) func() error {
	return func() (err error) {
		pprof.Do(ctx, pprof.Labels("part", name), func(ctx context.Context) { err = run(ctx) })
		return err
	}
}

// liveOnBroker runs relay, processors and projections until the broker ends. lost reports that the
// embedded broker ended by itself.
func (s *Stack) liveOnBroker(ctx context.Context) (lost bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	kafka := settings.KafkaOptions(s.Brokers)
	decls := worker.Declarations(s.Ports)
	specs, err := stream.TopicSpecs(decls)
	if err != nil {
		return false, err
	}
	gone := make(chan struct{})
	if s.Broker != nil {
		go func() {
			select {
			case reason := <-s.Broker.Lost():
				s.log.Warn("the broker has ended", "reason", reason)
				close(gone)
				cancel()
			case <-ctx.Done():
			}
		}()
	}
	if err := s.prepareBroker(ctx, kafka, specs); err != nil {
		select {
		case <-gone:
			return true, nil
		default:
			return false, err
		}
	}
	g, gctx := errgroup.WithContext(ctx)
	g.Go(part(gctx, "relay", func(ctx context.Context) error { return intent.Relay(ctx, s.Pool, kafka, s.log) }))
	g.Go(part(gctx, "read-models", func(ctx context.Context) error {
		return projections.Run(ctx, s.Pool, catalogue.Models(), projections.Options{Kafka: kafka, Instance: s.instance(), Logger: s.log})
	}))
	g.Go(func() error { return s.process(gctx) })
	err = g.Wait()
	select {
	case <-gone:
		return true, nil
	default:
		return false, err
	}
}

// succeedLostRuns ends what a lost broker may have torn: each unfinished run is failed and asked for
// again as a new run with the lost one as its parent. Runs whose end is on the log already are folded
// first, so that they are not taken for unfinished.
func (s *Stack) succeedLostRuns(ctx context.Context, kafka []kgo.Opt) error {
	if err := projections.CatchUp(ctx, s.Pool, catalogue.Models(), projections.Options{Kafka: kafka, Logger: s.log}); err != nil {
		return fmt.Errorf("reading the log after the broker was lost: %w", err)
	}
	out := intent.New(s.Pool)
	requested, err := out.ActiveRuns(ctx)
	if err != nil {
		return err
	}
	for _, r := range requested {
		if err := s.succeeded(out.Succeed(ctx, r.Run, brokerLost)); err != nil {
			return err
		}
	}
	// A run may have ended on the log while something before its end was torn: readers would wait for it
	// for ever.
	seen, err := runs.List(ctx, s.Pool, "")
	if err != nil {
		return err
	}
	for _, r := range seen {
		if r.Status != events.RunAnalyzing || slices.ContainsFunc(requested, func(q events.AnalysisRequest) bool { return q.Run == r.ID }) {
			continue
		}
		if err := s.succeeded(out.SucceedTorn(ctx, r.ID, brokerLost)); err != nil {
			return err
		}
	}
	return s.Broker.Settle()
}

// brokerLost is why a run ended that the embedded broker took with it.
const brokerLost = "broker lost"

func (s *Stack) succeeded(next *events.AnalysisRequest, err error) error {
	if errors.Is(err, intent.ErrUnknownRun) {
		return nil // it was removed, and the log does not show that yet
	}
	if err == nil && next != nil {
		s.log.Warn("a run ended with its broker and starts again", "run", next.Parent, "successor", next.Run)
	}
	return err
}

// Stop ends everything in order and waits for it.
func (s *Stack) Stop(ctx context.Context) error {
	s.cancel()
	err := <-s.Ended
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, s.release(ctx))
}

// release stops what was started, broker and database last: producers, consumers and sessions are gone by then.
func (s *Stack) release(ctx context.Context) error {
	errs := []error{s.stopEarly()}
	if s.Listener != nil && s.server == nil {
		errs = append(errs, ignoreClosed(s.Listener.Close()))
	}
	if s.probe != nil {
		s.probe.Close()
	}
	errs = append(errs, s.stopDependencies(ctx))
	if s.profiles != nil {
		errs = append(errs, s.profiles())
	}
	errs = append(errs, s.metrics.Close())
	if s.cleared != nil {
		<-s.cleared
	}
	if s.Data != nil {
		errs = append(errs, s.Data.Close())
	}
	return errors.Join(errs...)
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}
