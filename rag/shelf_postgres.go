package rag

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

var _ Shelves = (*Postgres)(nil)

// Shelve implements Shelves.
func (l *Postgres) Shelve(ctx context.Context, source string, passages []Passage) (int, error) {
	if err := checkSource(source, passages); err != nil {
		return 0, err
	}
	removed, err := l.swap(ctx, passages, `source = $1`, source, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `insert into rag.corpus (source, digest) values ($1, $2) `+
			`on conflict (source) do update set digest = excluded.digest`, source, Digest(passages))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("shelving %s: %w", source, err)
	}
	return removed, nil
}

// Replace implements Shelves.
func (l *Postgres) Replace(ctx context.Context, reportID string, passages []Passage) (int, error) {
	if err := checkReport(reportID, passages); err != nil {
		return 0, err
	}
	removed, err := l.swap(ctx, passages, `report_id = $1 and source = ''`, reportID, func(pgx.Tx) error { return nil })
	if err != nil {
		return 0, fmt.Errorf("replacing report %s: %w", reportID, err)
	}
	return removed, nil
}

// swap writes passages and takes away what else the condition names. Two that swap the same at once take turns.
func (l *Postgres) swap(ctx context.Context, passages []Passage, of, name string, also func(pgx.Tx) error) (int, error) {
	sorted := slices.Clone(passages)
	slices.SortFunc(sorted, func(a, b Passage) int { return strings.Compare(a.ID, b.ID) })
	made, err := l.embedPassages(ctx, sorted)
	if err != nil {
		return 0, err
	}
	ids := make([]string, len(sorted))
	for i := range sorted {
		ids[i] = sorted[i].ID
	}
	removed := 0
	err = pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended('sibyl shelf ' || $1, 0))`, name); err != nil {
			return fmt.Errorf("taking the lock of %s: %w", name, err)
		}
		tag, err := tx.Exec(ctx, `delete from rag.passage where `+of+` and id <> all($2)`, name, ids)
		if err != nil {
			return fmt.Errorf("taking away what was there: %w", err)
		}
		removed = int(tag.RowsAffected())
		if len(sorted) > 0 {
			if err := insertPassages(ctx, tx, sorted); err != nil {
				return err
			}
			if err := insertVectors(ctx, tx, sorted, made); err != nil {
				return err
			}
		}
		return also(tx)
	})
	return removed, err
}

// Shelved implements Shelves.
func (l *Postgres) Shelved(ctx context.Context) (map[string]Shelf, error) {
	rows, err := l.pool.Query(ctx, `select c.source, c.digest, (select count(*) from rag.passage p where p.source = c.source) from rag.corpus c`)
	if err != nil {
		return nil, fmt.Errorf("listing shelves: %w", err)
	}
	out := map[string]Shelf{}
	var source string
	var s Shelf
	_, err = pgx.ForEachRow(rows, []any{&source, &s.Digest, &s.Passages}, func() error {
		out[source] = s
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("listing shelves: %w", err)
	}
	return out, nil
}

// Labelled implements Shelves.
func (l *Postgres) Labelled(ctx context.Context, label string, sources []string) ([]Passage, error) {
	rows, err := l.pool.Query(ctx, `select id, report_id, source, label, page, start_at, end_at, heading, body from rag.passage
		where source = any($2) and lower($1) = any(string_to_array(lower(label), ' '))`, label, sources)
	if err != nil {
		return nil, fmt.Errorf("looking up %s: %w", label, err)
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (Passage, error) {
		var p Passage
		err := r.Scan(&p.ID, &p.ReportID, &p.Source, &p.Label, &p.Page, &p.Start, &p.End, &p.Heading, &p.Text)
		return p, err
	})
	if err != nil {
		return nil, fmt.Errorf("looking up %s: %w", label, err)
	}
	slices.SortFunc(out, Passage.compare)
	return out, nil
}

// Preceding implements Shelves.
func (l *Postgres) Preceding(ctx context.Context, p Passage) (int, error) {
	n := 0
	err := l.pool.QueryRow(ctx, `select count(*) from rag.passage where report_id = $1 and source = $2 and (page, start_at, id) < ($3, $4, $5)`,
		p.ReportID, p.Source, p.Page, p.Start, p.ID).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("counting before a passage: %w", err)
	}
	return n, nil
}
