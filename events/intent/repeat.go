package intent

import (
	"context"
	"fmt"
	"time"

	"github.com/sibyl-project/sibyl/events"
)

// StillAnalyzingError refuses to repeat a run that has not ended.
type StillAnalyzingError struct{ Run string }

func (e StillAnalyzingError) Error() string {
	return fmt.Sprintf("run %s has not ended yet; it can be replayed when it has", e.Run)
}

// Repeatable looks whether a run can be repeated and says since when the log may know of it; zero: unknown.
// The errors are ErrUnknownRun and StillAnalyzingError.
func (o *Outbox) Repeatable(ctx context.Context, run string) (since time.Time, err error) {
	request, err := o.Request(ctx, run)
	if err != nil {
		return since, err
	}
	var status events.RunStatus
	if err := o.pool.QueryRow(ctx, `select status from app.runs where id = $1`, run).Scan(&status); err != nil {
		return since, fmt.Errorf("reading the status of run %s: %w", run, err)
	}
	if status == events.RunAnalyzing {
		return since, StillAnalyzingError{run}
	}
	return request.AsOf, nil // a successor has the time of the run it succeeds, which is earlier
}

// Repeat asks for a run that repeats the one of request in exact mode. Nothing is written here: whoever
// replays publishes the event together with all others of the run, so that a replay that fails leaves no run
// behind, and no row holds the report meanwhile. Settle learns of the run from the log.
func (o *Outbox) Repeat(request events.AnalysisRequest) (events.Record, error) {
	at := o.now().UTC().Truncate(time.Millisecond)
	parent := request.Run
	request.Run, request.Parent, request.Mode = newRunID(at), parent, events.ModeExact
	cause := origin(request)
	cause.ReplayOf = parent
	event, err := events.AnalysisRequested.Draft(events.RunSubject("requested"), request).Seal(cause, "intent", at)
	if err != nil {
		return events.Record{}, fmt.Errorf("asking for a replay of run %s: %w", parent, err)
	}
	return event, nil
}
