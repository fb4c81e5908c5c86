package stream

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

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
	for pause(bounded, nil, SystemClock{}, time.Second) {
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
