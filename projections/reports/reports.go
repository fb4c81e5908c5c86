// Package reports is the read model of the files that were handed in and of what reading them gave.
package reports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model. Submissions and previews are topics of their own, read side by side, so a
// preview may be folded before the submission it answers: each has columns of its own.
var Model = projections.Model{
	Name:   "reports",
	Topics: projections.Reports,
	Tables: []string{"reports"},
	Schema: `
		create table read.reports (
		  id           text collate "C" primary key,
		  submitted    int not null,  -- latest attempt on the log, 0 if none
		  submission   json,
		  submitted_at timestamptz,
		  previewed    int not null,  -- latest attempt that was read, 0 if none
		  preview      json,
		  previewed_at timestamptz,
		  deleted      int not null default 0 -- the latest attempt that was removed with the report, 0 if it never was
		)`,
	Fold: fold,
}

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	for _, e := range entries {
		switch e.Type {
		case events.ReportSubmitted.Type:
			s, err := projections.Decode(e, events.ReportSubmitted)
			if err != nil {
				return err
			}
			out.Queue(`
				insert into read.reports (id, submitted, submission, submitted_at, previewed) values ($1, $2, $3, $4, 0)
				on conflict (id) do update
				set submitted = excluded.submitted, submission = excluded.submission, submitted_at = excluded.submitted_at
				where read.reports.submitted <= excluded.submitted and read.reports.deleted < excluded.submitted`, s.ReportID, s.Attempt, string(e.Data), e.Time)
		case events.ReportDeleted.Type:
			d, err := projections.Decode(e, events.ReportDeleted)
			if err != nil {
				return err
			}
			// The row stays, empty: what comes late of these attempts must not fill it again.
			out.Queue(`
				insert into read.reports (id, submitted, previewed, deleted) values ($1, 0, 0, $2)
				on conflict (id) do update
				set deleted = greatest(read.reports.deleted, excluded.deleted),
				    submitted = case when read.reports.submitted <= excluded.deleted then 0 else read.reports.submitted end,
				    submission = case when read.reports.submitted <= excluded.deleted then null else read.reports.submission end,
				    submitted_at = case when read.reports.submitted <= excluded.deleted then null else read.reports.submitted_at end,
				    previewed = case when read.reports.previewed <= excluded.deleted then 0 else read.reports.previewed end,
				    preview = case when read.reports.previewed <= excluded.deleted then null else read.reports.preview end,
				    previewed_at = case when read.reports.previewed <= excluded.deleted then null else read.reports.previewed_at end`,
				d.ReportID, d.Attempt)
		case events.ReportPreviewed.Type:
			p, err := projections.Decode(e, events.ReportPreviewed)
			if err != nil {
				return err
			}
			out.Queue(`
				insert into read.reports (id, submitted, previewed, preview, previewed_at) values ($1, 0, $2, $3, $4)
				on conflict (id) do update
				set previewed = excluded.previewed, preview = excluded.preview, previewed_at = excluded.previewed_at
				where read.reports.previewed <= excluded.previewed and read.reports.deleted < excluded.previewed`, p.ReportID, p.Attempt, string(e.Data), e.Time)
		}
	}
	return nil
}

// Status is the state of a report, its analyses included.
type Status string

// The closed set of report statuses.
const (
	Uploaded  Status = "uploaded"
	Parsing   Status = "parsing"
	Parsed    Status = "parsed"
	Analyzing Status = "analyzing"
	Completed Status = "completed"
	Error     Status = "error"
)

// Report is one file with what is known of it.
type Report struct {
	ID          string          `json:"id"`
	SHA256      string          `json:"sha256"`
	Filename    string          `json:"filename"`
	Bytes       int64           `json:"bytes"`
	Status      Status          `json:"status" enum:"uploaded,parsing,parsed,analyzing,completed,error"`
	Error       string          `json:"error,omitempty" doc:"why the last attempt to read or analyse it failed, and what to do"`
	SubmittedAt time.Time       `json:"submitted_at"`
	UpdatedAt   time.Time       `json:"updated_at"`
	LatestRun   string          `json:"latest_run,omitempty"`
	Preview     *events.Preview `json:"preview,omitempty" doc:"present once the file has been read"`
}

// ErrNotFound says that no report has the id.
var ErrNotFound = errors.New("report not found")

