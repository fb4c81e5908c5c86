package stream_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

const keys = 12

func key(n int) string { return fmt.Sprintf("clm_%02d", n%keys) }

// accounted requires that every key's events were counted 1, 2, 3 ... up to per, each once, in order.
// counts are in the order of the topic.
func accounted(t *testing.T, got []events.Event[events.Assignment], per int) {
	t.Helper()
	last := map[string]int{}
	for _, e := range got {
		if e.Data.Iteration != last[e.Data.Claim.ID]+1 {
			t.Fatalf("claim %s: count %d follows %d", e.Data.Claim.ID, e.Data.Iteration, last[e.Data.Claim.ID])
		}
		if want := fmt.Sprint(e.Data.Iteration); e.Data.Claim.Text != want {
			t.Fatalf("claim %s: event %s was counted as number %s", e.Data.Claim.ID, e.Data.Claim.Text, want)
		}
		last[e.Data.Claim.ID]++
	}
	for n := range keys {
		if last[key(n)] != per {
			t.Errorf("claim %s: %d events were counted, want %d", key(n), last[key(n)], per)
		}
	}
}

// round produces the n-th event of every key.
func round(c *streamtest.Cluster, n int) {
	var batch []events.Record
	for k := range keys {
		batch = append(batch, claim("run_1", key(k), fmt.Sprint(n)))
	}
	c.Produce(batch...)
}

// awaitCounts reads until the last event of every key was counted.
func awaitCounts(t *testing.T, c *streamtest.Cluster, per int) []events.Event[events.Assignment] {
	t.Helper()
	return streamtest.Decoded(t, events.ClaimRouted, c.Await(events.TopicClaimsRouted, func(r []events.Record) bool {
		done := 0
		for _, e := range streamtest.Decoded(t, events.ClaimRouted, r) {
			if e.Data.Claim.Text == fmt.Sprint(per) {
				done++
			}
		}
		return done >= keys
	}))
}

// Every step of a transaction fails now and then; every event must be accounted for once.
func TestAbortsNeitherLoseNorDuplicateEvents(t *testing.T) {
	for _, fault := range []struct {
		name string
		kfake.Fault
	}{
		{"offsets refused", kfake.Fault{Keys: []kmsg.Key{kmsg.TxnOffsetCommit}, Err: kerr.IllegalGeneration}},
		{"commit refused", kfake.Fault{Keys: []kmsg.Key{kmsg.EndTxn}, Err: kerr.UnknownServerError}},
		{"abortable", kfake.Fault{Keys: []kmsg.Key{kmsg.EndTxn}, Err: kerr.TransactionAbortable}},
		{"commit fenced", kfake.Fault{Keys: []kmsg.Key{kmsg.EndTxn}, Err: kerr.ProducerFenced}},
		{"epoch refused", kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Err: kerr.InvalidProducerEpoch}},
		{"produce denied", kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Topic: "counting.state", Err: kerr.TopicAuthorizationFailed}},
		{"coordinator away", kfake.Fault{Keys: []kmsg.Key{kmsg.EndTxn}, Err: kerr.NotCoordinator}},
		{"member forgotten", kfake.Fault{Keys: []kmsg.Key{kmsg.Heartbeat}, Err: kerr.UnknownMemberID}},
	} {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			p := counting()
			c := streamtest.NewCluster(t, p)
			var seen atomic.Int64
			f := fault.Fault
			f.Count = 5
			every := int64(3)
			beats := f.Keys[0] == kmsg.Heartbeat
			if beats { // there is one a second
				every = 1
			}
			f.When = func(r kmsg.Request) bool {
				if pr, ok := r.(*kmsg.ProduceRequest); ok && pr.TransactionID == nil {
					return false // the test's own producer
				}
				return seen.Add(1)%every == 0
			}
			h := c.Fake.Fault(f)
			first := c.Start(stream.Options{MaxBatch: 5}, p)
			const rounds = 12
			for n := 1; n <= rounds; n++ {
				round(c, n)
				if beats && n == rounds/2 {
					if err := h.Wait(t.Context(), 2); err != nil {
						t.Fatal(err)
					}
				}
			}
			accounted(t, awaitCounts(t, c, rounds), rounds)
			if h.Hits() == 0 {
				t.Error("the fault never struck: the test shows nothing")
			}
			// What was committed must be whole: the state that a new process restores goes on counting.
			h.Remove()
			if err := first.Stop(); err != nil {
				t.Fatal(err)
			}
			c.Start(stream.Options{}, p)
			round(c, rounds+1)
			accounted(t, awaitCounts(t, c, rounds+1), rounds+1)
		})
	}
}

// Two processes share the partitions; one is killed in the middle and restarted with the same instance id, while
// partitions move: no event is lost, duplicated or out of order.
func TestInstancesShareAndHandOverPartitions(t *testing.T) {
	var atA, atB atomic.Int64
	p, q := watched(&atA), watched(&atB)
	c := streamtest.NewCluster(t, p)
	const rounds = 60
	var fed sync.WaitGroup
	at := make([]chan struct{}, rounds+1)
	for i := range at {
		at[i] = make(chan struct{})
	}
	next := make(chan int, rounds)
	fed.Go(func() {
		for n := range next {
			round(c, n)
			close(at[n])
		}
	})
	feed := func(from, to int) {
		for n := from; n <= to; n++ {
			next <- n
		}
	}
	a := c.Start(stream.Options{Instance: "a", MaxBatch: 7}, p)
	feed(1, 20)
	<-at[5]
	c.Start(stream.Options{Instance: "b", MaxBatch: 7}, q)
	feed(21, 40)
	<-at[40]
	a.Crash()
	if err := a.Wait(); err != nil {
		t.Fatal(err)
	}
	feed(41, rounds)
	c.Start(stream.Options{Instance: "a", MaxBatch: 7}, p)
	close(next)
	fed.Wait()
	accounted(t, awaitCounts(t, c, rounds), rounds)
	if atA.Load() == 0 || atB.Load() == 0 {
		t.Errorf("a handled %d events and b %d: nothing was shared", atA.Load(), atB.Load())
	}
}

