package intent

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// ReplayedError refuses to change a run that only repeats another one.
type ReplayedError struct{ Run, Parent string }

func (e ReplayedError) Error() string {
	return fmt.Sprintf("run %s repeats run %s and stays as it is; rule on that one", e.Run, e.Parent)
}

// Worded is an override in the words that go on record: white space is folded, and what would disturb a line
// is left out. A run that is named in its own data could not be carried over by a replay: it is "this run".
func Worded(run string, v events.Override) events.Override {
	v.By, v.Reason = ownWords(v.By, run), ownWords(v.Reason, run)
	return v
}

// OverrideVerdict records a person's ruling on a claim and returns it as it goes to the log. Nothing that was
// published changes: the judge answers with a revision. Of several rulings on one claim the one that is last
// on the log stands, and the outbox keeps their order. Whether the run has the claim is for the caller to
// know. The errors are ErrUnknownRun, ReplayedError and InvalidError.
func (o *Outbox) OverrideVerdict(ctx context.Context, run string, v events.Override) (events.Override, error) {
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		req, _, err := lockRun(ctx, tx, run)
		if err != nil {
			return err
		}
		if req.Mode == events.ModeExact || req.Mode == events.ModeWhatIf {
			return ReplayedError{run, req.Parent}
		}
		at := o.now().UTC().Truncate(time.Millisecond)
		v = Worded(run, v)
		v.ReportID = req.ReportID
		v.ID = events.StableID("ovr", req.ReportID, v.ClaimID, string(v.Verdict), v.By, v.Reason, at.Format(time.RFC3339Nano))
		if err := v.Check(); err != nil {
			return InvalidError{strings.ReplaceAll(err.Error(), "\n", "; ")}
		}
		return publish(ctx, tx, at, origin(req), events.VerdictOverridden.Draft(events.ClaimSubject(v.ClaimID, "override", v.ID), v))
	})
	if err != nil {
		return events.Override{}, fmt.Errorf("overriding the verdict on claim %s of run %s: %w", v.ClaimID, run, err)
	}
	return v, nil
}

// ownWords leaves out control characters and those that turn the direction of writing.
func ownWords(s, run string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), run, "this run")
}
