package projections

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// errConflict says that someone else advanced an offset that this runner wanted to advance.
var errConflict = errors.New("offsets were advanced by another runner")

// errLogChanged says that the log no longer holds what was folded.
var errLogChanged = errors.New("the log no longer holds events that were folded")

const lockSchema = 7342003 // advisory lock around changes of schema read

// partition names one partition of the log.
type partition struct {
	topic string
	num   int32
}

// position is how far one model has folded one partition.
type position struct {
	next     int64  // offset of the first event not folded
	last     int64  // offset of the last event folded, -1 if none
	lastID   string // its id
	verified bool   // the log was seen to hold it, or there is none
}

// start is where reading begins: at the last event folded, to see that it is still there.
func (p position) start() int64 { return max(p.last, 0) }

// Prepare creates schema read and drops the tables of models whose definition has changed, so that they
// are folded again. It is safe to call from several processes.
func Prepare(ctx context.Context, pool *pgxpool.Pool, models []Model) error {
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock($1)`, lockSchema); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			create schema if not exists read;
			create table if not exists read.models (name text primary key, fingerprint text not null);
			create table if not exists read.offsets (
			  model   text not null,
			  topic   text not null,
			  part    int not null,
			  next    bigint not null,
			  last    bigint not null,
			  last_id text not null,
			  primary key (model, topic, part)
			) with (fillfactor = 50);
			create table if not exists read.unfolded (
			  topic      text not null,
			  part       int not null,
			  log_offset bigint not null,
			  reason     text not null,
			  error      text not null,
			  standing   boolean not null, -- false: to be judged again, its dead letter is on the log
			  primary key (topic, part, log_offset)
			)`); err != nil {
			return err
		}
		for _, m := range models {
			var have string
			err := tx.QueryRow(ctx, `select fingerprint from read.models where name = $1`, m.Name).Scan(&have)
			if err != nil && !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
			if have == m.fingerprint() {
				continue
			}
			if err := recreate(ctx, tx, m); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("preparing schema read: %w", err)
	}
	return nil
}

// recreate drops a model and makes it empty again, its offsets included.
func recreate(ctx context.Context, tx pgx.Tx, m Model) error {
	for _, t := range m.Tables {
		if _, err := tx.Exec(ctx, `drop table if exists read.`+pgx.Identifier{t}.Sanitize()); err != nil {
			return fmt.Errorf("dropping table %s of read model %s: %w", t, m.Name, err)
		}
	}
	if m.Schema != "" {
		if _, err := tx.Exec(ctx, m.Schema); err != nil {
			return fmt.Errorf("creating read model %s: %w", m.Name, err)
		}
	}
	if _, err := tx.Exec(ctx, `delete from read.offsets where model = $1`, m.Name); err != nil {
		return fmt.Errorf("resetting the offsets of read model %s: %w", m.Name, err)
	}
	if _, err := tx.Exec(ctx, `
		insert into read.models values ($1, $2) on conflict (name) do update set fingerprint = excluded.fingerprint`,
		m.Name, m.fingerprint()); err != nil {
		return fmt.Errorf("recording read model %s: %w", m.Name, err)
	}
	return nil
}

// Reset drops all models and leaves them empty; the next Runner folds the log again from its beginning.
// Events that were set aside are judged again, as a newer version may be able to fold them.
func Reset(ctx context.Context, pool *pgxpool.Pool, models []Model) error {
	return recreateAll(ctx, pool, models, `update read.unfolded set standing = false`)
}

// refold drops models like Reset, and events that were set aside stay so: the other models lack them, too.
func refold(ctx context.Context, pool *pgxpool.Pool, models []Model) error {
	return recreateAll(ctx, pool, models, ``)
}

// forget drops models like Reset after the log has changed: other events stand at the places of old ones.
func forget(ctx context.Context, pool *pgxpool.Pool, models []Model) error {
	return recreateAll(ctx, pool, models, `delete from read.unfolded`)
}

