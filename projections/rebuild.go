package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// Rebuild drops the named read models (all, if none is named) and folds them again up to the end that
// the log has when the call begins. Runners may keep running: they help.
func Rebuild(ctx context.Context, pool *pgxpool.Pool, models []Model, names []string, opts Options) error {
	picked, err := named(models, names)
	if err != nil {
		return err
	}
	if err := Prepare(ctx, pool, models); err != nil {
		return err
	}
	reset := refold
	if len(picked) == len(models) {
		reset = Reset
	}
	if err := reset(ctx, pool, picked); err != nil {
		return err
	}
	return CatchUp(ctx, pool, models, opts)
}

// CatchUp folds until every model has all events that were committed when the call began. It reads all
// partitions itself, outside any consumer group.
func CatchUp(ctx context.Context, pool *pgxpool.Pool, models []Model, opts Options) error {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if err := Prepare(ctx, pool, models); err != nil {
		return err
	}
	r := &runner{pool: pool, models: models, opts: opts, at: map[partition]map[string]position{}}
	defer r.close()
	ends, err := r.ends(ctx)
	if err != nil {
		return fmt.Errorf("looking up the end of the log: %w", err)
	}
	for {
		err := r.catchUp(ctx, ends)
		switch {
		case errors.Is(err, errConflict):
			continue // someone else folded in between; read the offsets again
		case again(err) != nil:
			if err := again(err)(ctx, pool, models); err != nil {
				return err
			}
			continue
		case err != nil:
			return fmt.Errorf("folding up to the end of the log: %w", err)
		}
		return nil
	}
}

// ends returns the committed end of every partition that is not empty.
func (r *runner) ends(ctx context.Context) (map[partition]int64, error) {
	client, err := kgo.NewClient(r.opts.Kafka...)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	topics := map[string]bool{}
	for _, m := range r.models {
		for _, t := range m.Topics {
			topics[string(t)] = true
		}
	}
	out := map[partition]int64{}
	for t := range topics {
		listed, err := kadm.NewClient(client).ListCommittedOffsets(ctx, t)
		if err == nil {
			err = listed.Error()
		}
		if err != nil {
			return nil, fmt.Errorf("topic %s: %w", t, err)
		}
		listed.Each(func(o kadm.ListedOffset) {
			if o.Offset > 0 {
				out[partition{t, o.Partition}] = o.Offset
			}
		})
	}
	return out, nil
}

// catchUp reads from the stored positions to ends. Control records are read too: the last record of a
// partition is often one, and its place shows that nothing else comes.
func (r *runner) catchUp(ctx context.Context, ends map[partition]int64) error {
	parts := make([]partition, 0, len(ends))
	for p := range ends {
		parts = append(parts, p)
	}
	starts, err := r.load(ctx, parts)
	if err != nil {
		return err
	}
	open := map[partition]bool{}
	consume := map[string]map[int32]kgo.Offset{}
	for p, at := range starts {
		if at >= ends[p] {
			continue
		}
		open[p] = true
		if consume[p.topic] == nil {
			consume[p.topic] = map[int32]kgo.Offset{}
		}
		consume[p.topic][p.num] = kgo.NewOffset().At(at)
	}
	if len(open) == 0 {
		return nil
	}
	opts := append([]kgo.Opt{}, r.opts.Kafka...)
	client, err := kgo.NewClient(append(opts,
		kgo.ConsumePartitions(consume),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.KeepControlRecords(),
		kgo.ConsumeResetOffset(kgo.NoResetOffset()),
	)...)
	if err != nil {
		return err
	}
	defer client.Close()
	for len(open) > 0 {
		fetches := client.PollRecords(ctx, batchRecords)
		if err := ctx.Err(); err != nil {
			return err
		}
		reached := map[partition]int64{}
		for rec := range fetches.RecordsAll() {
			reached[partition{rec.Topic, rec.Partition}] = rec.Offset + 1
		}
		if err := r.step(ctx, fetches); err != nil {
			return err
		}
		for p, n := range reached {
			if n >= ends[p] {
				delete(open, p)
			}
		}
	}
	return nil
}
