package projections

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sibyl-project/sibyl/events"
)

// channelRead carries the ids of runs and reports whose rows have changed.
const channelRead = "sibyl_read"

// fold writes what entries mean for every model. Where the database or a model refuses a batch, it is
// narrowed down to the entry that is to blame, which is set aside for all of them.
func (r *runner) fold(ctx context.Context, entries []*Entry) error {
	err := r.write(ctx, entries)
	var refused refusedError
	if !errors.As(err, &refused) {
		return err
	}
	return r.narrow(ctx, entries, refused)
}

// narrow finds the entry because of which a batch was refused. Halves are written for good: an entry is to
// blame when it is refused alone, with everything before it in place, and so it is by every rebuild.
func (r *runner) narrow(ctx context.Context, entries []*Entry, why refusedError) error {
	var suspects []int
	for i, e := range entries {
		if !e.aside() {
			suspects = append(suspects, i)
		}
	}
	guilty := why.entry
	switch {
	case guilty == nil && len(suspects) == 0:
		return fmt.Errorf("folding %d entries that are all set aside: %w", len(entries), why.error)
	case guilty == nil && len(suspects) == 1:
		guilty = entries[suspects[0]]
	}
	if guilty != nil {
		guilty.refused = unfoldable("read models cannot hold it: %w", why.error)
		return r.fold(ctx, entries)
	}
	half := suspects[len(suspects)/2]
	if err := r.fold(ctx, entries[:half]); err != nil {
		return err
	}
	return r.fold(ctx, entries[half:])
}

// write writes what entries mean, and the new offsets, in one transaction.
func (r *runner) write(ctx context.Context, entries []*Entry) error {
	due, moves, err := r.plan(entries)
	if err != nil || len(moves) == 0 {
		return err
	}
	refused := refusedOf(due)
	if err := r.bury(ctx, refused); err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		err := r.writeIn(ctx, tx, entries, due, moves)
		if err == nil && len(refused) > 0 {
			err = recordUnfolded(ctx, tx, refused)
		}
		return err
	})
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code[:2] == "40" {
		return fmt.Errorf("%w (%w)", errConflict, err) // a deadlock of two runners is a conflict, too
	}
	if err != nil {
		return blamed(err)
	}
	disagree := r.folded(refused)
	r.settle(moves)
	return disagree
}

func (r *runner) writeIn(ctx context.Context, tx pgx.Tx, entries []*Entry, due map[string][]*Entry, moves []advance) error {
	// The commit must be durable although offsets would be lost with their rows: this process outlives a database that is
	// killed, remembers what it has folded, and nothing comes behind the end of a run to show that it is gone.
	var moved int64
	first := &pgx.Batch{}
	queueAdvance(first, moves, &moved)
	queueUnfolded(first, entries)
	if err := tx.SendBatch(ctx, first).Close(); err != nil {
		return fmt.Errorf("advancing offsets: %w", err)
	}
	if moved != int64(len(moves)) {
		return errConflict
	}
	if err := number(ctx, tx, entries); err != nil {
		return err
	}
	out := &pgx.Batch{}
	for _, m := range r.models {
		mine := slices.DeleteFunc(due[m.Name], func(e *Entry) bool { return e.repeat || e.aside() })
		if len(mine) == 0 {
			continue
		}
		if err := m.Fold(ctx, tx, out, mine); err != nil {
			return fmt.Errorf("folding read model %s: %w", m.Name, err)
		}
	}
	for _, id := range changed(entries) {
		out.Queue(`select pg_notify($1, $2)`, channelRead, id)
	}
	if out.Len() == 0 {
		return nil
	}
	return tx.SendBatch(ctx, out).Close()
}

// plan decides which entries each model has still to fold, and how its offsets move. It also looks
// whether the log still holds what was folded before.
func (r *runner) plan(entries []*Entry) (map[string][]*Entry, []advance, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	due := map[string][]*Entry{}
	var moves []advance
	for _, m := range r.models {
		at := map[partition]int{}
		var p partition
		var pos position
		var folds, moved bool
		var k int // of the partition's move
		for i, e := range entries {
			if here := (partition{string(e.Topic), e.Partition}); i == 0 || here != p { // records come by partition
				p = here
				pos, folds = r.at[p][m.Name]
				k, moved = at[p]
			}
			if !folds {
				continue
			}
			if !pos.verified && e.Offset >= pos.last {
				if e.Offset != pos.last || e.mark() != pos.lastID {
					return nil, nil, fmt.Errorf("%w: %s/%d@%d should hold %s", errLogChanged, p.topic, p.num, pos.last, pos.lastID)
				}
				pos.verified = true
				r.at[p][m.Name] = pos
			}
			if e.Offset < pos.next {
				continue
			}
			due[m.Name] = append(due[m.Name], e)
			if !moved {
				k, moved = len(moves), true
				at[p] = k
				moves = append(moves, advance{model: m.Name, part: p, prev: pos.next})
			}
			moves[k].to = position{next: e.Offset + 1, last: e.Offset, lastID: e.mark(), verified: true}
		}
	}
	return due, moves, nil
}

// settle remembers committed positions and tells who wants to know.
func (r *runner) settle(moves []advance) {
	r.mu.Lock()
	next := map[partition]int64{}
	for _, a := range moves {
		if _, mine := r.at[a.part]; mine {
			r.at[a.part][a.model] = a.to
			next[a.part] = a.to.next
		}
	}
	r.mu.Unlock()
	if r.opts.Folded != nil {
		for p, n := range next {
			r.opts.Folded(p.topic, p.num, n)
		}
	}
}

// changed lists the runs and reports that entries speak of.
func changed(entries []*Entry) []string {
	ids := map[string]bool{}
	for _, e := range entries {
		if e.aside() {
			continue
		}
		switch {
		case e.Run != "":
			ids[e.Run] = true
		case events.Nameable(e.Key): // a notification is as short as a name, and nobody waits for what is none
			ids[e.Key] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}
