package stream

import (
	"context"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"

	"github.com/sibyl-project/sibyl/events"
)

const (
	// look is how long a member waits before it looks whether every partition has an owner, and between looks.
	look = time.Second
	// looks bounds them: a group that does not settle within them has members that come and go, and each of
	// these looks for itself.
	looks = 30
)

// adopt finds partitions that nobody has, once after a session has joined, and has the group share them out.
//
// A partition moves in two rounds: its owner gives it up, joins again, and only then somebody gets it. An owner
// that is killed in between and comes back under its name is let in without another round, for the broker keeps
// what it was last assigned; that it still had something to give up is forgotten with it. Nobody would read that
// partition until somebody else joins or leaves.
func (s *session) adopt(ctx context.Context) {
	admin := kadm.NewClient(s.reader)
	for range looks {
		if !pause(ctx, nil, SystemClock{}, look) {
			return
		}
		left, stable, err := s.orphans(ctx, admin)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			s.log.Warn("it is not known whether every partition has an owner; looking again", "error", err)
		case stable && left == 0:
			return
		case stable:
			s.log.Warn("partitions have no owner; the group is asked to share them out", "partitions", left)
			s.reader.ForceRebalance()
		}
	}
}

// orphans counts the partitions of the inputs that no member of the group has. stable is false while the group is
// sharing them out, or does not know us yet.
func (s *session) orphans(ctx context.Context, admin *kadm.Client) (left int, stable bool, err error) {
	s.pipeline.mu.Lock()
	joined := s.joined
	s.pipeline.mu.Unlock()
	if !joined {
		return 0, false, nil
	}
	topics, err := admin.ListTopics(ctx, names(s.logic.Inputs)...)
	if err != nil {
		return 0, false, fmt.Errorf("listing the partitions of the inputs: %w", err)
	}
	groups, err := admin.DescribeGroups(ctx, s.logic.Name)
	if err != nil {
		return 0, false, fmt.Errorf("describing the group: %w", err)
	}
	group := groups[s.logic.Name]
	if group.Err != nil {
		return 0, false, fmt.Errorf("describing the group: %w", group.Err)
	}
	if group.State != "Stable" {
		return 0, false, nil
	}
	owned := group.AssignedPartitions()
	for _, t := range topics {
		for n := range t.Partitions {
			if !owned.Lookup(t.Topic, n) {
				left++
			}
		}
	}
	return left, true, nil
}

func names(topics []events.Topic) []string {
	out := make([]string, len(topics))
	for i, t := range topics {
		out[i] = string(t)
	}
	return out
}
