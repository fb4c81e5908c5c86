package rag

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// cachedReports is how many reports' indexes a library keeps: one run asks about one report, hundreds
// of times.
const cachedReports = 4

// Postgres is a Library in schema rag of a database.
type Postgres struct {
	pool *pgxpool.Pool

	mu     sync.Mutex
	cached []cachedIndex // used last comes first
}

type cachedIndex struct {
	report   string
	passages int
	index    *index
}

var _ Library = (*Postgres)(nil)

// NewPostgres returns a library over a database that Migrate has prepared. The pool stays the caller's.
func NewPostgres(pool *pgxpool.Pool) *Postgres { return &Postgres{pool: pool} }

// Ingest implements Library, in one statement: all passages are there, or none.
func (l *Postgres) Ingest(ctx context.Context, passages []Passage) error {
	if len(passages) == 0 {
		return nil
	}
	// Sections overlap and are written at once: rows taken in one order cannot block each other in a ring.
	sorted := slices.Clone(passages)
	slices.SortFunc(sorted, func(a, b Passage) int { return strings.Compare(a.ID, b.ID) })
	var ids, reports, headings, texts []string
	var pages, starts, ends []int32
	for _, p := range sorted {
		ids, reports, headings, texts = append(ids, p.ID), append(reports, p.ReportID), append(headings, p.Heading), append(texts, p.Text)
		pages, starts, ends = append(pages, int32(p.Page)), append(starts, int32(p.Start)), append(ends, int32(p.End))
	}
	_, err := l.pool.Exec(ctx, `insert into rag.passage (id, report_id, page, start_at, end_at, heading, body)
		select * from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::text[], $7::text[])
		on conflict (id) do nothing`, ids, reports, pages, starts, ends, headings, texts)
	if err != nil {
		return fmt.Errorf("ingesting %d passages of report %s: %w", len(passages), passages[0].ReportID, err)
	}
	return nil
}

// Passages implements Library.
func (l *Postgres) Passages(ctx context.Context, query string, f Filter) ([]Hit, error) {
	if f.ReportID == "" {
		return nil, ErrNoReport
	}
	x, err := l.index(ctx, f.ReportID)
	if err != nil {
		return nil, fmt.Errorf("searching report %s: %w", f.ReportID, err)
	}
	return x.search(query, f), nil
}

// index returns the report's index. Passages are immutable and only ever added, so as many as before are
// the same as before.
func (l *Postgres) index(ctx context.Context, report string) (*index, error) {
	var n int
	if err := l.pool.QueryRow(ctx, `select count(*) from rag.passage where report_id = $1`, report).Scan(&n); err != nil {
		return nil, fmt.Errorf("counting passages: %w", err)
	}
	if x := l.recall(report, n); x != nil {
		return x, nil
	}
	rows, err := l.pool.Query(ctx, `select id, report_id, page, start_at, end_at, heading, body from rag.passage where report_id = $1`, report)
	if err != nil {
		return nil, fmt.Errorf("reading passages: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Passage, error) {
		var p Passage
		err := row.Scan(&p.ID, &p.ReportID, &p.Page, &p.Start, &p.End, &p.Heading, &p.Text)
		return p, err
	})
	if err != nil {
		return nil, fmt.Errorf("reading passages: %w", err)
	}
	x := newIndex(all)
	l.remember(cachedIndex{report, len(all), x})
	return x, nil
}

func (l *Postgres) recall(report string, passages int) *index {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.cached, func(c cachedIndex) bool { return c.report == report && c.passages == passages })
	if i < 0 {
		return nil
	}
	c := l.cached[i]
	copy(l.cached[1:i+1], l.cached[:i])
	l.cached[0] = c
	return c.index
}

func (l *Postgres) remember(c cachedIndex) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cached = slices.DeleteFunc(l.cached, func(o cachedIndex) bool { return o.report == c.report })
	l.cached = slices.Insert(l.cached, 0, c)
	l.cached = l.cached[:min(len(l.cached), cachedReports)]
}

// Stats implements Library.
func (l *Postgres) Stats(ctx context.Context) (Stats, error) {
	rows, err := l.pool.Query(ctx, `select report_id, count(*) from rag.passage group by report_id`)
	if err != nil {
		return Stats{}, fmt.Errorf("counting passages: %w", err)
	}
	s := Stats{ByReport: map[string]int{}}
	var report string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&report, &n}, func() error {
		s.ByReport[report] = n
		s.Reports++
		s.Passages += n
		return nil
	})
	if err != nil {
		return Stats{}, fmt.Errorf("counting passages: %w", err)
	}
	return s, nil
}
