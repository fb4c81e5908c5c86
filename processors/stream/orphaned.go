package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// Each member checks shortly after it has joined, and then periodically, whether the group has left a partition without
// an owner.
const (
	firstOrphanCheck    = time.Second
	orphanCheckInterval = 10 * time.Second
	// rebalanceGrace is how long a partition may legitimately have no owner: in a cooperative rebalance its old owner
	// revokes it and rejoins the group.
	rebalanceGrace = revokeTimeout + 2*time.Second
)

// orphanMonitor makes sure that every partition of the input topics is assigned to a member of the consumer group.
//
// A cooperative rebalance moves a partition in two steps. The first revokes it from its owner, who rejoins the group;
// only that rejoin starts the second, which assigns the partition to another member. If the owner is killed in between
// and restarts with the same instance id, the broker readmits the static member without a rebalance. The second step
// never happens, and the revoked partition is orphaned: nobody consumes it until the membership changes.
type orphanMonitor struct {
	member *kgo.Client
	admin  *kadm.Client
	group  string
	topics []string
}

func (s *session) orphanMonitor() *orphanMonitor {
	return &orphanMonitor{member: s.reader, admin: kadm.NewClient(s.reader), group: s.logic.Name, topics: s.inputTopics()}
}

// watch checks for orphaned partitions until ctx ends, and forces a rebalance if the same generation leaves some without
// an owner for longer than rebalanceGrace.
func (o *orphanMonitor) watch(ctx context.Context, warn func(msg string, args ...any)) {
	const never = -1
	orphanedAt := int32(never) // the generation that was seen with orphaned partitions
	for wait := firstOrphanCheck; pause(ctx, nil, SystemClock{}, wait); {
		_, before := o.member.GroupMetadata()
		orphaned, err := o.orphaned(ctx)
		_, now := o.member.GroupMetadata()
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			warn("checking for orphaned partitions failed", "error", err)
			orphanedAt, wait = never, orphanCheckInterval
		case len(orphaned) == 0:
			orphanedAt, wait = never, orphanCheckInterval
		case before != now || orphanedAt != now:
			orphanedAt, wait = now, rebalanceGrace
		default:
			warn("orphaned partitions: no member of the consumer group owns them; forcing a rebalance",
				"group", o.group, "generation", now, "partitions", orphaned)
			o.member.ForceRebalance()
			orphanedAt, wait = never, orphanCheckInterval
		}
	}
}

// orphaned lists the partitions of the input topics that no member owns. While the group rebalances it lists none: the
// assignment is still being decided.
func (o *orphanMonitor) orphaned(ctx context.Context) ([]string, error) {
	groups, err := o.admin.DescribeGroups(ctx, o.group)
	if err == nil {
		err = groups.Error()
	}
	if errors.Is(err, kerr.GroupIDNotFound) {
		return nil, nil // no member has joined yet
	}
	if err != nil {
		return nil, fmt.Errorf("describing the group: %w", err)
	}
	group := groups[o.group]
	if group.State != "Stable" {
		return nil, nil
	}
	topics, err := o.admin.ListTopics(ctx, o.topics...)
	if err == nil {
		err = topics.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("listing partitions: %w", err)
	}
	owned := group.AssignedPartitions()
	var out []string
	for _, t := range topics.Sorted() {
		for _, p := range t.Partitions.Sorted() {
			if !owned.Lookup(p.Topic, p.Partition) {
				out = append(out, fmt.Sprintf("%s/%d", p.Topic, p.Partition))
			}
		}
	}
	return out, nil
}
