// Package requests is the read model of the questions that agents ask one another.
//
// A question, its answer and its end for the one who asked come on different topics, in any order: each fills its
// own column, and the status is read off all three.
package requests

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model.
var Model = projections.Model{
	Name:   "requests",
	Topics: projections.Feed,
	Tables: []string{"requests"},
	Schema: `
		create table read.requests (
		  run    text collate "C" not null,
		  id     text collate "C" not null,
		  asked  json,
		  answer json,
		  closed json,
		  primary key (run, id)
		)`,
	Fold: fold,
}

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	for _, e := range entries {
		if err := errors.Join(
			fill(out, e, events.InfoRequested, "asked", func(q events.InfoRequest) string { return q.ID }),
			fill(out, e, events.InfoProvided, "answer", func(a events.InfoAnswer) string { return a.RequestID }),
			fill(out, e, events.RequestClosed, "closed", func(c events.RequestClosure) string { return c.Request.ID }),
		); err != nil {
			return err
		}
	}
	return nil
}

// fill writes the column of a kind of event, if e is one.
func fill[E any](out *pgx.Batch, e *projections.Entry, k events.Kind[E], column string, id func(E) string) error {
	if e.Type != k.Type {
		return nil
	}
	v, err := projections.Decode(e, k)
	if err != nil {
		return err
	}
	out.Queue(fmt.Sprintf(`insert into read.requests (run, id, %s) values ($1, $2, $3) on conflict (run, id) do update set %[1]s = excluded.%[1]s`,
		column), e.Run, id(v), string(e.Data))
	return nil
}

// Request is a question with what came of it.
type Request struct {
	events.InfoRequest
	Status events.InquiryStatus
	Answer *events.InfoAnswer // refusals and late answers, too
	Reason string             // why there is no answer
}

// List returns the requests of a run by id.
func List(ctx context.Context, db projections.DB, run string) ([]Request, error) {
	rows, err := db.Query(ctx, `
		select asked, answer, closed from read.requests
		where run = $1 and (asked is not null or closed is not null) order by id`, run)
	if err != nil {
		return nil, fmt.Errorf("reading the requests of run %s: %w", run, err)
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Request, error) {
		var asked, answer, closed []byte
		if err := row.Scan(&asked, &answer, &closed); err != nil {
			return Request{}, err
		}
		return read(asked, answer, closed)
	})
	if err != nil {
		return nil, fmt.Errorf("reading the requests of run %s: %w", run, err)
	}
	return out, nil
}

// read puts a request together from what of it is there.
func read(asked, answer, closed []byte) (r Request, err error) {
	r.Status = events.InquiryOpen
	if asked != nil {
		if err := projections.Unmarshal(asked, &r.InfoRequest); err != nil {
			return r, err
		}
	}
	if answer != nil {
		r.Answer = new(events.InfoAnswer)
		if err := projections.Unmarshal(answer, r.Answer); err != nil {
			return r, err
		}
		r.Status = events.InquiryAnswered
		if r.Answer.Refused {
			r.Status = events.InquiryRefused
		}
		if r.To == "" {
			r.To = r.Answer.From
		}
	}
	if closed == nil {
		return r, nil
	}
	var c events.RequestClosure
	if err := projections.Unmarshal(closed, &c); err != nil {
		return r, err
	}
	came := r.Status // of an answer, whether it was used or not
	r.InfoRequest, r.Status, r.Reason = c.Request, c.Status, c.Reason
	switch {
	case c.Answer != nil:
		r.Answer = c.Answer
	case c.Status == events.InquiryExpired && came == events.InquiryAnswered:
		r.Status = events.InquiryLate
	}
	return r, nil
}
