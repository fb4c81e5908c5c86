package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// Options configure a runner.
type Options struct {
	Kafka    []kgo.Opt // seed brokers and security
	Group    string    // consumer group that spreads the partitions; "projections" if empty
	Instance string    // stable name of this process: a restart gets its partitions back at once
	Logger   *slog.Logger

	// Folded, if set, hears of every committed batch; tests and rebuilds wait with it.
	Folded func(topic string, part int32, next int64)
}

const (
	batchRecords = 2000                   // events per transaction at most
	fetchWait    = 100 * time.Millisecond // how long the broker waits for an event
	restFor      = 3 * time.Millisecond   // after a small batch, for each event in it: so a busy run costs few transactions ...
	restMost     = 60 * time.Millisecond  // ... and no event waits longer than this, while one that comes alone hardly waits
	smallBatch   = 500                    // events; whoever has more to read does not rest
	retryFirst   = 50 * time.Millisecond
	retryMost    = 5 * time.Second
)

// Run folds until ctx ends, then returns nil. It returns an error only for what waiting cannot cure; a
// database or broker that is away is waited for.
func Run(ctx context.Context, pool *pgxpool.Pool, models []Model, opts Options) error {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Group == "" {
		opts.Group = "projections"
	}
	if err := prepare(ctx, pool, models, opts); err != nil || ctx.Err() != nil {
		return err
	}
	r := &runner{pool: pool, models: models, opts: opts, at: map[partition]map[string]position{}, hurry: newHurry()}
	client, err := kgo.NewClient(r.clientOptions()...)
	if err != nil {
		return fmt.Errorf("connecting the projections to Kafka: %w", err)
	}
	r.client = client
	defer client.CloseAllowingRebalance()
	defer r.close()
	return r.loop(ctx)
}

// prepare waits for a database that is away.
func prepare(ctx context.Context, pool *pgxpool.Pool, models []Model, opts Options) error {
	for retry := retryFirst; ; retry = min(2*retry, retryMost) {
		err := Prepare(ctx, pool, models)
		switch {
		case err == nil || ctx.Err() != nil:
			return nil
		case !transient(err):
			return err
		}
		opts.Logger.Warn("projections wait for the database", "error", err, "retry_in", retry)
		wait(ctx, retry)
	}
}

type runner struct {
	pool   *pgxpool.Pool
	models []Model
	opts   Options
	client *kgo.Client
	writer *kgo.Client // of dead letters; nil until one is needed
	hurry  hurry

	mu sync.Mutex // the group's goroutine assigns while the loop folds
	at map[partition]map[string]position
}

func (r *runner) clientOptions() []kgo.Opt {
	topics := map[string]bool{}
	for _, m := range r.models {
		for _, t := range m.Topics {
			topics[string(t)] = true
		}
	}
	list := make([]string, 0, len(topics))
	for t := range topics {
		list = append(list, t)
	}
	opts := append([]kgo.Opt{}, r.opts.Kafka...)
	opts = append(opts,
		kgo.ConsumerGroup(r.opts.Group),
		kgo.ConsumeTopics(list...),
		kgo.DisableAutoCommit(),
		kgo.BlockRebalanceOnPoll(),
		kgo.WithHooks(r.hurry),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.FetchMinBytes(1),
		kgo.FetchMaxWait(fetchWait),
		kgo.ConsumeResetOffset(kgo.NoResetOffset()), // offsets are ours; one out of range means the log has changed
		kgo.AdjustFetchOffsetsFn(r.assigned),
		kgo.OnPartitionsRevoked(r.revoked),
		kgo.OnPartitionsLost(r.revoked),
	)
	if r.opts.Instance != "" {
		opts = append(opts, kgo.InstanceID(r.opts.Instance+"-"+r.opts.Group))
	}
	return opts
}

// assigned replaces the committed offsets of the group, which are never set, by those in the database.
func (r *runner) assigned(ctx context.Context, offsets map[string]map[int32]kgo.Offset) (map[string]map[int32]kgo.Offset, error) {
	var parts []partition
	for topic, ps := range offsets {
		for num := range ps {
			parts = append(parts, partition{topic, num})
		}
	}
	starts, err := r.load(ctx, parts)
	if err != nil {
		if ctx.Err() == nil { // stopping is no failure
			r.opts.Logger.Warn("projections cannot read their offsets", "error", err)
		}
		return nil, err
	}
	for p, at := range starts {
		offsets[p.topic][p.num] = kgo.NewOffset().At(at)
	}
	return offsets, nil
}

