// Package coverage is the read model of how far a report covers the required disclosures, by pillar.
package coverage

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

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
	Fold: fold,
}

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	for _, e := range entries {
		if e.Type != events.CoverageAssessed.Type {
			continue
		}
		c, err := projections.Decode(e, events.CoverageAssessed)
		if err != nil {
			return err
		}
		out.Queue(`insert into read.coverage (run, pillar, body) values ($1, $2, $3) on conflict (run, pillar) do update set body = excluded.body`,
			e.Run, c.Pillar, string(e.Data))
	}
	return nil
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
