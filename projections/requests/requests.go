// Package requests is the read model of the questions that agents ask one another.
//
// Question and answer come on different topics, in any order: each fills its own column.
package requests

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model.
var Model = projections.Model{
	Name:   "requests",
	Topics: projections.Feed,
	Tables: []string{"requests"},
	Schema: `
		create table read.requests (
		  run    text collate "C" not null,
		  id     text collate "C" not null,
		  asked  json,
		  answer json,
		  primary key (run, id)
		)`,
	Fold: fold,
}

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	for _, e := range entries {
		switch e.Type {
		case events.InfoRequested.Type:
			q, err := projections.Decode(e, events.InfoRequested)
			if err != nil {
				return err
			}
			out.Queue(`insert into read.requests (run, id, asked) values ($1, $2, $3) on conflict (run, id) do update set asked = excluded.asked`,
				e.Run, q.ID, string(e.Data))
		case events.InfoProvided.Type:
			a, err := projections.Decode(e, events.InfoProvided)
			if err != nil {
				return err
			}
			out.Queue(`insert into read.requests (run, id, answer) values ($1, $2, $3) on conflict (run, id) do update set answer = excluded.answer`,
				e.Run, a.RequestID, string(e.Data))
		}
	}
	return nil
}

// Request is a question with its answer, if there is one.
type Request struct {
	events.InfoRequest
	Answer *events.InfoAnswer
}

// List returns the requests of a run by id.
func List(ctx context.Context, db projections.DB, run string) ([]Request, error) {
	rows, err := db.Query(ctx, `select asked, answer from read.requests where run = $1 and asked is not null order by id`, run)
	if err != nil {
		return nil, fmt.Errorf("reading the requests of run %s: %w", run, err)
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Request, err error) {
		var asked, answer []byte
		if err := row.Scan(&asked, &answer); err != nil {
			return r, err
		}
		if answer != nil {
			r.Answer = new(events.InfoAnswer)
			if err := projections.Unmarshal(answer, r.Answer); err != nil {
				return r, err
			}
		}
		return r, projections.Unmarshal(asked, &r.InfoRequest)
	})
	if err != nil {
		return nil, fmt.Errorf("reading the requests of run %s: %w", run, err)
	}
	return out, nil
}
