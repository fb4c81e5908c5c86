package intent

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// NotFailedError refuses to read a file again of which nothing new would come.
type NotFailedError struct {
	ReportID string
	Status   ReportStatus
}

func (e NotFailedError) Error() string {
	return fmt.Sprintf("report %s can be read again after reading it failed; its status is %q", e.ReportID, e.Status)
}

// RetryReport asks for another attempt at reading a file. Reading must have failed or, with readAgain, be
// done: something may be installed now that reads more. The errors are ErrUnknownReport, NotFailedError and
// AnalyzingError.
func (o *Outbox) RetryReport(ctx context.Context, id string, readAgain bool) (Submitted, error) {
	out := Submitted{ReportID: id, Status: ReportUploaded}
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		s := events.Submission{ReportID: id}
		var status ReportStatus
		err := tx.QueryRow(ctx, `select sha256, filename, bytes, company, sector, period, attempt, status from app.reports where id = $1 for update`,
			id).Scan(&s.SHA256, &s.Filename, &s.Bytes, &s.Company, &s.Sector, &s.Period, &s.Attempt, &status)
		if isNoRows(err) {
			return ErrUnknownReport
		}
		if err != nil {
			return err
		}
		if status != ReportError && (status != ReportParsed || !readAgain) {
			return NotFailedError{id, status}
		}
		active, err := activeRun(ctx, tx, id)
		if err != nil {
			return err
		}
		if active != "" {
			return AnalyzingError{id, active}
		}
		s.Attempt++
		out.Attempt = s.Attempt
		if _, err := tx.Exec(ctx, `update app.reports set attempt = $2, status = 'uploaded' where id = $1`, id, s.Attempt); err != nil {
			return err
		}
		at := o.now().UTC().Truncate(time.Millisecond)
		return publish(ctx, tx, at, events.Envelope{}, events.ReportSubmitted.Draft(events.ReportSubject(id, s.Attempt), s))
	})
	if err != nil {
		return Submitted{}, fmt.Errorf("reading report %s again: %w", id, err)
	}
	return out, nil
}

// activeRun is the run that is going on for a report, empty if there is none.
func activeRun(ctx context.Context, tx pgx.Tx, report string) (string, error) {
	var active string
	err := tx.QueryRow(ctx, `select id from app.runs where report_id = $1 and status = 'analyzing'`, report).Scan(&active)
	if isNoRows(err) {
		return "", nil
	}
	return active, err
}
