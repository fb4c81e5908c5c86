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
	// maxSkipped bounds how many skipped records a restart may have to read again.
	maxSkipped = 2_000
	// skippedCommitDelay is how long the input must be quiet before the offsets of skipped records are committed on
	// their own.
	skippedCommitDelay = 250 * time.Millisecond
	// drainCommitTimeout is how long a commit may take while draining, when the broker may be gone for good.
	drainCommitTimeout = 3 * time.Second
)

// loop commits until ctx ends and the pipeline has drained, or until the session has failed. A commit starts as soon as
// the previous one has ended and something is finished: the longer commits take, the more each of them carries.
func (s *session) loop(ctx context.Context) error {
	reading, stopReading := context.WithCancel(ctx)
	var reader sync.WaitGroup
	reader.Go(func() { s.read(reading) })
	reader.Go(func() { s.orphanMonitor().watch(reading, s.log.Warn) })
	reader.Go(func() { s.watchHandlers(reading) })
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
		if err := s.startSuspect(working); err != nil {
			return err
		}
		if err := s.announce(working, s.pendingAnnouncements()); err != nil {
			return err
		}
		if err := s.fireWakes(working); err != nil {
			return err
		}
		more, err := s.commitNext(working)
		if err != nil {
			return err
		}
		if !more {
			if err := s.waitForWork(ctx); err != nil {
				return err
			}
		}
	}
}

// waitForWork waits until there is something to commit or to announce, the next wake is due, or ctx ends.
func (s *session) waitForWork(ctx context.Context) error {
	p := s.pipeline
	woken := make(chan struct{}, 1)
	due := func() (time.Duration, bool) {
		p.mu.Lock()
		defer p.mu.Unlock()
		return s.untilWake()
	}
	if wait, armed := due(); armed {
		defer s.options.Clock.AfterFunc(wait, func() { signal(woken) })()
		// The clock may have moved between the two: the timer would then ring that much too late.
		if wait, armed = due(); armed && wait <= 0 {
			signal(woken)
		}
	}
	var quiet <-chan time.Time
	if s.skipped > 0 {
		t := time.NewTimer(skippedCommitDelay)
		defer t.Stop()
		quiet = t.C
	}
	select {
	case <-p.news:
	case <-woken:
	case <-quiet:
		return s.commitSkipped(ctx)
	case <-ctx.Done():
	}
	return nil
}

// failed is why the session cannot continue, nil if it can.
func (s *session) failed() error {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	return s.pipeline.failure
}

// drain finishes what has started and commits what it can.
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
		ctx, cancel := context.WithTimeout(context.WithoutCancel(working), min(drainCommitTimeout, s.options.Drain))
		defer cancel()
		return f(ctx)
	}
	for {
		if err := s.failed(); err != nil {
			return err
		}
		var more bool
		err := bounded(func(ctx context.Context) (err error) {
			more, err = s.commitNext(ctx)
			return err
		})
		if err != nil {
			return err
		}
		if !more && s.isIdle() {
			// Offsets of skipped records are not worth waiting for a broker that may be the reason for shutting down.
			return bounded(func(ctx context.Context) error {
				return errors.Join(s.announce(ctx, s.pendingAnnouncements()), s.markClosed(ctx))
			})
		}
		if !more {
			p.mu.Lock()
			for !p.idle() && p.failure == nil && !p.hasCommittable() {
				p.changed.Wait()
			}
			p.mu.Unlock()
		}
	}
}

func (s *session) isIdle() bool {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	return s.pipeline.idle() && !s.pipeline.hasCommittable()
}

// hasCommittable reports whether something could be committed. The caller holds mu.
func (p *pipeline) hasCommittable() bool {
	for _, w := range p.windows {
		if w.committable(len(w.items), true) > 0 {
			return true
		}
	}
	return false
}

func (s *session) pendingAnnouncements() []*kgo.Record {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	return s.pipeline.pauses.takePending()
}

// commitNext commits one batch, if there is one, and reports whether there was. A batch that led to no records is only
// noted: its offsets are committed with the next transaction, or on their own when the input is quiet.
func (s *session) commitNext(ctx context.Context) (more bool, err error) {
	p := s.pipeline
	batch := p.nextBatch(s.options.MaxBatch)
	if batch.items == 0 {
		return false, nil
	}
	w, err := s.logic.batchRecords(batch)
	if err != nil {
		return false, err
	}
	oldest := batch.oldest()
	if len(w.records) == 0 {
		p.mu.Lock()
		for _, c := range batch.windows {
			c.window.skipped = c.last
		}
		p.mu.Unlock()
		at := maxSkipped
		if batch.hasSuspect() {
			at = 0
		}
		p.finishBatch(batch, w)
		if s.skipped += batch.items; s.skipped >= at {
			return true, s.commitSkipped(ctx)
		}
		return true, nil
	}
	o := s.skippedOffsets()
	for _, c := range batch.windows {
		o[c.window] = c.last
	}
	s.setCommitting(true)
	err = s.writer.commit(ctx, w.records, o)
	if err != nil {
		s.meter.Aborts.Inc()
		s.setCommitting(false)
		return false, fmt.Errorf("committing %d records: %w", len(w.records), err)
	}
	p.finishBatch(batch, w)
	s.setCommitting(false)
	s.committed(o)
	s.clearSkipped(o)
	s.meter.Commits.Inc()
	s.meter.Published.Add(float64(w.published))
	s.meter.Batch.Observe(time.Since(oldest.dispatchedAt).Seconds())
	s.enforceQuota()
	return true, nil
}

// setCommitting notes whether a commit is in progress; revocations wait for it.
func (s *session) setCommitting(committing bool) {
	p := s.pipeline
	p.mu.Lock()
	s.committing = committing
	p.changed.Broadcast()
	p.mu.Unlock()
}

func (s *session) skippedOffsets() offsets {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	o := offsets{}
	for _, w := range s.pipeline.windows {
		if w.skipped.offset > 0 && !w.revoking {
			o[w] = w.skipped
		}
	}
	return o
}

// committed notes the positions that windows have committed.
func (s *session) committed(o offsets) {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	for w, at := range o {
		w.committed = at
	}
}

// clearSkipped notes that the offsets of all skipped records are committed.
func (s *session) clearSkipped(o offsets) {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	for w := range o {
		w.skipped = position{}
	}
	s.skipped = 0
}

// commitSkipped commits the offsets of records that led to nothing. If the group is rebalancing, they are committed
// later, or the next owner skips the records again.
func (s *session) commitSkipped(ctx context.Context) error {
	o := s.skippedOffsets()
	if len(o) > 0 {
		err := s.writer.commitSkipped(ctx, o)
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
	s.clearSkipped(o)
	s.enforceQuota()
	return nil
}

// drainable is a context that outlives ctx by Options.Drain.
func (s *session) drainable(ctx context.Context) (context.Context, context.CancelFunc) {
	out, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		t := time.AfterFunc(s.options.Drain, cancel)
		context.AfterFunc(out, func() { t.Stop() })
	})
	return out, func() { stop(); cancel() }
}
