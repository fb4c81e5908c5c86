package intent

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// Succeed fails a run that cannot go on and asks, in the same transaction, for a successor: a run with
// the lost one as its parent, the same options, and the same "now". There is no moment in which the
// report could be started by someone else. For a run that has ended it returns nil.
func (o *Outbox) Succeed(ctx context.Context, run, reason string) (*events.AnalysisRequest, error) {
	return o.succeed(ctx, run, reason, false)
}

// SucceedTorn is Succeed for a run whose end is on the log although something before it was lost with the
// broker, so that no reader will ever see it whole. When the report is being analysed again already, that
// run is successor enough, and nil is returned.
func (o *Outbox) SucceedTorn(ctx context.Context, run, reason string) (*events.AnalysisRequest, error) {
	return o.succeed(ctx, run, reason, true)
}

func (o *Outbox) succeed(ctx context.Context, run, reason string, torn bool) (*events.AnalysisRequest, error) {
	var successor *events.AnalysisRequest
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		req, active, err := lockRun(ctx, tx, run)
		if err != nil || !active && !torn {
			return err
		}
		at := o.now().UTC().Truncate(time.Millisecond)
		if err := publishFailure(ctx, tx, at, req, reason); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `update app.runs set status = 'error' where id = $1`, run); err != nil {
			return err
		}
		var under bool
		if err := tx.QueryRow(ctx, `select exists (select from app.runs where report_id = $1 and status = 'analyzing')`,
			req.ReportID).Scan(&under); err != nil || under {
			return err
		}
		next := req
		next.Run, next.Parent = newRunID(at), run
		successor = &next
		return request(ctx, tx, at, next)
	})
	if err != nil {
		return nil, fmt.Errorf("succeeding run %s: %w", run, err)
	}
	return successor, nil
}

// ActiveRuns lists the runs that have been asked for and have not ended, oldest first.
func (o *Outbox) ActiveRuns(ctx context.Context) ([]events.AnalysisRequest, error) {
	rows, err := o.pool.Query(ctx, `select request from app.runs where status = 'analyzing' order by id`)
	if err != nil {
		return nil, fmt.Errorf("listing active runs: %w", err)
	}
	runs, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (req events.AnalysisRequest, err error) {
		var body []byte
		if err := row.Scan(&body); err != nil {
			return req, err
		}
		return req, json.Unmarshal(body, &req)
	})
	if err != nil {
		return nil, fmt.Errorf("listing active runs: %w", err)
	}
	return runs, nil
}

// lockRun reads the request of a run, and whether it is still going on.
func lockRun(ctx context.Context, tx pgx.Tx, run string) (req events.AnalysisRequest, active bool, err error) {
	var body []byte
	var status events.RunStatus
	err = tx.QueryRow(ctx, `select request, status from app.runs where id = $1 for update`, run).Scan(&body, &status)
	if isNoRows(err) {
		return req, false, ErrUnknownRun
	}
	if err != nil {
		return req, false, err
	}
	if err := json.Unmarshal(body, &req); err != nil {
		return req, false, fmt.Errorf("decoding the request of run %s: %w", run, err)
	}
	return req, status == events.RunAnalyzing, nil
}

func publishFailure(ctx context.Context, tx pgx.Tx, at time.Time, req events.AnalysisRequest, reason string) error {
	return publish(ctx, tx, at.UTC().Truncate(time.Millisecond), origin(req),
		events.RunFailed.Draft(events.RunSubject("failed", "intent"),
			events.RunFailure{Error: reason, ReportID: req.ReportID, SHA256: req.SHA256}))
}

// Request returns what was asked for by a run, also before the log knows of it, or ErrUnknownRun.
func (o *Outbox) Request(ctx context.Context, run string) (events.AnalysisRequest, error) {
	var req events.AnalysisRequest
	var body []byte
	err := o.pool.QueryRow(ctx, `select request from app.runs where id = $1`, run).Scan(&body)
	if isNoRows(err) {
		return req, ErrUnknownRun
	}
	if err == nil {
		err = json.Unmarshal(body, &req)
	}
	if err != nil {
		return req, fmt.Errorf("reading the request of run %s: %w", run, err)
	}
	return req, nil
}
