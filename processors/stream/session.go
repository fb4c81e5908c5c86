package stream

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// session is one life of a processor's Kafka client with the memory that goes with it. Its loop alone
// polls, produces and ends transactions. The client's callbacks, which run in other goroutines, restore
// and drop partitions under mu.
type session struct {
	*runner
	gts     *kgo.GroupTransactSession
	client  []kgo.Opt
	archive *archive

	mu         sync.Mutex
	partitions map[int32]*partition
	ready      bool
	revoked    bool               // since the last End: the next transaction is going to abort
	interrupt  context.CancelFunc // wakes the loop from its poll, nil while it does not poll
	abandon    context.CancelFunc // ends the batch in hand, nil while there is none

	passed int // records read since the last commit that need none
}

var errFenced = errors.New("another process runs this processor under the same instance name")

// open joins the group. The producer id comes first: taking it ends a transaction that a previous life
// left open, which offsets and state would otherwise be waiting for.
func (r *runner) open(ctx context.Context) (*session, error) {
	s := &session{runner: r, partitions: map[int32]*partition{}, client: r.options.common(r.logic.Name)}
	if r.logic.Stateful {
		s.archive = &archive{topic: r.logic.State, client: s.client}
	}
	opts := append(s.client[:len(s.client):len(s.client)], r.options.member(r.logic.Name)...)
	opts = append(opts,
		kgo.AdjustFetchOffsetsFn(s.assigned),
		kgo.OnPartitionsAssigned(func(_ context.Context, _ *kgo.Client, added map[string][]int32) {
			if len(added) == 0 {
				s.sayReady() // an instance without partitions is ready to take over
			}
		}),
		kgo.OnPartitionsRevoked(s.lost),
		kgo.OnPartitionsLost(s.lost),
	)
	gts, err := kgo.NewGroupTransactSession(opts...)
	if err != nil {
		return nil, fmt.Errorf("making the client: %w", err)
	}
	s.gts = gts
	if _, _, err := gts.Client().ProducerID(ctx); err != nil {
		s.close()
		return nil, fmt.Errorf("taking the producer id %s: %w", r.options.identity(r.logic.Name), err)
	}
	topics := make([]string, len(r.logic.Inputs))
	for i, t := range r.logic.Inputs {
		topics[i] = string(t)
	}
	gts.Client().AddConsumeTopics(topics...)
	return s, nil
}

// close ends the session. A static member does not leave the group by closing, so a restart finds its
// partitions waiting.
func (s *session) close() {
	s.gts.Close()
	if s.archive != nil {
		s.archive.close()
	}
}

// assigned runs when partitions were assigned and their committed offsets are known, before anything of
// them is consumed.
func (s *session) assigned(ctx context.Context, offsets map[string]map[int32]kgo.Offset) (map[string]map[int32]kgo.Offset, error) {
	if !s.logic.Stateful {
		s.sayReady()
		return offsets, nil
	}
	started := time.Now()
	mine := offsets[string(s.logic.Inputs[0])]
	restored := make(map[int32]*partition, len(mine))
	for n := range mine {
		restored[n] = newPartition(n, s.archive)
	}
	if err := s.restorePatiently(ctx, restored); err != nil {
		return nil, err
	}
	for n, p := range restored {
		// The group's offsets expire when nobody commits for a week; the state's own do not.
		if mine[n].EpochOffset().Offset < 0 && p.next >= 0 {
			mine[n] = kgo.NewOffset().At(p.next)
		}
		p.armAll(s.options.Clock.Now())
	}
	s.meter.restore.Observe(time.Since(started).Seconds())
	s.mu.Lock()
	for n, p := range restored {
		s.partitions[n] = p
	}
	s.wakeLoop()
	s.mu.Unlock()
	s.sayReady()
	return offsets, nil
}

// restorePatiently tries until the group has other plans: an error returned to the client would have it
// leave and join the group over and over.
func (s *session) restorePatiently(ctx context.Context, into map[int32]*partition) error {
	for tries := 1; ; tries++ {
		err := restore(ctx, s.gts.Client(), s.client, s.logic.State, into)
		if err == nil || ctx.Err() != nil {
			return err
		}
		s.log.Warn("restoring the state failed; trying again", "tries", tries, "error", err)
		for n := range into {
			into[n] = newPartition(n, s.archive)
		}
		if !pause(ctx, nil, SystemClock{}, s.options.patience(tries)) {
			return err
		}
	}
}

