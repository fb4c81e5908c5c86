// Package verdicts is the read model of verdicts. Every revision is kept; the highest one is current.
package verdicts

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model.
var Model = projections.Model{
	Name:   "verdicts",
	Topics: projections.Feed,
	Tables: []string{"verdicts"},
	Schema: `
		create table read.verdicts (
		  run      text collate "C" not null,
		  claim_id text collate "C" not null,
		  revision int not null,
		  verdict  text not null,
		  body     json not null,
		  primary key (run, claim_id, revision)
		)`,
	Fold: fold,
}

type key struct {
	run, claim string
	revision   int64 // as published: the column refuses what it cannot hold
}

type row struct {
	key
	verdict, body string
}

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	var found projections.Rows[key, row]
	for _, e := range entries {
		if e.Type != events.VerdictIssued.Type {
			continue
		}
		v, err := projections.Decode(e, events.VerdictIssued)
		if err != nil {
			return err
		}
		k := key{e.Run, v.ClaimID, int64(v.Revision)}
		found.Put(k, row{k, string(v.Verdict), string(e.Data)})
	}
	if rows := found.Values; len(rows) > 0 {
		out.Queue(`
			insert into read.verdicts (run, claim_id, revision, verdict, body)
			select * from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::json[])
			on conflict (run, claim_id, revision) do update set verdict = excluded.verdict, body = excluded.body`,
			projections.Column(rows, func(r row) string { return r.run }),
			projections.Column(rows, func(r row) string { return r.claim }),
			projections.Column(rows, func(r row) int64 { return r.revision }),
			projections.Column(rows, func(r row) string { return r.verdict }),
			projections.Column(rows, func(r row) string { return r.body }))
	}
	return nil
}

// Filter narrows a list; empty fields do not.
type Filter struct {
	ClaimID string
	Verdict events.VerdictClass
}

// Current returns the latest revision of each verdict of a run, by claim.
func Current(ctx context.Context, db projections.DB, run string, f Filter) ([]events.Verdict, error) {
	out, err := projections.Bodies[events.Verdict](ctx, db, `
		select body from (
		  select distinct on (claim_id) claim_id, verdict, body from read.verdicts
		  where run = $1 and ($2 = '' or claim_id = $2) order by claim_id, revision desc) v
		where $3 = '' or verdict = $3 order by claim_id`, run, f.ClaimID, string(f.Verdict))
	if err != nil {
		return nil, fmt.Errorf("reading the verdicts of run %s: %w", run, err)
	}
	return out, nil
}

// Revisions returns all revisions of a run's verdicts, by claim and revision.
func Revisions(ctx context.Context, db projections.DB, run string, f Filter) ([]events.Verdict, error) {
	out, err := projections.Bodies[events.Verdict](ctx, db, `
		select body from read.verdicts where run = $1 and ($2 = '' or claim_id = $2) and ($3 = '' or verdict = $3)
		order by claim_id, revision`, run, f.ClaimID, string(f.Verdict))
	if err != nil {
		return nil, fmt.Errorf("reading the verdicts of run %s: %w", run, err)
	}
	return out, nil
}

// Counts are the current verdicts of runs by class, every class listed, for the runs that have any.
func Counts(ctx context.Context, db projections.DB, runs []string) (map[string]map[string]int, error) {
	rows, err := db.Query(ctx, `
		select run, verdict, count(*) from (
		  select distinct on (run, claim_id) run, verdict from read.verdicts
		  where run = any($1) order by run, claim_id, revision desc) v group by 1, 2`, runs)
	if err != nil {
		return nil, fmt.Errorf("counting verdicts: %w", err)
	}
	out := map[string]map[string]int{}
	var run, verdict string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&run, &verdict, &n}, func() error {
		if out[run] == nil {
			out[run] = NoVerdicts()
		}
		out[run][verdict] = n
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("counting verdicts: %w", err)
	}
	return out, nil
}

// NoVerdicts is a count of zero for every class.
func NoVerdicts() map[string]int {
	return map[string]int{
		string(events.Verified): 0, string(events.Unverified): 0, string(events.Contradicted): 0, string(events.InsufficientEvidence): 0,
	}
}
