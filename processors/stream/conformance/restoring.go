package conformance

import (
	"strings"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/changelog"
)

// partitions is how many the input and the state have.
func (s *stage) partitions() int32 {
	spec, err := events.TopicNamed(input)
	if err != nil {
		s.t.Fatal(err)
	}
	return spec.Partitions
}

// unreadable is a key that has the form of ours and is of no sort: a restore that met it would fail.
const unreadable = "nonsense\x00run\x00key"

// stranger opens a transaction with a record of a key on every partition of the state topic and returns its client.
func (s *stage) stranger(timeout time.Duration, key string) *kgo.Client {
	s.t.Helper()
	ctx, cancel := s.context()
	defer cancel()
	cl, err := kgo.NewClient(s.Options(kgo.TransactionalID(s.name+"-stranger"), kgo.TransactionTimeout(timeout),
		kgo.RecordPartitioner(kgo.ManualPartitioner()), kgo.ProducerLinger(0))...)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(cl.Close)
	if err := cl.BeginTransaction(); err != nil {
		s.t.Fatal(err)
	}
	for n := range s.partitions() {
		// Were it not aborted, nobody could read it.
		if err := cl.ProduceSync(ctx, &kgo.Record{Topic: string(s.state()), Partition: n, Key: []byte(key), Value: []byte(`{"a":`)}).FirstErr(); err != nil {
			s.t.Fatal(err)
		}
	}
	return cl
}

func (s *stage) abort(cl *kgo.Client) { s.end(cl, kgo.TryAbort) }

func (s *stage) end(cl *kgo.Client, how kgo.TransactionEndTry) {
	s.t.Helper()
	ctx, cancel := s.context()
	defer cancel()
	if err := cl.EndTransaction(ctx, how); err != nil {
		s.t.Fatalf("ending the stranger's transaction: %v", err)
	}
}

// Somebody has written a record of his own to every partition of the state topic. It is nobody's state: the next owner has
// all that the first one had, and goes on.
func restorePassesOverForeignRecords(s *stage) {
	first := s.Start(stream.Options{}, (&book{}).processor(s.name))
	s.rounds("run_1", 1, 3, nil)
	s.caughtUp()
	s.stop(first)
	s.end(s.stranger(time.Minute, "k"), kgo.TryCommit)
	second := s.Start(stream.Options{}, (&book{}).processor(s.name))
	s.rounds("run_1", 4, 5, nil)
	s.caughtUp()
	s.stop(second)
	s.settle("run_1")
}

// A restart with a snapshot reads nothing of the state topic that the snapshot covers: not even a record that would stop a
// restore. Repeats of what came before it are known, and their outputs found.
func snapshotSparesTheTopic(s *stage) {
	o := stream.Options{Snapshots: s.t.TempDir()}
	first := s.Start(o, (&book{}).processor(s.name))
	s.rounds("run_1", 1, 2, long)
	s.caughtUp()
	s.end(s.stranger(time.Minute, unreadable), kgo.TryCommit)
	s.rounds("run_1", 3, 4, long)
	s.caughtUp()
	s.stop(first)
	for n := 5; n <= 6; n++ {
		next := s.Start(o, (&book{}).processor(s.name))
		s.rounds("run_1", n-2, n, long)
		s.caughtUp()
		s.stop(next)
	}
	s.settleWith(o, "run_1")
}

// A snapshot whose last record is not in the topic is of another log, or of one that was cut short: all is read.
func snapshotOfAnotherLog(s *stage) {
	first := s.Start(stream.Options{}, (&book{}).processor(s.name))
	s.rounds("run_1", 1, 3, nil)
	s.caughtUp()
	s.stop(first)
	o := stream.Options{Snapshots: s.t.TempDir()}
	for n := range s.partitions() {
		p := changelog.NewPartition(n, nil)
		p.Applied(&kgo.Record{Key: []byte(long(0, 0)), Offset: int64(n % 2 * 1e6)}) // within the log, and behind its end
		if err := (changelog.Snapshots{Dir: o.Snapshots, Topic: s.state()}).Save(p, time.Now()); err != nil {
			s.t.Fatal(err)
		}
	}
	second := s.Start(o, (&book{}).processor(s.name))
	s.rounds("run_1", 4, 5, nil)
	s.caughtUp()
	s.stop(second)
	s.settle("run_1")
}

// long is a text that makes a state worth a snapshot.
func long(int, int) string { return strings.Repeat("long ", 8<<10) }

// The state topic ends with records of an aborted transaction, on every partition: a restore must neither apply them
// nor wait for them.
func restoreWithAbortedTail(s *stage) {
	first := s.Start(stream.Options{}, (&book{}).processor(s.name))
	s.rounds("run_1", 1, 3, nil)
	s.caughtUp()
	s.stop(first)
	s.abort(s.stranger(time.Minute, unreadable))
	s.settle("run_1")
}

// The state topic has committed state behind a record of a transaction that is still open. A restore that stopped at
// the last stable offset would miss it, and count from the start.
func restoreReadsToTheEnd(s *stage) {
	first := s.Start(stream.Options{}, (&book{}).processor(s.name))
	s.rounds("run_1", 1, 1, nil)
	s.caughtUp()
	open := s.stranger(10*time.Minute, unreadable) // as long as all the rest may take: the test ends it
	s.rounds("run_1", 2, 3, nil)
	s.caughtUp()
	s.stop(first)

	var fetches fetchCount
	fetches.enough = make(chan struct{})
	second := s.Launch(stream.Options{Client: []kgo.Opt{kgo.WithHooks(&fetches)}}, (&book{}).processor(s.name))
	s.rounds("run_1", 4, 4, nil)
	published := s.finished(func() {
		s.read(events.TopicClaimsRouted, func(r []*kgo.Record) bool { return len(r) >= 3*keys+1 || isClosed(fetches.enough) })
	})
	select {
	case <-published: // it did not wait: the accounts below will tell
	case <-fetches.enough: // it has asked for more and more of the state: it waits
	}
	s.abort(open)
	<-published
	second.AwaitReady(1)
	s.caughtUp()
	s.stop(second)
	s.settle("run_1")
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// fetchCount closes enough after a number of fetches. A client waits for each of them while there is nothing to
// read, so the number is a time that has certainly been enough to restore and to publish.
type fetchCount struct {
	n      atomic.Int64
	enough chan struct{}
}

const manyFetches = 25

// OnBrokerE2E counts.
func (f *fetchCount) OnBrokerE2E(_ kgo.BrokerMetadata, key int16, _ kgo.BrokerE2E) {
	if key == int16(kmsg.Fetch) && f.n.Add(1) == manyFetches {
		close(f.enough)
	}
}

var _ kgo.HookBrokerE2E = (*fetchCount)(nil)
