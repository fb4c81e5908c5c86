package stream_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// These benchmarks measure ratios: two things in one run on one machine, in turns, so that what else the
// machine does falls on both. They report the ratio and do not depend on b.N: run them with -benchtime 1x.

// rawLoop is the hand-written program that does relaying's work with the same calls: poll, decode, make the
// answer, and one transaction per batch with exactly the offsets of the batch.
func rawLoop(ctx context.Context, brokers []string, batch, n int) error {
	common := []kgo.Opt{kgo.SeedBrokers(brokers...), kgo.MetadataMinAge(50 * time.Millisecond)}
	in, err := kgo.NewClient(append(common, kgo.ConsumerGroup("raw"), kgo.ConsumeTopics(string(events.TopicClaimsExtracted)),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.DisableAutoCommit())...)
	if err != nil {
		return err
	}
	defer in.Close()
	versions := kversion.Stable()
	versions.SetMaxKeyVersion(int16(kmsg.TxnOffsetCommit), 5)
	out, err := kgo.NewClient(append(common, kgo.MaxVersions(versions), kgo.TransactionalID("raw"), kgo.ProducerLinger(0),
		kgo.RecordPartitioner(kgo.StickyKeyPartitioner(nil)))...)
	if err != nil {
		return err
	}
	defer out.Close()
	for done := 0; done < n; {
		f := in.PollRecords(ctx, batch)
		if err := f.Err(); err != nil {
			return err
		}
		if f.NumRecords() == 0 {
			continue
		}
		if err := rawBatch(ctx, in, out, f); err != nil {
			return err
		}
		done += f.NumRecords()
	}
	return nil
}

func rawBatch(ctx context.Context, in, out *kgo.Client, f kgo.Fetches) error {
	if err := out.BeginTransaction(); err != nil {
		return err
	}
	id, epoch, err := out.ProducerID(ctx)
	if err != nil {
		return err
	}
	add := kmsg.NewPtrAddOffsetsToTxnRequest()
	add.TransactionalID, add.ProducerID, add.ProducerEpoch, add.Group = "raw", id, epoch, "raw"
	added, err := add.RequestWith(ctx, out)
	if err == nil {
		err = kerr.ErrorForCode(added.ErrorCode)
	}
	if err != nil {
		return err
	}
	last := map[int32]int64{}
	for _, k := range f.Records() {
		last[k.Partition] = k.Offset + 1
		r, err := wire.Decode(k)
		if err != nil {
			return err
		}
		e, err := events.ClaimExtracted.Decode(r)
		if err != nil {
			return err
		}
		answer, err := routed(e).Seal(r.Envelope, "raw", time.Now())
		if err != nil {
			return err
		}
		out.Produce(ctx, wire.Encode(answer), nil)
	}
	commit := kmsg.NewPtrTxnOffsetCommitRequest()
	commit.TransactionalID, commit.ProducerID, commit.ProducerEpoch, commit.Group = "raw", id, epoch, "raw"
	commit.MemberID, commit.Generation = in.GroupMetadata()
	t := kmsg.NewTxnOffsetCommitRequestTopic()
	t.Topic = string(events.TopicClaimsExtracted)
	for n, at := range last {
		p := kmsg.NewTxnOffsetCommitRequestTopicPartition()
		p.Partition, p.Offset = n, at
		t.Partitions = append(t.Partitions, p)
	}
	commit.Topics = append(commit.Topics, t)
	resp, err := commit.RequestWith(ctx, out)
	if err != nil {
		return err
	}
	for _, p := range resp.Topics[0].Partitions {
		if err := kerr.ErrorForCode(p.ErrorCode); err != nil {
			return err
		}
	}
	if err := out.Flush(ctx); err != nil {
		return err
	}
	return out.EndTransaction(ctx, kgo.TryCommit)
}

// BenchmarkAgainstRawLoop reports the runtime's throughput as a share of the raw loop's at the same batch
// size: the best of several runs each, in turns.
func BenchmarkAgainstRawLoop(b *testing.B) {
	for _, size := range []struct{ batch, n int }{{1, 2_000}, {10, 10_000}, {100, 100_000}} {
		b.Run(fmt.Sprintf("batch=%d", size.batch), func(b *testing.B) {
			raw, ours, perCommit := 0.0, 0.0, 0.0
			for range 5 {
				p := relaying()
				c := streamtest.NewCluster(b, p)
				feedKeys(c, 0, size.n, 1_000)
				ended := make(chan error, 1)
				go func() { ended <- rawLoop(b.Context(), c.Brokers, size.batch, size.n) }()
				raw = max(raw, rate(c.Count(events.TopicClaimsRouted), size.n))
				if err := <-ended; err != nil {
					b.Fatal(err)
				}

				c = streamtest.NewCluster(b, p)
				feedKeys(c, 0, size.n, 1_000)
				reg := prometheus.NewRegistry()
				r := c.Start(stream.Options{MaxBatch: size.batch, Registerer: reg}, p)
				ours = max(ours, rate(c.Count(events.TopicClaimsRouted), size.n))
				if err := r.Stop(); err != nil {
					b.Fatal(err)
				}
				perCommit = float64(size.n) / counter(b, reg, "sibyl_stream_commits_total", "relaying")
			}
			b.ReportMetric(perCommit, "events/commit")
			b.ReportMetric(ours/raw, "of-raw")
			b.ReportMetric(ours, "events/s")
			b.ReportMetric(raw, "raw-events/s")
		})
	}
}

// rate is how many events a second are seen once the first have come: joining the group is not measured.
func rate(seen *streamtest.Counted, n int) float64 {
	first := seen.Await(n / 10)
	began := time.Now()
	return float64(seen.Await(n)-first) / time.Since(began).Seconds()
}

