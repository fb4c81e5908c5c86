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

// Repetition is what a replay of a run begins with.
type Repetition struct {
	Parent  events.AnalysisRequest // of the run to be repeated
	Request events.AnalysisRequest // of the new run: the parent's, under a name of its own
	Event   events.Record          // analysis.requested, marked as a replay
}

// Repeat names a run that repeats another in exact mode. Nothing is written here: whoever replays publishes
// the event together with all others of the run, so that a replay that fails leaves no run behind, and no
// row holds the report meanwhile. Settle learns of the run from the log. The errors are ErrUnknownRun and
// StillAnalyzingError.
func (o *Outbox) Repeat(ctx context.Context, run string) (Repetition, error) {
	var out Repetition
	parent, err := o.Request(ctx, run)
	if err != nil {
		return out, err
	}
	var status events.RunStatus
	if err := o.pool.QueryRow(ctx, `select status from app.runs where id = $1`, run).Scan(&status); err != nil {
		return out, fmt.Errorf("repeating run %s: %w", run, err)
	}
	if status == events.RunAnalyzing {
		return out, StillAnalyzingError{run}
	}
	at := o.now().UTC().Truncate(time.Millisecond)
	request := parent
	request.Run, request.Parent, request.Mode = newRunID(at), run, events.ModeExact
	cause := origin(request)
	cause.ReplayOf = run
	event, err := events.AnalysisRequested.Draft(events.RunSubject("requested"), request).Seal(cause, "intent", at)
	if err != nil {
		return out, fmt.Errorf("repeating run %s: %w", run, err)
	}
	return Repetition{Parent: parent, Request: request, Event: event}, nil
}
