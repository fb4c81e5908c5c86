package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/deploy/embedded/logrecovery"
)

// node is the one broker of the embedded cluster.
type node struct {
	cluster *kfake.Cluster
	gate    *gate
	log     *brokerLogger
	records string
}

// options are the cluster's. The cleaner must not run: while a transaction is open, it would take a write that is then aborted for
// the newest of its key and delete the committed one; and it writes without compression what it leaves of a batch. Two thirds of
// what processors write of their state is never superseded, so state took 45 MB after compaction that had taken 17 before, and every
// start reads it all. The cleaner cannot be switched off, so it is put off for ever. Offsets of idle groups are kept for ten years:
// Sibyl may stand unused for long.
func (n *node) options() []kfake.Opt {
	return []kfake.Opt{
		kfake.NumBrokers(1),
		kfake.ClusterID("sibyl-embedded"),
		kfake.ListenFn(func(string, string) (net.Listener, error) { return n.gate, nil }),
		kfake.DataDir(n.records),
		kfake.WithLogger(n.log),
		kfake.BrokerConfigs(map[string]string{
			"log.cleaner.backoff.ms":              strconv.Itoa(forever),
			"log.segment.bytes":                   strconv.Itoa(segmentBytes),
			"default.replication.factor":          "1",
			"offsets.retention.minutes":           strconv.Itoa(10 * 365 * 24 * 60),
			"offsets.retention.check.interval.ms": strconv.Itoa(24 * 60 * 60 * 1000),
		}),
	}
}

// forever is the longest pause that does not overflow a Go duration: 285 years of milliseconds.
const forever = 9_000_000_000_000

// segmentBytes bounds what loading one segment costs in memory.
const segmentBytes = 16 << 20

// abort writes the abort markers that the killed broker did not, before clients are let in. When the broker loads a log after a
// kill, it takes open transactions for aborted, but only in memory: without a marker, the next commit of the same producer would
// make the torn records look committed to whatever loads the log after that.
func (n *node) abort(ctx context.Context, torn []logrecovery.OpenTransaction) error {
	if len(torn) == 0 {
		return nil
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(n.gate.Addr().String()), kgo.Dialer(n.gate.dial))
	if err != nil {
		return fmt.Errorf("connecting to our own broker: %w", err)
	}
	defer client.Close()
	req := kmsg.NewPtrWriteTxnMarkersRequest()
	for _, t := range torn {
		partition := kmsg.NewWriteTxnMarkersRequestMarkerTopic()
		partition.Topic, partition.Partitions = t.Topic, []int32{t.Partition}
		marker := kmsg.NewWriteTxnMarkersRequestMarker()
		marker.ProducerID, marker.ProducerEpoch, marker.Committed = t.Producer, t.Epoch, false
		marker.Topics = append(marker.Topics, partition)
		req.Markers = append(req.Markers, marker)
	}
	resp, err := req.RequestWith(ctx, client)
	if err != nil {
		return fmt.Errorf("aborting torn transactions: %w", err)
	}
	for _, marker := range resp.Markers {
		for _, topic := range marker.Topics {
			for _, partition := range topic.Partitions {
				err := kerr.ErrorForCode(partition.ErrorCode)
				if err != nil && !errors.Is(err, kerr.UnknownTopicOrPartition) { // the topic has been deleted since
					return fmt.Errorf("aborting the torn transaction of producer %d on %s/%d: %w", marker.ProducerID, topic.Topic, partition.Partition, err)
				}
			}
		}
	}
	return nil
}

// openTransactions lists the transactional ids with an open transaction.
func openTransactions(ctx context.Context, client *kgo.Client) ([]string, error) {
	req := kmsg.NewPtrListTransactionsRequest()
	req.StateFilters = []string{"Ongoing"}
	resp, err := req.RequestWith(ctx, client)
	if err == nil {
		err = kerr.ErrorForCode(resp.ErrorCode)
	}
	if err != nil {
		return nil, fmt.Errorf("listing transactions: %w", err)
	}
	var ids []string
	for _, state := range resp.TransactionStates {
		ids = append(ids, state.TransactionalID)
	}
	return ids, nil
}

// quietWithin bounds the wait for open transactions to time out when nobody is left to end them.
const quietWithin = 30 * time.Second

// awaitQuiet waits until no transaction is open, so that the saved log holds none. Past quietWithin the log is saved with
// them, which the broker can.
func (n *node) awaitQuiet(ctx context.Context) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(n.gate.Addr().String()))
	if err != nil {
		return fmt.Errorf("connecting to our own broker: %w", err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, quietWithin)
	defer cancel()
	err = await(ctx, "waiting for open transactions", func() (bool, error) {
		open, err := openTransactions(ctx, client)
		return len(open) == 0, err
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// close saves everything. The cluster only logs what it could not save.
func (n *node) close() error {
	n.log.forget()
	n.log.onFailure(nil)
	n.cluster.Close()
	if err := n.log.complaint(kfake.LogLevelError); err != nil {
		return fmt.Errorf("saving the log: %w", err)
	}
	return nil
}

// brokerLogger passes the cluster's warnings on and keeps the first of each level, since some of the cluster's methods
// return no error.
type brokerLogger struct {
	log    *slog.Logger
	failed func(message string) // called when something was not written; nil while the log is opened or saved
	mu     sync.Mutex
	said   map[kfake.LogLevel]string
}

// Logf is called by the cluster.
func (l *brokerLogger) Logf(level kfake.LogLevel, format string, args ...any) {
	if level > kfake.LogLevelWarn || level == kfake.LogLevelNone {
		return
	}
	text := fmt.Sprintf(format, args...)
	l.log.Warn("kfake", "level", level.String(), "message", text)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed != nil && unwritten(text) {
		l.failed(text)
	}
	if _, some := l.said[level]; !some {
		l.said[level] = text
	}
}

func (l *brokerLogger) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.said = map[kfake.LogLevel]string{}
}

func (l *brokerLogger) onFailure(failed func(message string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = failed
}

// complaint is something said since forget that is at least as bad as the level.
func (l *brokerLogger) complaint(level kfake.LogLevel) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for worst := kfake.LogLevelError; worst <= level; worst++ {
		if text, some := l.said[worst]; some {
			return errors.New(text)
		}
	}
	return nil
}