func feedKeys(c *streamtest.Cluster, from, n, keys int) {
	const most = 5_000
	var all []events.Record
	for i := range n {
		all = append(all, claim("run_1", fmt.Sprintf("clm_%d", (from+i)%keys), fmt.Sprint(from+i)))
		if len(all) == most {
			c.Produce(all...)
			all = all[:0]
		}
	}
	c.Produce(all...)
}

// total is a state of constant size.
type total struct {
	N int `json:"n"`
}

func totalling() stream.Processor[total] {
	return stream.Processor[total]{
		Name: "totalling", Emits: []*events.Definition{events.ClaimRouted.Definition},
		Routes: []stream.Route[total]{stream.On(events.ClaimExtracted, func(_ context.Context, s total, e claimEvent) (stream.Step[total], error) {
			return stream.Step[total]{State: total{s.N + 1}, Publish: []events.Draft{routed(e)}}, nil
		})},
	}
}

// BenchmarkStepAtLength reports what a step costs when the processor has absorbed 10,000 events, as a
// multiple of what it costs after 100: the median over pairs of a young and an old processor. The two of
// a pair are measured one right after the other, in alternating order, so that what else the machine does
// falls on both.
func BenchmarkStepAtLength(b *testing.B) {
	const block, pairs = 1_000, 11
	for _, keys := range []int{1, 1_000} {
		b.Run(fmt.Sprintf("keys=%d", keys), func(b *testing.B) {
			var ratios []float64
			var youngs, olds []time.Duration
			for pair := range pairs {
				var young, old time.Duration
				a, z := grown(b, keys, 100), grown(b, keys, 10_000)
				if pair%2 == 0 {
					young, old = a.measure(block), z.measure(block)
				} else {
					old, young = z.measure(block), a.measure(block)
				}
				a.stop(b)
				z.stop(b)
				ratios = append(ratios, float64(old)/float64(young))
				youngs, olds = append(youngs, young), append(olds, old)
			}
			slices.Sort(ratios)
			slices.Sort(youngs)
			slices.Sort(olds)
			b.ReportMetric(ratios[pairs/2], "of-young")
			b.ReportMetric(float64(youngs[pairs/2].Microseconds())/block, "young-us/step")
			b.ReportMetric(float64(olds[pairs/2].Microseconds())/block, "old-us/step")
		})
	}
}

// growth is a processor that has absorbed fed events.
type growth struct {
	c       *streamtest.Cluster
	running *streamtest.Running
	seen    *streamtest.Counted
	keys    int
	fed     int
}

func grown(b *testing.B, keys, n int) *growth {
	p := totalling()
	g := &growth{c: streamtest.NewCluster(b, p), keys: keys}
	g.seen = g.c.Count(events.TopicClaimsRouted)
	g.running = g.c.Start(stream.Options{}, p)
	g.measure(n)
	return g
}

// stop ends it, so that the next pair has the machine to itself.
func (g *growth) stop(b *testing.B) {
	if err := g.running.Stop(); err != nil {
		b.Fatal(err)
	}
}

func (g *growth) measure(n int) time.Duration {
	began := time.Now()
	feedKeys(g.c, g.fed, n, g.keys)
	g.fed += n
	g.seen.Await(g.fed)
	return time.Since(began)
}

// BenchmarkSlowHandlers reports how long 2,000 events over 250 keys on 12 partitions take with 32 workers
// and handlers of 200 ms to 2 s (here a twentieth of that), as a multiple of the lower bound: all work
// divided by the workers, or the longest key.
func BenchmarkSlowHandlers(b *testing.B) {
	const n, keys, workers, scale = 2_000, 250, 32, 20
	length := func(text string) time.Duration {
		h := fnv.New32a()
		_, _ = h.Write([]byte("length of " + text))
		return (200*time.Millisecond + time.Duration(h.Sum32()%1_800)*time.Millisecond) / scale
	}
	p := stream.Processor[stream.None]{
		Name: "slow", Emits: []*events.Definition{events.FindingUnable.Definition},
		Routes: []stream.Route[stream.None]{stream.Each(events.ClaimRouted, func(_ context.Context, e events.Event[events.Assignment]) ([]events.Draft, error) {
			time.Sleep(length(e.Subject)) //nolint:forbidigo // the length of the work is what is measured
			return []events.Draft{events.FindingUnable.Draft(e.Subject+"/unable", events.Inability{ClaimID: e.Data.Claim.ID})}, nil
		})},
	}
	var all time.Duration
	perKey := map[string]time.Duration{}
	var batch []events.Record
	for i := range n {
		id := fmt.Sprintf("clm_%d", i%keys)
		r := streamtest.Event(events.ClaimRouted, fmt.Sprintf("run_%d", i%3), fmt.Sprintf("claim/%s/%d", id, i), events.Assignment{Claim: events.Claim{ID: id}})
		batch = append(batch, r)
		all += length(r.Subject)
		perKey[r.Run+id] += length(r.Subject)
	}
	bound := all / workers
	for _, d := range perKey {
		bound = max(bound, d)
	}
	c := streamtest.NewCluster(b, p)
	seen := c.Count(events.TopicFindingsProduced)
	c.Start(stream.Options{Workers: workers}, p)
	began := time.Now()
	c.Produce(batch...)
	seen.Await(n)
	took := time.Since(began)
	b.ReportMetric(float64(took)/float64(bound), "of-bound")
	b.ReportMetric(took.Seconds(), "took-s")
	b.ReportMetric(bound.Seconds(), "bound-s")
}
