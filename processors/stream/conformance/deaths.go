package conformance

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A member revokes partitions for another one, is killed before it rejoins, and restarts with the same instance id. The
// broker readmits it without a rebalance, and the revoked partitions are orphaned until a member notices.
func killedDuringRebalance(s *stage) {
	dying := s.spawnFor(childOrder{Access: s.broker.Access, Name: s.name, Instance: "a", Dies: givingUp})
	dying.awaitReady() // it has all partitions
	other := s.spawn("b", 9)
	select {
	case <-dying.done:
	case <-time.After(patience):
		s.t.Fatal("the first member was never asked to give anything up")
	}
	heir := s.spawn("a", 9)
	s.rounds("run_1", 1, 3, nil)
	s.caughtUp()
	s.stop(other)
	s.stop(heir)
	s.settle("run_1")
}

// A process takes over a member's instance id and dies at once, like one that was killed while it joined and whose
// request was delayed. The member is fenced, finds that no living process holds the instance id, and rejoins.
func conflictWithDeadInstance(s *stage) {
	a := s.spawn("a", 9)
	a.awaitReady()
	s.rounds("run_1", 1, 2, nil)
	s.caughtUp()
	dead := s.spawnFor(childOrder{Access: s.broker.Access, Name: s.name, Instance: "a", Dies: joined})
	select {
	case <-dead.done:
	case <-time.After(patience):
		s.t.Fatal("the process that takes over the instance id has not joined")
	}
	// The member has nothing to commit meanwhile: a refused commit would make it rejoin before it learns of the conflict.
	s.succeeded("a", s.memberID("a"))
	s.rounds("run_1", 3, 4, nil)
	s.caughtUp()
	s.stop(a)
	s.settle("run_1")
}

// succeeded waits until an instance has another member id than the one given.
func (s *stage) succeeded(instance, id string) {
	s.t.Helper()
	ctx, cancel := s.context()
	defer cancel()
	for now := s.memberID(instance); now == "" || now == id; now = s.memberID(instance) {
		select {
		case <-ctx.Done():
			s.t.Fatalf("instance %s has not come back to the group\n%s", instance, s.members())
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// memberID is the member id of an instance in the group, empty if it has none.
func (s *stage) memberID(instance string) string {
	s.t.Helper()
	ctx, cancel := s.context()
	defer cancel()
	groups, err := s.admin.DescribeGroups(ctx, s.name)
	if err != nil {
		s.t.Fatalf("describing the group: %v", err)
	}
	for _, m := range groups[s.name].Members {
		if m.InstanceID != nil && *m.InstanceID == s.name+"-"+instance {
			return m.MemberID
		}
	}
	return ""
}

// death is when a child kills itself.
type death string

const (
	givingUp death = "giving up" // when partitions are revoked, before it rejoins
	joined   death = "joined"    // as soon as it has joined the group
)

// die is a member that says when it has partitions, and kills itself at the given moment.
func die(ctx context.Context, o childOrder) error {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return fmt.Errorf("finding this process: %w", err)
	}
	var once sync.Once
	cl, err := kgo.NewClient(append(o.Access.Options(),
		kgo.SeedBrokers(o.Access.Brokers...), kgo.ConsumerGroup(o.Name), kgo.InstanceID(o.Name+"-"+o.Instance),
		kgo.ConsumeTopics(string(input)), kgo.Balancers(kgo.CooperativeStickyBalancer()),
		kgo.SessionTimeout(sessionTimeout), kgo.HeartbeatInterval(time.Second), kgo.DisableAutoCommit(),
		kgo.OnPartitionsAssigned(func(_ context.Context, _ *kgo.Client, added map[string][]int32) {
			if o.Dies == joined {
				_ = self.Kill() // this process: nothing comes after it
				select {}
			}
			if len(added) > 0 {
				once.Do(func() { fmt.Fprintln(os.Stdout, "ready") })
			}
		}),
		kgo.OnPartitionsRevoked(func(context.Context, *kgo.Client, map[string][]int32) {
			_ = self.Kill() // this process: nothing comes after it
			select {}
		}),
	)...)
	if err != nil {
		return fmt.Errorf("making a client: %w", err)
	}
	defer cl.Close()
	<-ctx.Done()
	return nil
}
