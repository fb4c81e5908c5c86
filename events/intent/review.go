package intent

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// RecordReview records what a person says or does about a part of a run and returns it as it goes to the log. It changes
// nothing that was published; whether the run has the part is for the caller to know. The errors are ErrUnknownRun,
// ReplayedError and InvalidError.
func (o *Outbox) RecordReview(ctx context.Context, run string, v events.Review) (events.Review, error) {
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		req, _, err := lockRun(ctx, tx, run)
		if err != nil {
			return err
		}
		if req.Mode == events.ModeExact || req.Mode == events.ModeWhatIf {
			return ReplayedError{run, req.Parent}
		}
		v.At = o.now().UTC().Truncate(time.Millisecond)
		v.By, v.Reason, v.Assignee = ownWords(v.By, run), ownWords(v.Reason, run), ownWords(v.Assignee, run)
		v.ReportID = req.ReportID
		v.ID = events.StableID("rvw", req.ReportID, string(v.Action), string(v.Part), v.Of, v.By, v.Reason, v.Assignee, v.Withdraw, v.At.Format(time.RFC3339Nano))
		if err := v.Check(); err != nil {
			return InvalidError{strings.ReplaceAll(err.Error(), "\n", "; ")}
		}
		return publish(ctx, tx, v.At, origin(req), events.ReviewRecorded.Draft(events.RunSubject("review", v.ID), v))
	})
	if err != nil {
		return events.Review{}, fmt.Errorf("recording a review of run %s: %w", run, err)
	}
	return v, nil
}
