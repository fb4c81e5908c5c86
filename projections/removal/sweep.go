package removal

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Swept counts what a sweep has taken away.
type Swept struct {
	Passages  int64
	Artefacts int64
	Calls     int64 // lines of the ledger
}

// Sweep deletes the stored bytes of removed reports, and of documents that were removed from the library, unless
// something else uses them: their files and what was parsed of them, their passages, what models were asked for them and, while no run is in
// progress anywhere, the artefacts of their runs. A run in progress may have stored an artefact that another run has made, too,
// before the log shows it.
//
// It may be repeated at any time, and is: a worker on a removed run may have written something since. A report that is
// submitted again keeps everything that was left of it, until it is removed again.
func Sweep(ctx context.Context, pool *pgxpool.Pool) (s Swept, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var any bool
		if err := tx.QueryRow(ctx, `select exists (select from app.deletions) or exists (select from app.unshelved)`).Scan(&any); err != nil || !any {
			return err
		}
		// Whoever hands a file in, starts a run or shelves a document waits until this is done, and is seen or sees.
		if _, err := tx.Exec(ctx, `lock table app.reports, app.runs, app.evidence in share mode`); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `delete from rag.passage where source = '' and report_id in (`+unsearched+`)`)
		if err != nil {
			return fmt.Errorf("taking passages away: %w", err)
		}
		s.Passages = tag.RowsAffected()
		if _, err := tx.Exec(ctx, `create temporary table doomed on commit drop as `+doomed); err != nil {
			return fmt.Errorf("looking for what nobody uses: %w", err)
		}
		if _, err := tx.Exec(ctx, `delete from artefact.link l using doomed where l.hash = doomed.hash`); err != nil {
			return fmt.Errorf("taking links away: %w", err)
		}
		if tag, err = tx.Exec(ctx, `delete from artefact.content c using doomed where c.hash = doomed.hash`); err != nil {
			return fmt.Errorf("taking artefacts away: %w", err)
		}
		s.Artefacts = tag.RowsAffected()
		if tag, err = tx.Exec(ctx, `delete from ledger.call c using app.deleted_runs d where c.run = d.id and `+ended); err != nil {
			return fmt.Errorf("taking lines of the ledger away: %w", err)
		}
		s.Calls = tag.RowsAffected()
		if _, err := tx.Exec(ctx, `delete from ledger.run r using app.deleted_runs d
			where r.run = d.id and not exists (select from ledger.call c where c.run = r.run)`); err != nil {
			return fmt.Errorf("taking budgets away: %w", err)
		}
		return nil
	})
	if err != nil {
		return Swept{}, fmt.Errorf("sweeping after removed reports: %w", err)
	}
	return s, nil
}

// often is how long a sweep is waited with after the last.
const often = 30 * time.Second

// Sweeping sweeps at once and then now and then, until ctx ends. A database that is away is waited for.
func Sweeping(ctx context.Context, pool *pgxpool.Pool, logger *slog.Logger) {
	tick := time.NewTicker(often)
	defer tick.Stop()
	for {
		s, err := Sweep(ctx, pool)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			logger.Warn("what removed reports have left is swept later", "error", err)
		case s != Swept{}:
			logger.Info("swept after removed reports", "passages", s.Passages, "artefacts", s.Artefacts)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// ended are calls that nobody settles any more. Whoever still makes one for a run that was removed finds its line, and a later sweep takes it.
const ended = `(c.state <> 'held' or c.at < now() - interval '2 hours')`

// unsearched are the reports and documents whose passages go.
const unsearched = `
	select report_id from app.deletions d where not exists (select from app.reports r where r.id = d.report_id)
	union
	select id from app.unshelved u where not exists (select from app.evidence e where e.id = u.id)
	and not exists (` + requested + ` where e->>'sha256' = u.sha256)
	and not exists (
	  select from read.artefacts a where a.hash = u.sha256
	  and not exists (select from app.deleted_runs d where d.id = a.run))`

// requested are the documents that runs have in their requests.
const requested = `select e->>'sha256' from app.runs r,
	json_array_elements(case json_typeof(r.request->'evidence') when 'array' then r.request->'evidence' else '[]' end) e`

// doomed are the artefacts to be taken away. files are those of removed reports and documents with what was read of them, which
// links name by the file's hash; made is what their runs name. Kept is what a living report, the shelf or the request
// or the events of a run that is there still name, and everything read of such a file.
const doomed = `
	with gone as (
	  select d.* from app.deletions d where not exists (select from app.reports r where r.id = d.report_id)
	), sources as (
	  select sha256 from gone union select sha256 from app.unshelved
	), files as (
	  select decode(sha256, 'hex') as hash from sources where sha256 ~ '^[0-9a-f]{64}$'
	  union select l.hash from artefact.link l join sources s on l.name ~ '^(parse|evidence|statements)/' and position('/' || s.sha256 in l.name) > 0
	), made as (
	  select decode(a.hash, 'hex') as hash from read.artefacts a
	  join app.deleted_runs d on d.id = a.run
	  where not exists (select from app.reports r where r.id = d.report_id)
	  and not exists (select from app.runs where status = 'analyzing')
	), kept as (
	  select sha256 from app.reports
	  union select item->>'sha256' from app.evidence
	  union ` + requested + `
	)
	select hash from (select hash from files union select hash from made) c
	where exists (select from artefact.content k where k.hash = c.hash)
	and not exists (select from kept k where k.sha256 = encode(c.hash, 'hex'))
	and not exists (select from artefact.link l join kept k on position('/' || k.sha256 in l.name) > 0 where l.hash = c.hash)
	and not exists (
	  select from read.artefacts a where a.hash = encode(c.hash, 'hex')
	  and not exists (select from app.deleted_runs d where d.id = a.run))`
