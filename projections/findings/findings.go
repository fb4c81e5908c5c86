// Package findings is the read model of what the agents found.
package findings

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model: one finding per row.
var Model = projections.Model{
	Name:   "findings",
	Topics: projections.Feed,
	Tables: []string{"findings"},
	Schema: `
		create table read.findings (
		  run      text collate "C" not null,
		  id       text collate "C" not null,
		  claim_id text collate "C" not null, -- empty for the report as a whole
		  agent    text not null,
		  body     json not null,
		  primary key (run, id)
		)`,
	Fold: fold,
}

type row struct{ run, id, claim, agent, body string }

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	var found projections.Rows[[2]string, row]
	for _, e := range entries {
		if e.Type != events.FindingProduced.Type {
			continue
		}
		f, err := projections.Decode(e, events.FindingProduced)
		if err != nil {
			return err
		}
		found.Put([2]string{e.Run, f.ID}, row{e.Run, f.ID, f.ClaimID, string(f.Agent), string(e.Data)})
	}
	if rows := found.Values; len(rows) > 0 {
		out.Queue(`
			insert into read.findings (run, id, claim_id, agent, body)
			select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::json[])
			on conflict (run, id) do update set claim_id = excluded.claim_id, agent = excluded.agent, body = excluded.body`,
			projections.Column(rows, func(r row) string { return r.run }),
			projections.Column(rows, func(r row) string { return r.id }),
			projections.Column(rows, func(r row) string { return r.claim }),
			projections.Column(rows, func(r row) string { return r.agent }),
			projections.Column(rows, func(r row) string { return r.body }))
	}
	return nil
}

// Filter narrows a list; empty fields do not.
type Filter struct {
	ClaimID string
	Agent   events.Agent
}

// List returns the findings of a run by id.
func List(ctx context.Context, db projections.DB, run string, f Filter) ([]events.Finding, error) {
	out, err := projections.Bodies[events.Finding](ctx, db, `
		select body from read.findings
		where run = $1 and ($2 = '' or claim_id = $2) and ($3 = '' or agent = $3) order by id`, run, f.ClaimID, string(f.Agent))
	if err != nil {
		return nil, fmt.Errorf("reading the findings of run %s: %w", run, err)
	}
	return out, nil
}
