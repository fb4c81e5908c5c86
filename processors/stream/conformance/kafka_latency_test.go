//go:build kafka

package conformance_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/deploy/kafka"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// BenchmarkSmallTransactions measures what a transaction of one record costs on Apache Kafka, where the
// coordinator refuses a producer's next transaction until it has written the markers of the last one. The
// client alone, one after the other; the client with two producers in turns; and the runtime, one event at a
// time, from its publication to the committed answer.
//
//	go test -tags=kafka -run '^$' -bench SmallTransactions -benchtime 200x ./processors/stream/conformance
func BenchmarkSmallTransactions(b *testing.B) {
	k, err := kafka.Start(b.Context(), kafka.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := k.Stop(); err != nil {
			b.Error(err)
		}
	})
	admin, err := kadm.NewOptClient(k.Client()...)
	if err != nil {
		b.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.CreateTopic(b.Context(), 1, 1, nil, "small"); err != nil {
		b.Fatal(err)
	}
	for _, producers := range []int{1, 2} {
		b.Run(fmt.Sprintf("client, producers=%d", producers), func(b *testing.B) {
			var all []*kgo.Client
			for i := range producers {
				id := fmt.Sprintf("small-%d-%d-%d", producers, b.N, i)
				cl, err := kgo.NewClient(append(k.Client(), kgo.TransactionalID(id), kgo.ProducerLinger(0),
					kgo.UnknownTopicRetries(10), kgo.DefaultProduceTopic("small"))...)
				if err != nil {
					b.Fatal(err)
				}
				defer cl.Close()
				all = append(all, cl)
				one(b, cl) // the producer's id and the topic are there
			}
			b.ResetTimer()
			for i := range b.N {
				one(b, all[i%producers])
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/transaction")
		})
	}
	b.Run("runtime", func(b *testing.B) {
		p := stream.Processor[stream.None]{
			Name: fmt.Sprintf("relaying-%d", b.N), Emits: []*events.Definition{events.ClaimRouted.Definition},
			Routes: []stream.Route[stream.None]{stream.Each(events.ClaimExtracted, func(_ context.Context, e events.Event[events.Claim]) ([]events.Draft, error) {
				return []events.Draft{events.ClaimRouted.Draft(e.Subject+"/routed", events.Assignment{Claim: e.Data})}, nil
			})},
		}
		c := streamtest.Attach(b, streamtest.Target{Brokers: k.Access().Brokers})
		c.CreateTopics(p)
		reg := prometheus.NewRegistry()
		c.Start(stream.Options{Registerer: reg}, p)
		seen := c.Count(events.TopicClaimsRouted)
		there := seen.Await(0)
		send := func(from, n int) {
			var all []events.Record
			for i := range n {
				id := fmt.Sprintf("clm_%d_%d", b.N, from+i)
				all = append(all, streamtest.Event(events.ClaimExtracted, "run_1", "claim/"+id, events.Claim{ID: id}))
			}
			c.Produce(all...)
			there += n
			seen.Await(there)
		}
		send(0, 1)
		b.ResetTimer()
		for i := range b.N {
			send(i+1, 1)
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/hop")
		before, began := commits(b, reg), time.Now()
		send(b.N+1, 20*b.N)
		b.ReportMetric(20*float64(b.N)/(commits(b, reg)-before), "events/commit-at-once")
		b.ReportMetric(20*float64(b.N)/time.Since(began).Seconds(), "events/s-at-once")
	})
}

// commits is how often the runtime has committed.
func commits(b *testing.B, reg *prometheus.Registry) float64 {
	b.Helper()
	families, err := reg.Gather()
	if err != nil {
		b.Fatal(err)
	}
	n := 0.0
	for _, f := range families {
		if f.GetName() == "sibyl_stream_commits_total" {
			for _, m := range f.GetMetric() {
				n += m.GetCounter().GetValue()
			}
		}
	}
	return n
}

func one(b *testing.B, cl *kgo.Client) {
	b.Helper()
	if err := cl.BeginTransaction(); err != nil {
		b.Fatal(err)
	}
	if err := cl.ProduceSync(b.Context(), &kgo.Record{Value: []byte("small")}).FirstErr(); err != nil {
		b.Fatal(err)
	}
	if err := cl.EndTransaction(b.Context(), kgo.TryCommit); err != nil {
		b.Fatal(err)
	}
}
