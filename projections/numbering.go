package projections

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// number gives the entries of runs.feed their numbers and marks repeats. The feed read model, which is
// written in the same transaction, is its memory: an id that stands there at an earlier offset is a
// repeat; one that stands there at this offset is being folded again for another model.
//
// It relies on the feed model being as far as any other: all models of a batch are folded together, so
// an entry that the feed does not know is new.
func number(ctx context.Context, tx pgx.Tx, entries []*Entry) error {
	type key struct{ run, id string }
	type place struct {
		seq, offset int64
	}
	var runs, ids []string
	heads := map[string]int64{}
	for _, e := range entries {
		if e.Topic != events.TopicRunsFeed || e.aside() {
			continue
		}
		runs, ids = append(runs, e.Run), append(ids, e.ID)
		heads[e.Run] = 0
	}
	if len(runs) == 0 {
		return nil
	}
	distinct := make([]string, 0, len(heads))
	for run := range heads {
		distinct = append(distinct, run)
	}
	seen := map[key]place{}
	batch := &pgx.Batch{}
	// Each is looked up by the index: the planner knows nothing of a table that grows, and would read all of it for each batch.
	batch.Queue(`
		select f.* from unnest($1::text[], $2::text[]) u(run, id) cross join lateral (
		  select f.run, f.id, f.seq, f.log_offset from read.feed f where f.run = u.run and f.id = u.id limit 1) f`, runs, ids).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var k key
			var p place
			if err := rows.Scan(&k.run, &k.id, &p.seq, &p.offset); err != nil {
				return err
			}
			seen[k] = p
		}
		return rows.Err()
	})
	batch.Queue(`
		select u.run, (select f.seq from read.feed f where f.run = u.run order by f.seq desc limit 1)
		from unnest($1::text[]) u(run)`, distinct).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var run string
			var head *int64
			if err := rows.Scan(&run, &head); err != nil {
				return err
			}
			if head != nil {
				heads[run] = *head
			}
		}
		return rows.Err()
	})
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("numbering %d events: %w", len(runs), err)
	}
	for _, e := range entries {
		if e.Topic != events.TopicRunsFeed || e.aside() {
			continue
		}
		k := key{e.Run, e.ID}
		p, known := seen[k]
		if !known {
			heads[e.Run]++
			p = place{heads[e.Run], e.Offset}
			seen[k] = p
		}
		e.Seq, e.repeat = p.seq, p.offset < e.Offset
	}
	return nil
}
