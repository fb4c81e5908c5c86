package stack

import (
	"context"
	"path/filepath"

	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/processors/stream/crash"
)

// early are processors whose process starts beside the broker and the database that it will work with.
type early struct {
	stop  context.CancelFunc
	ended chan error
}

// startProcessors starts their process, which waits for its order.
func (s *Stack) startProcessors(ctx context.Context) {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.early = &early{stop, make(chan error, 1)}
	go func(e *early) { e.ended <- s.processors().Run(ctx) }(s.early)
}

// process runs the processors until ctx ends, on a broker that is ready.
func (s *Stack) process(ctx context.Context) error {
	s.allow()
	e := s.early
	if e == nil {
		return s.processors().Run(ctx)
	}
	s.early = nil
	defer e.stop()
	defer context.AfterFunc(ctx, e.stop)()
	return <-e.ended
}

// stopEarly ends processors that were never given anything to do.
func (s *Stack) stopEarly() error {
	if s.early == nil {
		return nil
	}
	s.early.stop()
	return <-s.early.ended
}

// processors are all processors, in a supervised child: what one report does to them, API, page and read models do not
// notice.
func (s *Stack) processors() worker.Child {
	return worker.Child{
		Order: func(ctx context.Context) (worker.Order, error) {
			select {
			case <-s.allowed:
			case <-ctx.Done():
				return worker.Order{}, ctx.Err()
			}
			o := worker.Order{
				Deps: s.deps, Brokers: s.Brokers, Database: s.deps.DatabaseURL, Instance: s.instance(),
				InFlight: filepath.Join(s.Data.Path, "in-flight"), State: filepath.Join(s.Data.Path, "state"), Metrics: s.metrics.Socket, Drain: Drain,
			}
			if cluster := s.Cluster.Load(); cluster != nil {
				o.Database, o.DataDir = cluster.DSN(), s.Data.Path
			}
			return o, nil
		},
		Ahead:  s.options.Loading,
		Folder: s.Data.Path, Tell: worker.TellOnStderr,
		Describe: func(ctx context.Context, e crash.InHand) string { return worker.Describer(s.Pool)(ctx, e) },
	}
}
