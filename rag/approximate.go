package rag

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/rag/embed"
)

// ErrNoVector says that the database has no vector extension.
var ErrNoVector = errors.New("the database has no vector extension")

// oversampled is how many times as many neighbours as wanted are asked of an approximate index, since it misses some.
const oversampled = 3

// BuildApproximate makes an approximate index over all vectors of the library's space. From then on it proposes
// neighbours to searches across everything, whose vectors then need not be held in memory; what it proposes is scored
// and ordered here like anything else. Searches within a report stay exact. It takes minutes for 100,000 passages and
// keeps itself up to date afterwards. Without pgvector the error is ErrNoVector and nothing is lost but memory.
//
// Vectors are real[] whether pgvector is there or not, and cast where its operators are used. A column of its own type, as
// pgvector-go reads and writes it, would be a second form of the table, of all that touches it, and a move between the two.
func (l *Postgres) BuildApproximate(ctx context.Context) error {
	e, err := l.space()
	if err != nil {
		return err
	}
	if _, _, err := l.load(ctx, e, ""); err != nil { // completes the vectors
		return fmt.Errorf("building the approximate index: %w", err)
	}
	err = pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		var there bool
		if err := tx.QueryRow(ctx, `select exists (select from pg_extension where extname = 'vector')`).Scan(&there); err != nil {
			return fmt.Errorf("asking for the extension: %w", err)
		}
		if !there {
			return ErrNoVector
		}
		if _, err := tx.Exec(ctx, `set local maintenance_work_mem = '256MB'`); err != nil {
			return fmt.Errorf("giving the build memory: %w", err)
		}
		// Names and types cannot be parameters; the space's name is quoted, the rest is made here. Two that create one
		// index at once would fail in the catalogue, "if not exists" or not: they take turns.
		space := e.Space()
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtext($1))`, "sibyl rag "+approximateName(space)); err != nil {
			return fmt.Errorf("waiting for other builds: %w", err)
		}
		if _, err := tx.Exec(ctx, fmt.Sprintf(`create index if not exists %s on rag.vector using hnsw ((value::vector(%d)) vector_ip_ops) where space = %s`,
			approximateName(space), space.Dimensions, quoted(space.String()))); err != nil {
			return err
		}
		// Freshly filled tables have no statistics yet, and the planner, taking them for small, sorts all of them instead.
		_, err := tx.Exec(ctx, `analyze rag.vector, rag.passage`)
		return err
	})
	if err != nil {
		return fmt.Errorf("building the approximate index: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cached = nil // indexes in memory that hold vectors are no longer needed
	return nil
}

func approximateName(s embed.Space) string {
	sum := sha256.Sum256([]byte(s.String()))
	return "vector_hnsw_" + hex.EncodeToString(sum[:6])
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// approximate says whether an approximate index for the space is there and whole.
func approximate(ctx context.Context, pool *pgxpool.Pool, s embed.Space) (bool, error) {
	var there bool
	err := pool.QueryRow(ctx, `select exists (select from pg_index where indexrelid = to_regclass('rag.' || $1) and indisvalid)`, approximateName(s)).Scan(&there)
	if err != nil {
		return false, fmt.Errorf("looking for an approximate index: %w", err)
	}
	return there, nil
}

// proposed asks the approximate index which vectors to compare with.
type proposed struct {
	pool  *pgxpool.Pool
	space embed.Space
	ids   []string       // of passages, by place
	at    map[string]int // places of passages, by id
}

// nearest implements neighbours. The index is walked on until enough admitted passages are found (an index that
// filters afterwards was seen to return 1 of 20), and cosines are computed here.
func (x *proposed) nearest(ctx context.Context, v []float32, n int, f Filter, admits func(int) bool) ([]found, error) {
	type row struct {
		id    string
		value []float32
	}
	var rows []row
	err := pgx.BeginFunc(ctx, x.pool, func(tx pgx.Tx) error {
		wanted := oversampled * n
		if _, err := tx.Exec(ctx, fmt.Sprintf(`set local hnsw.ef_search = %d; `+
			`set local hnsw.iterative_scan = strict_order; set local enable_seqscan = off`, min(max(wanted, 40), 1000))); err != nil {
			return fmt.Errorf("preparing the scan: %w", err)
		}
		where := ""
		arguments := []any{v, wanted}
		if len(f.Sources) > 0 || f.PageFrom > 0 || f.PageTo > 0 {
			where = ` and exists (select from rag.passage p where p.id = passage_id and (cardinality($3::text[]) = 0 or p.source = any($3))
				and p.page >= $4 and ($5 = 0 or p.page <= $5))`
			sources := f.Sources
			if sources == nil {
				sources = []string{}
			}
			arguments = append(arguments, sources, f.PageFrom, f.PageTo)
		}
		found, err := tx.Query(ctx, fmt.Sprintf(`select passage_id, value from rag.vector where space = %s%s `+
			`order by (value::vector(%d)) <#> $1::real[]::vector(%d) limit $2`,
			quoted(x.space.String()), where, x.space.Dimensions, x.space.Dimensions), arguments...)
		if err != nil {
			return fmt.Errorf("asking for neighbours: %w", err)
		}
		rows, err = pgx.CollectRows(found, func(r pgx.CollectableRow) (row, error) {
			var one row
			err := r.Scan(&one.id, &one.value)
			return one, err
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("searching the approximate index: %w", err)
	}
	b := best{n: n}
	for _, r := range rows {
		// A passage written since the index in memory was read belongs to the next search.
		if i, ok := x.at[r.id]; ok && admits(i) {
			b.offer(found{i, rounded(embed.Cosine(v, r.value))})
		}
	}
	return b.sorted(), nil
}

// cosines implements neighbours.
func (x *proposed) cosines(ctx context.Context, v []float32, passages []int) ([]float64, error) {
	ids, place := make([]string, len(passages)), make(map[string]int, len(passages))
	for n, i := range passages {
		ids[n], place[x.ids[i]] = x.ids[i], n
	}
	rows, err := x.pool.Query(ctx, `select passage_id, value from rag.vector where space = $1 and passage_id = any($2)`, x.space.String(), ids)
	if err != nil {
		return nil, fmt.Errorf("reading vectors: %w", err)
	}
	out := make([]float64, len(passages))
	var id string
	var value []float32
	if _, err := pgx.ForEachRow(rows, []any{&id, &value}, func() error {
		out[place[id]] = embed.Cosine(v, value)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("reading vectors: %w", err)
	}
	return out, nil
}
