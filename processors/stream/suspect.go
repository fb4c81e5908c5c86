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

// precursor is what the last owner of a partition has left.
type precursor struct {
	mark mark
	end  int64 // of the log, where it matters what was in hand: nobody had in hand what comes later
}

// precursors reads what the owners before have said of the partitions of the inputs (mark.go).
func (s *session) precursors(ctx context.Context) (map[input]precursor, error) {
	committed, err := kadm.NewClient(s.reader).FetchOffsets(ctx, s.logic.Name)
	if err == nil {
		err = committed.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("reading the marks of the partitions: %w", err)
	}
	out, ends := map[input]precursor{}, kadm.ListedOffsets(nil)
	for topic, partitions := range committed {
		for n, o := range partitions {
			p := precursor{mark: readMark(o.Metadata)}
			if s.shared.handsUnknown(p.mark) {
				if ends == nil {
					if ends, err = s.ends(ctx); err != nil {
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

// ends reads where the logs of the inputs end.
func (s *session) ends(ctx context.Context) (kadm.ListedOffsets, error) {
	ends, err := kadm.NewClient(s.reader).ListEndOffsets(ctx, s.inputs()...)
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("reading the ends of the inputs: %w", err)
	}
	return ends, nil
}

// precursorsPatiently tries until the group has other plans, as restorePatiently does.
func (s *session) precursorsPatiently(ctx context.Context) (map[input]precursor, error) {
	for tries := 1; ; tries++ {
		found, err := s.precursors(ctx)
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
func (s *session) takeOver(w *window, from kgo.EpochOffset, before precursor) {
	m, end := before.mark, before.end
	w.from, w.start = max(0, from.Offset), position{max(0, from.Offset), from.Epoch}
	w.suspects = s.shared.judge(s.logic.Name, w.input, w.from, end, m, s.options)
	w.committed = w.start
	w.unmarked = m.phase != trying && m.phase != rescuing && m != s.shared.open() // those marks say more
	if n := len(w.suspects.offsets); n > 0 || w.suspects.heads > 0 && w.from < end || w.suspects.first.tried {
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
		if w.unmarked && !w.leaving {
			o[w] = w.start
		}
	}
	p.mu.Unlock()
	if len(o) == 0 {
		return nil
	}
	if done, err := s.note(ctx, o, s.shared.open()); !done {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range o {
		w.unmarked = false
	}
	for _, t := range p.tracks {
		p.line(t)
	}
	p.begin()
	return nil
}

// retryMark is how long the group is given to settle before a mark that it refused is tried again.
const retryMark = 20 * time.Millisecond

// note commits offsets with a mark. Where the group is moving on it is not done, and the committer comes back.
func (s *session) note(ctx context.Context, o offsets, m mark) (done bool, err error) {
	switch err := s.writer.note(ctx, o, m.String()); {
	case err == nil:
		return true, nil
	case errors.Is(err, errRefused):
		time.AfterFunc(retryMark, func() { signal(s.pipeline.news) })
		return false, nil
	default:
		return false, fmt.Errorf("marking %d partitions as %q: %w", len(o), m, err)
	}
}

// trySuspect lets one suspect be handled when its time has come: everything before it in its partition is
// committed, no other is being tried in this process, and its mark is written.
func (s *session) trySuspect(ctx context.Context) error {
	p := s.pipeline
	p.mu.Lock()
	if it := s.trial; it != nil && !it.home.gone && len(it.home.items) > 0 && it.home.items[0].source == it.source {
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
	m := mark{phase: trying, ends: it.suspicion.ends, instance: s.shared.instance, life: s.shared.life}
	if it.suspicion.givenUp {
		m.phase = rescuing
	}
	at := position{it.source.Offset, it.source.LeaderEpoch}
	if done, err := s.note(ctx, offsets{it.home: at}, m); !done {
		return err
	}
	s.shared.cleared(s.logic.Name, it)
	p.mu.Lock()
	defer p.mu.Unlock()
	if it.home.gone {
		return nil
	}
	it.home.passed = position{} // the mark stands at a later offset
	s.trial = it
	p.clear(it)
	return nil
}

// nextSuspect is the first of a window whose turn it is, nil if there is none. The caller holds mu.
func (p *pipeline) nextSuspect() *item {
	for _, w := range p.windows {
		if w.unmarked || w.leaving || len(w.items) == 0 {
			continue
		}
		if it := w.items[0]; it.suspect && !it.cleared && !p.draining {
			return it
		}
	}
	return nil
}

// clear lets a suspect be begun, before whatever of its key was read from other topics. The caller holds mu.
func (p *pipeline) clear(it *item) {
	it.cleared = true
	at := trackKey{key: stateKey{it.record.Run, it.record.Key}}
	if it.home.memory != nil {
		at.partition = it.home.number
	}
	t := p.tracks[at]
	if t == nil {
		return // its window has gone meanwhile
	}
	i := slices.Index(t.waiting, it)
	if i > 0 {
		t.waiting = append([]*item{it}, slices.Delete(slices.Clone(t.waiting), i, i+1)...)
	}
	p.line(t)
	p.begin()
}

// tried reports whether a suspect is among what was harvested. Then its offset is committed at once, also where it
// led to nothing: the mark beside it goes with that commit, and the next suspect waits for it.
func (h harvest) tried() bool {
	return slices.ContainsFunc(h.cuts, func(c cut) bool {
		return slices.ContainsFunc(c.items, func(it *item) bool { return it.suspect })
	})
}

// giveBack drops windows whose partitions go to another owner, and marks them as closed. They are dropped first: no
// transaction may commit offsets of theirs beside the mark, which would be the older. If marking fails, the next
// owner is careful without need. The caller holds the lock.
func (s *session) giveBack(windows []*window) {
	o, m := s.closable(windows)
	s.drop(windows)
	if len(o) == 0 || !s.joined {
		return
	}
	member := s.membership
	s.pipeline.mu.Unlock()
	defer s.pipeline.mu.Lock()
	ctx, cancel := context.WithTimeout(context.Background(), revokeTimeout)
	defer cancel()
	if err := s.writer.noteAs(ctx, member, o, m.String()); err != nil {
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
	if err := s.writer.note(ctx, o, m.String()); err != nil && !errors.Is(err, errRefused) {
		return fmt.Errorf("marking partitions as closed: %w", err)
	}
	return nil
}

// closable are the windows that can be marked as closed, each at the offset that it is committed to. Where suspects
// are left they stay so: their marks, or those of a former life, say more. The caller holds the lock.
func (s *session) closable(windows []*window) (offsets, mark) {
	o := offsets{}
	for _, w := range windows {
		if w.gone || w.unmarked || (w.suspects.heads > 0 || w.suspects.rest > 0) && w.committed.offset < w.suspects.end || slices.ContainsFunc(w.items, func(it *item) bool { return it.suspect }) {
			continue
		}
		at := w.committed
		if w.passed.offset > at.offset {
			at = w.passed
		}
		o[w] = at
	}
	return o, mark{phase: closed}
}
