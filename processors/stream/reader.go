package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// read polls and dispatches until ctx ends or the session has failed. It is the only caller of the client's poll. It
// does not poll while the pipeline is full; the client keeps sending heartbeats.
func (s *session) read(ctx context.Context) {
	p := s.pipeline
	for ctx.Err() == nil {
		n := s.pollLimit()
		if n <= 0 {
			s.awaitCapacity(ctx)
			continue
		}
		fetches := s.reader.PollRecords(ctx, n)
		records := fetches.Records()
		s.meter.Records.Add(float64(len(records)))
		p.dispatch(records)
		s.enforceQuota()
		s.reader.AllowRebalance()
		if err := s.fatalFetchError(fetches); err != nil {
			p.mu.Lock()
			p.fail(err)
			p.mu.Unlock()
			return
		}
	}
}

// pollLimit is how many records the next poll may return.
func (s *session) pollLimit() int {
	p := s.pipeline
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bytes >= p.limits.bytes {
		return 0
	}
	return min(s.options.MaxBatch, p.available())
}

// awaitCapacity waits until a commit has freed capacity. If none does for a while, slow handlers may be in the way: their
// partitions are then limited to their reserved quota, which no other event would trigger.
func (s *session) awaitCapacity(ctx context.Context) {
	t := time.NewTimer(slowHandler)
	defer t.Stop()
	select {
	case <-s.pipeline.freed:
	case <-ctx.Done():
	case <-t.C:
		select {
		case <-s.pipeline.freed: // both are ready if this goroutine was not scheduled for a while
		default:
			s.pauseFetching((*pipeline).reservedQuota, slowHandler)
		}
	}
}

// How long a handler blocks its partition before the partition is limited to its quota: slowHandler when nothing else can
// be read, slowHandlerAmongOthers while there is progress. Pausing one that is merely busy, or whose thread had to wait for
// a processor, would cost more than it saves: the client discards what it has already fetched of a paused partition, and
// after the resume it may take until the next long poll to fetch it again.
const (
	slowHandler            = 20 * time.Millisecond
	slowHandlerAmongOthers = 100 * time.Millisecond
)

// enforceQuota pauses the fetching of blocked partitions that have used up their quota of the pipeline.
func (s *session) enforceQuota() { s.pauseFetching((*pipeline).quota, slowHandlerAmongOthers) }

// pauseFetching pauses the fetching of partitions that have been blocked by a handler for so long and have reached limit,
// so that they do not use up the capacity of others, and resumes it once they have drained to half of their reserved quota.
func (s *session) pauseFetching(limit func(*pipeline) int, blocked time.Duration) {
	p := s.pipeline
	pause, resume := map[string][]int32{}, map[string][]int32{}
	before := time.Now().Add(-blocked)
	p.mu.Lock()
	many, few := limit(p), p.reservedQuota()/2
	for _, w := range p.windows {
		switch {
		case !w.fetchPaused && len(w.items) >= many && w.blockedSince(before):
			w.fetchPaused = true
			pause[w.topic] = append(pause[w.topic], w.number)
		case w.fetchPaused && len(w.items) <= few:
			w.fetchPaused = false
			resume[w.topic] = append(resume[w.topic], w.number)
		}
	}
	if len(pause) > 0 {
		s.reader.PauseFetchPartitions(pause)
	}
	if len(resume) > 0 {
		s.reader.ResumeFetchPartitions(resume)
	}
	p.mu.Unlock()
}

// fatalFetchError returns the error of a poll that ends the session, or the processor if this member was fenced, and logs
// the others. The client retries those by itself.
func (s *session) fatalFetchError(f kgo.Fetches) error {
	for _, e := range f.Errors() {
		switch {
		case errors.Is(e.Err, context.Canceled), errors.Is(e.Err, context.DeadlineExceeded):
		case errors.Is(e.Err, kerr.FencedInstanceID):
			return fmt.Errorf("%w: %w", errFenced, e.Err)
		case errors.Is(e.Err, kgo.ErrClientClosed):
			return fmt.Errorf("polling: %w", e.Err)
		default:
			s.log.Warn("fetching failed; the client keeps trying", "topic", e.Topic, "partition", e.Partition, "error", e.Err)
		}
	}
	return nil
}

// The in-flight records of the pipeline are divided among the assigned partitions, so that a partition that is blocked
// by a slow handler cannot use all of them, which it would within milliseconds if it has a backlog. Half of the records
// are unreserved; the other half is reserved in equal parts for the assigned partitions. A single partition may fill the
// whole pipeline. All functions in this file are called with the pipeline's lock held.

// quota is how many records a blocked partition may have in flight before its fetching is paused.
func (p *pipeline) quota() int { return max(1, p.limits.records/max(1, len(p.windows))) }

// reservedQuota is the part of the quota that other partitions cannot use. A blocked partition is limited to it once
// no partition makes progress any more.
func (p *pipeline) reservedQuota() int { return max(1, p.quota()/2) }

// unreserved is how many records of the unreserved half are still available.
func (p *pipeline) unreserved() int {
	n, reserve := p.limits.records/2, p.reservedQuota()
	for _, w := range p.windows {
		n -= max(0, len(w.items)-reserve)
	}
	return n
}

// available is how many records may be polled. The partitions of the next records are not known before the poll, so they
// have to fit into the unreserved half, or else into what is reserved for each of the partitions that are not paused.
func (p *pipeline) available() int {
	reserved := p.limits.records
	for _, w := range p.windows {
		if !w.fetchPaused {
			reserved = min(reserved, p.reservedQuota()-len(w.items))
		}
	}
	return min(p.limits.records-p.records, max(p.unreserved(), reserved))
}
