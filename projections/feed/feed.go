// Package feed is the read model of a run's events in their one order. It is also the memory by which
// the runner numbers events and recognises repeats.
//
// An event is stored in the form in which it is shown, so that serving it is copying bytes:
//
//	{"id", "type", "event", "subject", "agent", "run", "at", "iteration", "causation", "data"}
//
// For activity.reported, agent, event and data are those of the activity; event is absent otherwise.
package feed

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	jsonv1 "github.com/go-json-experiment/json/v1"
	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model.
var Model = projections.Model{
	Name:   "feed",
	Topics: projections.Feed,
	Tables: []string{"feed"},
	Schema: `
		create table read.feed (
		  run        text collate "C" not null,
		  seq        bigint not null,
		  id         text collate "C" not null,
		  log_offset bigint not null,
		  type       text not null,
		  event      json not null,
		  primary key (run, seq)
		);
		create unique index feed_ids on read.feed (run, id)`,
	Fold: fold,
}

// Event is an event as people and programs see it.
type Event struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Event     string          `json:"event,omitempty"` // of an activity: agent_started, evidence_found, ...
	Subject   string          `json:"subject"`
	Agent     string          `json:"agent"` // the processor that speaks
	Run       string          `json:"run"`
	At        time.Time       `json:"at"`
	Iteration int             `json:"iteration"`
	Causation string          `json:"causation,omitempty"`
	Data      json.RawMessage `json:"data"`
}

// show turns an entry into what is stored and served.
func show(e *projections.Entry) ([]byte, error) {
	out := Event{
		ID: e.ID, Type: e.Type, Subject: e.Subject, Agent: e.Agent(), Run: e.Run, At: e.Time,
		Iteration: e.Iteration, Causation: e.Causation, Data: e.Data,
	}
	if e.Type == events.ActivityReported.Type {
		var a struct {
			Agent string          `json:"agent"`
			Event string          `json:"event"`
			Data  json.RawMessage `json:"data"`
		}
		if err := jsonv1.Unmarshal(e.Data, &a); err != nil {
			return nil, projections.Unfoldable(e, err)
		}
		out.Agent, out.Event, out.Data = a.Agent, a.Event, a.Data
		if out.Data == nil {
			out.Data = json.RawMessage("{}")
		}
	}
	// The data is JSON: the entry was decoded. Marshal would read and copy all of it once more.
	data := out.Data
	out.Data = nil
	body, err := json.Marshal(out)
	if err != nil {
		return nil, projections.Unfoldable(e, err)
	}
	body = bytes.TrimSuffix(body, []byte("null}"))
	return slices.Concat(body, data, []byte("}")), nil
}

// fold writes at once, in the batch's transaction: copied row by row, the events of a batch are not put together into one
// request of many megabytes first.
func fold(ctx context.Context, tx pgx.Tx, _ *pgx.Batch, entries []*projections.Entry) error {
	rows := make([][]any, len(entries))
	for i, e := range entries {
		body, err := show(e)
		if err != nil {
			return err
		}
		rows[i] = []any{e.Run, e.Seq, e.ID, e.Offset, e.Type, body}
	}
	columns := []string{"run", "seq", "id", "log_offset", "type", "event"}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"read", "feed"}, columns, pgx.CopyFromRows(rows))
	return err
}

// Row is an event with its number in the run.
type Row struct {
	Seq   int64
	Event json.RawMessage
}

// After returns up to limit events of a run with numbers above after, in order.
func After(ctx context.Context, db projections.DB, run string, after int64, limit int) ([]Row, error) {
	rows, err := db.Query(ctx, `
		select seq, event::text from read.feed where run = $1 and seq > $2 order by seq limit $3`, run, after, limit)
	if err != nil {
		return nil, fmt.Errorf("reading the feed of run %s: %w", run, err)
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Row, err error) {
		var body string
		err = row.Scan(&r.Seq, &body)
		r.Event = json.RawMessage(body)
		return r, err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the feed of run %s: %w", run, err)
	}
	return out, nil
}

// OfTypes returns After for events of some types, and the number up to which there are no others: whoever reads on from there
// does not look again at what was passed over. The run's last number comes from the same snapshot as the events.
func OfTypes(ctx context.Context, db projections.DB, run string, after int64, limit int, types []string) (out []Row, looked int64, err error) {
	rows, err := db.Query(ctx, `
		select h.seq, f.seq, f.event from (select max(seq) as seq from read.feed where run = $1) h left join lateral (
		  select seq, event::text as event from read.feed where run = $1 and seq > $2 and type = any($4) order by seq limit $3) f on true
		order by f.seq`, run, after, limit, types)
	if err != nil {
		return nil, after, fmt.Errorf("reading the feed of run %s: %w", run, err)
	}
	var head, seq *int64 // nil of a run without events, and where none is of these types
	var body *string
	_, err = pgx.ForEachRow(rows, []any{&head, &seq, &body}, func() error {
		if seq != nil {
			out = append(out, Row{*seq, json.RawMessage(*body)})
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, after, fmt.Errorf("reading the feed of run %s: %w", run, err)
	case len(out) == limit:
		return out, out[limit-1].Seq, nil
	case head != nil && *head > after:
		return out, *head, nil
	}
	return out, after, nil // there is nothing new, or the read model is being folded again
}

// Head returns the number of the last event of a run, 0 if there is none yet.
func Head(ctx context.Context, db projections.DB, run string) (int64, error) {
	var head int64
	if err := db.QueryRow(ctx, `select coalesce(max(seq), 0) from read.feed where run = $1`, run).Scan(&head); err != nil {
		return 0, fmt.Errorf("reading the head of the feed of run %s: %w", run, err)
	}
	return head, nil
}

// Heads returns the numbers of the last events of runs; a run without events is absent.
func Heads(ctx context.Context, db projections.DB, runs []string) (map[string]int64, error) {
	rows, err := db.Query(ctx, `
		select u.run, f.seq from unnest($1::text[]) u(run)
		cross join lateral (select seq from read.feed where run = u.run order by seq desc limit 1) f`, runs)
	if err != nil {
		return nil, fmt.Errorf("reading the heads of %d runs: %w", len(runs), err)
	}
	out := map[string]int64{}
	var run string
	var seq int64
	_, err = pgx.ForEachRow(rows, []any{&run, &seq}, func() error {
		out[run] = seq
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the heads of %d runs: %w", len(runs), err)
	}
	return out, nil
}