func (r *runner) revoked(_ context.Context, _ *kgo.Client, lost map[string][]int32) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for topic, nums := range lost {
		for _, num := range nums {
			delete(r.at, partition{topic, num})
		}
	}
}

// load reads the positions of partitions and returns where to read each from.
func (r *runner) load(ctx context.Context, parts []partition) (map[partition]int64, error) {
	at, err := positions(ctx, r.pool, r.models, parts)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	starts := map[partition]int64{}
	for p, models := range at {
		r.at[p] = models
		first := true
		for _, pos := range models {
			if first || pos.start() < starts[p] {
				starts[p], first = pos.start(), false
			}
		}
	}
	return starts, nil
}

// rewind reads all positions again after someone else has moved them, and reads on from there.
func (r *runner) rewind(ctx context.Context) error {
	r.mu.Lock()
	var parts []partition
	for p := range r.at {
		parts = append(parts, p)
	}
	r.mu.Unlock()
	starts, err := r.load(ctx, parts)
	if err != nil {
		return err
	}
	set := map[string]map[int32]kgo.EpochOffset{}
	for p, at := range starts {
		if set[p.topic] == nil {
			set[p.topic] = map[int32]kgo.EpochOffset{}
		}
		set[p.topic][p.num] = kgo.EpochOffset{Epoch: -1, Offset: at}
	}
	r.client.SetOffsets(set)
	return nil
}

func (r *runner) loop(ctx context.Context) error {
	retry := retryFirst
	for {
		fetches := r.client.PollRecords(ctx, batchRecords)
		if ctx.Err() != nil || fetches.IsClientClosed() {
			return nil
		}
		err := r.step(ctx, fetches)
		switch {
		case err == nil:
			retry = retryFirst
			r.client.AllowRebalance()
			if n := fetches.NumRecords(); max(n, int(r.client.BufferedFetchRecords())) < smallBatch && !r.hurry.rest(ctx, min(time.Duration(n)*restFor, restMost)) {
				return nil
			}
			continue
		case ctx.Err() != nil:
			return nil
		case !errors.Is(err, errConflict) && again(err) == nil && !transient(err):
			return fmt.Errorf("folding the log: %w", err)
		case again(err) != nil:
			r.opts.Logger.Warn("folding all read models again", "error", err)
			if err := again(err)(ctx, r.pool, r.models); err != nil {
				r.opts.Logger.Warn("read models could not be reset yet", "error", err)
			}
		case !errors.Is(err, errConflict):
			r.opts.Logger.Warn("folding waits", "error", err, "retry_in", retry)
		}
		for {
			if !wait(ctx, retry) {
				return nil
			}
			retry = min(2*retry, retryMost)
			if err := r.rewind(ctx); err == nil {
				break
			} else if ctx.Err() == nil {
				r.opts.Logger.Warn("projections cannot read their offsets", "error", err, "retry_in", retry)
			}
		}
		r.client.AllowRebalance()
	}
}

// again is how read models begin anew after err, nil if it is no reason to.
func again(err error) func(context.Context, *pgxpool.Pool, []Model) error {
	switch {
	case errors.Is(err, errLogChanged):
		return forget
	case errors.Is(err, errDisagree):
		return refold
	}
	return nil
}

// step decodes what was fetched and folds it.
func (r *runner) step(ctx context.Context, fetches kgo.Fetches) error {
	for _, e := range fetches.Errors() {
		if errors.Is(e.Err, kerr.OffsetOutOfRange) {
			return fmt.Errorf("reading %s/%d: %w (%w)", e.Topic, e.Partition, errLogChanged, e.Err)
		}
		var loss *kgo.ErrDataLoss
		if errors.As(e.Err, &loss) {
			return fmt.Errorf("reading %s/%d: %w (%w)", e.Topic, e.Partition, errLogChanged, e.Err)
		}
		// The client retries by itself what it can; telling is all that is left.
		r.opts.Logger.Warn("reading the log", "topic", e.Topic, "partition", e.Partition, "error", e.Err)
	}
	records := slices.DeleteFunc(fetches.Records(), func(rec *kgo.Record) bool { return rec.Attrs.IsControl() })
	if len(records) == 0 {
		return nil
	}
	entries := make([]*Entry, len(records)) // admitted side by side: each is a function of its record
	share := (len(records) + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0)
	var all sync.WaitGroup
	for from := 0; from < len(records); from += share {
		all.Go(func() {
			for i := from; i < min(from+share, len(records)); i++ {
				entries[i] = r.admit(records[i])
			}
		})
	}
	all.Wait()
	return r.fold(ctx, entries)
}

func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
