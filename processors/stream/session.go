package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/processors/stream/changelog"
	"github.com/sibyl-project/sibyl/processors/stream/clock"
)

// session is one lifetime of a processor's Kafka clients, with the memory that belongs to it. Its committer is the
// goroutine that called loop; its reader (reader.go) and the pipeline's workers have their own goroutines, and the
// callbacks of the reading client, in further ones, restore and drop partitions. What they share is guarded by the
// pipeline's lock.
type session struct {
	*runner
	reader   *kgo.Client
	writer   *writer
	client   []kgo.Opt
	archive  *changelog.Archive
	pipeline *pipeline

	// guarded by pipeline.mu
	membership membership
	joined     bool // membership is that of the current generation
	committing bool
	closing    bool
	ready      bool

	trial   *item // the suspect that is being tried; used by the committer only
	skipped int   // records skipped since the last commit; used by the committer only
}

var (
	errFenced         = errors.New("another process runs this processor under the same instance name")
	errMemberReplaced = errors.New("the consumer group removed this member and admitted it under a new member id; its partitions may have had another owner")
)

// open joins the consumer group. It initializes the producer id first, which aborts a transaction that a previous
// process left open; offsets and state would otherwise wait for it.
func (r *runner) open(ctx context.Context) (*session, error) {
	s := &session{runner: r, client: r.options.commonOptions(r.logic.Name)}
	s.pipeline = newPipeline(r.logic, policy{
		clock: r.options.Clock, attempts: r.options.Attempts,
		backoff: r.options.backoff, patience: r.options.patience, retried: r.meter.Retries.Inc, quarantine: r.shared,
	}, r.meter, limits{workers: r.options.Workers, records: r.options.Window, bytes: r.options.WindowBytes})
	s.membership.instance = r.options.instanceID(r.logic.Name)
	if r.logic.Stateful {
		s.archive = changelog.NewArchive(r.logic.State, s.client)
	}
	cl, err := kgo.NewClient(s.with(r.options.writerOptions(r.logic.Name)...)...)
	if err != nil {
		return nil, fmt.Errorf("making the writing client: %w", err)
	}
	s.writer = &writer{
		cl: cl, id: s.membership.instance, group: r.logic.Name, open: r.shared.open().String(),
		member: s.member, current: s.currentMember,
	}
	if _, _, err := cl.ProducerID(ctx); err != nil {
		cl.Close()
		return nil, fmt.Errorf("taking the producer id %s: %w", s.writer.id, err)
	}
	// The callbacks need s.reader: it consumes nothing before it has its topics.
	s.reader, err = kgo.NewClient(s.with(append(r.options.readerOptions(r.logic.Name),
		kgo.AdjustFetchOffsetsFn(s.adjustFetchOffsets),
		kgo.OnPartitionsAssigned(s.onAssigned),
		kgo.OnPartitionsRevoked(s.onRevoked),
		kgo.OnPartitionsLost(s.onLost),
	)...)...)
	if err != nil {
		cl.Close()
		return nil, fmt.Errorf("making the reading client: %w", err)
	}
	s.reader.AddConsumeTopics(s.inputTopics()...)
	return s, nil
}

// inputTopics are the names of the input topics.
func (s *session) inputTopics() []string {
	out := make([]string, len(s.logic.Inputs))
	for i, t := range s.logic.Inputs {
		out[i] = string(t)
	}
	return out
}

func (s *session) with(opts ...kgo.Opt) []kgo.Opt {
	return append(s.client[:len(s.client):len(s.client)], opts...)
}

// close ends the session. A static member does not leave the group by closing, so a restarted process gets its
// partitions back. close waits for running handlers: the next session must not work on a key that one of them still
// handles.
func (s *session) close() {
	s.pipeline.mu.Lock()
	s.closing = true
	s.pipeline.changed.Broadcast()
	s.pipeline.mu.Unlock()
	s.pipeline.stop()
	s.shared.release(s)
	s.reader.CloseAllowingRebalance()
	s.writer.cl.Close()
}

// adjustFetchOffsets runs when partitions were assigned and their committed offsets are known, before anything of them
// is fetched.
func (s *session) adjustFetchOffsets(ctx context.Context, offsets map[string]map[int32]kgo.Offset) (map[string]map[int32]kgo.Offset, error) {
	started := time.Now()
	before, err := s.retryPreviousOwners(ctx)
	if err != nil {
		return nil, err
	}
	restored := map[int32]*changelog.Partition{}
	if s.logic.Stateful {
		mine := offsets[string(s.logic.Inputs[0])]
		for n := range mine {
			restored[n] = changelog.NewPartition(n, s.archive)
			if err := s.snapshots().Load(restored[n], s.options.Clock.Now()); err != nil {
				s.log.Warn("restoring from the whole state topic", "partition", n, "error", err)
			}
		}
		if err := s.retryRestore(ctx, restored); err != nil {
			return nil, err
		}
		for n, p := range restored {
			// The group's offsets expire when nobody commits for a week; those in the state topic do not.
			if mine[n].EpochOffset().Offset < 0 && p.Next >= 0 {
				mine[n] = kgo.NewOffset().At(p.Next)
			}
			p.ArmAll(s.options.Clock.Now())
		}
		s.meter.Restore.Observe(time.Since(started).Seconds())
	}
	s.pipeline.mu.Lock()
	for topic, partitions := range offsets {
		for n, from := range partitions {
			at := input{topic, n}
			s.takeOver(s.pipeline.assign(at, restored[n]), from.EpochOffset(), before[at])
		}
	}
	signal(s.pipeline.news) // there may be wakes
	s.pipeline.mu.Unlock()
	s.reportReady()
	return offsets, nil
}

