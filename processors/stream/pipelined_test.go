package stream_test

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// gated is counting, except for events whose text is in gates: those report that they have started and wait until their
// gate opens or their context ends.
type gated struct {
	mu    sync.Mutex
	gates map[string]chan struct{}
	begun chan string // every event, when its handler begins
}

func newGated(texts ...string) *gated {
	g := &gated{gates: map[string]chan struct{}{}, begun: make(chan string, 10_000)}
	for _, text := range texts {
		g.gates[text] = make(chan struct{})
	}
	return g
}

func (g *gated) open(text string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.gates[text])
	delete(g.gates, text)
}

func (g *gated) processor() stream.Processor[tally] {
	p := counting()
	p.Routes = []stream.Route[tally]{
		stream.On(events.ClaimExtracted, func(ctx context.Context, s tally, e claimEvent) (tallyStep, error) {
			g.begun <- e.Data.ID + "/" + e.Data.Text
			g.mu.Lock()
			gate := g.gates[e.Data.Text]
			g.mu.Unlock()
			if gate != nil {
				select {
				case <-gate:
				case <-ctx.Done():
					return tallyStep{}, ctx.Err()
				}
			}
			s.Seen = append(s.Seen, e.Data.Text)
			return tallyStep{State: s, Publish: []events.Draft{
				events.ClaimRouted.Draft(e.Subject+"/counted", events.Assignment{Claim: e.Data, Iteration: len(s.Seen)}),
			}}, nil
		}),
	}
	return p
}

// await receives until every one of these has begun.
func (g *gated) await(t *testing.T, names ...string) {
	t.Helper()
	missing := map[string]bool{}
	for _, n := range names {
		missing[n] = true
	}
	ctx, cancel := context.WithTimeout(t.Context(), streamtest.Patience)
	defer cancel()
	for len(missing) > 0 {
		select {
		case n := <-g.begun:
			delete(missing, n)
		case <-ctx.Done():
			t.Fatalf("handlers of %v never began", missing)
		}
	}
}

// awaitAny waits until the handler of any event begins.
func (g *gated) awaitAny(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), streamtest.Patience)
	defer cancel()
	select {
	case <-g.begun:
	case <-ctx.Done():
		t.Fatal("no handler began")
	}
}

// homes are the partitions of the test's keys.
func homes(c *streamtest.Cluster) map[string]int32 {
	out := map[string]int32{}
	for _, k := range c.AwaitRaw(events.TopicClaimsExtracted, func(r []*kgo.Record) bool { return len(r) >= keys }) {
		out[string(k.Key)] = k.Partition
	}
	return out
}

// homeOf is the partition of a key that has had an event.
func homeOf(c *streamtest.Cluster, key string) (home int32) {
	c.AwaitRaw(events.TopicClaimsExtracted, func(all []*kgo.Record) bool {
		for _, k := range all {
			if string(k.Key) == key {
				home = k.Partition
				return true
			}
		}
		return false
	})
	return home
}

// neighbours are the keys on the partition of the first key, and those on others.
func neighbours(home map[string]int32) (with, apart []string) {
	for n := 1; n < keys; n++ {
		if home[key(n)] == home[key(0)] {
			with = append(with, key(n))
		} else {
			apart = append(apart, key(n))
		}
	}
	return with, apart
}

func published(t *testing.T, records []events.Record) map[string]int {
	out := map[string]int{}
	for _, e := range streamtest.Decoded(t, events.ClaimRouted, records) {
		out[e.Data.Claim.ID+"/"+e.Data.Claim.Text]++
	}
	return out
}