// A process is killed with an open transaction. Its successor has its partitions back at once, not after the session
// and transaction timeouts, and finishes the work.
func TestRestartAfterKillWithOpenTransaction(t *testing.T) {
	p := counting()
	c := streamtest.NewCluster(t, p)
	first := c.Start(stream.Options{}, p)
	round(c, 1)
	awaitCounts(t, c, 1)

	inEnd := make(chan struct{})
	var once sync.Once
	var gone atomic.Bool
	c.Fake.ControlKey(int16(kmsg.EndTxn), func(kmsg.Request) (kmsg.Response, error, bool) {
		c.Fake.KeepControl()
		if gone.Load() {
			return nil, nil, false
		}
		once.Do(func() { close(inEnd) })
		return nil, fmt.Errorf("the line is cut"), true
	})
	round(c, 2)
	<-inEnd
	first.Crash()
	if err := first.Wait(); err != nil {
		t.Fatal(err)
	}
	gone.Store(true)
	started := time.Now()
	c.Start(stream.Options{}, p)
	round(c, 3)
	accounted(t, awaitCounts(t, c, 3), 3)
	if took := time.Since(started); took > 2*time.Second {
		t.Errorf("the restarted process took %v to catch up", took)
	}
}

// The offsets of skipped records are committed, too: a restart does not read them again and again.
func TestOffsetsOfSkippedRecordsAreCommitted(t *testing.T) {
	var calls atomic.Int64
	p := stream.Processor[stream.None]{
		Name: "passing",
		Routes: []stream.Route[stream.None]{stream.Each(events.ClaimExtracted, func(context.Context, events.Event[events.Claim]) ([]events.Draft, error) {
			calls.Add(1)
			return nil, nil
		})},
	}
	c := streamtest.NewCluster(t, p)
	h := c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.OffsetCommit}, Observe: true, Count: -1})
	first := c.Start(stream.Options{}, p)
	round(c, 1)
	ctx, cancel := context.WithTimeout(t.Context(), streamtest.Patience)
	defer cancel()
	if err := h.Wait(ctx, 2); err != nil { // the first marks the partitions as open
		t.Fatalf("nothing was committed: %v", err)
	}
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	before := calls.Load()
	c.Start(stream.Options{}, p)
	round(c, 2)
	if err := h.Wait(ctx, 5); err != nil { // the third marks them as closed, the fourth as open again
		t.Fatalf("nothing was committed: %v", err)
	}
	if before != keys || calls.Load() != 2*keys {
		t.Errorf("handlers ran %d, then %d times, want %d and %d", before, calls.Load(), keys, 2*keys)
	}
}

// When the group's offsets have expired, the state topic still tells how far the processor had read.
func TestStateOffsetIsUsedWhenGroupOffsetsExpired(t *testing.T) {
	p := counting()
	var reread atomic.Int64
	c := streamtest.NewCluster(t, p)
	first := c.Start(stream.Options{}, p)
	round(c, 1)
	round(c, 2)
	awaitCounts(t, c, 2)
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	filled := map[int32]bool{}
	for _, k := range c.AwaitRaw(events.TopicClaimsExtracted, func(r []*kgo.Record) bool { return len(r) >= 2*keys }) {
		filled[k.Partition] = true
	}
	// A static member outlives its process; the group can be deleted only without it.
	leave(t, c, "counting", "counting-0")
	forget := kmsg.NewPtrDeleteGroupsRequest()
	forget.Groups = []string{"counting"}
	resp := addPartition(t, c, forget).(*kmsg.DeleteGroupsResponse)
	if err := kerr.ErrorForCode(resp.Groups[0].ErrorCode); err != nil {
		t.Fatalf("forgetting the group: %v", err)
	}
	handed := c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Fetch}, Topic: string(events.TopicClaimsExtracted), Observe: true, Count: -1,
		When: func(r kmsg.Request) bool {
			for _, ft := range r.(*kmsg.FetchRequest).Topics {
				for _, fp := range ft.Partitions {
					if fp.FetchOffset == 0 && filled[fp.Partition] {
						reread.Add(1)
					}
				}
			}
			return true
		}})
	c.Start(stream.Options{}, p)
	round(c, 3)
	accounted(t, awaitCounts(t, c, 3), 3)
	if handed.Hits() == 0 || reread.Load() > 0 {
		t.Errorf("%d of %d fetches began before what the state had read", reread.Load(), handed.Hits())
	}
}

func addPartition(t *testing.T, c *streamtest.Cluster, r kmsg.Request) kmsg.Response {
	t.Helper()
	resp, err := c.Client().Request(t.Context(), r)
	if err != nil {
		t.Fatalf("asking the broker: %v", err)
	}
	return resp
}

// A second process with the same instance name fences the first one, which is idle, and the first one ends with an
// error that says so.
func TestSameNameIsFenced(t *testing.T) {
	p := counting()
	c := streamtest.NewCluster(t, p)
	first := c.Start(stream.Options{}, p)
	second := c.Start(stream.Options{}, p)
	err := first.Wait()
	if err == nil || !strings.Contains(err.Error(), `running processor counting: another process runs this processor under the same instance name "0"`) {
		t.Errorf("the first process ended with %v, want an error that says why", err)
	}
	round(c, 1)
	accounted(t, awaitCounts(t, c, 1), 1)
	if err := second.Stop(); err != nil {
		t.Errorf("the second process: %v", err)
	}
}
