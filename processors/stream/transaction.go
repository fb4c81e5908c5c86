package stream

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/processors/stream/clock"
)

// writer is the transactional producer of a session. It is a client of its own, separate from the reader, which is the
// group member: transactions must not run concurrently with other calls of their client, and fetching continues while
// they do. Its methods are called by the committer's goroutine only.
//
// It commits offsets with its own requests (AddOffsetsToTxn, TxnOffsetCommit), since the client's session type commits
// everything that was polled. They carry member id and generation, so that the broker rejects commits of a member that
// was removed from the group.
type writer struct {
	cl     *kgo.Client
	id     string
	group  string
	member func(windows []*window) (membership, bool)
	// current is the member id under which this process is in the group, or "" while it joins.
	current func() string
	open    string // the mark that commits carry as offset metadata
}

// membership is the identity of this consumer in the group. instance is its group.instance.id.
type membership struct {
	member     string
	generation int32
	instance   string
}

// errRefused is the group's refusal of an offset commit: a rebalance has started a new generation.
var errRefused = errors.New("the consumer group refused the offset commit: a rebalance has started a new generation")

const (
	// rebalancePatience is how long a commit is retried while the group rebalances without revoking its partitions.
	rebalancePatience = 3 * time.Second
	// coordinatorBackoff is the wait while the coordinator still writes the markers of the previous transaction.
	coordinatorBackoff = time.Millisecond
)

// offsets are positions to commit, by the windows they belong to.
type offsets map[*window]position

func (o offsets) windows() []*window {
	out := make([]*window, 0, len(o))
	for w := range o {
		out = append(out, w)
	}
	return out
}

// commit writes records and offsets in one transaction. errRefused means that the transaction was aborted cleanly;
// after any other error its outcome is unknown and the client is unusable.
//
// The offsets join the transaction first. While the coordinator is busy with the previous transaction it rejects this
// request with CONCURRENT_TRANSACTIONS, and it is retried after a millisecond; if a record came first, the client
// itself would wait twenty.
func (wr *writer) commit(ctx context.Context, records []*kgo.Record, o offsets) error {
	if len(records) == 0 {
		return errors.New("committing offsets alone: a transaction without a record is never ended")
	}
	if err := wr.cl.BeginTransaction(); err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	id, epoch, err := wr.cl.ProducerID(ctx)
	if err != nil {
		return fmt.Errorf("asking for the producer id: %w", err)
	}
	if len(o) > 0 {
		if err := wr.addOffsets(ctx, id, epoch); err != nil {
			return err
		}
	}
	produced := wr.produce(ctx, records)
	var refused error
	if len(o) > 0 {
		refused = wr.stageOffsets(ctx, id, epoch, o)
	}
	if err := produced(); err != nil {
		return errors.Join(err, refused, wr.cl.EndTransaction(ctx, kgo.TryAbort))
	}
	if refused != nil {
		if err := wr.cl.EndTransaction(ctx, kgo.TryAbort); err != nil {
			return errors.Join(fmt.Errorf("aborting: %w", err), refused)
		}
		return refused
	}
	if err := wr.cl.EndTransaction(ctx, kgo.TryCommit); err != nil {
		return fmt.Errorf("ending the transaction: %w", err)
	}
	return nil
}

// produce hands records to the client. The returned function waits until all of them are written.
func (wr *writer) produce(ctx context.Context, records []*kgo.Record) (wait func() error) {
	var mu sync.Mutex
	var failed error
	for _, r := range records {
		wr.cl.Produce(ctx, r, func(r *kgo.Record, err error) {
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				if failed == nil { // the first is enough; there may be thousands
					failed = fmt.Errorf("producing to %s: %w", r.Topic, err)
				}
			}
		})
	}
	return func() error {
		if err := wr.cl.Flush(ctx); err != nil {
			return fmt.Errorf("flushing %d records: %w", len(records), err)
		}
		mu.Lock()
		defer mu.Unlock()
		return failed
	}
}

// addOffsets adds the group's offsets to the transaction.
func (wr *writer) addOffsets(ctx context.Context, id int64, epoch int16) error {
	for {
		req := kmsg.NewPtrAddOffsetsToTxnRequest()
		req.TransactionalID, req.ProducerID, req.ProducerEpoch, req.Group = wr.id, id, epoch, wr.group
		resp, err := req.RequestWith(ctx, wr.cl)
		if err == nil {
			err = kerr.ErrorForCode(resp.ErrorCode)
		}
		if !errors.Is(err, kerr.ConcurrentTransactions) {
			if err != nil {
				return fmt.Errorf("adding offsets to the transaction: %w", err)
			}
			return nil
		}
		if !clock.Pause(ctx, nil, clock.System{}, coordinatorBackoff) {
			return fmt.Errorf("adding offsets to the transaction: %w", ctx.Err())
		}
	}
}

