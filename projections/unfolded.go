package projections

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// errDisagree says that an event was set aside after some models had folded it: a model that is new, or has
// changed, cannot fold what the others could.
var errDisagree = errors.New("an event is set aside that other read models hold")

// refusedError is a batch that cannot be written because of what is in it.
type refusedError struct {
	error
	entry *Entry // the one to blame, nil if that is not known
}

func (e refusedError) Unwrap() error { return e.error }

// blamed tells errors that are an event's fault from those that are not. The latter are waited for, or end
// the runner; they must never make a dead letter of an event.
func blamed(err error) error {
	var fold FoldError
	if errors.As(err, &fold) {
		return refusedError{fold.err, fold.entry}
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code[:2] {
		case "21", "22", "23", "54": // cardinality, data, constraints, limits such as the size of an index row
			return refusedError{err, nil}
		}
		return err
	}
	// The client refuses what a column's type cannot hold before the server sees it.
	if strings.Contains(err.Error(), "failed to encode args[") {
		return refusedError{err, nil}
	}
	return err
}

// refusedOf lists the entries that are set aside and that a model still has before it.
func refusedOf(due map[string][]*Entry) []*Entry {
	var out []*Entry
	seen := map[*Entry]bool{}
	for _, entries := range due {
		for _, e := range entries {
			if e.refused != nil && !seen[e] {
				seen[e] = true
				out = append(out, e)
			}
		}
	}
	return out
}

// folded reports whether a model has got beyond one of the entries, before they were set aside.
func (r *runner) folded(refused []*Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range refused {
		for model, pos := range r.at[partition{string(e.Topic), e.Partition}] {
			if !e.passed && pos.next > e.Offset {
				return fmt.Errorf("%w: %s has folded %s/%d@%d", errDisagree, model, e.Topic, e.Partition, e.Offset)
			}
		}
	}
	return nil
}

// places are entries as columns.
func places(entries []*Entry) (topics []string, parts []int32, offsets []int64) {
	for _, e := range entries {
		topics, parts, offsets = append(topics, string(e.Topic)), append(parts, e.Partition), append(offsets, e.Offset)
	}
	return topics, parts, offsets
}

// markBuried marks entries whose dead letter has been published.
func markBuried(ctx context.Context, pool *pgxpool.Pool, entries []*Entry) error {
	topics, parts, offsets := places(entries)
	rows, err := pool.Query(ctx, `
		select topic, part, log_offset from read.unfolded
		where (topic, part, log_offset) in (select * from unnest($1::text[], $2::int[], $3::bigint[]))`, topics, parts, offsets)
	if err == nil {
		err = scanPlaces(rows, entries, func(e *Entry) { e.buried = true })
	}
	if err != nil {
		return fmt.Errorf("looking up what was set aside: %w", err)
	}
	return nil
}

// queueUnfolded queues the question which entries were set aside when others were folded.
func queueUnfolded(out *pgx.Batch, entries []*Entry) {
	ends := map[partition][2]int64{}
	for _, e := range entries {
		p := partition{string(e.Topic), e.Partition}
		at, ok := ends[p]
		if !ok {
			at = [2]int64{e.Offset, e.Offset}
		}
		ends[p] = [2]int64{min(at[0], e.Offset), max(at[1], e.Offset)}
	}
	var topics []string
	var parts []int32
	var from, to []int64
	for p, at := range ends {
		topics, parts, from, to = append(topics, p.topic), append(parts, p.num), append(from, at[0]), append(to, at[1])
	}
	out.Queue(`
		select u.topic, u.part, u.log_offset from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[]) w(topic, part, lo, hi)
		join read.unfolded u on u.topic = w.topic and u.part = w.part and u.log_offset between w.lo and w.hi
		where u.standing`, topics, parts, from, to).Query(func(rows pgx.Rows) error {
		return scanPlaces(rows, entries, func(e *Entry) { e.passed = true })
	})
}

func scanPlaces(rows pgx.Rows, entries []*Entry, then func(*Entry)) error {
	type place struct {
		at     partition
		offset int64
	}
	found := map[place]bool{}
	var p place
	if _, err := pgx.ForEachRow(rows, []any{&p.at.topic, &p.at.num, &p.offset}, func() error {
		found[p] = true
		return nil
	}); err != nil {
		return err
	}
	if len(found) == 0 {
		return nil
	}
	for _, e := range entries {
		if found[place{partition{string(e.Topic), e.Partition}, e.Offset}] {
			then(e)
		}
	}
	return nil
}

// recordUnfolded remembers entries that are set aside, in the transaction that advances beyond them.
func recordUnfolded(ctx context.Context, tx pgx.Tx, entries []*Entry) error {
	topics, parts, offsets := places(entries)
	reasons, errs := make([]string, len(entries)), make([]string, len(entries))
	for i, e := range entries {
		reasons[i], errs[i] = string(e.refused.reason), shortened(e.refused.err.Error())
	}
	_, err := tx.Exec(ctx, `
		insert into read.unfolded (topic, part, log_offset, reason, error, standing)
		select *, true from unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[])
		on conflict (topic, part, log_offset) do update set reason = excluded.reason, error = excluded.error, standing = true`,
		topics, parts, offsets, reasons, errs)
	if err != nil {
		return fmt.Errorf("recording %d events that are set aside: %w", len(entries), err)
	}
	return nil
}
