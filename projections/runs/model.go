package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model. A run is one row, folded in memory and written once per batch.
var Model = projections.Model{
	Name:   "runs",
	Topics: projections.Feed,
	Tables: []string{"runs"},
	Schema: `
		create table read.runs (
		  id        text collate "C" primary key,
		  report_id text collate "C" not null,
		  parent    text collate "C" not null,
		  mode      text not null,
		  status    text not null,
		  body      json not null
		) with (fillfactor = 50);
		create index runs_by_report on read.runs (report_id, id);
		create index runs_by_parent on read.runs (parent) where parent <> ''`,
	Fold: fold,
}

func fold(ctx context.Context, tx pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	folded := map[string]*Run{}
	for _, e := range entries {
		folded[e.Run] = nil
	}
	ids := slices.Sorted(maps.Keys(folded))
	known, err := projections.Bodies[*Run](ctx, tx, `select body from read.runs where id = any($1)`, ids)
	if err != nil {
		return fmt.Errorf("loading runs: %w", err)
	}
	for _, r := range known {
		folded[r.ID] = r
	}
	for _, e := range entries {
		r := folded[e.Run]
		if r == nil {
			r = New(e.Run)
			folded[e.Run] = r
		}
		if err := r.Apply(e); err != nil {
			return err
		}
	}
	for _, id := range ids {
		r := folded[id]
		body, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("encoding run %s: %w", id, err)
		}
		out.Queue(`
			insert into read.runs (id, report_id, parent, mode, status, body) values ($1, $2, $3, $4, $5, $6)
			on conflict (id) do update
			set report_id = excluded.report_id, parent = excluded.parent, mode = excluded.mode, status = excluded.status, body = excluded.body`,
			id, r.ReportID, r.Parent, string(r.Mode), string(r.Status), string(body))
	}
	return nil
}

// ErrNotFound says that no run has the id.
var ErrNotFound = errors.New("run not found")

// A run is one that was requested. A run whose request is not folded yet, or that an event names although it
// was never requested, has a row that is not shown.

// List returns all runs of a report, or of all reports if it is empty, the latest first.
func List(ctx context.Context, db projections.DB, report string) ([]*Run, error) {
	out, err := projections.Bodies[*Run](ctx, db, `select body from read.runs where report_id <> '' and ($1 = '' or report_id = $1) order by id desc`, report)
	if err != nil {
		return nil, fmt.Errorf("listing runs: %w", err)
	}
	return out, nil
}

// Get returns one run, or ErrNotFound.
func Get(ctx context.Context, db projections.DB, id string) (*Run, error) {
	out, err := projections.Bodies[*Run](ctx, db, `select body from read.runs where id = $1 and report_id <> ''`, id)
	if err != nil {
		return nil, fmt.Errorf("reading run %s: %w", id, err)
	}
	if len(out) == 0 {
		return nil, ErrNotFound
	}
	return out[0], nil
}

// Successors lists the runs that went on in the place of id, the oldest first. Replays have a parent, too,
// but replace nothing.
func Successors(ctx context.Context, db projections.DB, id string) ([]string, error) {
	rows, err := db.Query(ctx, `select id from read.runs where parent = $1 and mode = 'live' order by id`, id)
	if err != nil {
		return nil, fmt.Errorf("reading the successors of run %s: %w", id, err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("reading the successors of run %s: %w", id, err)
	}
	return out, nil
}

// Pending is a run that was asked for and of which the log shows nothing yet.
func Pending(q events.AnalysisRequest) *Run {
	r := New(q.Run)
	r.ReportID, r.SHA256, r.Filename, r.Parent, r.Mode = q.ReportID, q.SHA256, q.Filename, q.Parent, q.Mode
	r.RequestedAt, r.UpdatedAt, r.AsOf, r.Iterations = q.AsOf, q.AsOf, q.AsOf, q.Iterations
	return r
}
