// Package checks is the read model of arithmetic and plausibility checks with their working.
package checks

import (
	"context"
	"fmt"

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
	Fold: projections.Upsert[events.Check]{
		Kind: events.CheckPerformed, Table: "checks",
		Key: []projections.Column[events.Check]{
			projections.Text("id", func(c events.Check) string { return c.ID }),
		},
		Other: []projections.Column[events.Check]{
			projections.Text("claim_id", func(c events.Check) string { return c.ClaimID }),
			projections.Text("name", func(c events.Check) string { return c.Name }),
			projections.Text("result", func(c events.Check) events.CheckResult { return c.Result }),
		},
	}.Fold,
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
