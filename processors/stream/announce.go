package stream

import (
	"context"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// fireWakes publishes the wakes that are due. They need neither offsets nor fencing: their ids make a second
// publication harmless. Only committed wakes fire; one that a speculative step has asked for is not armed.
func (s *session) fireWakes(ctx context.Context) error {
	now := s.options.Clock.Now()
	var due []*kgo.Record
	s.pipeline.mu.Lock()
	for _, w := range s.pipeline.windows {
		if w.memory == nil || w.revoking {
			continue
		}
		for _, a := range w.memory.DueWakes(now) {
			r, err := s.logic.dueRecord(a.Key, a.Wake, now)
			if err != nil {
				s.pipeline.mu.Unlock()
				return err
			}
			due = append(due, pinned(ctx, encodeTo(r, w.number)))
		}
	}
	s.pipeline.mu.Unlock()
	return s.announce(ctx, due)
}

// untilWake is the time until the next wake of any partition; the caller holds the pipeline's lock.
func (s *session) untilWake() (wait time.Duration, armed bool) {
	now := s.options.Clock.Now()
	for _, w := range s.pipeline.windows {
		if w.memory == nil {
			continue
		}
		if d, any := w.memory.UntilWake(now); any && (!armed || d < wait) {
			wait, armed = d, true
		}
	}
	return wait, armed
}

// announce publishes records in a transaction of their own, without offsets.
func (s *session) announce(ctx context.Context, records []*kgo.Record) error {
	if len(records) == 0 {
		return nil
	}
	if err := s.writer.commit(ctx, records, nil); err != nil {
		return fmt.Errorf("announcing %d records: %w", len(records), err)
	}
	s.meter.Published.Add(float64(len(records)))
	return nil
}

func encodeTo(r events.Record, partition int32) *kgo.Record {
	k := wire.Encode(r)
	k.Partition = partition
	return k
}