// selection joins what was accepted (schema app: it is there before the log is) with what was folded.
// The latest run decides the status once there is one: run ids sort by time. An exact replay says nothing
// new of its report.
const selection = `
	select a.id, a.sha256, a.filename, a.bytes, a.status, a.submitted_at,
	       r.submission, r.preview, coalesce(r.previewed, 0) >= a.attempt, r.previewed_at,
	       a.run, a.run_status, a.requested_at, u.status, u.body
	from (select p.*, x.id as run, x.status as run_status, x.requested_at from app.reports p
	      left join lateral (select * from app.runs q
	        where q.report_id = p.id and coalesce(q.request->>'mode', '') <> 'exact' order by q.id desc limit 1) x on true) a
	left join read.reports r on r.id = a.id
	left join read.runs u on u.id = a.run`

// List returns all reports, the latest first.
func List(ctx context.Context, db projections.DB) ([]Report, error) {
	rows, err := db.Query(ctx, selection+` order by a.submitted_at desc, a.id`)
	if err != nil {
		return nil, fmt.Errorf("listing reports: %w", err)
	}
	out, err := pgx.CollectRows(rows, scan)
	if err != nil {
		return nil, fmt.Errorf("listing reports: %w", err)
	}
	return out, nil
}

// Get returns one report, or ErrNotFound.
func Get(ctx context.Context, db projections.DB, id string) (Report, error) {
	rows, err := db.Query(ctx, selection+` where a.id = $1`, id)
	if err != nil {
		return Report{}, fmt.Errorf("reading report %s: %w", id, err)
	}
	out, err := pgx.CollectExactlyOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return Report{}, ErrNotFound
	}
	if err != nil {
		return Report{}, fmt.Errorf("reading report %s: %w", id, err)
	}
	return out, nil
}

// Preview returns what reading the file gave, or ErrNotFound.
func Preview(ctx context.Context, db projections.DB, id string) (events.Preview, error) {
	found, err := projections.Bodies[events.Preview](ctx, db, `select preview from read.reports where id = $1 and preview is not null`, id)
	if err != nil {
		return events.Preview{}, fmt.Errorf("reading the preview of report %s: %w", id, err)
	}
	if len(found) == 0 {
		return events.Preview{}, ErrNotFound
	}
	return found[0], nil
}

func scan(row pgx.CollectableRow) (Report, error) {
	var (
		r                             Report
		accepted                      string
		submission, preview, runBody  []byte
		current                       bool
		previewed, requested          *time.Time
		run, runAccepted, runProjects *string
	)
	err := row.Scan(&r.ID, &r.SHA256, &r.Filename, &r.Bytes, &accepted, &r.SubmittedAt,
		&submission, &preview, &current, &previewed, &run, &runAccepted, &requested, &runProjects, &runBody)
	if err != nil {
		return r, err
	}
	r.Status, r.SubmittedAt, r.UpdatedAt = Status(accepted), r.SubmittedAt.UTC(), r.SubmittedAt.UTC()
	if submission != nil {
		var s events.Submission
		if err := json.Unmarshal(submission, &s); err != nil {
			return r, fmt.Errorf("decoding the submission of report %s: %w", r.ID, err)
		}
		r.Filename, r.Bytes = s.Filename, s.Bytes
	}
	if preview != nil && current {
		r.Preview = new(events.Preview)
		if err := json.Unmarshal(preview, r.Preview); err != nil {
			return r, fmt.Errorf("decoding the preview of report %s: %w", r.ID, err)
		}
		r.Status, r.Error, r.UpdatedAt = Parsed, r.Preview.Error, previewed.UTC()
		if r.Preview.Status == events.PreviewError {
			r.Status = Error
		}
	}
	if run == nil {
		return r, nil
	}
	r.LatestRun = *run
	// A run that schema app calls ended is shown as ended when its document is whole.
	status := Status(*runAccepted)
	if status == Completed {
		status = Analyzing
	}
	if runProjects != nil {
		status = Status(*runProjects)
	}
	var body struct {
		Error     string    `json:"error"`
		UpdatedAt time.Time `json:"updated_at"`
	}
	if runBody != nil {
		if err := json.Unmarshal(runBody, &body); err != nil {
			return r, fmt.Errorf("decoding run %s: %w", *run, err)
		}
	} else {
		body.UpdatedAt = requested.UTC()
	}
	r.Status, r.Error = status, body.Error
	if body.UpdatedAt.After(r.UpdatedAt) {
		r.UpdatedAt = body.UpdatedAt
	}
	return r, nil
}
