package intent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/events"
)

// channelOutbox wakes relays.
const channelOutbox = "app_outbox"

// Outbox turns requests into events.
type Outbox struct {
	pool *pgxpool.Pool
	now  func() time.Time
}

// New returns an outbox over schema app, which Migrate must have brought up to date.
func New(pool *pgxpool.Pool) *Outbox { return &Outbox{pool: pool, now: time.Now} }

// ReportStatus is what has become of a file that was handed in.
type ReportStatus string

// The closed set of report statuses before any analysis: uploaded is accepted but not yet on the log,
// parsing is on the log and not yet read.
const (
	ReportUploaded ReportStatus = "uploaded"
	ReportParsing  ReportStatus = "parsing"
	ReportParsed   ReportStatus = "parsed"
	ReportError    ReportStatus = "error"
)

// Upload describes a file whose bytes are in the artefact store already.
type Upload struct {
	SHA256   string // hex, of the file
	Filename string
	Bytes    int64
	Company  string // what the user says of the report; empty: find out
	Sector   string
	Period   string
	// AutoStart asks for an analysis as soon as the file is read, unless the report has been analysed before.
	AutoStart bool
}

// Submitted is the answer to an upload.
type Submitted struct {
	ReportID string
	Known    bool // the same file was handed in before, and nothing was published
	Attempt  int
	Status   ReportStatus
}

// SubmitReport announces an uploaded file. A file is recognised by its hash: a known one is not read
// again unless reading it had failed.
func (o *Outbox) SubmitReport(ctx context.Context, u Upload) (Submitted, error) {
	if len(u.SHA256) != 64 {
		return Submitted{}, fmt.Errorf("submitting a report: %q is not a SHA-256 in hex", u.SHA256)
	}
	out := Submitted{ReportID: events.ReportID(u.SHA256), Attempt: 1, Status: ReportUploaded}
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		at := o.now().UTC().Truncate(time.Millisecond)
		name := baseName(u.Filename)
		// Inserting first makes two uploads of one new file take turns on the row.
		// Attempts count on after a removal, or what is late of the first life would be taken for the second's.
		err := tx.QueryRow(ctx, `
			insert into app.reports (id, sha256, filename, bytes, company, sector, period, attempt, status, submitted_at, auto_start)
			select $1, $2, $3, $4, $5, $6, $7, 1 + coalesce(max(attempt), 0), 'uploaded', $8, $9 from app.deletions where report_id = $1
			on conflict (id) do nothing returning attempt`,
			out.ReportID, u.SHA256, name, u.Bytes, u.Company, u.Sector, u.Period, at, u.AutoStart).Scan(&out.Attempt)
		if err != nil && !isNoRows(err) {
			return err
		}
		if err != nil {
			if err := tx.QueryRow(ctx, `select attempt, status, filename from app.reports where id = $1 for update`,
				out.ReportID).Scan(&out.Attempt, &out.Status, &name); err != nil {
				return err
			}
			if err := given(ctx, tx, out.ReportID, u); err != nil {
				return err
			}
			if u.AutoStart {
				if err := autoStart(ctx, tx, out.ReportID); err != nil {
					return err
				}
			}
			if out.Status != ReportError {
				out.Known = true
				return nil
			}
			out.Attempt, out.Status = out.Attempt+1, ReportUploaded
			if _, err := tx.Exec(ctx, `update app.reports set attempt = $2, status = 'uploaded' where id = $1`,
				out.ReportID, out.Attempt); err != nil {
				return err
			}
		}
		return publish(ctx, tx, at, events.Envelope{}, events.ReportSubmitted.Draft(
			events.ReportSubject(out.ReportID, out.Attempt),
			events.Submission{
				ReportID: out.ReportID, SHA256: u.SHA256, Filename: name, Bytes: u.Bytes, Attempt: out.Attempt,
				Company: u.Company, Sector: u.Sector, Period: u.Period,
			}))
	})
	if err != nil {
		return Submitted{}, fmt.Errorf("submitting report %s: %w", out.ReportID, err)
	}
	return out, nil
}

// given keeps what is said of a known report: runs that begin from now on go by it.
func given(ctx context.Context, tx pgx.Tx, report string, u Upload) error {
	_, err := tx.Exec(ctx, `update app.reports set company = coalesce(nullif($2, ''), company), sector = coalesce(nullif($3, ''), sector),
		period = coalesce(nullif($4, ''), period) where id = $1`, report, u.Company, u.Sector, u.Period)
	return err
}

// autoStart marks a known report to be analysed as soon as it is read, if it never was.
func autoStart(ctx context.Context, tx pgx.Tx, report string) error {
	if _, err := tx.Exec(ctx, `update app.reports set auto_start = true
		where id = $1 and not exists (select from app.runs where report_id = $1)`, report); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `select pg_notify($1, '')`, channelOutbox)
	return err
}

// publish seals drafts and appends them to the outbox; relays are woken when tx commits.
func publish(ctx context.Context, tx pgx.Tx, at time.Time, cause events.Envelope, drafts ...events.Draft) error {
	for _, d := range drafts {
		rec, err := d.Seal(cause, "intent", at)
		if err != nil {
			return err
		}
		envelope, err := json.Marshal(rec.Envelope)
		if err != nil {
			return fmt.Errorf("encoding the envelope of %s: %w", rec.ID, err)
		}
		if _, err := tx.Exec(ctx, `insert into app.outbox (id, topic, key, envelope, data) values ($1, $2, $3, $4, $5)`,
			rec.ID, string(rec.Topic), rec.Key, string(envelope), rec.Data); err != nil {
			return fmt.Errorf("writing %s to the outbox: %w", rec.ID, err)
		}
	}
	_, err := tx.Exec(ctx, `select pg_notify($1, '')`, channelOutbox)
	return err
}

// baseName keeps the last element of a client's file name, without control characters and at most 200
// code points of it: the name is shown to people, and never opened.
func baseName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > 200 {
		name = string(runes[:200])
	}
	if name == "" || name == "." || name == "/" {
		return "report.pdf"
	}
	return name
}

// isNoRows keeps callers from importing pgx for one comparison.
func isNoRows(err error) bool { return errors.Is(err, pgx.ErrNoRows) }
