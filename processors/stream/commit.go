package stream

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// mostPassed bounds how many passed-over records a restart may have to read again.
const mostPassed = 2_000

// handle works on one batch and commits it. Handlers run first, so that the transaction is short. An
// error means that the session is beyond use; a batch that could not be committed is not an error: the
// client has gone back to the last commit and will deliver it again.
func (s *session) handle(ctx context.Context, records []*kgo.Record) error {
	started := time.Now()
	s.meter.records.Add(float64(len(records)))
	items := make([]*item, len(records))
	for i, k := range records {
		items[i] = newItem(k)
	}
	var memories map[int32]*partition
	if s.logic.Stateful {
		var ours bool
		if memories, ours = s.memories(items); !ours {
			return s.giveBack(ctx)
		}
	}
	policy := s.policy(ctx)
	lanes := s.logic.lanes(items, func(n int32) memory { return memories[n] }, policy)
	if err := s.work(ctx, lanes, items, policy); err != nil {
		if errors.Is(err, errAbandoned) || errors.Is(err, context.Canceled) {
			return s.giveBack(ctx)
		}
		return err
	}
	w, err := s.writing(items, lanes)
	if err != nil {
		return err
	}
	if len(w.records) == 0 {
		s.passed += len(records)
		if s.passed < mostPassed {
			return nil
		}
	}
	committed, err := s.commit(ctx, w.records)
	if err != nil || !committed {
		s.meter.aborts.Inc()
		return err
	}
	s.keep(w, items, lanes, memories)
	s.meter.batch.Observe(time.Since(started).Seconds())
	return nil
}

// policy is how this batch's lanes deal with errors.
func (s *session) policy(ctx context.Context) *policy {
	return &policy{
		clock: s.options.Clock, attempts: s.options.Attempts, backoff: s.options.backoff, patience: s.options.patience,
		quit: ctx.Done(), retried: s.meter.retries.Inc,
	}
}

// work runs the lanes. While it waits it announces pauses, once per run with work in the batch.
func (s *session) work(ctx context.Context, lanes []*lane, items []*item, p *policy) error {
	batch, cancel := s.drainable(ctx)
	defer cancel()
	if !s.mayBegin(cancel) {
		return errAbandoned
	}
	defer s.mayNotAbandon()
	type notice struct {
		it  *item
		err error
	}
	notices := make(chan notice)
	p.paused = func(it *item, err error) {
		select {
		case notices <- notice{it, err}:
		case <-batch.Done():
		}
	}
	done := make(chan error, 1)
	go func() { done <- runLanes(batch, lanes, s.options.Workers) }()
	held := &holding{logic: s.logic, clock: s.options.Clock}
	for {
		select {
		case n := <-notices:
			if err := s.announce(ctx, held.pause(items, n.err)); err != nil {
				cancel()
				return errors.Join(err, <-done)
			}
		case err := <-done:
			if err != nil {
				return err
			}
			return s.announce(ctx, held.resume())
		}
	}
}

// mayBegin arms abandon for a batch, unless a revocation came first.
func (s *session) mayBegin(cancel context.CancelFunc) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.abandon = cancel
	return !s.revoked
}

func (s *session) mayNotAbandon() {
	s.mu.Lock()
	s.abandon = nil
	s.mu.Unlock()
}

// writing is what one batch adds to the log.
type writing struct {
	records   []*kgo.Record
	published int
	pages     []writtenPage
}

// writtenPage is a page with the record whose offset will say where it is.
type writtenPage struct {
	lane   *lane
	ids    []string
	record *kgo.Record
}

// writing lays out a batch: events in the order of what caused them, then one state record per key that
// changed, then the pages of absorbed events.
func (s *session) writing(items []*item, lanes []*lane) (writing, error) {
	var w writing
	for _, it := range items {
		for _, o := range it.out {
			k := *o.wire // a copy: the client writes to what it produces, and a repeat shares its record
			w.records = append(w.records, &k)
		}
	}
	w.published = len(w.records)
	if !s.logic.Stateful {
		return w, nil
	}
	for _, l := range lanes {
		if l.changed() {
			r, err := stateRecord(s.logic.State, l.part, l.key, l.now, l.next())
			if err != nil {
				return writing{}, err
			}
			w.records = append(w.records, pinned(context.Background(), r))
		}
		for _, p := range paginate(l.absorbed) {
			r := pinned(context.Background(), pageRecord(s.logic.State, l.part, l.key, p))
			w.records = append(w.records, r)
			w.pages = append(w.pages, writtenPage{l, p.ids, r})
		}
	}
	return w, nil
}

// commit produces records and commits them with the offsets of everything polled. It reports false when
// the group has moved on and the transaction was aborted.
func (s *session) commit(ctx context.Context, records []*kgo.Record) (bool, error) {
	ctx, cancel := s.drainable(ctx)
	defer cancel()
	if err := s.gts.Begin(); err != nil {
		return false, fmt.Errorf("beginning a transaction: %w", err)
	}
	var mu sync.Mutex
	var failed error
	for _, r := range records {
		s.gts.Produce(ctx, r, func(r *kgo.Record, err error) {
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = errors.Join(failed, fmt.Errorf("producing to %s: %w", r.Topic, err))
			}
		})
	}
	// The session commits whatever succeeded; a transaction with a hole must not be.
	if err := s.gts.Client().Flush(ctx); err != nil {
		return false, fmt.Errorf("flushing %d records: %w", len(records), err)
	}
	mu.Lock()
	err := failed
	mu.Unlock()
	try := kgo.TryCommit
	if err != nil {
		try = kgo.TryAbort
	}
	committed, endErr := s.gts.End(ctx, try)
	s.ended()
	if err = errors.Join(err, endErr); err != nil {
		return false, fmt.Errorf("committing %d records: %w", len(records), err)
	}
	return committed, nil
}

// ended notes that End has cleared the mark of a revocation. What was passed over is either committed or
// will be read again.
func (s *session) ended() {
	s.mu.Lock()
	s.revoked = false
	s.mu.Unlock()
	s.passed = 0
}

// giveBack drops the batch in hand and goes back to the last commit. When the process is ending there is
// nothing to go back for: what is not committed will be read by the next one.
func (s *session) giveBack(ctx context.Context) error {
	s.meter.aborts.Inc()
	if ctx.Err() != nil {
		return nil
	}
	_, err := s.gts.End(ctx, kgo.TryAbort)
	s.ended()
	if err != nil {
		return fmt.Errorf("giving a batch back: %w", err)
	}
	return nil
}

// commitPassed commits the offsets of records that needed nothing written.
func (s *session) commitPassed(ctx context.Context) error {
	_, err := s.commit(ctx, nil)
	return err
}

// keep makes the batch's overlays what the partitions hold. Partitions that have meanwhile been revoked
// are no longer in use; keeping them up is harmless.
func (s *session) keep(w writing, items []*item, lanes []*lane, memories map[int32]*partition) {
	s.meter.commits.Inc()
	s.meter.published.Add(float64(w.published))
	for _, it := range items {
		if it.refusal != nil {
			s.meter.deadLetters.Inc()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.options.Clock.Now()
	for _, l := range lanes {
		s.meter.steps.Add(float64(l.steps))
		if l.changed() {
			memories[l.part].keep(l.key, l.now, l.next(), now, l.now.wake != l.base.wake)
		}
	}
	for _, p := range w.pages {
		for _, id := range p.ids {
			memories[p.lane.part].remember(p.lane.key, id, p.record.Offset)
		}
	}
}
