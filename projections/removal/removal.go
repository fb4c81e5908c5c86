// Package removal is what a report's removal means for read models and for stored bytes.
//
// Events stay on the log. [Forgetting] makes a model of runs pass over the events of removed runs and drop their rows
// when it meets run.deleted, so that a rebuild gives the same. [Model] remembers which artefacts each run has made or
// used, removed runs included: that is how [Sweep] finds the bytes that nobody else needs.
package removal

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Forgetting makes models of runs know of removals. Their tables name the run in a column "run", or are called runs.
func Forgetting(models ...projections.Model) []projections.Model {
	known := &memory{}
	out := make([]projections.Model, len(models))
	for i, m := range models {
		out[i] = forgetting(m, known)
	}
	return out
}

func forgetting(m projections.Model, known *memory) projections.Model {
	fold := m.Fold
	m.Fold = func(ctx context.Context, tx pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
		runs := map[string]bool{} // whether the run was removed
		for _, e := range entries {
			if e.Run != "" {
				runs[e.Run] = false
			}
		}
		if len(runs) == 0 {
			return fold(ctx, tx, out, entries)
		}
		if err := known.mark(ctx, tx, runs); err != nil {
			return err
		}
		var dropped []string
		for _, e := range entries {
			if e.Type == events.RunDeleted.Type && e.Topic == events.TopicRunsFeed {
				runs[e.Run] = true
				dropped = append(dropped, e.Run)
			}
		}
		kept := entries
		if slices.ContainsFunc(entries, func(e *projections.Entry) bool { return runs[e.Run] }) {
			kept = slices.DeleteFunc(slices.Clone(entries), func(e *projections.Entry) bool { return runs[e.Run] })
		}
		if len(kept) > 0 {
			if err := fold(ctx, tx, out, kept); err != nil {
				return err
			}
		}
		if len(dropped) > 0 {
			drop(out, m.Tables, dropped)
		}
		return nil
	}
	return m
}

// memory is which runs were removed, as far as they were asked for in one transaction: all models fold the same
// batch, one after the other, and one question serves them all.
type memory struct {
	mu   sync.Mutex
	tx   pgx.Tx
	runs map[string]bool
}

// mark marks those of the runs that were removed.
func (m *memory) mark(ctx context.Context, tx pgx.Tx, runs map[string]bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tx != tx {
		m.tx, m.runs = tx, map[string]bool{}
	}
	var ask []string
	for id := range runs {
		if _, asked := m.runs[id]; !asked {
			ask = append(ask, id)
		}
	}
	if len(ask) > 0 {
		rows, err := tx.Query(ctx, `select id from app.deleted_runs where id = any($1)`, ask)
		if err != nil {
			return fmt.Errorf("looking for removed runs: %w", err)
		}
		gone, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("looking for removed runs: %w", err)
		}
		for _, id := range ask {
			m.runs[id] = slices.Contains(gone, id)
		}
	}
	for id := range runs {
		runs[id] = m.runs[id]
	}
	return nil
}

func drop(out *pgx.Batch, tables, runs []string) {
	for _, t := range tables {
		column := "run"
		if t == "runs" {
			column = "id"
		}
		out.Queue(`delete from read.`+pgx.Identifier{t}.Sanitize()+` where `+column+` = any($1)`, runs)
	}
}

// Model lists the artefacts of each run: what it names of them in its events. It keeps those of removed runs.
var Model = projections.Model{
	Name:   "artefacts",
	Topics: projections.Feed,
	Tables: []string{"artefacts"},
	Schema: `
		create table read.artefacts (
		  run  text collate "C" not null,
		  hash text collate "C" not null,
		  primary key (run, hash)
		);
		create index artefacts_by_hash on read.artefacts (hash)`,
	Fold: fold,
}

// hashes finds what names an artefact in the payload of an event.
var hashes = regexp.MustCompile(`"[0-9a-f]{64}"`)

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	var runs, found []string
	for _, e := range entries {
		if !namesArtefacts(e) {
			continue
		}
		for _, h := range hashes.FindAll(e.Data, -1) {
			runs, found = append(runs, e.Run), append(found, string(h[1:len(h)-1]))
		}
	}
	if len(runs) > 0 {
		out.Queue(`insert into read.artefacts (run, hash) select * from unnest($1::text[], $2::text[]) on conflict do nothing`, runs, found)
	}
	return nil
}

// namesArtefacts reports whether an event is of one of the few kinds that are searched for artefacts. Of findings one
// names the fact sheet; what claims and sections name is named by the run's opening, too.
func namesArtefacts(e *projections.Entry) bool {
	switch e.Type {
	case events.AnalysisRequested.Type, events.RunOpened.Type, events.SectionExtracted.Type, events.AnswerRecorded.Type:
		return true
	case events.FindingProduced.Type:
		return bytes.Contains(e.Data, []byte(`"fact_sheet"`))
	}
	return false
}
