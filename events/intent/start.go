package intent

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// The bounds of the number of passes over a claim.
const (
	DefaultIterations = 3
	MaxIterations     = 10
)

// ErrUnknownReport says that no report has the id.
var ErrUnknownReport = errors.New("report not found")

// ErrUnknownRun says that no run has the id.
var ErrUnknownRun = errors.New("run not found")

// NotParsedError refuses the analysis of a report that has not been read yet.
type NotParsedError struct {
	ReportID string
	Status   ReportStatus
}

func (e NotParsedError) Error() string {
	return fmt.Sprintf("report %s must be parsed before it can be analysed; its status is %q", e.ReportID, e.Status)
}

// AnalyzingError refuses a second analysis beside a running one.
type AnalyzingError struct {
	ReportID string
	Run      string // the one in progress
}

func (e AnalyzingError) Error() string {
	return fmt.Sprintf("report %s is being analysed already, by run %s", e.ReportID, e.Run)
}

// InvalidError refuses options that mean nothing.
type InvalidError struct{ Detail string }

func (e InvalidError) Error() string { return e.Detail }

// Options are what a user may say about a run. The zero value is a live run with everything found out.
type Options struct {
	Iterations int // passes over a claim, 1-10; 0 is the default
	Company    string
	Sector     string
	Period     string
	Aliases    []string       // how others call the company, beside its name
	Tickers    []string       // as exchanges list it
	Domains    []string       // of its own sites
	Parent     string         // the run that this one replays or succeeds
	Mode       events.RunMode // empty is live

	Budget *events.ModelBudget // what the run may spend on language models; nil is what its processes are allowed
}

// mostNames and maxName bound what may be said of how the company is called.
const (
	mostNames = 20
	maxName   = 200
)

// dollars are amounts that can be a budget.
var dollars = regexp.MustCompile(`^[0-9]{1,9}(?:\.[0-9]{1,9})?$`)

func (opts *Options) fill() error {
	if opts.Iterations == 0 {
		opts.Iterations = DefaultIterations
	}
	if opts.Iterations < 1 || opts.Iterations > MaxIterations {
		return InvalidError{fmt.Sprintf("iterations must be between 1 and %d, not %d", MaxIterations, opts.Iterations)}
	}
	for _, names := range [][]string{opts.Aliases, opts.Tickers, opts.Domains} {
		if len(names) > mostNames {
			return InvalidError{fmt.Sprintf("at most %d aliases, tickers or domains can be given, not %d", mostNames, len(names))}
		}
		for _, n := range names {
			if len(n) > maxName || strings.TrimSpace(n) == "" || strings.ContainsFunc(n, func(r rune) bool { return r < ' ' }) {
				return InvalidError{fmt.Sprintf("%q is no alias, ticker or domain: it is empty, longer than %d bytes or holds characters that are no text", n, maxName)}
			}
		}
	}
	if b := opts.Budget; b != nil {
		if b.USD != "" && !dollars.MatchString(b.USD) {
			return InvalidError{fmt.Sprintf("the budget must be an amount in dollars such as 2.50, not %q", b.USD)}
		}
		if b.Tokens < 0 {
			return InvalidError{fmt.Sprintf("the budget must be a number of tokens such as 200000, not %d", b.Tokens)}
		}
		if *b == (events.ModelBudget{}) {
			opts.Budget = nil
		}
	}
	switch opts.Mode {
	case "":
		opts.Mode = events.ModeLive
	case events.ModeLive, events.ModeExact, events.ModeWhatIf, events.ModeFresh:
	default:
		return InvalidError{fmt.Sprintf("mode must be live, exact, what-if or fresh, not %q", opts.Mode)}
	}
	return nil
}

// StartAnalysis asks for a run. Reports that are parsed, completed or in error may be analysed; the
// errors are ErrUnknownReport, NotParsedError, AnalyzingError and InvalidError.
func (o *Outbox) StartAnalysis(ctx context.Context, reportID string, opts Options) (events.AnalysisRequest, error) {
	var req events.AnalysisRequest
	if err := opts.fill(); err != nil {
		return req, err
	}
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) (err error) {
		req, err = o.start(ctx, tx, reportID, opts)
		return err
	})
	if err != nil {
		return events.AnalysisRequest{}, fmt.Errorf("starting the analysis of report %s: %w", reportID, err)
	}
	return req, nil
}

func (o *Outbox) start(ctx context.Context, tx pgx.Tx, reportID string, opts Options) (req events.AnalysisRequest, err error) {
	var status ReportStatus
	var sha256, filename string
	var said Upload // with the file
	// The lock makes two starts of one report take turns, so that the second one sees the first.
	err = tx.QueryRow(ctx, `select status, sha256, filename, company, sector, period from app.reports where id = $1 for update`,
		reportID).Scan(&status, &sha256, &filename, &said.Company, &said.Sector, &said.Period)
	if isNoRows(err) {
		return req, ErrUnknownReport
	}
	if err != nil {
		return req, err
	}
	active, err := activeRun(ctx, tx, reportID)
	if err != nil {
		return req, err
	}
	if active != "" {
		return req, AnalyzingError{reportID, active}
	}
	if status == ReportUploaded || status == ReportParsing {
		return req, NotParsedError{reportID, status}
	}
	if _, err := tx.Exec(ctx, `update app.reports set auto_start = false where id = $1 and auto_start`, reportID); err != nil {
		return req, err
	}
	at := o.now().UTC().Truncate(time.Millisecond)
	req = events.AnalysisRequest{
		Run: newRunID(at), ReportID: reportID, SHA256: sha256, Filename: filename,
		Parent: opts.Parent, Mode: opts.Mode, AsOf: at, Iterations: opts.Iterations,
		Company: cmp.Or(opts.Company, said.Company), Sector: cmp.Or(opts.Sector, said.Sector), Period: cmp.Or(opts.Period, said.Period),
		Aliases: opts.Aliases, Tickers: opts.Tickers, Domains: opts.Domains,
		Budget: opts.Budget,
	}
	if req.Evidence, err = evidenceFor(ctx, tx, reportID); err != nil {
		return req, err
	}
	return req, request(ctx, tx, at, req)
}

// request writes the unique row and the event that belong together.
func request(ctx context.Context, tx pgx.Tx, at time.Time, req events.AnalysisRequest) error {
	body, err := json.Marshal(req)
	if err != nil {
		return fmt.Errorf("encoding the request of run %s: %w", req.Run, err)
	}
	if _, err := tx.Exec(ctx, `insert into app.runs (id, report_id, status, request, requested_at) values ($1, $2, 'analyzing', $3, $4)`,
		req.Run, req.ReportID, string(body), at); err != nil {
		return fmt.Errorf("registering run %s: %w", req.Run, err)
	}
	return publish(ctx, tx, at, origin(req), events.AnalysisRequested.Draft(events.RunSubject("requested"), req))
}

// origin is the envelope behind the events by which a run begins or is given up.
func origin(req events.AnalysisRequest) events.Envelope {
	return events.Envelope{Run: req.Run, Iteration: 1, IterationCap: req.Iterations}
}
