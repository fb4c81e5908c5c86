package stream_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// behindTheSlow are events of one partition, all of different keys: the same claim in many runs.
func behindTheSlow(n int, context string) (batch []events.Record) {
	for i := range n {
		run := fmt.Sprintf("run_%d", i)
		batch = append(batch, streamtest.Event(events.ClaimExtracted, run, "claim/"+key(0)+"/1", events.Claim{ID: key(0), Text: "1", Context: context}))
	}
	return batch
}

// apart is one of the keys of the test that do not live with the first one.
func apart(i int) string {
	home := kgo.StickyKeyPartitioner(nil).ForTopic("")
	at := func(k string) int { return home.Partition(&kgo.Record{Key: []byte(k)}, 6) }
	var all []string
	for n := range keys {
		if at(key(n)) != at(key(0)) {
			all = append(all, key(n))
		}
	}
	return all[i%len(all)]
}

// once requires that every event was counted once, and as the first of its key.
func once(t *testing.T, records []events.Record, want int) {
	t.Helper()
	seen := map[string]bool{}
	for _, e := range streamtest.Decoded(t, events.ClaimRouted, records) {
		at := e.Run + " " + e.Data.Claim.ID
		if seen[at] || e.Data.Iteration != 1 {
			t.Errorf("%s was counted again, as number %d", at, e.Data.Iteration)
		}
		seen[at] = true
	}
	if len(seen) != want {
		t.Errorf("%d keys were counted, want %d", len(seen), want)
	}
}

// Behind a slow handler no more than Window records are in flight, however many there are to read, and no more of its
// partition than its quota: the others proceed. When the handler is done, the rest is read, too.
func TestWindowBoundsRecords(t *testing.T) {
	const window, behind, beside = 120, 1_000, 500
	g := newGated("slow")
	p := g.processor()
	c := streamtest.NewCluster(t, p)
	reg := prometheus.NewRegistry()
	c.Produce(claim("run_slow", key(0), "slow"))
	c.Produce(behindTheSlow(behind, "")...)
	c.Start(stream.Options{Window: window, MaxBatch: 10, Registerer: reg}, p)
	g.await(t, key(0)+"/slow")

	var others []events.Record
	for i := range beside {
		others = append(others, claim(fmt.Sprintf("run_%d", i), apart(i), "1"))
	}
	c.Produce(others...)
	c.AwaitN(events.TopicClaimsRouted, beside)
	if held := counter(t, reg, "sibyl_stream_records_total", "counting") - beside; held > window {
		t.Errorf("%v records are held, want at most %d", held, window)
	}
	g.open("slow")
	once(t, c.AwaitN(events.TopicClaimsRouted, 1+behind+beside), 1+behind+beside)
}

// Behind a slow handler no more bytes are in flight than WindowBytes and one poll beyond it. When the handler is done,
// the rest is read, too.
func TestWindowBoundsBytes(t *testing.T) {
	const bound, batch, behind = 100_000, 10, 300
	g := newGated("slow")
	p := g.processor()
	c := streamtest.NewCluster(t, p)
	reg := prometheus.NewRegistry()
	all := behindTheSlow(behind, strings.Repeat("context ", 500))
	c.Produce(claim("run_slow", key(0), "slow"))
	c.Produce(all...)
	beats := c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Heartbeat}, Observe: true, Count: -1})
	c.Start(stream.Options{WindowBytes: bound, MaxBatch: batch, Registerer: reg}, p)
	g.await(t, key(0)+"/slow")
	ctx, cancel := context.WithTimeout(t.Context(), streamtest.Patience)
	defer cancel()
	// A heartbeat comes once a second: by the second one, a reader that nothing stops has read everything.
	if err := beats.Wait(ctx, beats.Hits()+2); err != nil {
		t.Fatal(err)
	}
	each := len(wire.Encode(all[0]).Value)
	if held := int(counter(t, reg, "sibyl_stream_records_total", "counting")) * each; held > bound+batch*2*each {
		t.Errorf("%d bytes are held, want at most %d and a poll of %d", held, bound, batch*2*each)
	}
	g.open("slow")
	once(t, c.AwaitN(events.TopicClaimsRouted, 1+behind), 1+behind)
}

// A window that is too small for its partitions pauses and resumes them all the time; everything is handled in the end,
// in order.
func TestSmallWindowsMakeProgress(t *testing.T) {
	for _, window := range []int{1, 5, 13, 60} {
		t.Run(fmt.Sprint(window), func(t *testing.T) {
			t.Parallel()
			const rounds = 20
			p := counting()
			p.Routes = []stream.Route[tally]{stream.On(events.ClaimExtracted, func(ctx context.Context, s tally, e claimEvent) (tallyStep, error) {
				if e.Data.ID == key(len(s.Seen)) { // one key after the other is slow once: long enough to be paused
					select {
					case <-time.After(30 * time.Millisecond):
					case <-ctx.Done():
						return tallyStep{}, ctx.Err()
					}
				}
				s.Seen = append(s.Seen, e.Data.Text)
				return tallyStep{State: s, Publish: []events.Draft{
					events.ClaimRouted.Draft(e.Subject+"/counted", events.Assignment{Claim: e.Data, Iteration: len(s.Seen)}),
				}}, nil
			})}
			c := streamtest.NewCluster(t, p)
			for n := 1; n <= rounds; n++ {
				round(c, n)
			}
			c.Start(stream.Options{Window: window, MaxBatch: 4}, p)
			accounted(t, awaitCounts(t, c, rounds), rounds)
		})
	}
}
