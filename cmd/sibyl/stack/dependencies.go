package stack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/topics"
	"github.com/sibyl-project/sibyl/projections"
)

// Between attempts to start the database or the broker again.
const (
	againFirst = 200 * time.Millisecond
	againMost  = 5 * time.Second
)

// troubles are the problems of the dependencies, by their names, for /readyz.
type troubles struct {
	mu   sync.Mutex
	said map[string]error
}

func (t *troubles) set(dependency string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.said == nil {
		t.said = map[string]error{}
	}
	if err == nil {
		delete(t.said, dependency)
		return
	}
	t.said[dependency] = err
}

func (t *troubles) of(dependency string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.said[dependency]
}

// clearUp removes the databases of data directories that were deleted, beside the start, which need not wait for it. That it
// could not is no reason not to start.
func (s *Stack) clearUp(ctx context.Context) {
	remove, err := embedded.RemoveOrphans(ctx, s.Data.Path)
	s.cleared = make(chan struct{})
	if err != nil {
		s.log.Warn("databases of deleted data directories are left", "error", err)
		close(s.cleared)
		return
	}
	go func() {
		defer close(s.cleared)
		s.removed(remove())
	}()
}

func (s *Stack) removed(orphans []embedded.Orphan, err error) {
	for _, o := range orphans {
		s.log.Info("removed the database of a data directory that was deleted", "database", o.Home, "data_dir", o.DataDir)
	}
	if err != nil {
		s.log.Warn("databases of deleted data directories are left", "error", err)
	}
}

// claimLog refuses a log that the database does not belong to: what it waits for would never come.
func (s *Stack) claimLog(ctx context.Context) error {
	if s.Broker == nil {
		return nil
	}
	err := s.Data.ClaimLog(ctx, s.Pool)
	var replaced *embedded.LogReplacedError
	if errors.As(err, &replaced) {
		return exit.With(exit.CodeUsage, err)
	}
	return err
}

// announce tells other commands where to turn.
func (s *Stack) announce() error {
	database := "" // one that was named may hold a password
	if cluster := s.Cluster.Load(); cluster != nil {
		database = cluster.DSN()
	}
	return s.Data.Announce(embedded.Info{
		PID: os.Getpid(), API: s.Listener.Addr().String(), Kafka: s.Brokers[0], Database: database, Since: time.Now(),
	})
}

// followServer has the pool connect to the database server that runs now: each has a socket of its own.
func (s *Stack) followServer(cfg *pgxpool.Config) {
	if s.Cluster.Load() == nil {
		return
	}
	cfg.BeforeConnect = func(_ context.Context, c *pgx.ConnConfig) error {
		c.Host = s.Cluster.Load().SocketDir()
		return nil
	}
}

// keepDatabase starts the private database again whenever it ends, until ctx does. What was committed is on its disk;
// everything that uses the pool waits meanwhile and goes on.
func (s *Stack) keepDatabase(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-s.Cluster.Load().Lost():
			s.away.set("database", err)
			s.log.Warn("the database has ended and is started again", "reason", err)
		}
		err := s.again(ctx, "database", func() error {
			next, err := embedded.StartPostgres(ctx, s.Data.Path)
			if err == nil {
				s.Cluster.Store(next)
			}
			return err
		})
		if err != nil || ctx.Err() != nil {
			return err
		}
		s.Pool.Reset() // what is idle in it belongs to the server that is gone
		if err := s.announce(); err != nil {
			s.log.Warn("other commands do not learn of the database's new address", "error", err)
		}
		s.log.Warn("the database runs again", "pid", s.Cluster.Load().PID())
	}
}

// startBrokerAgain starts the broker on the address that everybody knows.
func (s *Stack) startBrokerAgain(ctx context.Context) error {
	s.log.Warn("the broker was lost and is started again")
	return s.again(ctx, "broker", func() error {
		next, err := embedded.StartBroker(ctx, embedded.BrokerOptions{Data: s.Data, Port: s.Broker.Port()})
		if err != nil {
			return err
		}
		s.Broker = next
		return s.claimLog(ctx)
	})
}

// again tries until it succeeds or ctx ends. It fails only for what no time will cure.
func (s *Stack) again(ctx context.Context, dependency string, start func() error) error {
	for retry := againFirst; ; retry = min(2*retry, againMost) {
		err := start()
		var replaced *embedded.LogReplacedError
		switch {
		case err == nil:
			s.away.set(dependency, nil)
			return nil
		case ctx.Err() != nil:
			return nil
		case errors.As(err, &replaced):
			return err
		}
		s.away.set(dependency, err)
		if full := s.Data.RoomFor(0); full != nil {
			err = full
		}
		s.log.Warn("the "+dependency+" could not be started again yet", "error", err, "retry_in", retry)
		if !pause(ctx, retry) {
			return nil
		}
	}
}

// prepareBroker makes the topics and ends what a lost broker may have torn. It waits for a database that is away, and
// for a broker that answers but cannot do it now.
func (s *Stack) prepareBroker(ctx context.Context, kafka []kgo.Opt, specs []events.TopicSpec) error {
	for retry := againFirst; ; retry = min(2*retry, againMost) {
		err := topics.Ensure(ctx, kafka, specs, settings.Replication(s.Broker != nil))
		if err != nil {
			err = fmt.Errorf("creating topics: %w", err)
		} else if s.Broker != nil && s.Broker.Unclean {
			err = s.succeedLostRuns(ctx, kafka)
		}
		if err == nil || ctx.Err() != nil || !projections.Away(err) {
			return err
		}
		s.log.Warn("starting waits for the database or the broker", "error", err, "retry_in", retry)
		if !pause(ctx, retry) {
			return ctx.Err()
		}
	}
}

func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// ready says in plain words which dependencies are down; the API itself asks the database.
func (s *Stack) ready(ctx context.Context) error {
	var down []string
	for _, dependency := range []string{"database", "broker"} {
		if err := s.away.of(dependency); err != nil {
			down = append(down, fmt.Sprintf("the %s ended and is being started again (%v)", dependency, err))
		}
	}
	if s.away.of("broker") == nil {
		if err := s.probe.Ping(ctx); err != nil {
			down = append(down, fmt.Sprintf("the broker at %s does not answer", strings.Join(s.Brokers, ", ")))
		}
	}
	if err := s.room(0); err != nil {
		down = append(down, err.Error())
	}
	if len(down) == 0 {
		return nil
	}
	return errors.New(strings.Join(slices.Compact(down), "; "))
}

// room reports whether the disks have room for so many bytes more: a *embedded.DiskFullError if not.
func (s *Stack) room(bytes int64) error { return s.Data.RoomFor(bytes) }
