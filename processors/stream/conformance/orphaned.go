package conformance

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A member gives up partitions for another, is killed before it joins again, and comes back under its name. The
// broker lets it in as if nothing had happened, and nobody has what it gave up, until somebody looks.
func deathBetweenRounds(s *stage) {
	dying := s.spawnFor(childOrder{Access: s.broker.Access, Name: s.name, Instance: "a", Dies: true})
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

// dieBetweenRounds is a member that says when it has partitions, and kills itself when it has to give some up.
func dieBetweenRounds(ctx context.Context, o childOrder) error {
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
