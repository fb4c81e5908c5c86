package stream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/processors/stream/clock"
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
	for wait := firstOrphanCheck; clock.Pause(ctx, nil, clock.System{}, wait); {
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

// instanceConflictTimeout is how long the group may keep a dead member: until its session times out and the rebalance in
// which it joined has completed.
const instanceConflictTimeout = sessionTimeout + 5*time.Second

// awaitInstanceRelease waits until the member that holds this instance id has left the group, and reports whether it has.
//
// A process that is killed while it joins may have a JoinGroup request in flight, and the broker may process it after the
// one of its successor. Then the dead process holds the instance id and the living one is fenced. The group drops a dead
// member when its session times out. A member that stays is alive, and two processes that were given the same instance
// id must not fence each other forever.
func (r *runner) awaitInstanceRelease(ctx context.Context) bool {
	cl, err := kgo.NewClient(r.options.commonOptions(r.logic.Name)...)
	if err != nil {
		r.log.Warn("checking which member holds this instance id failed", "group", r.logic.Name, "error", err)
		return false
	}
	defer cl.Close()
	admin := kadm.NewClient(cl)
	bounded, cancel := context.WithTimeout(ctx, instanceConflictTimeout)
	defer cancel()
	for clock.Pause(bounded, nil, clock.System{}, time.Second) {
		taken, err := r.instanceTaken(bounded, admin)
		switch {
		case err != nil:
			r.log.Warn("checking which member holds this instance id failed", "group", r.logic.Name, "error", err)
		case !taken:
			return true
		}
	}
	return false
}

// instanceTaken reports whether the group has a member with this instance id.
func (r *runner) instanceTaken(ctx context.Context, admin *kadm.Client) (bool, error) {
	groups, err := admin.DescribeGroups(ctx, r.logic.Name)
	if err != nil {
		return false, fmt.Errorf("describing the group: %w", err)
	}
	group := groups[r.logic.Name]
	if group.Err != nil {
		return false, fmt.Errorf("describing the group: %w", group.Err)
	}
	name := r.options.instanceID(r.logic.Name)
	return slices.ContainsFunc(group.Members, func(m kadm.DescribedGroupMember) bool {
		return m.InstanceID != nil && *m.InstanceID == name
	}), nil
}
