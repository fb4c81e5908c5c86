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

// Relay publishes the outbox in its order until ctx ends, then returns nil; it also starts the analysis of
// reports that wait to be read for it. It is woken by requests and by what the projections settle; a
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
	r := relay{pool: pool, client: client, kafka: opts}
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
	kafka  []kgo.Opt
}

// pending is a row of the outbox that is not known to be on the log.
type pending struct {
	events.Record
	position  int64
	attempted bool // someone has begun to send it: it may be there
	again     bool // it was there before, and goes there once more
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
		if err := New(r.pool).startDue(ctx); err != nil {
			return err
		}
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

// publish sends one batch and marks it, under a lock that is held by the session: one relay at a time,
// and a dead one lets go. Rows are marked before they are sent as well, so that after a crash in between
// the log is asked instead of being written twice.
func (r relay) publish(ctx context.Context, conn *pgx.Conn) (int, error) {
	if _, err := conn.Exec(ctx, `select pg_advisory_lock($1)`, lockRelay); err != nil {
		return 0, fmt.Errorf("waiting for the outbox: %w", err)
	}
	n, err := r.send(ctx, conn)
	if _, unlocked := conn.Exec(ctx, `select pg_advisory_unlock($1)`, lockRelay); err == nil {
		err = unlocked
	}
	if err != nil {
		return 0, fmt.Errorf("publishing the outbox: %w", err)
	}
	return n, nil
}

func (r relay) send(ctx context.Context, conn *pgx.Conn) (int, error) {
	rows, err := conn.Query(ctx, `
		select position, attempted, again, topic, key, envelope, data from app.outbox where not published order by position limit $1`, relayBatch)
	if err != nil {
		return 0, err
	}
	var positions []int64
	var doubtful []pending
	batch, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p pending, err error) {
		var envelope []byte
		if err := row.Scan(&p.position, &p.attempted, &p.again, &p.Topic, &p.Key, &envelope, &p.Data); err != nil {
			return p, err
		}
		if err := json.Unmarshal(envelope, &p.Envelope); err != nil {
			return p, fmt.Errorf("decoding row %d of the outbox: %w", p.position, err)
		}
		positions = append(positions, p.position)
		if p.attempted && !p.again {
			doubtful = append(doubtful, p)
		}
		return p, nil
	})
	if err != nil || len(batch) == 0 {
		return 0, err
	}
	producing, cancel := context.WithTimeout(ctx, relayProduce)
	defer cancel()
	there, err := r.sent(producing, doubtful)
	if err != nil {
		return 0, err
	}
	if _, err := conn.Exec(ctx, `update app.outbox set attempted = true where position = any($1) and not attempted`, positions); err != nil {
		return 0, err
	}
	// One after the other: the order of the outbox holds across topics, too.
	for _, p := range batch {
		if there[p.ID] && !p.again {
			continue
		}
		if err := r.client.ProduceSync(producing, wire.Encode(p.Record)).FirstErr(); err != nil {
			return 0, fmt.Errorf("publishing to %s: %w", p.Topic, err)
		}
	}
	_, err = conn.Exec(ctx, `update app.outbox set published = true where position = any($1)`, positions)
	return len(batch), err
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
