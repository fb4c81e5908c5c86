package stream

import (
	"context"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// fireWakes publishes the wakes whose time has come. They need no offsets and no fence: their ids make a
// second publication harmless.
func (s *session) fireWakes(ctx context.Context) error {
	now := s.options.Clock.Now()
	var due []*kgo.Record
	s.mu.Lock()
	for n, p := range s.partitions {
		for _, a := range p.ripe(now) {
			r, err := s.logic.dueRecord(a.key, *p.keys[a.key].wake, now)
			if err != nil {
				s.mu.Unlock()
				return err
			}
			due = append(due, pinned(ctx, encodeTo(r, n)))
		}
	}
	s.mu.Unlock()
	return s.announce(ctx, due)
}

// announce publishes in a transaction of its own, without offsets.
func (s *session) announce(ctx context.Context, records []*kgo.Record) error {
	if len(records) == 0 {
		return nil
	}
	ctx, cancel := s.drainable(ctx)
	defer cancel()
	cl := s.gts.Client()
	if err := cl.BeginTransaction(); err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	if err := cl.ProduceSync(ctx, records...).FirstErr(); err != nil {
		return errors.Join(fmt.Errorf("announcing %d records: %w", len(records), err), cl.EndTransaction(ctx, kgo.TryAbort))
	}
	if err := cl.EndTransaction(ctx, kgo.TryCommit); err != nil {
		return fmt.Errorf("announcing %d records: %w", len(records), err)
	}
	s.meter.published.Add(float64(len(records)))
	return nil
}

func encodeTo(r events.Record, partition int32) *kgo.Record {
	k := wire.Encode(r)
	k.Partition = partition
	return k
}
