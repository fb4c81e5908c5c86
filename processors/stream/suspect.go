package stream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/processors/stream/changelog"
	"github.com/sibyl-project/sibyl/processors/stream/clock"
	"github.com/sibyl-project/sibyl/processors/stream/crash"
)

// previousOwner is what the previous owner of a partition has left.
type previousOwner struct {
	mark crash.Mark
	end  int64 // log end offset, if it matters what was in flight: later events were not
}

// previousOwners reads the marks of the input partitions (crash.Mark).
func (s *session) previousOwners(ctx context.Context) (map[input]previousOwner, error) {
	committed, err := kadm.NewClient(s.reader).FetchOffsets(ctx, s.logic.Name)
	if err == nil {
		err = committed.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("fetching the committed offsets of the group: %w", err)
	}
	out, ends := map[input]previousOwner{}, kadm.ListedOffsets(nil)
	for topic, partitions := range committed {
		for n, o := range partitions {
			p := previousOwner{mark: crash.ReadMark(o.Metadata)}
			if s.shared.inFlightUnknown(p.mark) {
				if ends == nil {
					if ends, err = s.endOffsets(ctx); err != nil {
						return nil, err
					}
				}
				at, there := ends.Lookup(topic, n)
				if !there {
					return nil, fmt.Errorf("listing the end offset of %s/%d: the broker did not return it", topic, n)
				}
				p.end = at.Offset
			}
			out[input{topic, n}] = p
		}
	}
	return out, nil
}

// endOffsets lists the log end offsets of the input topics.
func (s *session) endOffsets(ctx context.Context) (kadm.ListedOffsets, error) {
	ends, err := kadm.NewClient(s.reader).ListEndOffsets(ctx, s.inputTopics()...)
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("listing the end offsets of the inputs: %w", err)
	}
	return ends, nil
}

// retryPreviousOwners retries until the group rebalances, as retryRestore does.
func (s *session) retryPreviousOwners(ctx context.Context) (map[input]previousOwner, error) {
	for tries := 1; ; tries++ {
		found, err := s.previousOwners(ctx)
		if err == nil || ctx.Err() != nil {
			return found, err
		}
		s.log.Warn("reading the metadata of the committed offsets failed; retrying", "tries", tries, "error", err)
		if !clock.Pause(ctx, nil, clock.System{}, s.options.patience(tries)) {
			return nil, err
		}
	}
}

// takeOver determines the suspects of a newly assigned partition from its mark. The caller holds the lock.
func (s *session) takeOver(w *window, from kgo.EpochOffset, before previousOwner) {
	m, end := before.mark, before.end
	w.from, w.start = max(0, from.Offset), position{max(0, from.Offset), from.Epoch}
	w.suspects = s.shared.suspectsOf(s.logic.Name, w.input, w.from, end, m, s.options)
	w.committed = w.start
	w.unmarked = m.Phase != crash.Trying && m.Phase != crash.Rescuing && m != s.shared.open() // those marks say more and stay
	if n := len(w.suspects.inFlight); n > 0 || w.suspects.suspectsLeft > 0 && w.from < end || w.suspects.atCommitted.Tried {
		s.log.Info("the previous owner of the partition ended uncleanly; events that it may have had in flight are handled one at a time",
			"topic", w.topic, "partition", w.number, "offset", w.from, "in_flight", n, "metadata", m.String())
	}
}

