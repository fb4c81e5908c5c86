package intent

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
)

// DecidedError refuses a decision about a dead letter that was decided about otherwise.
type DecidedError struct {
	Letter   string
	Decision events.DeadStatus
}

func (e DecidedError) Error() string {
	return fmt.Sprintf("dead letter %s was %s already", e.Letter, e.Decision)
}

// FailedRunError refuses to retry an event of a run that has failed: nobody would go on with what comes of it.
type FailedRunError struct{ Run string }

func (e FailedRunError) Error() string {
	return fmt.Sprintf("run %s has ended with an error, so a retry would lead to nothing; start a new analysis instead", e.Run)
}

// RetryDead puts the event of a dead letter back on its topic, unchanged but for headers that are none of ours, and
// says so on dead.letters. Whoever has absorbed the event takes it for the repeat that it is; the processor that
// gave up on it has not, and decides anew. known reports that this was asked for before: nothing is done again.
//
// The event may be written twice when a relay dies in between, which is as harmless as any repeat. The errors are
// DecidedError and FailedRunError.
func (o *Outbox) RetryDead(ctx context.Context, letter events.DeadDecision, event events.Record) (known bool, err error) {
	err = pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		at := o.now().UTC().Truncate(time.Millisecond)
		known, err = decide(ctx, tx, letter, events.LetterRetried, at)
		if err != nil || known {
			return err
		}
		if event.Run != "" {
			var status events.RunStatus
			err := tx.QueryRow(ctx, `select status from app.runs where id = $1 for share`, event.Run).Scan(&status)
			if err != nil && !isNoRows(err) {
				return err
			}
			if err != nil || status == events.RunError {
				return FailedRunError{event.Run}
			}
		}
		envelope, err := json.Marshal(event.Envelope)
		if err != nil {
			return fmt.Errorf("encoding the envelope of %s: %w", event.ID, err)
		}
		if _, err := tx.Exec(ctx, `insert into app.outbox (id, topic, key, envelope, data, again) values ($1, $2, $3, $4, $5, true)`,
			event.ID, string(event.Topic), event.Key, string(envelope), event.Data); err != nil {
			return fmt.Errorf("writing %s to the outbox again: %w", event.ID, err)
		}
		return publish(ctx, tx, at, events.Envelope{}, events.DeadRetried.Draft(decisionSubject(letter), letter))
	})
	if err != nil {
		return false, fmt.Errorf("retrying dead letter %s: %w", letter.Letter, err)
	}
	return known, nil
}

// DiscardDead records that a dead letter will not be retried. The letter stays on the log. The error is DecidedError.
func (o *Outbox) DiscardDead(ctx context.Context, letter events.DeadDecision) error {
	err := pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		at := o.now().UTC().Truncate(time.Millisecond)
		known, err := decide(ctx, tx, letter, events.LetterDiscarded, at)
		if err != nil {
			return err
		}
		if known {
			return DecidedError{letter.Letter, events.LetterDiscarded}
		}
		return publish(ctx, tx, at, events.Envelope{}, events.DeadDiscarded.Draft(decisionSubject(letter), letter))
	})
	if err != nil {
		return fmt.Errorf("discarding dead letter %s: %w", letter.Letter, err)
	}
	return nil
}

// decide writes the row that makes a second decision about one round of a letter a conflict. known reports that the
// same was decided before.
func decide(ctx context.Context, tx pgx.Tx, letter events.DeadDecision, as events.DeadStatus, at time.Time) (known bool, err error) {
	// Inserting first makes two decisions take turns on the row.
	tag, err := tx.Exec(ctx, `
		insert into app.dead_decisions (letter, round, decision, decided_at) values ($1, $2, $3, $4)
		on conflict (letter, round) do nothing`, letter.Letter, letter.Round, string(as), at)
	if err != nil || tag.RowsAffected() == 1 {
		return false, err
	}
	var before events.DeadStatus
	if err := tx.QueryRow(ctx, `select decision from app.dead_decisions where letter = $1 and round = $2`,
		letter.Letter, letter.Round).Scan(&before); err != nil {
		return false, err
	}
	if before != as {
		return false, DecidedError{letter.Letter, before}
	}
	return true, nil
}

func decisionSubject(d events.DeadDecision) string {
	return fmt.Sprintf("dead/%s/%d", d.Letter, d.Round)
}

// settleDecision queues what a decision on the log means for a database that is younger than the log.
func settleDecision(batch *pgx.Batch, rec events.Record, k events.Kind[events.DeadDecision], as events.DeadStatus) error {
	e, err := k.Decode(rec)
	if err != nil {
		return fmt.Errorf("settling %s: %w", rec.ID, err)
	}
	batch.Queue(`
		insert into app.dead_decisions (letter, round, decision, decided_at) values ($1, $2, $3, $4)
		on conflict (letter, round) do nothing`, e.Data.Letter, e.Data.Round, string(as), e.Time)
	return nil
}
