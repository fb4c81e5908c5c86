package conformance

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// The group's leader assigns a partition to no member, which has the same effect as a member that is killed after a
// revocation and restarts with the same instance id. A member that is not the leader notices it and forces a rebalance.
func orphanedPartition(s *stage) {
	plans := &withholding{GroupBalancer: kgo.CooperativeStickyBalancer()}
	leader := s.leading(plans)
	defer leader.Close()
	a := s.spawn("a", 9)
	a.awaitReady()
	ctx, cancel := context.WithTimeout(s.t.Context(), 45*time.Second)
	defer cancel()
	for plans.withheld.Load() == 0 || plans.whole.Load() == 0 {
		select {
		case <-ctx.Done():
			s.t.Fatalf("%d plans without a partition, %d whole ones after that\n%s", plans.withheld.Load(), plans.whole.Load(), s.members())
		case <-time.After(200 * time.Millisecond):
		}
	}
	if err := leader.LeaveGroupContext(ctx); err != nil {
		s.t.Fatalf("the leader leaving: %v", err)
	}
	s.rounds("run_1", 1, 3, nil)
	s.caughtUp()
	s.stop(a)
	s.settle("run_1")
}

// leading joins the group as its first member, which makes it the leader. It is a dynamic member, so that it can leave.
func (s *stage) leading(plans kgo.GroupBalancer) *kgo.Client {
	s.t.Helper()
	has := make(chan struct{}, 1)
	cl, err := kgo.NewClient(s.Options(kgo.ConsumerGroup(s.name), kgo.ConsumeTopics(string(input)), kgo.Balancers(plans),
		kgo.SessionTimeout(sessionTimeout), kgo.HeartbeatInterval(200*time.Millisecond), kgo.DisableAutoCommit(),
		kgo.OnPartitionsAssigned(func(context.Context, *kgo.Client, map[string][]int32) {
			select {
			case has <- struct{}{}:
			default:
			}
		}))...)
	if err != nil {
		s.t.Fatalf("making a client: %v", err)
	}
	select {
	case <-has:
	case <-time.After(patience):
		s.t.Fatal("the leader has not joined")
	}
	return cl
}

// withholding is a balancer that delegates to another one and removes one partition from the first plan that assigns all
// of them: one without a previous owner, so that no revocation, and with it no further rebalance, follows.
type withholding struct {
	kgo.GroupBalancer
	withheld, whole atomic.Int32
}

func (w *withholding) MemberBalancer(members []kmsg.JoinGroupResponseMember) (kgo.GroupMemberBalancer, map[string]struct{}, error) {
	b, topics, err := w.GroupBalancer.MemberBalancer(members)
	had := map[int32]bool{}
	for _, m := range members {
		var meta kmsg.ConsumerMemberMetadata
		if err := meta.ReadFrom(m.ProtocolMetadata); err != nil {
			return nil, nil, fmt.Errorf("reading what %s says when it joins: %w", m.MemberID, err)
		}
		for _, t := range meta.OwnedPartitions {
			for _, n := range t.Partitions {
				had[n] = true
			}
		}
	}
	return withheldFrom{b, w, had}, topics, err
}

type withheldFrom struct {
	kgo.GroupMemberBalancer
	by  *withholding
	had map[int32]bool
}

// BalanceOrError implements kgo.GroupMemberBalancerOrError.
func (f withheldFrom) BalanceOrError(topics map[string]int32) (kgo.IntoSyncAssignment, error) {
	into, err := f.GroupMemberBalancer.(kgo.GroupMemberBalancerOrError).BalanceOrError(topics)
	if err != nil {
		return nil, err
	}
	members := into.(*kgo.BalancePlan).AsMemberIDMap()
	given := 0
	for _, plan := range members {
		given += len(plan[string(input)])
	}
	if given < int(topics[string(input)]) || len(members) < 2 {
		return into, nil // the first step of a cooperative rebalance, or there is no other member
	}
	if f.by.withheld.Load() > 0 {
		f.by.whole.Add(1)
		return into, nil
	}
	for _, plan := range members {
		mine := plan[string(input)]
		if fresh := slices.IndexFunc(mine, func(n int32) bool { return !f.had[n] }); fresh >= 0 {
			plan[string(input)] = slices.Delete(mine, fresh, fresh+1)
			f.by.withheld.Add(1)
			break
		}
	}
	return into, nil
}
