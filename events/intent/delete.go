package intent

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// reportDeleted is why a run ended whose report was removed.
const reportDeleted = "the report was deleted"

// Deleted is what a removal has taken away.
type Deleted struct {
	events.Deletion
	Filename string
	Ended    []string // runs that were going on
	Evidence int      // documents that were on the shelf for this report alone
}

// DeleteReport removes a report, its runs, and the documents that are on the shelf for it alone. Runs that go on are
// told to end. What schema app holds goes at once, copies in the outbox that are on the log included; read models
// follow with the events, and the bytes with whoever sweeps. The error is ErrUnknownReport.
func (o *Outbox) DeleteReport(ctx context.Context, id string) (Deleted, error) {
	out := Deleted{Deletion: events.Deletion{ReportID: id, Runs: []string{}}, Ended: []string{}}
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock($1::int, hashtext($2))`, removalLock, id); err != nil {
			return err
		}
		// The row's lock makes starts and uploads of this report take turns with its removal.
		err := tx.QueryRow(ctx, `select sha256, attempt, filename from app.reports where id = $1 for update`, id).Scan(&out.SHA256, &out.Attempt, &out.Filename)
		if isNoRows(err) {
			return ErrUnknownReport
		}
		if err != nil {
			return err
		}
		at := o.now().UTC().Truncate(time.Millisecond)
		if err := endRuns(ctx, tx, at, &out); err != nil {
			return err
		}
		if out.Evidence, err = unshelve(ctx, tx, `report_id = $1`, id); err != nil {
			return err
		}
		if err := forget(ctx, tx, out.Deletion, at); err != nil {
			return err
		}
		return publish(ctx, tx, at, events.Envelope{}, events.ReportDeleted.Draft(events.DeletionSubject(id, out.Attempt), out.Deletion))
	})
	if err != nil {
		return Deleted{}, fmt.Errorf("deleting report %s: %w", id, err)
	}
	return out, nil
}

// endRuns tells the log of each run that it is removed, and first, if it goes on, that it has failed.
func endRuns(ctx context.Context, tx pgx.Tx, at time.Time, out *Deleted) error {
	rows, err := tx.Query(ctx, `select id from app.runs where report_id = $1 order by id`, out.ReportID)
	if err != nil {
		return err
	}
	if out.Runs, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return err
	}
	for _, run := range out.Runs {
		req, active, err := lockRun(ctx, tx, run)
		if err != nil {
			return err
		}
		req.Run = run
		if active {
			out.Ended = append(out.Ended, run)
			if err := publishFailure(ctx, tx, at, req, reportDeleted); err != nil {
				return err
			}
		}
		if err := publish(ctx, tx, at, origin(req), events.RunDeleted.Draft(events.RunSubject("deleted"), events.RunDeletion{ReportID: out.ReportID})); err != nil {
			return err
		}
	}
	return nil
}

// forget takes a report out of schema app. What has not been sent yet stays in the outbox: its order is the log's.
func forget(ctx context.Context, tx pgx.Tx, d events.Deletion, at time.Time) error {
	b := &pgx.Batch{}
	queueDeletion(b, d, at)
	b.Queue(`delete from app.outbox where published and (key = $1 or key = any($2) or envelope->>'Run' = any($2))`, d.ReportID, d.Runs)
	return tx.SendBatch(ctx, b).Close()
}

// queueDeletion queues a removal, once: a log that is folded again must not remove what was handed in afterwards.
func queueDeletion(b *pgx.Batch, d events.Deletion, at time.Time) {
	b.Queue(`insert into app.deleted_runs (id, report_id) select r, $2 from unnest($1::text[]) r on conflict do nothing`, d.Runs, d.ReportID)
	b.Queue(`delete from app.runs where id = any($1)`, d.Runs)
	b.Queue(`
		with first as (
		  insert into app.deletions (report_id, attempt, sha256, deleted_at) values ($1, $2, $3, $4)
		  on conflict do nothing returning report_id)
		delete from app.reports r using first where r.id = first.report_id and r.attempt <= $2
		and not exists (select from app.runs where report_id = r.id)`, d.ReportID, d.Attempt, d.SHA256, at)
}
