// Package claims is the read model of a run's claims and of the agents that were asked about them.
//
// A claim and its assignments come on different topics, so they are rows of different tables: neither
// waits for the other.
package claims

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model.
var Model = projections.Model{
	Name:   "claims",
	Topics: projections.Feed,
	Tables: []string{"claims", "assignments"},
	Schema: `
		create table read.claims (
		  run      text collate "C" not null,
		  id       text collate "C" not null,
		  page     int not null,
		  priority int not null, -- rank, high first
		  type     text not null,
		  at       timestamptz not null,
		  body     json not null,
		  primary key (run, id)
		);
		create table read.assignments (
		  run       text collate "C" not null,
		  claim_id  text collate "C" not null,
		  iteration int not null,
		  body      json not null, -- [{agent, required, reason, query}]
		  primary key (run, claim_id, iteration)
		)`,
	Fold: fold,
}

var found = projections.Upsert[events.Claim]{
	Kind: events.ClaimExtracted, Table: "claims",
	Key: []projections.Column[events.Claim]{
		projections.Text("id", func(c events.Claim) string { return c.ID }),
	},
	Other: []projections.Column[events.Claim]{
		projections.Int("page", func(c events.Claim) int { return c.Page }),
		projections.Int("priority", func(c events.Claim) int { return c.Priority.Rank() }),
		projections.Text("type", func(c events.Claim) events.ClaimType { return c.Type }),
		{Name: "at", Type: "timestamptz", Of: func(e *projections.Entry, _ events.Claim) any { return e.Time }},
	},
}

var asked = projections.Upsert[events.Assignment]{
	Kind: events.ClaimRouted, Table: "assignments",
	Key: []projections.Column[events.Assignment]{
		projections.Text("claim_id", func(a events.Assignment) string { return a.Claim.ID }),
		projections.Int("iteration", func(a events.Assignment) int { return a.Iteration }),
	},
	Body: func(a events.Assignment) any { return a.Agents },
}

func fold(ctx context.Context, tx pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	if err := found.Fold(ctx, tx, out, entries); err != nil {
		return err
	}
	return asked.Fold(ctx, tx, out, entries)
}

// Claim is a claim with the time of its event.
type Claim struct {
	events.Claim
	At time.Time
}

// Filter narrows a list; empty fields do not.
type Filter struct {
	Type     events.ClaimType
	Priority events.Priority
	Limit    int // 0: all
	Offset   int
}

// ErrNotFound says that the run has no claim of the id.
var ErrNotFound = errors.New("claim not found")

func scan(row pgx.CollectableRow) (c Claim, err error) {
	var body []byte
	if err := row.Scan(&c.At, &body); err != nil {
		return c, err
	}
	c.At = c.At.UTC()
	return c, projections.Unmarshal(body, &c.Claim)
}

// List returns claims of a run by page, then priority, then id, and how many there are in all.
func List(ctx context.Context, db projections.DB, run string, f Filter) (list []Claim, total int, err error) {
	rank := -1
	if f.Priority != "" {
		rank = f.Priority.Rank()
	}
	const where = ` from read.claims where run = $1 and ($2 = '' or type = $2) and ($3 < 0 or priority = $3)`
	if err := db.QueryRow(ctx, `select count(*)`+where, run, string(f.Type), rank).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("counting the claims of run %s: %w", run, err)
	}
	var limit *int
	if f.Limit > 0 {
		limit = &f.Limit
	}
	rows, err := db.Query(ctx, `select at, body`+where+` order by page, priority, id limit $4 offset $5`,
		run, string(f.Type), rank, limit, f.Offset)
	if err != nil {
		return nil, 0, fmt.Errorf("reading the claims of run %s: %w", run, err)
	}
	list, err = pgx.CollectRows(rows, scan)
	if err != nil {
		return nil, 0, fmt.Errorf("reading the claims of run %s: %w", run, err)
	}
	return list, total, nil
}

// Get returns one claim, or ErrNotFound.
func Get(ctx context.Context, db projections.DB, run, id string) (Claim, error) {
	rows, err := db.Query(ctx, `select at, body from read.claims where run = $1 and id = $2`, run, id)
	if err != nil {
		return Claim{}, fmt.Errorf("reading claim %s of run %s: %w", id, run, err)
	}
	c, err := pgx.CollectExactlyOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return Claim{}, ErrNotFound
	}
	if err != nil {
		return Claim{}, fmt.Errorf("reading claim %s of run %s: %w", id, run, err)
	}
	return c, nil
}

// Counts are the claims of a run by type and by priority, every class listed.
func Counts(ctx context.Context, db projections.DB, run string) (total int, byType, byPriority map[string]int, err error) {
	byType = map[string]int{
		string(events.Geographic): 0, string(events.Quantitative): 0, string(events.LegalGovernance): 0,
		string(events.Strategic): 0, string(events.Environmental): 0,
	}
	names := []string{string(events.High), string(events.Medium), string(events.Low)}
	byPriority = map[string]int{names[0]: 0, names[1]: 0, names[2]: 0}
	rows, err := db.Query(ctx, `select type, priority, count(*) from read.claims where run = $1 group by 1, 2`, run)
	if err != nil {
		return 0, nil, nil, fmt.Errorf("counting the claims of run %s: %w", run, err)
	}
	var typ string
	var rank, n int
	_, err = pgx.ForEachRow(rows, []any{&typ, &rank, &n}, func() error {
		total += n
		byType[typ] += n
		byPriority[names[rank]] += n
		return nil
	})
	if err != nil {
		return 0, nil, nil, fmt.Errorf("counting the claims of run %s: %w", run, err)
	}
	return total, byType, byPriority, nil
}

// Task is one agent's assignment to a claim in one pass.
type Task struct {
	Iteration int
	events.AgentTask
}

// Assignments returns the tasks of every claim of a run, by pass, then in the order they were given.
func Assignments(ctx context.Context, db projections.DB, run string) (map[string][]Task, error) {
	rows, err := db.Query(ctx, `select claim_id, iteration, body from read.assignments where run = $1 order by claim_id, iteration`, run)
	if err != nil {
		return nil, fmt.Errorf("reading the assignments of run %s: %w", run, err)
	}
	out := map[string][]Task{}
	var claim string
	var iteration int
	var body []byte
	_, err = pgx.ForEachRow(rows, []any{&claim, &iteration, &body}, func() error {
		var tasks []events.AgentTask
		if err := projections.Unmarshal(body, &tasks); err != nil {
			return err
		}
		for _, t := range tasks {
			out[claim] = append(out[claim], Task{iteration, t})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the assignments of run %s: %w", run, err)
	}
	return out, nil
}
