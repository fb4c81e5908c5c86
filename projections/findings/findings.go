// Package findings is the read model of what the agents found.
package findings

import (
	"context"
	"fmt"

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
	Fold: projections.Upsert[events.Finding]{
		Kind: events.FindingProduced, Table: "findings",
		Key: []projections.Column[events.Finding]{
			projections.Text("id", func(f events.Finding) string { return f.ID }),
		},
		Other: []projections.Column[events.Finding]{
			projections.Text("claim_id", func(f events.Finding) string { return f.ClaimID }),
			projections.Text("agent", func(f events.Finding) events.Agent { return f.Agent }),
		},
	}.Fold,
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
