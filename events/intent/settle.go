package intent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// Settle queues on batch what a record of the log means for schema app: a file has been read, a run has
// ended. Whoever folds the log calls it in the transaction that advances its offsets. It is idempotent
// and never takes a state back, so folding the log again does no harm; kinds of no interest are passed over.
func Settle(batch *pgx.Batch, rec events.Record) error {
	switch rec.Type {
	case events.ReportDeleted.Type:
		return settle(batch, rec, events.ReportDeleted, settleDeletion)
	case events.RunDeleted.Type:
		return settle(batch, rec, events.RunDeleted, settleRunDeletion)
	case events.ReportSubmitted.Type:
		return settle(batch, rec, events.ReportSubmitted, settleSubmission)
	case events.ReportPreviewed.Type:
		return settle(batch, rec, events.ReportPreviewed, settlePreview)
	case events.AnalysisRequested.Type:
		return settle(batch, rec, events.AnalysisRequested, settleRequest)
	case events.AnalysisCompleted.Type:
		return settle(batch, rec, events.AnalysisCompleted, settleCompletion)
	case events.DeadRetried.Type:
		return settleDecision(batch, rec, events.DeadRetried, events.LetterRetried)
	case events.DeadDiscarded.Type:
		return settleDecision(batch, rec, events.DeadDiscarded, events.LetterDiscarded)
	}
	return nil
}

// settle decodes a record of a kind and queues what it means.
func settle[E any](batch *pgx.Batch, rec events.Record, k events.Kind[E], queue func(*pgx.Batch, events.Record, events.Event[E]) error) error {
	e, err := k.Decode(rec)
	if err == nil {
		err = queue(batch, rec, e)
	}
	if err != nil {
		return fmt.Errorf("settling %s: %w", rec.ID, err)
	}
	return nil
}

func settleDeletion(batch *pgx.Batch, _ events.Record, e events.Event[events.Deletion]) error {
	queueDeletion(batch, e.Data, e.Time)
	return nil
}

func settleRunDeletion(batch *pgx.Batch, rec events.Record, e events.Event[events.RunDeletion]) error {
	batch.Queue(`insert into app.deleted_runs (id, report_id) values ($1, $2) on conflict do nothing`, rec.Run, e.Data.ReportID)
	batch.Queue(`delete from app.runs where id = $1`, rec.Run)
	return nil
}

func settleSubmission(batch *pgx.Batch, _ events.Record, e events.Event[events.Submission]) error {
	awaitRemoval(batch, e.Data.ReportID)
	// The insert is for a database that is younger than the log.
	batch.Queue(`
		insert into app.reports (id, sha256, filename, bytes, company, sector, period, attempt, status, submitted_at)
		select $1, $2, $3, $4, $5, $6, $7, $8, 'parsing', $9
		where not exists (select from app.deletions where report_id = $1 and attempt >= $8)
		on conflict (id) do update set
		  status = case when app.reports.attempt < excluded.attempt or (app.reports.attempt = excluded.attempt and app.reports.status = 'uploaded')
		    then 'parsing' else app.reports.status end,
		  attempt = greatest(app.reports.attempt, excluded.attempt),
		  company = coalesce(nullif(app.reports.company, ''), excluded.company),
		  sector = coalesce(nullif(app.reports.sector, ''), excluded.sector),
		  period = coalesce(nullif(app.reports.period, ''), excluded.period)`,
		e.Data.ReportID, e.Data.SHA256, e.Data.Filename, e.Data.Bytes, e.Data.Company, e.Data.Sector, e.Data.Period,
		e.Data.Attempt, e.Time)
	return nil
}

