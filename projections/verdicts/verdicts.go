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
	Fold: projections.Upsert[events.Verdict]{
		Kind: events.VerdictIssued, Table: "verdicts",
		Key: []projections.Column[events.Verdict]{
			projections.Text("claim_id", func(v events.Verdict) string { return v.ClaimID }),
			projections.Int("revision", func(v events.Verdict) int { return v.Revision }),
		},
		Other: []projections.Column[events.Verdict]{
			projections.Text("verdict", func(v events.Verdict) events.VerdictClass { return v.Verdict }),
		},
	}.Fold,
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