// A slow key blocks only itself: keys on other partitions are committed; keys on its own partition are handled, too,
// but nothing of them is published before it is done. A kill in that state publishes and commits nothing beyond the
// gap.
func TestSlowKeyBlocksOnlyItsPrefix(t *testing.T) {
	for _, kill := range []bool{false, true} {
		t.Run(fmt.Sprintf("kill=%v", kill), func(t *testing.T) {
			g := newGated("slow")
			p := g.processor()
			c := streamtest.NewCluster(t, p)
			first := c.Start(stream.Options{}, p)
			round(c, 1)
			accounted(t, awaitCounts(t, c, 1), 1)
			with, apart := neighbours(homes(c))
			if len(with) == 0 || len(apart) == 0 {
				t.Fatal("the keys of the test all live together, or all apart")
			}

			c.Produce(claim("run_1", key(0), "slow"))
			g.await(t, key(0)+"/slow")
			var behind []string
			for _, k := range with {
				c.Produce(claim("run_1", k, "2"), claim("run_1", k, "3"))
				behind = append(behind, k+"/2", k+"/3")
			}
			g.await(t, behind...) // the neighbours' handlers ran, the second on the first one's state
			for _, k := range apart {
				c.Produce(claim("run_1", k, "2"))
			}
			got := published(t, c.AwaitN(events.TopicClaimsRouted, keys+len(apart)))
			for _, k := range apart {
				if got[k+"/2"] != 1 {
					t.Errorf("%s on another partition was not committed", k)
				}
			}
			for _, k := range behind {
				if got[k] > 0 {
					t.Errorf("%s was published before the slow one in front of it", k)
				}
			}
			if kill {
				first.Crash()
				if err := first.Wait(); err != nil {
					t.Fatal(err)
				}
				if got := published(t, c.AwaitN(events.TopicClaimsRouted, keys+len(apart))); len(got) != keys+len(apart) {
					t.Errorf("%d events are published, want %d", len(got), keys+len(apart))
				}
				g.open("slow")
				c.Start(stream.Options{}, p)
			} else {
				g.open("slow")
			}
			all := streamtest.Decoded(t, events.ClaimRouted, c.AwaitN(events.TopicClaimsRouted, keys+len(apart)+1+len(behind)))
			last := map[string]int{}
			for _, e := range all {
				if e.Data.Iteration != last[e.Data.Claim.ID]+1 {
					t.Errorf("claim %s: count %d follows %d", e.Data.Claim.ID, e.Data.Iteration, last[e.Data.Claim.ID])
				}
				last[e.Data.Claim.ID]++
			}
			for _, k := range with {
				if last[k] != 3 {
					t.Errorf("%s was counted %d times, want 3", k, last[k])
				}
			}
		})
	}
}

// The speculative state of a key is discarded when a commit fails, when the group removes the member, and when the
// partition is revoked: counting continues from what is committed.
func TestSpeculativeStateIsDropped(t *testing.T) {
	for _, how := range []string{"abort", "lost", "revoked"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			g := newGated("slow")
			p := g.processor()
			c := streamtest.NewCluster(t, p)
			c.Start(stream.Options{Instance: "a", Workers: 16}, p)
			round(c, 1)
			accounted(t, awaitCounts(t, c, 1), 1)

			ahead := goAhead(t, c, g)
			want := keys + (keys - len(ahead)/2) + len(ahead)
			switch how {
			case "abort":
				h := c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.EndTxn}, Err: kerr.UnknownServerError, Count: 1})
				c.ProduceRaw(&kgo.Record{Topic: "claims.extracted", Key: []byte(key(0)), Value: []byte("no event")})
				g.open("slow")
				if err := h.Wait(t.Context(), 1); err != nil {
					t.Fatal(err)
				}
				g.await(t, ahead[0]) // again
			case "lost":
				h := c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Heartbeat}, Err: kerr.UnknownMemberID, Count: 1})
				if err := h.Wait(t.Context(), 1); err != nil {
					t.Fatal(err)
				}
				g.await(t, ahead...) // again, all of them
				g.open("slow")
			case "revoked":
				c.Start(stream.Options{Instance: "b", Workers: 16}, p)
				g.awaitAny(t) // on a partition that has moved
				g.open("slow")
			}
			inOrder(t, c.AwaitN(events.TopicClaimsRouted, want))
		})
	}
}

