// Package coverage is the read model of how far a report covers the required disclosures, by pillar.
package coverage

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model.
var Model = projections.Model{
	Name:   "coverage",
	Topics: projections.Feed,
	Tables: []string{"coverage"},
	Schema: `
		create table read.coverage (
		  run    text collate "C" not null,
		  pillar text collate "C" not null,
		  body   json not null,
		  primary key (run, pillar)
		)`,
	Fold: projections.Upsert[events.Coverage]{
		Kind: events.CoverageAssessed, Table: "coverage",
		Key: []projections.Column[events.Coverage]{
			projections.Text("pillar", func(c events.Coverage) string { return c.Pillar }),
		},
	}.Fold,
}

// ByPillar returns the coverage of a run by pillar; pillars that were not assessed are absent.
func ByPillar(ctx context.Context, db projections.DB, run string) (map[string]events.Coverage, error) {
	list, err := projections.Bodies[events.Coverage](ctx, db, `select body from read.coverage where run = $1`, run)
	if err != nil {
		return nil, fmt.Errorf("reading the coverage of run %s: %w", run, err)
	}
	out := make(map[string]events.Coverage, len(list))
	for _, c := range list {
		out[c.Pillar] = c
	}
	return out, nil
}
