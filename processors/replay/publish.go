package replay

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

const (
	batch              = 5_000 // records per transaction, but for the last one
	transactionTimeout = time.Minute
	concurrentBackoff  = 5 * time.Millisecond
)

// publish writes a run's events in batches and the copies on the feed last, in one transaction.
func publish(ctx context.Context, c Config, list, feed []events.Record) error {
	opts := append([]kgo.Opt{}, c.Kafka...)
	client, err := kgo.NewClient(append(opts,
		kgo.TransactionalID("replay-"+c.Instance),
		kgo.TransactionTimeout(transactionTimeout),
		kgo.ConcurrentTransactionsBackoff(concurrentBackoff),
		kgo.ProducerLinger(0),
		kgo.RecordPartitioner(kgo.StickyKeyPartitioner(nil)),
	)...)
	if err != nil {
		return fmt.Errorf("connecting to Kafka: %w", err)
	}
	defer client.Close()
	for len(list) > 0 {
		n := min(batch, len(list))
		if err := transact(ctx, client, list[:n]); err != nil {
			return err
		}
		list = list[n:]
	}
	return transact(ctx, client, feed)
}

// transact writes records in one transaction. A failure anywhere aborts all of it.
func transact(ctx context.Context, client *kgo.Client, records []events.Record) error {
	if len(records) == 0 {
		return nil
	}
	if err := client.BeginTransaction(); err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	var mu sync.Mutex
	var failed error
	for _, r := range records {
		client.Produce(ctx, wire.Encode(r), func(k *kgo.Record, err error) {
			mu.Lock()
			defer mu.Unlock()
			if err != nil && failed == nil {
				failed = fmt.Errorf("producing to %s: %w", k.Topic, err)
			}
		})
	}
	flushing, stop := context.WithTimeout(ctx, transactionTimeout) // the broker aborts it then, whatever comes of the records
	flushed := client.Flush(flushing)
	stop()
	mu.Lock()
	err := failed
	mu.Unlock()
	if err == nil {
		err = flushed
	}
	ending := context.WithoutCancel(ctx)
	if err != nil {
		ending, cancel := context.WithTimeout(ending, transactionTimeout)
		defer cancel()
		if abort := client.AbortBufferedRecords(ending); abort != nil {
			return fmt.Errorf("%w; giving up what was not sent: %w", err, abort)
		}
		if abort := client.EndTransaction(ending, kgo.TryAbort); abort != nil {
			return fmt.Errorf("%w; aborting: %w", err, abort)
		}
		return err
	}
	ending, cancel := context.WithTimeout(ending, transactionTimeout)
	defer cancel()
	if err := client.EndTransaction(ending, kgo.TryCommit); err != nil {
		return fmt.Errorf("committing %d records: %w", len(records), err)
	}
	return nil
}