// markPartitions marks newly assigned partitions as open. None of their events is started before.
func (s *session) markPartitions(ctx context.Context) error {
	p := s.pipeline
	p.mu.Lock()
	o := offsets{}
	for _, w := range p.windows {
		if w.unmarked && !w.revoking {
			o[w] = w.start
		}
	}
	p.mu.Unlock()
	if len(o) == 0 {
		return nil
	}
	if done, err := s.commitMark(ctx, o, s.shared.open()); !done {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range o {
		w.unmarked = false
	}
	for _, q := range p.keyQueues {
		p.schedule(q)
	}
	p.startWorkers()
	return nil
}

// markRetryDelay is how long to wait for a rebalance to complete before a refused mark is tried again.
const markRetryDelay = 20 * time.Millisecond

// commitMark commits offsets with a mark. It reports whether that was done: while the group rebalances it is not, and
// the committer retries.
func (s *session) commitMark(ctx context.Context, o offsets, m crash.Mark) (done bool, err error) {
	switch err := s.writer.commitWithMark(ctx, o, m.String()); {
	case err == nil:
		return true, nil
	case errors.Is(err, errRefused):
		time.AfterFunc(markRetryDelay, func() { signal(s.pipeline.news) })
		return false, nil
	default:
		return false, fmt.Errorf("marking %d partitions as %q: %w", len(o), m, err)
	}
}

// startSuspect lets one suspect be handled once everything before it in its partition is committed, no other suspect is
// being tried in this process, and its mark is committed.
func (s *session) startSuspect(ctx context.Context) error {
	p := s.pipeline
	p.mu.Lock()
	if it := s.trial; it != nil && !it.window.gone && len(it.window.items) > 0 && it.window.items[0].source == it.source {
		p.mu.Unlock()
		return nil // it is being handled
	}
	s.trial = nil
	it := p.nextSuspect()
	p.mu.Unlock()
	if it == nil {
		s.shared.release(s)
		return nil
	}
	if !s.shared.take(s, p.news) {
		return nil
	}
	m := crash.Mark{Phase: crash.Trying, Ends: it.suspicion.Ends, Instance: s.shared.instance, Life: s.shared.life}
	if it.suspicion.GivenUp {
		m.Phase = crash.Rescuing
	}
	at := position{it.source.Offset, it.source.LeaderEpoch}
	if done, err := s.commitMark(ctx, offsets{it.window: at}, m); !done {
		return err
	}
	s.shared.marked(s.logic.Name, it)
	p.mu.Lock()
	defer p.mu.Unlock()
	if it.window.gone {
		return nil
	}
	it.window.skipped = position{} // the mark was committed at a later offset
	s.trial = it
	p.release(it)
	return nil
}

// nextSuspect is a suspect that is the first item of its window, nil if there is none. The caller holds mu.
func (p *pipeline) nextSuspect() *item {
	for _, w := range p.windows {
		if w.unmarked || w.revoking || len(w.items) == 0 {
			continue
		}
		if it := w.items[0]; it.suspect && !it.cleared && !p.draining {
			return it
		}
	}
	return nil
}

// release lets a suspect be started, ahead of events of its key that were read from other topics. The caller holds mu.
func (p *pipeline) release(it *item) {
	it.cleared = true
	at := queueKey{key: changelog.Key{Run: it.record.Run, Key: it.record.Key}}
	if it.window.memory != nil {
		at.partition = it.window.number
	}
	q := p.keyQueues[at]
	if q == nil {
		return // its partition was revoked in the meantime
	}
	i := slices.Index(q.waiting, it)
	if i > 0 {
		q.waiting = append([]*item{it}, slices.Delete(slices.Clone(q.waiting), i, i+1)...)
	}
	p.schedule(q)
	p.startWorkers()
}

// hasSuspect reports whether the batch contains a suspect. Then its offset is committed at once, even if it led to
// nothing: the commit replaces its mark, and the next suspect waits for that.
func (batch commitBatch) hasSuspect() bool {
	return slices.ContainsFunc(batch.windows, func(c windowPrefix) bool {
		return slices.ContainsFunc(c.items, func(it *item) bool { return it.suspect })
	})
}

// closeWindows drops windows whose partitions are revoked, and marks them as closed. They are dropped first: no
// transaction may commit offsets of theirs concurrently with the mark, which would be the older. If marking fails, the
// next owner is merely more careful than necessary. The caller holds the lock.
func (s *session) closeWindows(windows []*window) {
	o, m := s.closable(windows)
	s.dropWindows(windows)
	if len(o) == 0 || !s.joined {
		return
	}
	member := s.membership
	s.pipeline.mu.Unlock()
	defer s.pipeline.mu.Lock()
	ctx, cancel := context.WithTimeout(context.Background(), revokeTimeout)
	defer cancel()
	if err := s.writer.commitAsMember(ctx, member, o, m.String()); err != nil {
		s.log.Info("revoked partitions could not be marked as closed in their offset metadata", "error", err)
	}
}

// markClosed marks all partitions as closed before an orderly end.
func (s *session) markClosed(ctx context.Context) error {
	s.pipeline.mu.Lock()
	windows := make([]*window, 0, len(s.pipeline.windows))
	for _, w := range s.pipeline.windows {
		windows = append(windows, w)
	}
	o, m := s.closable(windows)
	s.pipeline.mu.Unlock()
	if len(o) == 0 {
		return nil
	}
	if err := s.writer.commitWithMark(ctx, o, m.String()); err != nil && !errors.Is(err, errRefused) {
		return fmt.Errorf("marking partitions as closed: %w", err)
	}
	return nil
}

// closable are the windows that can be marked as closed, each with its committed position. Windows with suspects left
// cannot: their marks, or those of a previous process, say more. The caller holds the lock.
func (s *session) closable(windows []*window) (offsets, crash.Mark) {
	o := offsets{}
	for _, w := range windows {
		if w.gone || w.unmarked || (w.suspects.suspectsLeft > 0 || w.suspects.isolatedLeft > 0) && w.committed.offset < w.suspects.end ||
			slices.ContainsFunc(w.items, func(it *item) bool { return it.suspect }) {
			continue
		}
		at := w.committed
		if w.skipped.offset > at.offset {
			at = w.skipped
		}
		o[w] = at
	}
	return o, crash.Mark{Phase: crash.Closed}
}
