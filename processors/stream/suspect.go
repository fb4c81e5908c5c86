package stream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// previousOwner is what the last owner of a partition has left.
type previousOwner struct {
	mark mark
	end  int64 // of the log, where it matters what was in hand: nobody had in hand what comes later
}

// previousOwners reads what the owners before have said of the partitions of the inputs (mark.go).
func (s *session) previousOwners(ctx context.Context) (map[input]previousOwner, error) {
	committed, err := kadm.NewClient(s.reader).FetchOffsets(ctx, s.logic.Name)
	if err == nil {
		err = committed.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("reading the marks of the partitions: %w", err)
	}
	out, ends := map[input]previousOwner{}, kadm.ListedOffsets(nil)
	for topic, partitions := range committed {
		for n, o := range partitions {
			p := previousOwner{mark: readMark(o.Metadata)}
			if s.shared.inFlightUnknown(p.mark) {
				if ends == nil {
					if ends, err = s.endOffsets(ctx); err != nil {
						return nil, err
					}
				}
				at, there := ends.Lookup(topic, n)
				if !there {
					return nil, fmt.Errorf("reading the end of %s/%d: the broker has not told it", topic, n)
				}
				p.end = at.Offset
			}
			out[input{topic, n}] = p
		}
	}
	return out, nil
}

// endOffsets reads where the logs of the inputs end.
func (s *session) endOffsets(ctx context.Context) (kadm.ListedOffsets, error) {
	ends, err := kadm.NewClient(s.reader).ListEndOffsets(ctx, s.inputTopics()...)
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("reading the ends of the inputs: %w", err)
	}
	return ends, nil
}

// retryPreviousOwners tries until the group has other plans, as restorePatiently does.
func (s *session) retryPreviousOwners(ctx context.Context) (map[input]previousOwner, error) {
	for tries := 1; ; tries++ {
		found, err := s.previousOwners(ctx)
		if err == nil || ctx.Err() != nil {
			return found, err
		}
		s.log.Warn("reading the marks of the partitions failed; trying again", "tries", tries, "error", err)
		if !pause(ctx, nil, SystemClock{}, s.options.patience(tries)) {
			return nil, err
		}
	}
}

// takeOver makes a window's events as suspect as the mark of its partition says. The caller holds the lock.
func (s *session) takeOver(w *window, from kgo.EpochOffset, before previousOwner) {
	m, end := before.mark, before.end
	w.from, w.start = max(0, from.Offset), position{max(0, from.Offset), from.Epoch}
	w.suspects = s.shared.suspectsOf(s.logic.Name, w.input, w.from, end, m, s.options)
	w.committed = w.start
	w.unmarked = m.phase != phaseTrying && m.phase != phaseRescuing && m != s.shared.open() // those marks say more
	if n := len(w.suspects.inFlight); n > 0 || w.suspects.suspectsLeft > 0 && w.from < end || w.suspects.atCommitted.tried {
		s.log.Info("the last owner of a partition did not end in order; what it may have had in hand is tried one at a time",
			"topic", w.topic, "partition", w.number, "offset", w.from, "in_hand", n, "mark", m.String())
	}
}

// markPartitions marks those that were taken over as open. Nothing of them is begun before.
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

// markRetryDelay is how long the group is given to settle before a mark that it refused is tried again.
const markRetryDelay = 20 * time.Millisecond

// commitMark commits offsets with a mark. Where the group is moving on it is not done, and the committer comes back.
func (s *session) commitMark(ctx context.Context, o offsets, m mark) (done bool, err error) {
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

// startSuspect lets one suspect be handled when its time has come: everything before it in its partition is
// committed, no other is being tried in this process, and its mark is written.
func (s *session) startSuspect(ctx context.Context) error {
	p := s.pipeline
	p.mu.Lock()
	if it := s.trial; it != nil && !it.window.gone && len(it.window.items) > 0 && it.window.items[0].source == it.source {
		p.mu.Unlock()
		return nil // it is under way
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
	m := mark{phase: phaseTrying, ends: it.suspicion.ends, instance: s.shared.instance, life: s.shared.life}
	if it.suspicion.givenUp {
		m.phase = phaseRescuing
	}
	at := position{it.source.Offset, it.source.LeaderEpoch}
	if done, err := s.commitMark(ctx, offsets{it.window: at}, m); !done {
		return err
	}
	s.shared.forget(s.logic.Name, it)
	p.mu.Lock()
	defer p.mu.Unlock()
	if it.window.gone {
		return nil
	}
	it.window.skipped = position{} // the mark stands at a later offset
	s.trial = it
	p.release(it)
	return nil
}

// nextSuspect is the first of a window whose turn it is, nil if there is none. The caller holds mu.
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

// release lets a suspect be begun, before whatever of its key was read from other topics. The caller holds mu.
func (p *pipeline) release(it *item) {
	it.cleared = true
	at := queueKey{key: stateKey{it.record.Run, it.record.Key}}
	if it.window.memory != nil {
		at.partition = it.window.number
	}
	q := p.keyQueues[at]
	if q == nil {
		return // its window has gone meanwhile
	}
	i := slices.Index(q.waiting, it)
	if i > 0 {
		q.waiting = append([]*item{it}, slices.Delete(slices.Clone(q.waiting), i, i+1)...)
	}
	p.schedule(q)
	p.startWorkers()
}

// hasSuspect reports whether a suspect is among what was harvested. Then its offset is committed at once, also where it
// led to nothing: the mark beside it goes with that commit, and the next suspect waits for it.
func (batch commitBatch) hasSuspect() bool {
	return slices.ContainsFunc(batch.windows, func(c windowPrefix) bool {
		return slices.ContainsFunc(c.items, func(it *item) bool { return it.suspect })
	})
}

// closeWindows drops windows whose partitions go to another owner, and marks them as closed. They are dropped first: no
// transaction may commit offsets of theirs beside the mark, which would be the older. If marking fails, the next
// owner is careful without need. The caller holds the lock.
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
		s.log.Info("partitions go to another owner without a mark that they are closed", "error", err)
	}
}

// markClosed marks everything as closed before an orderly end.
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

// closable are the windows that can be marked as closed, each at the offset that it is committed to. Where suspects
// are left they stay so: their marks, or those of a former life, say more. The caller holds the lock.
func (s *session) closable(windows []*window) (offsets, mark) {
	o := offsets{}
	for _, w := range windows {
		if w.gone || w.unmarked || (w.suspects.suspectsLeft > 0 || w.suspects.isolatedLeft > 0) && w.committed.offset < w.suspects.end || slices.ContainsFunc(w.items, func(it *item) bool { return it.suspect }) {
			continue
		}
		at := w.committed
		if w.skipped.offset > at.offset {
			at = w.skipped
		}
		o[w] = at
	}
	return o, mark{phase: phaseClosed}
}