// lost runs when partitions go to another instance. The batch in hand cannot be committed any more: the
// client sees to that, whatever it holds. (While one such notice stands, the client withholds the next;
// a partition that then stays here is replaced when it is assigned again, and its wakes are harmless.)
func (s *session) lost(_ context.Context, _ *kgo.Client, gone map[string][]int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, partitions := range gone {
		for _, n := range partitions {
			delete(s.partitions, n)
		}
	}
	s.revoked = true
	if s.abandon != nil {
		s.abandon()
	}
	s.wakeLoop()
}

// wakeLoop makes the loop look at its memory again; the caller holds mu.
func (s *session) wakeLoop() {
	if s.interrupt != nil {
		s.interrupt()
	}
}

func (s *session) sayReady() {
	s.mu.Lock()
	first := !s.ready
	s.ready = true
	s.mu.Unlock()
	if first {
		s.readyOnce.Do(func() { s.options.Ready(s.logic.Name) })
	}
}

// loop works until ctx ends or the session is beyond use.
func (s *session) loop(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := s.settleRevocation(ctx); err != nil {
			return err
		}
		if err := s.fireWakes(ctx); err != nil {
			return err
		}
		fetches := s.poll(ctx)
		if err := s.complaints(fetches); err != nil {
			return err
		}
		records := fetches.Records()
		switch {
		case len(records) > 0:
			if err := s.handle(ctx, records); err != nil {
				return err
			}
		case s.passed > 0 && ctx.Err() == nil:
			if err := s.commitPassed(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// settleRevocation clears the mark of a revocation that happened between batches, so that it does not
// abort the next one.
func (s *session) settleRevocation(ctx context.Context) error {
	s.mu.Lock()
	revoked := s.revoked
	s.revoked = false
	s.mu.Unlock()
	if !revoked {
		return nil
	}
	s.passed = 0
	if _, err := s.gts.End(ctx, kgo.TryAbort); err != nil {
		return fmt.Errorf("settling after a rebalance: %w", err)
	}
	return nil
}

// poll waits for records until the next wake, or until a callback has changed the memory.
func (s *session) poll(ctx context.Context) kgo.Fetches {
	pollCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.mu.Lock()
	if s.revoked {
		s.mu.Unlock()
		return nil
	}
	s.interrupt = cancel
	wait, armed := s.untilWake()
	s.mu.Unlock()
	if s.passed > 0 && (!armed || wait > idle) {
		wait, armed = idle, true
	}
	if armed {
		stop := s.options.Clock.AfterFunc(wait, cancel)
		defer stop()
	}
	fetches := s.gts.PollRecords(pollCtx, s.options.MaxBatch)
	s.mu.Lock()
	s.interrupt = nil
	s.mu.Unlock()
	return fetches
}

// idle is how long nothing comes in before the offsets of passed-over records are committed on their own.
const idle = 250 * time.Millisecond

// untilWake is the time to the next wake of any partition; the caller holds mu.
func (s *session) untilWake() (wait time.Duration, armed bool) {
	now := s.options.Clock.Now()
	for _, p := range s.partitions {
		if len(p.wakes) == 0 {
			continue
		}
		if d := max(0, p.wakes[0].fire.Sub(now)); !armed || d < wait {
			wait, armed = d, true
		}
	}
	return wait, armed
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

// memories returns the partitions of a batch, or false if one of them is no longer ours.
func (s *session) memories(items []*item) (map[int32]*partition, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[int32]*partition{}
	for _, it := range items {
		p := s.partitions[it.source.Partition]
		if p == nil {
			return nil, false
		}
		out[p.number] = p
	}
	return out, true
}

// drainable is a context that outlives ctx by the time a batch in hand is given.
func (s *session) drainable(ctx context.Context) (context.Context, context.CancelFunc) {
	out, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		t := time.AfterFunc(s.options.Drain, cancel)
		context.AfterFunc(out, func() { t.Stop() })
	})
	return out, func() { stop(); cancel() }
}
