package stream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/pprof"
	"sync"
	"time"

	"github.com/sibyl-project/sibyl/processors/stream/changelog"
	"github.com/sibyl-project/sibyl/processors/stream/clock"
	"github.com/sibyl-project/sibyl/processors/stream/metrics"
)

// Run runs processors until ctx ends and all have drained, or until one of them cannot continue; then the others drain,
// too. It returns nil after an orderly end. The topics must exist (topics.Ensure).
func Run(ctx context.Context, o Options, decls ...Declaration) error {
	o, err := o.withDefaults()
	if err != nil {
		return err
	}
	if _, err := Topology(decls); err != nil {
		return err
	}
	if len(decls) == 0 {
		return errors.New("running processors: none given")
	}
	m, err := metrics.New(o.Registerer)
	if err != nil {
		return err
	}
	q, err := newQuarantine(o)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(decls))
	var wg sync.WaitGroup
	for i, d := range decls {
		r := newRunner(o, d.compile(), m, q)
		wg.Go(func() {
			// What is started from here, clients and workers, has the label in profiles, too.
			pprof.Do(ctx, pprof.Labels("agent", r.logic.Name), func(ctx context.Context) {
				if err := r.run(ctx); err != nil {
					errs[i] = fmt.Errorf("running processor %s: %w", r.logic.Name, err)
					cancel()
				}
			})
		})
	}
	wg.Wait()
	err = errors.Join(errs...)
	if errors.Is(err, ErrRunaway) {
		return err // its handler may still write to the mapping
	}
	return errors.Join(err, q.close())
}

// runner keeps one processor running across sessions.
type runner struct {
	options   Options
	logic     *logic
	meter     *metrics.Meter
	log       *slog.Logger
	shared    *quarantine // by all processors of the process
	readyOnce sync.Once
}

func newRunner(o Options, l *logic, m *metrics.Metrics, q *quarantine) *runner {
	o.Workers = max(o.Workers, l.Workers)
	return &runner{options: o, logic: l, meter: m.Of(l.Name), log: o.Logger.With("processor", l.Name), shared: q}
}

// healthySession is how long a session must have lived for its end not to count as a consecutive failure.
const healthySession = 30 * time.Second

// run opens session after session until ctx ends. A session that fails takes its memory with it: the next one starts
// from what is committed, so nothing of uncertain outcome survives.
func (r *runner) run(ctx context.Context) error {
	failures := 0
	for {
		opened := time.Now()
		err := r.runSession(ctx)
		if ctx.Err() != nil {
			if err != nil && !errors.Is(err, context.Canceled) {
				r.log.Warn("the last batch was not committed; its records will be read again", "error", err)
			}
			return nil
		}
		if errors.Is(err, ErrRunaway) {
			return err
		}
		if errors.Is(err, errFenced) && !r.awaitInstanceRelease(ctx) {
			r.log.Error("fenced by another member of the same instance name", "error", err)
			return fmt.Errorf("%w %q", errFenced, r.options.Instance) // whatever was under way when it was found out
		}
		if failures++; time.Since(opened) > healthySession {
			failures = 1
		}
		r.log.Warn("session lost; rejoining the consumer group with a new one", "failures", failures, "error", err)
		if !clock.Pause(ctx, nil, clock.System{}, r.options.patience(failures)) {
			return nil
		}
	}
}

// runSession runs one session from start to end.
func (r *runner) runSession(ctx context.Context) error {
	s, err := r.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	r.meter.Sessions.Inc()
	if err := s.loop(ctx); err != nil {
		return err
	}
	s.saveSnapshots()
	return nil
}

func (s *session) snapshots() changelog.Snapshots {
	return changelog.Snapshots{Dir: s.options.Snapshots, Topic: s.logic.State}
}

// saveSnapshots spares the next session what this one has restored and written. Everything finished is committed.
func (s *session) saveSnapshots() {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	for _, w := range s.pipeline.windows {
		if w.memory == nil || w.gone {
			continue
		}
		if err := s.snapshots().Save(w.memory, s.options.Clock.Now()); err != nil {
			s.log.Warn("the next start reads more of the state topic", "partition", w.number, "error", err)
		}
	}
}
