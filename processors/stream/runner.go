package stream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// runner keeps one processor running across sessions.
type runner struct {
	options   Options
	logic     *logic
	meter     *meter
	log       *slog.Logger
	shared    *quarantine // by all processors of the process
	readyOnce sync.Once
}

func newRunner(o Options, l *logic, m *metrics, q *quarantine) *runner {
	return &runner{options: o, logic: l, meter: m.of(l.Name), log: o.Logger.With("processor", l.Name), shared: q}
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
		if !pause(ctx, nil, SystemClock{}, r.options.patience(failures)) {
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
	r.meter.sessions.Inc()
	return s.loop(ctx)
}
