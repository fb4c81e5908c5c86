package changelog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
)

// Restore reads partitions of the state topic into memory, with isolation level read_committed, up to the log end
// offsets *including* records of open transactions. A restore that stopped at the last stable offset would miss what
// the transaction of a previous owner, whose offsets already count, is about to commit. Waiting for a transaction to
// end is bounded by its timeout. Control records are kept, since the tail of the log may hold nothing else: aborted
// records are not delivered, and waiting for them would never end.
//
// A partition that begins with a snapshot is read from where that ends. If the snapshot is not of what the topic holds, that
// is an error; the caller begins anew without it.
func Restore(ctx context.Context, cl *kgo.Client, client []kgo.Opt, topic events.Topic, into map[int32]*Partition, log *slog.Logger) error {
	ends, err := endOffsets(ctx, cl, topic, into)
	if err != nil {
		return fmt.Errorf("restoring %s: %w", topic, err)
	}
	from := map[int32]kgo.Offset{}
	for n, end := range ends {
		switch at := into[n].from.offset; {
		case at >= end:
			return fmt.Errorf("restoring %s/%d: %w: it ends at %d", topic, n, errStale, end)
		case at >= 0:
			from[n] = kgo.NewOffset().At(at)
		case end > 0:
			from[n] = kgo.NewOffset().AtStart()
		default:
			delete(ends, n)
		}
	}
	if len(from) == 0 {
		return nil
	}
	rd, err := kgo.NewClient(append(client[:len(client):len(client)],
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{string(topic): from}),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.KeepControlRecords(),
	)...)
	if err != nil {
		return fmt.Errorf("restoring %s: %w", topic, err)
	}
	defer rd.Close()
	for len(ends) > 0 {
		fetches := rd.PollFetches(ctx)
		if err := fetchError(fetches); err != nil {
			return fmt.Errorf("restoring %s: %w", topic, err)
		}
		var failed error
		fetches.EachRecord(func(r *kgo.Record) {
			if failed == nil {
				if err := into[r.Partition].take(r); errors.Is(err, errForeign) {
					// Whoever can write to the topic could stop its processor for good, if this were an error.
					log.Warn("a record of the state topic is not ours; passing it over", "topic", topic, "partition", r.Partition, "offset", r.Offset)
				} else if err != nil {
					failed = fmt.Errorf("restoring %s/%d@%d: %w", topic, r.Partition, r.Offset, err)
				}
			}
			if end, waiting := ends[r.Partition]; waiting && r.Offset+1 >= end {
				delete(ends, r.Partition)
			}
		})
		if failed != nil {
			return failed
		}
	}
	return nil
}

// take applies a record that a restore has read. Behind a snapshot the first must be the last that the snapshot knows of.
func (p *Partition) take(r *kgo.Record) error {
	if expected := p.from; expected.offset >= 0 {
		p.from.offset = -1
		if r.Attrs.IsControl() || anchorAt(r) != expected {
			return errStale
		}
		return nil
	}
	if r.Attrs.IsControl() {
		return nil
	}
	err := p.absorb(r)
	if err == nil {
		p.Applied(r)
	}
	return err
}

// endOffsets lists the log end offsets of the partitions, read uncommitted.
func endOffsets(ctx context.Context, cl *kgo.Client, topic events.Topic, partitions map[int32]*Partition) (map[int32]int64, error) {
	req := kmsg.NewPtrListOffsetsRequest()
	req.ReplicaID, req.IsolationLevel = -1, 0
	t := kmsg.NewListOffsetsRequestTopic()
	t.Topic = string(topic)
	for n := range partitions {
		p := kmsg.NewListOffsetsRequestTopicPartition()
		p.Partition, p.Timestamp, p.CurrentLeaderEpoch = n, -1, -1
		t.Partitions = append(t.Partitions, p)
	}
	req.Topics = append(req.Topics, t)
	ends := map[int32]int64{}
	for _, shard := range cl.RequestSharded(ctx, req) {
		if shard.Err != nil {
			return nil, fmt.Errorf("listing its end offsets: %w", shard.Err)
		}
		for _, t := range shard.Resp.(*kmsg.ListOffsetsResponse).Topics {
			for _, p := range t.Partitions {
				if err := kerr.ErrorForCode(p.ErrorCode); err != nil {
					return nil, fmt.Errorf("listing the end offset of partition %d: %w", p.Partition, err)
				}
				ends[p.Partition] = p.Offset
			}
		}
	}
	if len(ends) != len(partitions) {
		return nil, fmt.Errorf("listing its end offsets: the broker answered for %d of %d partitions", len(ends), len(partitions))
	}
	return ends, nil
}

// fetchError joins the errors of a poll.
func fetchError(f kgo.Fetches) error {
	var errs []error
	for _, e := range f.Errors() {
		errs = append(errs, e.Err)
	}
	return errors.Join(errs...)
}
