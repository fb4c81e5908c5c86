package conformance

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"

	"github.com/sibyl-project/sibyl/deploy/kafka"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// fakeStage is a stage on a fake broker of its own, whose answers can be scripted.
func fakeStage(t *testing.T, opts ...kfake.Opt) (*stage, *kfake.Cluster) {
	t.Helper()
	fake, err := kfake.NewCluster(append(opts, kfake.NumBrokers(1))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(fake.Close)
	return newStage(t, Broker{Access: kafka.Access{Brokers: fake.ListenAddrs()}}), fake
}

// work is what goes on while faults strike: enough transactions for them to strike in the middle, with every
// kind of event.
func (s *stage) work() {
	s.t.Helper()
	text := func(n, k int) string { return []string{"", "", "flaky", "", "poison", "", "", ""}[(n*5+k)%8] }
	for n := 1; n <= 12; n++ {
		s.rounds("run_1", n, n, text)
	}
}

// faulty runs the processor on a broker that is made to misbehave, and accounts for every event.
func faulty(t *testing.T, key kmsg.Key, misbehave func(*stage, *kfake.Cluster) (struck func() int)) {
	t.Helper()
	var opts []kfake.Opt
	if key == kmsg.AddOffsetsToTxn {
		// Newer brokers are not asked any more: the offsets themselves add their group.
		opts = append(opts, kfake.MaxVersions(kversion.V3_8_0()))
	}
	s, fake := fakeStage(t, opts...)
	struck := misbehave(s, fake)
	p := (&book{}).processor(s.name)
	first := s.Start(stream.Options{MaxBatch: 5, Backoff: time.Millisecond}, p)
	s.work()
	s.caughtUp()
	// Heartbeats come once a second, whatever there is to do.
	began := time.Now()
	for n := 13; struck() == 0; n++ {
		if time.Since(began) > 20*time.Second {
			t.Error("the fault never struck: the test shows nothing")
			break
		}
		s.rounds("run_1", n, n, nil)
		s.caughtUp()
	}
	s.stop(first)
	s.settle("run_1")
}

// ofOurs reports whether a request comes from the processor's own producer or member, not from the test.
func ofOurs(r kmsg.Request) bool {
	switch r := r.(type) {
	case *kmsg.ProduceRequest:
		return r.TransactionID != nil
	case *kmsg.FetchRequest:
		return r.MaxWaitMillis != int32(readerWait.Milliseconds())
	}
	return true
}

// errorsOf are answers that a broker may give in the place of the real one. What is answered only at a start is
// struck at the start.
var errorsOf = map[kmsg.Key][]*kerr.Error{
	kmsg.EndTxn: {
		kerr.UnknownServerError, kerr.TransactionAbortable, kerr.ProducerFenced, kerr.InvalidProducerEpoch, kerr.NotCoordinator,
		kerr.CoordinatorNotAvailable, kerr.CoordinatorLoadInProgress, kerr.ConcurrentTransactions, kerr.InvalidTxnState,
	},
	kmsg.TxnOffsetCommit: {
		kerr.IllegalGeneration, kerr.UnknownMemberID, kerr.InvalidProducerEpoch, kerr.NotCoordinator, kerr.CoordinatorLoadInProgress,
		kerr.TransactionAbortable, kerr.UnknownServerError, kerr.RequestTimedOut,
	},
	kmsg.AddOffsetsToTxn: {
		kerr.NotCoordinator, kerr.ConcurrentTransactions, kerr.InvalidProducerEpoch, kerr.TransactionAbortable, kerr.UnknownServerError,
	},
	kmsg.InitProducerID: {kerr.ConcurrentTransactions, kerr.CoordinatorLoadInProgress, kerr.NotCoordinator, kerr.CoordinatorNotAvailable},
	kmsg.Produce: {
		kerr.InvalidProducerEpoch, kerr.OutOfOrderSequenceNumber, kerr.NotLeaderForPartition, kerr.NotEnoughReplicas,
		kerr.NotEnoughReplicasAfterAppend, kerr.RequestTimedOut, kerr.KafkaStorageError, kerr.TopicAuthorizationFailed, kerr.InvalidTxnState,
	},
	kmsg.Fetch:       {kerr.NotLeaderForPartition, kerr.KafkaStorageError, kerr.UnknownServerError},
	kmsg.JoinGroup:   {kerr.NotCoordinator, kerr.CoordinatorLoadInProgress, kerr.RebalanceInProgress, kerr.UnknownServerError},
	kmsg.SyncGroup:   {kerr.RebalanceInProgress, kerr.NotCoordinator, kerr.UnknownMemberID},
	kmsg.OffsetFetch: {kerr.UnstableOffsetCommit, kerr.NotCoordinator},
	kmsg.Heartbeat:   {kerr.UnknownMemberID, kerr.RebalanceInProgress, kerr.IllegalGeneration, kerr.NotCoordinator},
}

var atStart = map[kmsg.Key]bool{kmsg.InitProducerID: true, kmsg.JoinGroup: true, kmsg.SyncGroup: true, kmsg.OffsetFetch: true}

// Every request of a transaction, and of the group, is answered by an error now and then.
func TestErrors(t *testing.T) {
	for key, all := range errorsOf {
		for _, err := range all {
			t.Run(key.Name()+" "+err.Message, func(t *testing.T) {
				t.Parallel()
				faulty(t, key, func(_ *stage, fake *kfake.Cluster) func() int {
					var seen atomic.Int64
					h := fake.Fault(kfake.Fault{Keys: []kmsg.Key{key}, Err: err, Count: 4, When: func(r kmsg.Request) bool {
						return ofOurs(r) && (atStart[key] || seen.Add(1)%3 == 0)
					}})
					return h.Hits
				})
			})
		}
	}
}

// Lines that break: a request is lost, or its answer.
func TestDrops(t *testing.T) {
	for _, key := range []kmsg.Key{kmsg.EndTxn, kmsg.TxnOffsetCommit, kmsg.AddOffsetsToTxn, kmsg.InitProducerID, kmsg.Produce, kmsg.Fetch, kmsg.JoinGroup} {
		t.Run(key.Name()+" lost", func(t *testing.T) {
			t.Parallel()
			faulty(t, key, func(_ *stage, fake *kfake.Cluster) func() int {
				return script(fake, key, func() error { return errors.New("the line is cut") })
			})
		})
		t.Run(key.Name()+" delayed", func(t *testing.T) {
			t.Parallel()
			faulty(t, key, func(_ *stage, fake *kfake.Cluster) func() int {
				return script(fake, key, func() error {
					fake.SleepControl(func() { <-time.After(100 * time.Millisecond) })
					return nil
				})
			})
		})
	}
}

// strikes is how often a script strikes.
const strikes = 4

// script runs f on requests of a kind: an error cuts the line, nil lets the request pass.
func script(fake *kfake.Cluster, key kmsg.Key, f func() error) (struck func() int) {
	var seen, hits atomic.Int64
	fake.ControlKey(int16(key), func(r kmsg.Request) (kmsg.Response, error, bool) {
		fake.KeepControl()
		if !ofOurs(r) || hits.Load() >= strikes || !atStart[key] && seen.Add(1)%3 != 0 {
			return nil, nil, false
		}
		hits.Add(1)
		err := f()
		return nil, err, err != nil
	})
	return func() int { return int(hits.Load()) }
}

// The answer to a commit, or to its offsets, is lost: the broker has done it, and the client cannot know.
func TestLostAnswers(t *testing.T) {
	for _, key := range []kmsg.Key{kmsg.EndTxn, kmsg.TxnOffsetCommit, kmsg.AddOffsetsToTxn} {
		t.Run(key.Name(), func(t *testing.T) {
			t.Parallel()
			faulty(t, key, func(s *stage, fake *kfake.Cluster) func() int {
				var seen, hits atomic.Int64
				var twin atomic.Pointer[kmsg.Request]
				fake.ControlKey(int16(key), func(r kmsg.Request) (kmsg.Response, error, bool) {
					fake.KeepControl()
					if twin.Load() != nil || seen.Add(1)%3 != 0 || hits.Load() >= strikes {
						return nil, nil, false
					}
					hits.Add(1)
					twin.Store(&r)
					fake.SleepControl(func() { s.ask(copied(r)) })
					twin.Store(nil)
					return nil, errors.New("the line is cut"), true
				})
				return func() int { return int(hits.Load()) }
			})
		})
	}
}

// copied is a request that another client can send.
func copied(r kmsg.Request) kmsg.Request {
	switch r := r.(type) {
	case *kmsg.EndTxnRequest:
		c := *r
		return &c
	case *kmsg.TxnOffsetCommitRequest:
		c := *r
		return &c
	case *kmsg.AddOffsetsToTxnRequest:
		c := *r
		return &c
	}
	panic("no copy of " + kmsg.NameForKey(r.Key()))
}

// ask sends a request as it is, from a client of its own, and returns the answer, nil if there was none.
func (s *stage) ask(r kmsg.Request) kmsg.Response {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	cl, err := kgo.NewClient(s.Options(kgo.RequestRetries(0))...)
	if err != nil {
		return nil
	}
	defer cl.Close()
	resp, err := cl.Request(ctx, r)
	if err != nil {
		return nil
	}
	return resp
}

// A commit, or an abort, is held up on its way and arrives in the middle of the next transaction: the broker must
// tell it from that one's.
func TestDelayedEndPastTheNextBegin(t *testing.T) {
	for name, commit := range map[string]bool{"commit": true, "abort": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			faulty(t, kmsg.EndTxn, func(s *stage, fake *kfake.Cluster) func() int {
				var late atomic.Pointer[kmsg.EndTxnRequest]
				var ends, arrived, accepted atomic.Int64
				fake.ControlKey(int16(kmsg.EndTxn), func(r kmsg.Request) (kmsg.Response, error, bool) {
					fake.KeepControl()
					if ends.Add(1)%4 == 0 && late.Load() == nil {
						held := *r.(*kmsg.EndTxnRequest)
						held.Commit = commit
						late.Store(&held)
						return nil, errors.New("the line is cut"), true // the client says it again
					}
					return nil, nil, false
				})
				fake.ControlKey(int16(kmsg.TxnOffsetCommit), func(r kmsg.Request) (kmsg.Response, error, bool) {
					fake.KeepControl()
					held := late.Load()
					if held == nil || arrived.Load() >= strikes {
						return nil, nil, false
					}
					arrived.Add(1)
					fake.SleepControl(func() {
						if resp, ok := s.ask(held).(*kmsg.EndTxnResponse); ok && resp.ErrorCode == 0 {
							accepted.Add(1)
						}
					})
					late.Store(nil)
					return nil, nil, false
				})
				t.Cleanup(func() {
					if n := accepted.Load(); n > 0 {
						t.Errorf("the broker took %d of %d late ends for those of the transactions that were open", n, arrived.Load())
					}
				})
				return func() int { return int(arrived.Load()) }
			})
		})
	}
}

