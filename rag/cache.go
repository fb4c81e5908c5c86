package rag

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/rag/embed"
)

// cachedReports is how many indexes a library keeps: one run asks about one report, hundreds of times.
const cachedReports = 4

type cachedIndex struct {
	report  string // empty: everything
	space   embed.Space
	version int64
	index   *index
}

// within says which passages the index of a report has, or that of everything: what is kept apart is in its own alone.
const within = `case when $1 = '' then source = '' or report_id = '' else report_id = $1 end`

// index returns the index of a report, or of everything. Passages are immutable: each one that is added, and each one
// that is taken away, makes the version greater by one.
func (l *Postgres) index(ctx context.Context, e embed.Embedder, report string) (*index, error) {
	var version int64
	err := l.pool.QueryRow(ctx, `select (select count(*) from rag.passage where `+within+`)
		+ 2 * (select coalesce(sum(passages), 0)::bigint from rag.removed where $1 = '' or report_id = $1)`, report).Scan(&version)
	if err != nil {
		return nil, fmt.Errorf("counting passages: %w", err)
	}
	if x := l.recall(report, e.Space(), version); x != nil {
		return x, nil
	}
	passages, vectors, err := l.load(ctx, e, report)
	if err != nil {
		return nil, err
	}
	x := newIndex(passages, vectors)
	if report == "" {
		if err := l.propose(ctx, e, x); err != nil {
			return nil, err
		}
	}
	l.remember(cachedIndex{report, e.Space(), version, x})
	return x, nil
}

// propose lets an approximate index take the place of the vectors in memory, where there is one.
func (l *Postgres) propose(ctx context.Context, e embed.Embedder, x *index) error {
	there, err := approximate(ctx, l.pool, e.Space())
	if err != nil || !there {
		return err
	}
	near := &proposed{pool: l.pool, space: e.Space(), ids: make([]string, len(x.passages)), at: make(map[string]int, len(x.passages))}
	for i := range x.passages {
		near.ids[i], near.at[x.passages[i].ID] = x.passages[i].ID, i
	}
	x.near = near
	return nil
}

// load reads passages with their vectors of a space. Passages that were written when another space was
// in use get their vectors now.
func (l *Postgres) load(ctx context.Context, e embed.Embedder, report string) ([]Passage, [][]float32, error) {
	rows, err := l.pool.Query(ctx, `select p.id, p.report_id, p.source, p.label, p.page, p.start_at, p.end_at, p.heading, p.body, v.value
		from rag.passage p left join rag.vector v on v.passage_id = p.id and v.space = $2
		where `+within+` order by p.id`, report, e.Space().String())
	if err != nil {
		return nil, nil, fmt.Errorf("reading passages: %w", err)
	}
	passages, vectors := []Passage{}, [][]float32{}
	var p Passage
	var v []float32
	_, err = pgx.ForEachRow(rows, []any{&p.ID, &p.ReportID, &p.Source, &p.Label, &p.Page, &p.Start, &p.End, &p.Heading, &p.Text, &v}, func() error {
		passages, vectors = append(passages, p), append(vectors, slices.Clone(v))
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("reading passages: %w", err)
	}
	return passages, vectors, l.complete(ctx, e, passages, vectors)
}

// complete fills in the vectors that are missing, and keeps them.
func (l *Postgres) complete(ctx context.Context, e embed.Embedder, passages []Passage, given [][]float32) error {
	var missing []Passage
	var places []int
	for i, v := range given {
		if v == nil {
			missing, places = append(missing, passages[i]), append(places, i)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	made, err := vectors(ctx, e, missing)
	if err != nil {
		return err
	}
	for i, at := range places {
		given[at] = made[i]
	}
	return insertVectors(ctx, l.pool, missing, embeddedPassages{e, made})
}

func (l *Postgres) recall(report string, space embed.Space, version int64) *index {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.cached, func(c cachedIndex) bool { return c.report == report && c.space == space && c.version == version })
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
	l.cached = slices.DeleteFunc(l.cached, func(o cachedIndex) bool { return o.report == c.report && o.space == c.space })
	l.cached = slices.Insert(l.cached, 0, c)
	l.cached = l.cached[:min(len(l.cached), cachedReports)]
}