// retryRestore retries until the group rebalances: an error returned to the client would make it leave and rejoin the
// group over and over.
func (s *session) retryRestore(ctx context.Context, into map[int32]*changelog.Partition) error {
	for tries := 1; ; tries++ {
		err := changelog.Restore(ctx, s.reader, s.client, s.logic.State, into, s.log)
		if err == nil || ctx.Err() != nil {
			return err
		}
		s.log.Warn("restoring from the state topic failed; retrying", "topic", s.logic.State, "tries", tries, "error", err)
		for n := range into {
			into[n] = changelog.NewPartition(n, s.archive)
		}
		if !clock.Pause(ctx, nil, clock.System{}, s.options.patience(tries)) {
			return err
		}
	}
}

// onAssigned runs after every rebalance, when the revoked partitions have been given up. Only now may offsets be
// committed with the new generation: before, we might still have held partitions that another member has consumed in
// the meantime. A new member id without a reported loss means just that: the group removed this member and admitted it
// again.
func (s *session) onAssigned(_ context.Context, cl *kgo.Client, added map[string][]int32) {
	id, generation := cl.GroupMetadata()
	s.pipeline.mu.Lock()
	if s.joined && s.membership.member != id {
		s.pipeline.fail(errMemberReplaced)
	}
	s.membership.member, s.membership.generation, s.joined = id, generation, true
	s.pipeline.changed.Broadcast()
	signal(s.pipeline.news) // partitions can be marked now
	s.pipeline.mu.Unlock()
	if len(added) == 0 {
		s.reportReady() // a member without partitions is ready to be assigned some
	}
}

// revokeTimeout is how long a revocation waits for the commit of what is finished. The client keeps sending heartbeats
// meanwhile.
const revokeTimeout = 2 * time.Second

// onRevoked runs when partitions are revoked; another member gets them after it returns. Work on them stops, but what
// is finished is still committed, so that the next owner need not do it again.
func (s *session) onRevoked(_ context.Context, cl *kgo.Client, gone map[string][]int32) {
	id, generation := cl.GroupMetadata()
	p := s.pipeline
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.joined && s.membership.member == id {
		s.membership.generation = generation // the partitions are ours until this returns
	}
	windows := p.windowsOf(gone)
	for _, w := range windows {
		p.revoke(w)
	}
	signal(p.news)
	late := false
	timer := time.AfterFunc(revokeTimeout, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		late = true
		p.changed.Broadcast()
	})
	defer timer.Stop()
	for !late && !s.closing && p.failure == nil && s.hasUncommitted(windows) {
		p.changed.Wait()
	}
	if late || s.closing || p.failure != nil {
		s.dropWindows(windows)
		return
	}
	s.closeWindows(windows)
}

// hasUncommitted reports whether windows have something to commit, or are being committed. The caller holds the lock.
func (s *session) hasUncommitted(windows []*window) bool {
	for _, w := range windows {
		if !w.gone && (s.committing || w.committable(len(w.items), true) > 0) {
			return true
		}
	}
	return false
}

// onLost runs when the group has removed this member: the partitions already have another owner.
func (s *session) onLost(_ context.Context, _ *kgo.Client, gone map[string][]int32) {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	s.joined = false
	s.dropWindows(s.pipeline.windowsOf(gone))
}

func (s *session) dropWindows(windows []*window) {
	for _, w := range windows {
		s.pipeline.drop(w)
		if w.fetchPaused {
			s.reader.ResumeFetchPartitions(map[string][]int32{w.topic: {w.number}})
		}
	}
}

// member is the identity to commit offsets of windows with; false if one of them is no longer assigned to us.
func (s *session) member(windows []*window) (membership, bool) {
	s.pipeline.mu.Lock()
	defer s.pipeline.mu.Unlock()
	for _, w := range windows {
		if w.gone {
			return membership{}, false
		}
	}
	m := s.membership
	return m, s.joined && m.member != "" && m.generation >= 0
}

// currentMember is the member id under which the client is in the group now. The client learns it before the session does,
// and has none from the moment the group refuses the old one until it is given another.
func (s *session) currentMember() string {
	id, _ := s.reader.GroupMetadata()
	return id
}

func (s *session) reportReady() {
	s.pipeline.mu.Lock()
	first := !s.ready
	s.ready = true
	s.pipeline.mu.Unlock()
	if first {
		s.readyOnce.Do(func() { s.options.Ready(s.logic.Name) })
	}
}

// windowsOf lists the windows of partitions. The caller holds mu.
func (p *pipeline) windowsOf(partitions map[string][]int32) []*window {
	var out []*window
	for topic, numbers := range partitions {
		for _, n := range numbers {
			if w := p.windows[input{topic, n}]; w != nil {
				out = append(out, w)
			}
		}
	}
	return out
}