// stageOffsets adds the offsets to the transaction. The group rejects them while it rebalances; as long as all of their
// partitions stay assigned to us, the request is retried with the current member id and generation.
func (wr *writer) stageOffsets(ctx context.Context, id int64, epoch int16, o offsets) error {
	deadline := time.Now().Add(rebalancePatience)
	for {
		m, ours := wr.member(o.windows())
		if !ours {
			return fmt.Errorf("%w: a partition was revoked", errRefused)
		}
		err := wr.txnOffsetCommit(ctx, id, epoch, m, o)
		switch {
		case err == nil:
			return nil
		case !retriableAfterRebalance(err):
			return err
		case time.Now().After(deadline), !clock.Pause(ctx, nil, clock.System{}, 20*time.Millisecond):
			return fmt.Errorf("%w: %w", errRefused, err)
		}
	}
}

// retriableAfterRebalance reports whether the broker's answer may be different once the rebalance has completed.
func retriableAfterRebalance(err error) bool {
	for _, e := range []error{
		kerr.IllegalGeneration, kerr.UnknownMemberID, kerr.RebalanceInProgress, kerr.StaleMemberEpoch,
		kerr.ConcurrentTransactions, kerr.CoordinatorNotAvailable, kerr.CoordinatorLoadInProgress, kerr.NotCoordinator,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func (wr *writer) txnOffsetCommit(ctx context.Context, id int64, epoch int16, m membership, o offsets) error {
	req := kmsg.NewPtrTxnOffsetCommitRequest()
	req.TransactionalID, req.ProducerID, req.ProducerEpoch, req.Group = wr.id, id, epoch, wr.group
	req.MemberID, req.Generation, req.InstanceID = m.member, m.generation, &m.instance
	topics := map[string]int{}
	for w, at := range o {
		i, known := topics[w.topic]
		if !known {
			i = len(req.Topics)
			topics[w.topic] = i
			t := kmsg.NewTxnOffsetCommitRequestTopic()
			t.Topic = w.topic
			req.Topics = append(req.Topics, t)
		}
		p := kmsg.NewTxnOffsetCommitRequestTopicPartition()
		p.Partition, p.Offset, p.LeaderEpoch, p.Metadata = w.number, at.offset, at.epoch, &wr.open
		req.Topics[i].Partitions = append(req.Topics[i].Partitions, p)
	}
	resp, err := req.RequestWith(ctx, wr.cl)
	if err != nil {
		return fmt.Errorf("committing offsets: %w", err)
	}
	for _, t := range resp.Topics {
		for _, p := range t.Partitions {
			if err := kerr.ErrorForCode(p.ErrorCode); err != nil {
				return wr.commitError(err, m, t.Topic, p.Partition)
			}
		}
	}
	return nil
}

// commitError interprets the group's refusal of an offset that was committed as m. Being fenced by another process is final:
// a new session would take over the producer id from the process that holds the instance id, which would take it back, and
// so on. The broker says the same of a commit that was under way while this process itself, removed after a stall, joined
// again and was given another member id; then a new session goes on.
func (wr *writer) commitError(err error, m membership, topic string, partition int32) error {
	if !errors.Is(err, kerr.FencedInstanceID) {
		return fmt.Errorf("committing the offset of %s/%d: %w", topic, partition, err)
	}
	cause := errFenced
	if wr.current() != m.member {
		cause = errMemberReplaced
	}
	return fmt.Errorf("committing the offset of %s/%d: %w: %w", topic, partition, cause, err)
}

// commitSkipped commits offsets of records that led to nothing. There is nothing that they would have to be atomic
// with, so it needs no transaction; the group fences them all the same.
func (wr *writer) commitSkipped(ctx context.Context, o offsets) error {
	return wr.commitWithMark(ctx, o, wr.open)
}

// commitWithMark commits offsets with a mark as their metadata, outside of transactions. It must not run concurrently
// with a transaction that commits offsets of the same partitions: whichever the coordinator processes last wins.
func (wr *writer) commitWithMark(ctx context.Context, o offsets, mark string) error {
	m, ours := wr.member(o.windows())
	if !ours {
		return errRefused
	}
	return wr.commitAsMember(ctx, m, o, mark)
}

func (wr *writer) commitAsMember(ctx context.Context, m membership, o offsets, mark string) error {
	req := kmsg.NewPtrOffsetCommitRequest()
	req.Group, req.MemberID, req.Generation, req.InstanceID = wr.group, m.member, m.generation, &m.instance
	topics := map[string]int{}
	for w, at := range o {
		i, known := topics[w.topic]
		if !known {
			i = len(req.Topics)
			topics[w.topic] = i
			t := kmsg.NewOffsetCommitRequestTopic()
			t.Topic = w.topic
			req.Topics = append(req.Topics, t)
		}
		p := kmsg.NewOffsetCommitRequestTopicPartition()
		p.Partition, p.Offset, p.LeaderEpoch, p.Metadata = w.number, at.offset, at.epoch, &mark
		req.Topics[i].Partitions = append(req.Topics[i].Partitions, p)
	}
	resp, err := req.RequestWith(ctx, wr.cl)
	if err != nil {
		return fmt.Errorf("committing offsets: %w", err)
	}
	for _, t := range resp.Topics {
		for _, p := range t.Partitions {
			if err := kerr.ErrorForCode(p.ErrorCode); err != nil {
				if retriableAfterRebalance(err) {
					return fmt.Errorf("%w: %w", errRefused, err)
				}
				return wr.commitError(err, m, t.Topic, p.Partition)
			}
		}
	}
	return nil
}
