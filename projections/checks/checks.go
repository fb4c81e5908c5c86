// Package checks is the read model of arithmetic and plausibility checks with their working.
package checks

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model.
var Model = projections.Model{
	Name:   "checks",
	Topics: projections.Feed,
	Tables: []string{"checks"},
	Schema: `
		create table read.checks (
		  run      text collate "C" not null,
		  id       text collate "C" not null,
		  claim_id text collate "C" not null,
		  name     text not null,
		  result   text not null,
		  body     json not null,
		  primary key (run, id)
		)`,
	Fold: fold,
}

type row struct{ run, id, claim, name, result, body string }

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	var found projections.Rows[[2]string, row]
	for _, e := range entries {
		if e.Type != events.CheckPerformed.Type {
			continue
		}
		c, err := projections.Decode(e, events.CheckPerformed)
		if err != nil {
			return err
		}
		found.Put([2]string{e.Run, c.ID}, row{e.Run, c.ID, c.ClaimID, c.Name, string(c.Result), string(e.Data)})
	}
	if rows := found.Values; len(rows) > 0 {
		out.Queue(`
			insert into read.checks (run, id, claim_id, name, result, body)
			select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::json[])
			on conflict (run, id) do update
			set claim_id = excluded.claim_id, name = excluded.name, result = excluded.result, body = excluded.body`,
			projections.Column(rows, func(r row) string { return r.run }),
			projections.Column(rows, func(r row) string { return r.id }),
			projections.Column(rows, func(r row) string { return r.claim }),
			projections.Column(rows, func(r row) string { return r.name }),
			projections.Column(rows, func(r row) string { return r.result }),
			projections.Column(rows, func(r row) string { return r.body }))
	}
	return nil
}

// Filter narrows a list; empty fields do not.
type Filter struct {
	ClaimID string
	Name    string
	Result  events.CheckResult
}

// List returns the checks of a run by id.
func List(ctx context.Context, db projections.DB, run string, f Filter) ([]events.Check, error) {
	out, err := projections.Bodies[events.Check](ctx, db, `
		select body from read.checks
		where run = $1 and ($2 = '' or claim_id = $2) and ($3 = '' or name = $3) and ($4 = '' or result = $4) order by id`,
		run, f.ClaimID, f.Name, string(f.Result))
	if err != nil {
		return nil, fmt.Errorf("reading the checks of run %s: %w", run, err)
	}
	return out, nil
}
