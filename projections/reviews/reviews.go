// Package reviews is the read model of what people have said and done about runs: comments, assignments, answers.
package reviews

import (
	"context"
	"fmt"

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
	Fold: projections.Upsert[events.Review]{
		Kind: events.ReviewRecorded, Table: "reviews",
		Key: []projections.Column[events.Review]{
			projections.Text("id", func(r events.Review) string { return r.ID }),
		},
		Other: []projections.Column[events.Review]{
			{Name: "at", Type: "timestamptz", Of: func(_ *projections.Entry, r events.Review) any { return r.At }},
		},
	}.Fold,
}

// List returns the reviews of a run in the order in which they were made.
func List(ctx context.Context, db projections.DB, run string) ([]events.Review, error) {
	out, err := projections.Bodies[events.Review](ctx, db, `select body from read.reviews where run = $1 order by at, id`, run)
	if err != nil {
		return nil, fmt.Errorf("reading the reviews of run %s: %w", run, err)
	}
	return out, nil
}