func recreateAll(ctx context.Context, pool *pgxpool.Pool, models []Model, unfolded string) error {
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock($1)`, lockSchema); err != nil {
			return err
		}
		for _, m := range models {
			if err := recreate(ctx, tx, m); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, unfolded)
		return err
	})
	if err != nil {
		return fmt.Errorf("resetting read models: %w", err)
	}
	return nil
}

// positions reads how far every model has folded the given partitions, adding rows where there are none.
func positions(ctx context.Context, pool *pgxpool.Pool, models []Model, parts []partition) (map[partition]map[string]position, error) {
	out := make(map[partition]map[string]position, len(parts))
	var names, topics []string
	var nums []int32
	for _, p := range parts {
		out[p] = map[string]position{}
		for _, m := range models {
			if m.folds(p.topic) {
				names, topics, nums = append(names, m.Name), append(topics, p.topic), append(nums, p.num)
			}
		}
	}
	batch := &pgx.Batch{}
	batch.Queue(`
		insert into read.offsets (model, topic, part, next, last, last_id)
		select m, t, p, 0, -1, '' from unnest($1::text[], $2::text[], $3::int[]) u(m, t, p) order by m, t, p
		on conflict do nothing`, names, topics, nums)
	batch.Queue(`
		select model, topic, part, next, last, last_id from read.offsets
		where (model, topic, part) in (select * from unnest($1::text[], $2::text[], $3::int[]))`, names, topics, nums).Query(
		func(rows pgx.Rows) error {
			for rows.Next() {
				var model string
				var p partition
				var pos position
				if err := rows.Scan(&model, &p.topic, &p.num, &pos.next, &pos.last, &pos.lastID); err != nil {
					return err
				}
				pos.verified = pos.last < 0
				out[p][model] = pos
			}
			return rows.Err()
		})
	if err := pool.SendBatch(ctx, batch).Close(); err != nil {
		return nil, fmt.Errorf("reading offsets: %w", err)
	}
	return out, nil
}

func (m Model) folds(topic string) bool {
	for _, t := range m.Topics {
		if string(t) == topic {
			return true
		}
	}
	return false
}

// advance is one offset row to be moved.
type advance struct {
	model string
	part  partition
	prev  int64
	to    position
}

// queueAdvance queues the compare-and-set of all offsets of a batch; moved receives how many rows it hit.
func queueAdvance(out *pgx.Batch, moves []advance, moved *int64) {
	slices.SortFunc(moves, func(a, b advance) int {
		return cmp.Or(cmp.Compare(a.model, b.model), cmp.Compare(a.part.topic, b.part.topic), cmp.Compare(a.part.num, b.part.num))
	})
	n := len(moves)
	models, topics, ids := make([]string, n), make([]string, n), make([]string, n)
	parts := make([]int32, n)
	prev, next, last := make([]int64, n), make([]int64, n), make([]int64, n)
	for i, m := range moves {
		models[i], topics[i], parts[i] = m.model, m.part.topic, m.part.num
		prev[i], next[i], last[i], ids[i] = m.prev, m.to.next, m.to.last, m.to.lastID
	}
	out.Queue(`
		update read.offsets o set next = u.next, last = u.last, last_id = u.last_id
		from unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[])
		  as u(model, topic, part, prev, next, last, last_id)
		where o.model = u.model and o.topic = u.topic and o.part = u.part and o.next = u.prev`,
		models, topics, parts, prev, next, last, ids).Exec(func(tag pgconn.CommandTag) error {
		*moved = tag.RowsAffected()
		return nil
	})
}

// transient reports whether waiting and trying again can cure a database error: the server is gone,
// full, restarting, or two transactions were in each other's way.
func transient(err error) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return true // the connection, not the statement
	}
	switch pg.Code[:2] {
	case "08", "40", "53", "55", "57", "58":
		return true
	}
	// A table that is being dropped by a rebuild in this moment.
	return pg.Code == "42P01" || pg.Code == "XX000"
}
