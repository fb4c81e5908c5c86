package rag

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/rag/embed"
)

// Postgres is a Library in schema rag of a database.
type Postgres struct {
	options
	pool *pgxpool.Pool

	mu     sync.Mutex
	cached []cachedIndex // used last comes first
}

var _ Library = (*Postgres)(nil)

// NewPostgres returns a library over a database that Migrate has prepared. The pool stays the caller's.
func NewPostgres(pool *pgxpool.Pool, given ...Option) *Postgres {
	return &Postgres{options: chosen(given), pool: pool}
}

// Ingest implements Library, in one transaction: all passages are there with their vectors, or none.
func (l *Postgres) Ingest(ctx context.Context, passages []Passage) error {
	if len(passages) == 0 {
		return nil
	}
	// Sections overlap and are written at once: rows taken in one order cannot block each other in a ring.
	sorted := slices.Clone(passages)
	slices.SortFunc(sorted, func(a, b Passage) int { return strings.Compare(a.ID, b.ID) })
	made, err := l.embedPassages(ctx, sorted)
	if err != nil {
		return fmt.Errorf("ingesting %d passages of report %s: %w", len(passages), passages[0].ReportID, err)
	}
	err = pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		if err := deleteOutdated(ctx, tx, sorted); err != nil {
			return err
		}
		if err := insertPassages(ctx, tx, sorted); err != nil {
			return err
		}
		return insertVectors(ctx, tx, sorted, made)
	})
	if err != nil {
		return fmt.Errorf("ingesting %d passages of report %s: %w", len(passages), passages[0].ReportID, err)
	}
	return nil
}

func insertPassages(ctx context.Context, tx pgx.Tx, sorted []Passage) error {
	var ids, reports, sources, labels, headings, texts []string
	var pages, starts, ends []int32
	for _, p := range sorted {
		ids, reports, headings, texts = append(ids, p.ID), append(reports, p.ReportID), append(headings, p.Heading), append(texts, p.Text)
		sources, labels = append(sources, p.Source), append(labels, p.Label)
		pages, starts, ends = append(pages, int32(p.Page)), append(starts, int32(p.Start)), append(ends, int32(p.End))
	}
	if _, err := tx.Exec(ctx, `insert into rag.passage (id, report_id, source, label, page, start_at, end_at, heading, body)
		select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[])
		on conflict (id) do nothing`, ids, reports, sources, labels, pages, starts, ends, headings, texts); err != nil {
		return fmt.Errorf("writing passages: %w", err)
	}
	return nil
}

// batcher is what a pool and a transaction have in common here.
type batcher interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// insertVectors writes vectors, passages sorted by id.
func insertVectors(ctx context.Context, db batcher, sorted []Passage, made embeddedPassages) error {
	space := made.from.Space().String()
	b := &pgx.Batch{}
	for i, p := range sorted {
		b.Queue(`insert into rag.vector (space, passage_id, value) values ($1, $2, $3) on conflict do nothing`, space, p.ID, made.vectors[i])
	}
	if err := db.SendBatch(ctx, b).Close(); err != nil {
		return fmt.Errorf("writing vectors of %s: %w", space, err)
	}
	return nil
}

// Passages implements Library.
func (l *Postgres) Passages(ctx context.Context, query string, f Filter) ([]Hit, error) {
	f, err := f.checked()
	if err != nil {
		return nil, err
	}
	return inSpace(ctx, &l.options, func(e embed.Embedder) ([]Hit, error) {
		q, err := l.ask(ctx, e, query, f)
		if err != nil {
			return nil, fmt.Errorf("searching report %s: %w", f.ReportID, err)
		}
		x, err := l.index(ctx, e, f.ReportID)
		if err != nil {
			return nil, fmt.Errorf("searching report %s: %w", f.ReportID, err)
		}
		return x.search(ctx, q, f)
	})
}

// Stats implements Library.
func (l *Postgres) Stats(ctx context.Context) (Stats, error) {
	rows, err := l.pool.Query(ctx, `select case when source = '' then report_id else '' end, count(*) from rag.passage group by 1`)
	if err != nil {
		return Stats{}, fmt.Errorf("counting passages: %w", err)
	}
	s := Stats{ByReport: map[string]int{}}
	var report string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&report, &n}, func() error {
		s.Passages += n
		if report != "" {
			s.ByReport[report] = n
			s.Reports++
		}
		return nil
	})
	if err != nil {
		return Stats{}, fmt.Errorf("counting passages: %w", err)
	}
	return s, nil
}
