package intent

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

const (
	relayBatch   = 100
	relayProduce = 10 * time.Second // for one batch: a transaction must not stay open while a broker is away
	relayPoll    = 5 * time.Second  // looks by itself, since a notification may be missed
	relayRetry   = 100 * time.Millisecond
	relayRetryTo = 5 * time.Second
)

// Relay publishes the outbox in its order until ctx ends, then returns nil. It is woken by requests; a
// broker or database that is away is waited for. Only options that Kafka refuses are an error.
func Relay(ctx context.Context, pool *pgxpool.Pool, kafka []kgo.Opt, logger *slog.Logger) error {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	opts := append([]kgo.Opt{}, kafka...)
	// The default linger waits for company that never comes. Acknowledgement by all replicas and
	// idempotence are the client's defaults.
	client, err := kgo.NewClient(append(opts, kgo.ProducerLinger(0))...)
	if err != nil {
		return fmt.Errorf("connecting the outbox to Kafka: %w", err)
	}
	defer client.Close()
	r := relay{pool: pool, client: client}
	retry := relayRetry
	for ctx.Err() == nil {
		err := r.serve(ctx, func() { retry = relayRetry })
		if ctx.Err() != nil {
			break
		}
		logger.Warn("the outbox waits", "error", err, "retry_in", retry)
		pause(ctx, retry)
		retry = min(2*retry, relayRetryTo)
	}
	return nil
}

type relay struct {
	pool   *pgxpool.Pool
	client *kgo.Client
}

// serve publishes whatever is pending and then waits for more, until something fails.
func (r relay) serve(ctx context.Context, progress func()) error {
	pooled, err := r.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	conn := pooled.Hijack() // it listens, so it must not go back to the pool
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		conn.Close(closing)
	}()
	// Listening first, looking second: a row written in between is either seen or announced.
	if _, err := conn.Exec(ctx, `listen `+channelOutbox); err != nil {
		return err
	}
	for {
		for {
			n, err := r.publish(ctx, conn)
			if err != nil {
				return err
			}
			progress()
			if n < relayBatch {
				break
			}
		}
		waiting, cancel := context.WithTimeout(ctx, relayPoll)
		_, err := conn.WaitForNotification(waiting)
		timedOut := waiting.Err() != nil
		cancel()
		if err != nil && (ctx.Err() != nil || !timedOut) {
			return err
		}
	}
}

// publish sends one batch and marks it. Between the two a crash repeats the batch, under the same ids.
func (r relay) publish(ctx context.Context, conn *pgx.Conn) (int, error) {
	sent := 0
	err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock($1)`, lockRelay); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			select position, topic, key, envelope, data from app.outbox where not published order by position limit $1`, relayBatch)
		if err != nil {
			return err
		}
		var positions []int64
		records, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (*kgo.Record, error) {
			var position int64
			var rec events.Record
			var envelope []byte
			if err := row.Scan(&position, &rec.Topic, &rec.Key, &envelope, &rec.Data); err != nil {
				return nil, err
			}
			if err := json.Unmarshal(envelope, &rec.Envelope); err != nil {
				return nil, fmt.Errorf("decoding row %d of the outbox: %w", position, err)
			}
			positions = append(positions, position)
			return wire.Encode(rec), nil
		})
		if err != nil || len(records) == 0 {
			return err
		}
		producing, cancel := context.WithTimeout(ctx, relayProduce)
		defer cancel()
		// One after the other: the order of the outbox holds across topics, too.
		for _, rec := range records {
			if err := r.client.ProduceSync(producing, rec).FirstErr(); err != nil {
				return fmt.Errorf("publishing to %s: %w", rec.Topic, err)
			}
		}
		sent = len(records)
		_, err = tx.Exec(ctx, `update app.outbox set published = true where position = any($1)`, positions)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("publishing the outbox: %w", err)
	}
	return sent, nil
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