func settlePreview(batch *pgx.Batch, _ events.Record, e events.Event[events.Preview]) error {
	status := ReportParsed
	if e.Data.Status == events.PreviewError {
		status = ReportError
	}
	awaitRemoval(batch, e.Data.ReportID)
	// The two topics are read side by side: a preview may come before the submission it answers. What it says of the
	// company may be a guess; only the submission knows what was given.
	batch.Queue(`
		insert into app.reports (id, sha256, filename, bytes, company, sector, period, attempt, status, submitted_at)
		select $1, $2, $3, 0, '', '', '', $4, $5, $6
		where not exists (select from app.deletions where report_id = $1 and attempt >= $4)
		on conflict (id) do update set status = excluded.status, attempt = excluded.attempt
		where app.reports.attempt <= excluded.attempt`,
		e.Data.ReportID, e.Data.SHA256, e.Data.Filename, e.Data.Attempt, string(status), e.Time)
	// The relay starts what waits for this.
	batch.Queue(`select pg_notify($1, '') from app.reports where id = $2 and auto_start`, channelOutbox, e.Data.ReportID)
	return nil
}

func settleRequest(batch *pgx.Batch, rec events.Record, e events.Event[events.AnalysisRequest]) error {
	// Nothing to do, unless the database is younger than the log. A replay is known from the log alone,
	// which shows it whole, and never holds its report: others may analyse it meanwhile.
	status := events.RunAnalyzing
	if rec.ReplayOf != "" {
		status = events.RunCompleted
	}
	if bytes.Contains(rec.Data, []byte(`\u0000`)) {
		// The column would take it, and every query that looks into the request would fail.
		return errors.New("the request holds a zero byte")
	}
	knowReport(batch, e.Data.Run, e.Data.ReportID, e.Data.SHA256, e.Data.Filename, e.Time)
	batch.Queue(`
		insert into app.runs (id, report_id, status, request, requested_at)
		select $1, $2, $3, $4, $5 where not exists (select from app.deleted_runs where id = $1) on conflict do nothing`,
		e.Data.Run, e.Data.ReportID, string(status), string(rec.Data), e.Time)
	return nil
}

func settleCompletion(batch *pgx.Batch, rec events.Record, e events.Event[events.Completion]) error {
	if e.Data.ReportID == "" { // it ended before anything was known of it, here or on the log
		batch.Queue(`update app.runs set status = $2 where id = $1 and status = 'analyzing'`, rec.Run, string(e.Data.Status))
		return nil
	}
	request, err := json.Marshal(events.AnalysisRequest{Run: rec.Run, ReportID: e.Data.ReportID, SHA256: e.Data.SHA256})
	if err != nil {
		return err
	}
	knowReport(batch, rec.Run, e.Data.ReportID, e.Data.SHA256, "", e.Time)
	batch.Queue(`
		insert into app.runs (id, report_id, status, request, requested_at)
		select $1, $2, $3, $4, $5 where not exists (select from app.deleted_runs where id = $1)
		on conflict (id) do update set status = excluded.status where app.runs.status = 'analyzing' or $6`,
		rec.Run, e.Data.ReportID, string(e.Data.Status), string(request), e.Time, rec.ReplayOf != "")
	return nil
}

// knowReport queues the report of a run that the log knows and this database does not.
// Of a run that was removed it must learn nothing.
func knowReport(batch *pgx.Batch, run, id, sha256, filename string, at time.Time) {
	awaitRemoval(batch, id)
	batch.Queue(`
		insert into app.reports (id, sha256, filename, bytes, company, sector, period, attempt, status, submitted_at)
		select $1, $2, $3, 0, '', '', '', 1 + (select coalesce(max(attempt), 0) from app.deletions where report_id = $1), 'parsed', $4
		where not exists (select from app.deleted_runs where id = $5) on conflict (id) do nothing`,
		id, sha256, filename, at, run)
}

// removalLock is the first half of the advisory locks by which a removal and what is learned of its report from the
// log take turns.
const removalLock = 7342004

// awaitRemoval queues a wait for a removal that is under way. Without it an insert would wait for the removed row to go
// and then be made, since it looked for the removal before: the report would be back for good.
func awaitRemoval(batch *pgx.Batch, report string) {
	batch.Queue(`select pg_advisory_xact_lock_shared($1::int, hashtext($2))`, removalLock, report)
}
