package stream

import (
	"context"
	"log/slog"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"
)

// The settings of the clients. A transaction is open for milliseconds; its timeout bounds how long a
// process that died within one can keep readers of its topics waiting. Heartbeats are how a member learns
// of a rebalance. The default metadata age of five seconds would be the time to the first event of every
// topic that a processor has not published to before.
const (
	transactionTimeout = 15 * time.Second
	sessionTimeout     = 10 * time.Second // below 6 s brokers refuse the member, and only fetch errors say so
	heartbeatInterval  = time.Second
	rebalanceTimeout   = 30 * time.Second
	metadataMinAge     = 50 * time.Millisecond
	fetchMaxWait       = 200 * time.Millisecond // a partition assigned during a long poll is first fetched after it
	fetchMaxBytes      = 8 << 20
	concurrentBackoff  = 5 * time.Millisecond
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
		kgo.RetryBackoffFn(func(n int) time.Duration { return doubled(20*time.Millisecond, n, 2*time.Second) }),
	}
	return append(opts, o.Client...)
}

// instanceID is the name under which the group and the transaction coordinator know this instance.
func (o Options) instanceID(processor string) string { return processor + "-" + o.Instance }

// readerOptions are the options of the group's member on top of the common ones. (That offsets of an open
// transaction are waited for, when partitions are handed over, is the client's default.)
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
		kgo.BlockRebalanceOnPoll(), // between a poll and its dispatch nothing is revoked
	}
}

// writerOptions are the options of the transactional producer on top of the common ones. Commits of offsets name
// topics by their names; later versions of the requests know them by their ids only.
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

// partitioner hashes keys as every Kafka client does, but for records that name their partition: state,
// and wakes, live where the events are that they belong to.
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
		return int(r.Partition) // out of range fails the record, and with it the transaction
	}
	return p.TopicPartitioner.Partition(r, n)
}

// clientLogger passes on what the client says, warnings and errors only: it tells of every transaction
// on its info level.
type clientLogger struct{ to *slog.Logger }

func (l clientLogger) Level() kgo.LogLevel { return kgo.LogLevelWarn }

func (l clientLogger) Log(level kgo.LogLevel, msg string, keyvals ...any) {
	at := slog.LevelWarn
	if level == kgo.LogLevelError {
		at = slog.LevelError
	}
	l.to.Log(context.Background(), at, "kafka client: "+msg, keyvals...)
}
