// Package reviews is the read model of what people have said and done about runs: comments, assignments, answers.
package reviews

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model.
var Model = projections.Model{
	Name:   "reviews",
	Topics: projections.Feed,
	Tables: []string{"reviews"},
	Schema: `
		create table read.reviews (
		  run  text collate "C" not null,
		  id   text collate "C" not null,
		  at   timestamptz not null,
		  body json not null,
		  primary key (run, id)
		)`,
	Fold: fold,
}

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	for _, e := range entries {
		if e.Type != events.ReviewRecorded.Type {
			continue
		}
		r, err := projections.Decode(e, events.ReviewRecorded)
		if err != nil {
			return err
		}
		out.Queue(`
			insert into read.reviews (run, id, at, body) values ($1, $2, $3, $4)
			on conflict (run, id) do update set at = excluded.at, body = excluded.body`,
			e.Run, r.ID, r.At, string(e.Data))
	}
	return nil
}

// List returns the reviews of a run in the order in which they were made.
func List(ctx context.Context, db projections.DB, run string) ([]events.Review, error) {
	out, err := projections.Bodies[events.Review](ctx, db, `select body from read.reviews where run = $1 order by at, id`, run)
	if err != nil {
		return nil, fmt.Errorf("reading the reviews of run %s: %w", run, err)
	}
	return out, nil
}
