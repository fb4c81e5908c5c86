package stream_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// relaying is one in, one out, without state.
func relaying() stream.Processor[stream.None] {
	return stream.Processor[stream.None]{
		Name: "relaying", Emits: []*events.Definition{events.ClaimRouted.Definition},
		Routes: []stream.Route[stream.None]{stream.Each(events.ClaimExtracted, func(_ context.Context, e claimEvent) ([]events.Draft, error) {
			return []events.Draft{routed(e)}, nil
		})},
	}
}

// BenchmarkThroughput measures events per second, one in and one out, with and without state.
func BenchmarkThroughput(b *testing.B) {
	for _, p := range []stream.Declaration{relaying(), counting()} {
		b.Run(p.Describe().Name, func(b *testing.B) {
			c := streamtest.NewCluster(b, p)
			var all []events.Record
			for i := range b.N {
				all = append(all, claim("run_1", fmt.Sprintf("clm_%d", i%1000), fmt.Sprint(i)))
			}
			c.Produce(all...)
			b.ResetTimer()
			c.Start(stream.Options{}, p)
			c.AwaitN(events.TopicClaimsRouted, b.N)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkHop measures the time from an event's publication to the publication, committed and read, of
// what it led to.
func BenchmarkHop(b *testing.B) {
	for _, p := range []stream.Declaration{relaying(), counting()} {
		b.Run(p.Describe().Name, func(b *testing.B) {
			c := streamtest.NewCluster(b, p)
			c.Start(stream.Options{}, p)
			reader, err := kgo.NewClient(kgo.SeedBrokers(c.Brokers...), kgo.ConsumeTopics(string(events.TopicClaimsRouted)),
				kgo.FetchIsolationLevel(kgo.ReadCommitted()))
			if err != nil {
				b.Fatal(err)
			}
			defer reader.Close()
			hop := func(i int) {
				c.Produce(claim("run_1", fmt.Sprintf("clm_%d", i%50), fmt.Sprint(i)))
				for n := 0; n == 0; {
					f := reader.PollFetches(b.Context())
					if err := f.Err(); err != nil {
						b.Fatal(err)
					}
					n = f.NumRecords()
				}
			}
			hop(-1)
			b.ResetTimer()
			for i := range b.N {
				hop(i)
			}
		})
	}
}

// many is thirteen processors, as many as the system has: half of them stateful.
func many() []stream.Declaration {
	var out []stream.Declaration
	for i := range 13 {
		if i%2 == 0 {
			p := counting()
			p.Name = fmt.Sprintf("stateful%d", i)
			out = append(out, p)
		} else {
			p := relaying()
			p.Name = fmt.Sprintf("stateless%d", i)
			out = append(out, p)
		}
	}
	return out
}

// BenchmarkStartUp measures the time until thirteen processors are ready: for the first time (first), and
// after they were stopped with something in their state (again).
func BenchmarkStartUp(b *testing.B) {
	decls := many()
	for range b.N {
		b.StopTimer()
		c := streamtest.NewCluster(b, decls...)
		b.StartTimer()
		started := time.Now()
		r := c.Start(stream.Options{}, decls...)
		first := time.Since(started)
		b.StopTimer()
		var all []events.Record
		for i := range 2_000 {
			all = append(all, claim("run_1", fmt.Sprint("clm_", i), "1"))
		}
		c.Produce(all...)
		c.AwaitN(events.TopicClaimsRouted, 13*len(all))
		if err := r.Stop(); err != nil {
			b.Fatal(err)
		}
		started = time.Now()
		c.Start(stream.Options{}, decls...)
		b.ReportMetric(float64(first.Milliseconds()), "first-ms")
		b.ReportMetric(float64(time.Since(started).Milliseconds()), "again-ms")
		b.StartTimer()
	}
}

func TestStartUpIsQuick(t *testing.T) {
	decls := many()
	c := streamtest.NewCluster(t, decls...)
	started := time.Now()
	c.Start(stream.Options{}, decls...)
	if took := time.Since(started); took > 2*time.Second {
		t.Errorf("thirteen processors took %v to be ready", took)
	}
}
