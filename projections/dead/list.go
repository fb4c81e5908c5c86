package dead

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// ErrNotFound says that no dead letter has the id.
var ErrNotFound = errors.New("dead letter not found")

// Filter picks letters; empty fields pick all.
type Filter struct {
	Status    events.DeadStatus
	Processor string
	Reason    events.DeadReason
	Run       string
}

// selection finds the report of a letter through its run; the topics of reports are keyed by it.
const selection = `
	select d.id, d.status, d.rounds, d.retries, d.run, d.replay, d.first_at, d.at, d.decided_at, d.letter,
	       coalesce(r.report_id, case when d.topic in ('report.submitted', 'report.previewed') then d.key end, '')
	from read.dead d left join app.runs r on r.id = d.run
	where d.rounds > 0`

const filter = ` and ($1 = '' or d.status = $1) and ($2 = '' or d.processor = $2) and ($3 = '' or d.reason = $3) and ($4 = '' or d.run = $4)`

// List returns one page of the letters, the latest first, and how many there are in all.
func List(ctx context.Context, db projections.DB, f Filter, limit, skip int) (page []Letter, total int, err error) {
	args := []any{string(f.Status), f.Processor, string(f.Reason), f.Run}
	if err := db.QueryRow(ctx, `select count(*) from read.dead d where d.rounds > 0`+filter, args...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("counting dead letters: %w", err)
	}
	rows, err := db.Query(ctx, selection+filter+` order by d.at desc, d.id limit $5 offset $6`, append(args, limit, skip)...)
	if err != nil {
		return nil, 0, fmt.Errorf("listing dead letters: %w", err)
	}
	if page, err = pgx.CollectRows(rows, scan); err != nil {
		return nil, 0, fmt.Errorf("listing dead letters: %w", err)
	}
	return page, total, nil
}

// Get returns one letter, or ErrNotFound.
func Get(ctx context.Context, db projections.DB, id string) (Letter, error) {
	rows, err := db.Query(ctx, selection+` and d.id = $1`, id)
	if err != nil {
		return Letter{}, fmt.Errorf("reading dead letter %s: %w", id, err)
	}
	l, err := pgx.CollectExactlyOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, ErrNotFound
	}
	if err != nil {
		return l, fmt.Errorf("reading dead letter %s: %w", id, err)
	}
	return l, nil
}

func scan(row pgx.CollectableRow) (l Letter, err error) {
	var body []byte
	var first, at *time.Time
	if err := row.Scan(&l.ID, &l.Status, &l.Rounds, &l.Retries, &l.Run, &l.Replay, &first, &at, &l.DecidedAt, &body, &l.Report); err != nil {
		return l, err
	}
	if first != nil && at != nil {
		l.FirstAt, l.At = first.UTC(), at.UTC()
	}
	if l.DecidedAt != nil {
		*l.DecidedAt = l.DecidedAt.UTC()
	}
	return l, projections.Unmarshal(body, &l.DeadLetter)
}