// Another member joins while a transaction is open: before its offsets are in, and before its end.
func TestRebalanceInTheMiddleOfATransaction(t *testing.T) {
	for _, key := range []kmsg.Key{kmsg.TxnOffsetCommit, kmsg.EndTxn} {
		t.Run(key.Name(), func(t *testing.T) {
			t.Parallel()
			s, fake := fakeStage(t)
			joined := fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.JoinGroup}, Observe: true, Count: -1, When: func(r kmsg.Request) bool {
				id := r.(*kmsg.JoinGroupRequest).InstanceID
				return id != nil && *id == s.name+"-b"
			}})
			open, goOn := make(chan struct{}), make(chan struct{})
			var n atomic.Int64
			fake.ControlKey(int16(key), func(kmsg.Request) (kmsg.Response, error, bool) {
				fake.KeepControl()
				if n.Add(1) == 3 {
					close(open)
					fake.SleepControl(func() { <-goOn })
				}
				return nil, nil, false
			})
			a := s.Start(stream.Options{Instance: "a", MaxBatch: 5, Backoff: time.Millisecond}, (&book{}).processor(s.name))
			s.work()
			<-open
			b := s.Launch(stream.Options{Instance: "b", MaxBatch: 5, Backoff: time.Millisecond}, (&book{}).processor(s.name))
			ctx, cancel := s.context()
			defer cancel()
			if err := joined.Wait(ctx, 1); err != nil {
				t.Fatalf("the other member did not join: %v", err)
			}
			close(goOn)
			b.AwaitReady(1)
			s.rounds("run_1", 13, 14, nil)
			s.caughtUp()
			s.stop(a)
			s.stop(b)
			s.settle("run_1")
		})
	}
}

// A dead letter and its rescue are in the transaction of the offsets: when that is aborted, they are not there.
func TestDeadLettersAreInTheTransaction(t *testing.T) {
	for _, fault := range []kfake.Fault{
		{Keys: []kmsg.Key{kmsg.TxnOffsetCommit}, Err: kerr.UnknownServerError, Count: 3},
		{Keys: []kmsg.Key{kmsg.EndTxn}, Err: kerr.TransactionAbortable, Count: 3},
	} {
		t.Run(fault.Keys[0].Name(), func(t *testing.T) {
			t.Parallel()
			s, fake := fakeStage(t)
			h := fake.Fault(fault)
			first := s.Start(stream.Options{}, (&book{}).processor(s.name))
			s.rounds("run_1", 1, 1, func(int, int) string { return "poison" })
			s.caughtUp()
			if h.Hits() != fault.Count {
				t.Errorf("%d commits were refused, want %d", h.Hits(), fault.Count)
			}
			s.stop(first)
			for _, topic := range []events.Topic{events.TopicDeadLetters, events.TopicFindingsProduced} {
				if n := len(s.all(topic)); n != keys {
					t.Errorf("%d records on %s for %d events", n, topic, keys)
				}
			}
			s.settle("run_1")
		})
	}
}
