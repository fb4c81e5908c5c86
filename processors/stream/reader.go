package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// read polls and dispatches until ctx ends or the session is beyond use. Nobody else polls. It stops
// polling while the pipeline is full; the client goes on heartbeating.
func (s *session) read(ctx context.Context) {
	p := s.pipeline
	for ctx.Err() == nil {
		n := s.space()
		if n <= 0 {
			s.awaitRoom(ctx)
			continue
		}
		fetches := s.reader.PollRecords(ctx, n)
		records := fetches.Records()
		s.meter.records.Add(float64(len(records)))
		p.dispatch(records)
		s.shareOut()
		s.reader.AllowRebalance()
		if err := s.complaints(fetches); err != nil {
			p.mu.Lock()
			p.fail(err)
			p.mu.Unlock()
			return
		}
	}
}

// space is how many records may be polled.
func (s *session) space() int {
	p := s.pipeline
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bytes >= p.limits.bytes {
		return 0
	}
	return min(s.options.MaxBatch, p.free())
}

// awaitRoom waits until something was committed. When nothing is for a while, what is in the way may be slow
// handlers, and their partitions are held to what is reserved for them: nobody else would notice.
func (s *session) awaitRoom(ctx context.Context) {
	t := time.NewTimer(slow)
	defer t.Stop()
	select {
	case <-s.pipeline.room:
	case <-ctx.Done():
	case <-t.C:
		select {
		case <-s.pipeline.room: // both, after the machine had no time for us
		default:
			s.hold((*pipeline).reserve)
		}
	}
}

// slow is how long a handler holds up its partition before that is held to its share. Holding one that is
// only busy would cost more than it saves: what the client has fetched of it already is thrown away, and
// after a release it may be the next long poll that fetches it again.
const slow = 20 * time.Millisecond

// shareOut holds partitions that have more than their share of the pipeline.
func (s *session) shareOut() { s.hold((*pipeline).share) }

// hold holds the fetches of partitions that stand still behind a handler and have used up what they may have,
// so that they do not take the others' place, and lets them go on when there is room again.
func (s *session) hold(most func(*pipeline) int) {
	p := s.pipeline
	hold, release := map[string][]int32{}, map[string][]int32{}
	before := time.Now().Add(-slow)
	p.mu.Lock()
	many, few := most(p), p.reserve()/2
	for _, w := range p.windows {
		switch {
		case !w.held && len(w.items) >= many && w.behind(before):
			w.held = true
			hold[w.topic] = append(hold[w.topic], w.number)
		case w.held && len(w.items) <= few:
			w.held = false
			release[w.topic] = append(release[w.topic], w.number)
		}
	}
	if len(hold) > 0 {
		s.reader.PauseFetchPartitions(hold)
	}
	if len(release) > 0 {
		s.reader.ResumeFetchPartitions(release)
	}
	p.mu.Unlock()
}

// complaints looks at what a poll says beside records. The client goes on trying by itself after most
// errors; those that it cannot get over end the session, or the processor.
func (s *session) complaints(f kgo.Fetches) error {
	for _, e := range f.Errors() {
		switch {
		case errors.Is(e.Err, context.Canceled), errors.Is(e.Err, context.DeadlineExceeded):
		case errors.Is(e.Err, kerr.FencedInstanceID):
			return fmt.Errorf("%w %q: %w", errFenced, s.options.Instance, e.Err)
		case errors.Is(e.Err, kgo.ErrClientClosed):
			return fmt.Errorf("polling: %w", e.Err)
		default:
			s.log.Warn("reading is in trouble; the client keeps trying", "topic", e.Topic, "partition", e.Partition, "error", e.Err)
		}
	}
	return nil
}
