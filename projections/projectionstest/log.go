// Package projectionstest is what tests of read models and of their readers stand on: a log, a database,
// and the events of a small made-up run.
package projectionstest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/catalogue"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// Patience is how long a test waits for what must come; it is long because it is never waited for in vain.
const Patience = 60 * time.Second

// Log is a broker of the test's own with the topics of the catalogue.
type Log struct {
	Kafka    []kgo.Opt
	producer *kgo.Client
}

// NewLog starts a broker.
func NewLog(t testing.TB) *Log {
	t.Helper()
	opts := []kfake.Opt{kfake.NumBrokers(1)}
	for _, s := range events.Topics() {
		opts = append(opts, kfake.SeedTopics(s.Partitions, string(s.Name)))
	}
	cluster, err := kfake.NewCluster(opts...)
	if err != nil {
		t.Fatalf("starting a broker: %v", err)
	}
	t.Cleanup(cluster.Close)
	l := &Log{Kafka: []kgo.Opt{kgo.SeedBrokers(cluster.ListenAddrs()...)}}
	l.producer, err = kgo.NewClient(append([]kgo.Opt{kgo.ProducerLinger(0)}, l.Kafka...)...)
	if err != nil {
		t.Fatalf("connecting to the broker: %v", err)
	}
	t.Cleanup(l.producer.Close)
	return l
}

// Append writes records in order.
func (l *Log) Append(t testing.TB, records ...events.Record) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	out := make([]*kgo.Record, len(records))
	for i, r := range records {
		out[i] = wire.Encode(r)
	}
	if err := l.producer.ProduceSync(ctx, out...).FirstErr(); err != nil {
		t.Fatalf("appending to the log: %v", err)
	}
}

// Database is a database of the test's own with schemas app and read.
func Database(t testing.TB) *pgxpool.Pool {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	pool, err := pgxpool.New(ctx, embeddedtest.Postgres(t))
	if err != nil {
		t.Fatalf("connecting to the database: %v", err)
	}
	t.Cleanup(pool.Close)
	if err := intent.Migrate(ctx, pool); err != nil {
		t.Fatal(err)
	}
	if err := ledger.Migrate(ctx, pool); err != nil {
		t.Fatal(err)
	}
	if err := projections.Prepare(ctx, pool, catalogue.Models()); err != nil {
		t.Fatal(err)
	}
	return pool
}

// Fold brings all read models to the end of the log.
func Fold(t testing.TB, l *Log, pool *pgxpool.Pool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	if err := projections.CatchUp(ctx, pool, catalogue.Models(), projections.Options{Kafka: l.Kafka}); err != nil {
		t.Fatal(err)
	}
}

// Produce writes records as they are, by the key's hash, as a producer that knows nothing of events does.
func (l *Log) Produce(t testing.TB, records ...*kgo.Record) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	if err := l.producer.ProduceSync(ctx, records...).FirstErr(); err != nil {
		t.Fatalf("producing: %v", err)
	}
}

// All reads what is on a topic now.
func (l *Log) All(t testing.TB, topic events.Topic) []*kgo.Record {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	out, err := ReadAll(ctx, l.Kafka, topic)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// ReadAll reads what is committed on a topic now, control records left out.
func ReadAll(ctx context.Context, kafka []kgo.Opt, topic events.Topic) ([]*kgo.Record, error) {
	client, err := kgo.NewClient(append([]kgo.Opt{
		kgo.ConsumeTopics(string(topic)), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.KeepControlRecords(),
	}, kafka...)...)
	if err != nil {
		return nil, fmt.Errorf("connecting to the broker: %w", err)
	}
	defer client.Close()
	ends, err := kadm.NewClient(client).ListCommittedOffsets(ctx, string(topic))
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		return nil, fmt.Errorf("looking up the end of %s: %w", topic, err)
	}
	open := map[int32]int64{}
	ends.Each(func(o kadm.ListedOffset) {
		if o.Offset > 0 {
			open[o.Partition] = o.Offset
		}
	})
	var out []*kgo.Record
	for len(open) > 0 {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err0(); err != nil {
			return nil, fmt.Errorf("reading %s: %w", topic, err)
		}
		for k := range fetches.RecordsAll() {
			if !k.Attrs.IsControl() {
				out = append(out, k)
			}
			if end, ok := open[k.Partition]; ok && k.Offset+1 >= end {
				delete(open, k.Partition)
			}
		}
	}
	return out, nil
}

// Partition is where a key's records stand on a topic.
func (l *Log) Partition(key string, topic events.Topic) int {
	spec, err := events.TopicNamed(topic)
	if err != nil {
		panic(err) // tests name topics of the catalogue
	}
	return kgo.StickyKeyPartitioner(nil).ForTopic(string(topic)).Partition(&kgo.Record{Key: []byte(key)}, int(spec.Partitions))
}