// Another producer takes over the transactional id in the middle: the open transaction is lost, nothing else is.
func TestZombieProducer(t *testing.T) {
	p := counting()
	c := streamtest.NewCluster(t, p)
	c.Start(stream.Options{MaxBatch: 5}, p)
	const rounds = 20
	for n := 1; n <= rounds; n++ {
		round(c, n)
		if n%5 == 0 {
			steal := kmsg.NewPtrInitProducerIDRequest()
			steal.TransactionalID = kmsg.StringPtr("counting-0")
			steal.TransactionTimeoutMillis = 15_000
			addPartition(t, c, steal)
		}
	}
	accounted(t, awaitCounts(t, c, rounds), rounds)
}

// The end of a transaction is delayed and arrives when the next one is open. It must not commit what the next one has
// written so far.
func TestDelayedEndBeyondTheNextBegin(t *testing.T) {
	p := counting()
	c := streamtest.NewCluster(t, p)
	var delayed atomic.Pointer[kmsg.EndTxnRequest]
	var open, sent atomic.Bool
	arrived := make(chan struct{})
	c.Fake.ControlKey(int16(kmsg.EndTxn), func(r kmsg.Request) (kmsg.Response, error, bool) {
		c.Fake.KeepControl()
		e := *r.(*kmsg.EndTxnRequest)
		if delayed.CompareAndSwap(nil, &e) {
			return nil, fmt.Errorf("the line is cut"), true // the client asks again
		}
		return nil, nil, false
	})
	c.Fake.ControlKey(int16(kmsg.TxnOffsetCommit), func(r kmsg.Request) (kmsg.Response, error, bool) {
		c.Fake.KeepControl()
		if delayed.Load() != nil && open.Swap(true) && !sent.Swap(true) {
			close(arrived)
		}
		return nil, nil, false
	})
	c.Start(stream.Options{MaxBatch: 3}, p)
	const rounds = 10
	for n := 1; n <= rounds; n++ {
		round(c, n)
	}
	select {
	case <-arrived: // a later transaction has written its offsets
		late := kmsg.NewPtrEndTxnRequest()
		*late = *delayed.Load()
		resp := addPartition(t, c, late).(*kmsg.EndTxnResponse)
		t.Logf("the delayed end was answered %v", kerr.ErrorForCode(resp.ErrorCode))
	case <-t.Context().Done():
	}
	accounted(t, awaitCounts(t, c, rounds), rounds)
}

// The broker stops in the middle of a transaction and comes back.
func TestBrokerRestartWithinATransaction(t *testing.T) {
	p := counting()
	dir := t.TempDir()
	c := streamtest.NewCluster(t, p)
	c.Fake.Close()
	_, port, err := net.SplitHostPort(c.Brokers[0])
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	restart := func() *kfake.Cluster {
		t.Helper()
		fake, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.Ports(n), kfake.DataDir(dir))
		if err != nil {
			t.Fatalf("starting the broker again: %v", err)
		}
		return fake
	}
	fake := restart()
	defer func() { fake.Close() }()
	c.CreateTopics(p)
	c.Start(stream.Options{MaxBatch: 5}, p)
	const rounds = 9
	for i := 1; i <= rounds; i++ {
		if i%3 != 0 {
			round(c, i)
			continue
		}
		within := make(chan struct{})
		var once sync.Once
		fake.ControlKey(int16(kmsg.TxnOffsetCommit), func(kmsg.Request) (kmsg.Response, error, bool) {
			fake.KeepControl()
			once.Do(func() { close(within) })
			return nil, fmt.Errorf("the line is cut"), true
		})
		round(c, i)
		<-within
		fake.Close()
		fake = restart()
	}
	accounted(t, awaitCounts(t, c, rounds), rounds)
}
