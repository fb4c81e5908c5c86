package stream

import (
	"context"
	"log/slog"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"

	"github.com/sibyl-project/sibyl/processors/stream/clock"
)

// The settings of the clients. A transaction is open for milliseconds; its timeout bounds how long a
// process that died within one can keep readers of its topics waiting. Heartbeats are how a member learns
// of a rebalance. The default metadata age of five seconds would be the time to the first event of every
// topic that a processor has not published to before.
const (
	transactionTimeout = 15 * time.Second
	sessionTimeout     = 10 * time.Second // below 6 s brokers reject the member, which only fetch errors report
	heartbeatInterval  = time.Second
	rebalanceTimeout   = 30 * time.Second
	metadataMinAge     = 50 * time.Millisecond
	fetchMaxWait       = 200 * time.Millisecond // a partition that is assigned during a long poll is first fetched after it
	fetchMaxBytes      = 8 << 20
	// A client asks for more only when all of a fetch is taken, and decodes the whole answer before the first record is
	// there: an answer must be ready before the pipeline has worked off what it holds.
	inputMaxBytes          = 1 << 20
	inputMaxPartitionBytes = 128 << 10
	concurrentBackoff      = 5 * time.Millisecond
)

// commonOptions are the options of every client of a processor.
func (o Options) commonOptions(processor string) []kgo.Opt {
	opts := []kgo.Opt{
		kgo.SeedBrokers(o.Brokers...),
		kgo.ClientID("sibyl-" + processor + "-" + o.Instance),
		kgo.WithLogger(clientLogger{o.Logger.With("processor", processor)}),
		kgo.MetadataMinAge(metadataMinAge),
		kgo.FetchMaxWait(fetchMaxWait),
		kgo.FetchMaxBytes(fetchMaxBytes),
		kgo.RetryBackoffFn(func(n int) time.Duration { return clock.Doubled(20*time.Millisecond, n, 2*time.Second) }),
	}
	return append(opts, o.Client...)
}

// instanceID is the group.instance.id of this process, and its transactional id.
func (o Options) instanceID(processor string) string { return processor + "-" + o.Instance }

// readerOptions are the additional options of the consumer, which is the group member. (When partitions are assigned,
// the client waits by default for offsets of open transactions.)
func (o Options) readerOptions(processor string) []kgo.Opt {
	return []kgo.Opt{
		kgo.ConsumerGroup(processor),
		kgo.InstanceID(o.instanceID(processor)),
		kgo.SessionTimeout(sessionTimeout),
		kgo.HeartbeatInterval(heartbeatInterval),
		kgo.RebalanceTimeout(rebalanceTimeout),
		kgo.Balancers(kgo.CooperativeStickyBalancer()),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.DisableAutoCommit(),
		kgo.FetchMaxBytes(inputMaxBytes),
		kgo.FetchMaxPartitionBytes(inputMaxPartitionBytes),
		kgo.BlockRebalanceOnPoll(), // no revocation between a poll and its dispatch
	}
}

// writerOptions are the additional options of the transactional producer. Our offset commits identify topics by name;
// later versions of the requests know only topic ids.
func (o Options) writerOptions(processor string) []kgo.Opt {
	versions := kversion.Stable()
	versions.SetMaxKeyVersion(int16(kmsg.TxnOffsetCommit), 5)
	versions.SetMaxKeyVersion(int16(kmsg.OffsetCommit), 9)
	return []kgo.Opt{
		kgo.MaxVersions(versions),
		kgo.TransactionalID(o.instanceID(processor)),
		kgo.TransactionTimeout(transactionTimeout),
		kgo.ConcurrentTransactionsBackoff(concurrentBackoff),
		kgo.ProducerLinger(0), // the default of 10 ms caps transactions at about a hundred a second
		kgo.RecordPartitioner(partitioner{kgo.StickyKeyPartitioner(nil)}),
	}
}

// partitioner hashes keys as every Kafka client does, except for records that name their partition: state and wakes are
// written to the partition number of the events that they belong to.
type partitioner struct{ keyed kgo.Partitioner }

type pinnedTo struct{}

// pinned marks a record as one that names its partition.
func pinned(ctx context.Context, r *kgo.Record) *kgo.Record {
	r.Context = context.WithValue(ctx, pinnedTo{}, true)
	return r
}

func (p partitioner) ForTopic(topic string) kgo.TopicPartitioner {
	return topicPartitioner{p.keyed.ForTopic(topic)}
}

type topicPartitioner struct{ kgo.TopicPartitioner }

func isPinned(r *kgo.Record) bool { return r.Context != nil && r.Context.Value(pinnedTo{}) != nil }

func (p topicPartitioner) RequiresConsistency(r *kgo.Record) bool {
	return isPinned(r) || p.TopicPartitioner.RequiresConsistency(r)
}

func (p topicPartitioner) Partition(r *kgo.Record, n int) int {
	if isPinned(r) {
		return int(r.Partition) // an invalid partition fails the record, and with it the transaction
	}
	return p.TopicPartitioner.Partition(r, n)
}

// clientLogger passes on the warnings and errors of the client, which logs every transaction on its info level.
type clientLogger struct{ to *slog.Logger }

func (l clientLogger) Level() kgo.LogLevel { return kgo.LogLevelWarn }

func (l clientLogger) Log(level kgo.LogLevel, msg string, keyvals ...any) {
	at := slog.LevelWarn
	if level == kgo.LogLevelError {
		at = slog.LevelError
	}
	l.to.Log(context.Background(), at, "kafka client: "+msg, keyvals...)
}
