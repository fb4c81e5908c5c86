package stream

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

const (
	// mostPassed bounds how many passed-over records a restart may have to read again.
	mostPassed = 2_000
	// idle is how long nothing comes in before the offsets of passed-over records are committed on their own.
	idle = 250 * time.Millisecond
	// lastCommit is how long a commit may take while draining, when the broker may have gone for good.
	lastCommit = 3 * time.Second
)

// loop commits until ctx ends and the pipeline has drained, or until the session is beyond use. A commit
// begins as soon as the one before has ended and something is finished: the longer commits take, the more
// each of them carries.
func (s *session) loop(ctx context.Context) error {
	reading, stopReading := context.WithCancel(ctx)
	var reader sync.WaitGroup
	reader.Go(func() { s.read(reading) })
	reader.Go(func() { s.orphanMonitor().watch(reading, s.log.Warn) })
	reader.Go(func() { s.watch(reading) })
	defer reader.Wait()
	defer stopReading()
	working, done := s.drainable(ctx)
	defer done()
	for {
		if err := s.failed(); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return s.drain(working)
		}
		if err := s.markPartitions(working); err != nil {
			return err
		}
		if err := s.trySuspect(working); err != nil {
			return err
		}
		if err := s.announce(working, s.unsaid()); err != nil {
			return err
		}
		if err := s.fireWakes(working); err != nil {
			return err
		}
		more, err := s.commitRipe(working)
		if err != nil {
			return err
		}
		if !more {
			if err := s.rest(ctx); err != nil {
				return err
			}
		}
	}
}

// rest waits for news, for the next wake, or for the end.
func (s *session) rest(ctx context.Context) error {
	p := s.pipeline
	woken := make(chan struct{}, 1)
	p.mu.Lock()
	wait, armed := s.untilWake()
	p.mu.Unlock()
	if armed {
		defer s.options.Clock.AfterFunc(wait, func() { signal(woken) })()
	}
	var quiet <-chan time.Time
	if s.passed > 0 {
		t := time.NewTimer(idle)
		defer t.Stop()
		quiet = t.C
	}
	select {
	case <-p.news:
	case <-woken:
	case <-quiet:
		return s.commitPassed(ctx)
	case <-ctx.Done():
	}
	return nil
}

// failed is why the session cannot go on, nil if it can.
func (s *session) failed() error {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	return s.pipeline.failure
}

// drain finishes what has begun and commits what it can.
func (s *session) drain(working context.Context) error {
	p := s.pipeline
	p.drain()
	defer context.AfterFunc(working, func() {
		p.mu.Lock()
		p.cancel()
		p.mu.Unlock()
		signal(p.news)
	})()
	bounded := func(f func(context.Context) error) error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(working), min(lastCommit, s.options.Drain))
		defer cancel()
		return f(ctx)
	}
	for {
		if err := s.failed(); err != nil {
			return err
		}
		var more bool
		err := bounded(func(ctx context.Context) (err error) {
			more, err = s.commitRipe(ctx)
			return err
		})
		if err != nil {
			return err
		}
		if !more && s.isStill() {
			// What was only passed over is not worth waiting for a broker that may be why we end.
			return bounded(func(ctx context.Context) error {
				return errors.Join(s.announce(ctx, s.unsaid()), s.markClosed(ctx))
			})
		}
		if !more {
			p.mu.Lock()
			for !p.still() && p.failure == nil && !p.ripened() {
				p.changed.Wait()
			}
			p.mu.Unlock()
		}
	}
}

func (s *session) isStill() bool {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	return s.pipeline.still() && !s.pipeline.ripened()
}

// ripened reports whether something could be committed. The caller holds mu.
func (p *pipeline) ripened() bool {
	for _, w := range p.windows {
		if w.cut(len(w.items), true) > 0 {
			return true
		}
	}
	return false
}

func (s *session) unsaid() []*kgo.Record {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	return s.pipeline.holding.unsaid()
}

// commitRipe commits one harvest, if there is one. A harvest that leads to nothing is only noted: its
// offsets go with the next transaction, or on their own when it is quiet.
func (s *session) commitRipe(ctx context.Context) (more bool, err error) {
	p := s.pipeline
	h := p.ripe(s.options.MaxBatch)
	if h.items == 0 {
		return false, nil
	}
	w, err := s.logic.writing(h)
	if err != nil {
		return false, err
	}
	oldest := h.oldest()
	if len(w.records) == 0 {
		p.mu.Lock()
		for _, c := range h.cuts {
			c.window.passed = c.last
		}
		p.mu.Unlock()
		at := mostPassed
		if h.tried() {
			at = 0
		}
		p.reap(h, w)
		if s.passed += h.items; s.passed >= at {
			return true, s.commitPassed(ctx)
		}
		return true, nil
	}
	o := s.passedOffsets()
	for _, c := range h.cuts {
		o[c.window] = c.last
	}
	s.mark(true)
	err = s.writer.commit(ctx, w.records, o)
	if err != nil {
		s.meter.aborts.Inc()
		s.mark(false)
		return false, fmt.Errorf("committing %d records: %w", len(w.records), err)
	}
	p.reap(h, w)
	s.mark(false)
	s.committed(o)
	s.clearPassed(o)
	s.meter.commits.Inc()
	s.meter.published.Add(float64(w.published))
	s.meter.batch.Observe(time.Since(oldest.came).Seconds())
	s.enforceQuota()
	return true, nil
}

// mark notes whether a commit is under way, for revocations wait for it.
func (s *session) mark(committing bool) {
	p := s.pipeline
	p.mu.Lock()
	s.committing = committing
	p.changed.Broadcast()
	p.mu.Unlock()
}

func (s *session) passedOffsets() offsets {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	o := offsets{}
	for _, w := range s.pipeline.windows {
		if w.passed.offset > 0 && !w.leaving {
			o[w] = w.passed
		}
	}
	return o
}

// committed notes how far windows have got.
func (s *session) committed(o offsets) {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	for w, at := range o {
		w.committed = at
	}
}

// clearPassed notes that everything passed over is committed.
func (s *session) clearPassed(o offsets) {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	for w := range o {
		w.passed = position{}
	}
	s.passed = 0
}

// commitPassed commits the offsets of records that led to nothing. If the group is about to move on, they
// are kept for later, or for their next owner to pass over.
func (s *session) commitPassed(ctx context.Context) error {
	o := s.passedOffsets()
	if len(o) > 0 {
		err := s.writer.pass(ctx, o)
		if ctx.Err() != nil {
			return nil // drain
		}
		if err != nil && !errors.Is(err, errRefused) {
			return err
		}
		if err == nil {
			s.committed(o)
		}
	}
	s.clearPassed(o)
	s.enforceQuota()
	return nil
}

// drainable is a context that outlives ctx by the time that what has begun is given.
func (s *session) drainable(ctx context.Context) (context.Context, context.CancelFunc) {
	out, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		t := time.AfterFunc(s.options.Drain, cancel)
		context.AfterFunc(out, func() { t.Stop() })
	})
	return out, func() { stop(); cancel() }
}
