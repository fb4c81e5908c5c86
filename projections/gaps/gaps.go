// Package gaps is the read model of required disclosures that are missing or only partly there.
package gaps

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model.
var Model = projections.Model{
	Name:   "gaps",
	Topics: projections.Feed,
	Tables: []string{"gaps"},
	Schema: `
		create table read.gaps (
		  run    text collate "C" not null,
		  id     text collate "C" not null,
		  pillar text not null,
		  status text not null,
		  body   json not null,
		  primary key (run, id)
		)`,
	Fold: projections.Upsert[events.Gap]{
		Kind: events.GapFound, Table: "gaps",
		Key: []projections.Column[events.Gap]{
			projections.Text("id", func(g events.Gap) string { return g.ID }),
		},
		Other: []projections.Column[events.Gap]{
			projections.Text("pillar", func(g events.Gap) string { return g.Pillar }),
			projections.Text("status", func(g events.Gap) events.DisclosureStatus { return g.Status }),
		},
	}.Fold,
}

// Filter narrows a list; empty fields do not.
type Filter struct {
	Pillar string
	Status events.DisclosureStatus
}

// List returns the gaps of a run by id.
func List(ctx context.Context, db projections.DB, run string, f Filter) ([]events.Gap, error) {
	out, err := projections.Bodies[events.Gap](ctx, db, `
		select body from read.gaps where run = $1 and ($2 = '' or pillar = $2) and ($3 = '' or status = $3) order by id`,
		run, f.Pillar, string(f.Status))
	if err != nil {
		return nil, fmt.Errorf("reading the gaps of run %s: %w", run, err)
	}
	return out, nil
}
