// Package gaps is the read model of required disclosures that are missing or only partly there.
package gaps

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

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
	Fold: fold,
}

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	for _, e := range entries {
		if e.Type != events.GapFound.Type {
			continue
		}
		g, err := projections.Decode(e, events.GapFound)
		if err != nil {
			return err
		}
		out.Queue(`
			insert into read.gaps (run, id, pillar, status, body) values ($1, $2, $3, $4, $5)
			on conflict (run, id) do update set pillar = excluded.pillar, status = excluded.status, body = excluded.body`,
			e.Run, g.ID, g.Pillar, string(g.Status), string(e.Data))
	}
	return nil
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
