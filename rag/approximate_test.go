package rag_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag"
)

func TestWithoutTheExtensionThereIsNoApproximateIndex(t *testing.T) {
	pool := database(t)
	if _, err := pool.Exec(t.Context(), `drop extension if exists vector`); err != nil {
		t.Fatal(err)
	}
	l := rag.NewPostgres(pool)
	if err := l.Ingest(t.Context(), shelf(20)); err != nil {
		t.Fatal(err)
	}
	if err := l.BuildApproximate(t.Context()); !errors.Is(err, rag.ErrNoVector) {
		t.Errorf("error %v", err)
	}
	if hits := find(t, l, "carbon footprint", rag.Filter{Everywhere: true}); len(hits) == 0 {
		t.Error("nothing is found")
	}
}

// crowd is many passages of which no two are alike, of words as common and as rare as those of a language are. Every
// third word is a real one, so that the vectors have something to say.
func crowd(n int, seed uint64) []rag.Passage {
	rng := rand.New(rand.NewPCG(seed, 1))
	rare := rand.NewZipf(rng, 1.1, 8, 30_000)
	words := strings.Fields(`emissions carbon water waste energy board risk supplier employee safety training community donation forest species
		river flood storm drought insurance bond loan customer privacy tax bribery wage union school hospital solar wind nuclear coal gas oil diesel truck ship
		aircraft steel cement cotton cocoa coffee cattle rice soil packaging plastic paper glass battery lithium cobalt audit target year scenario price market
		law policy regulator investor bonus director committee report index table method factor estimate city country factory office store farm mine port`)
	syllables := strings.Fields("ba ko mi tu ra se lo ni va do pe ga zu fi ho ja")
	out := make([]rag.Passage, n)
	for i := range out {
		var text []string
		for range 12 + rng.IntN(30) {
			w := ""
			for k := rare.Uint64() + 1; k > 0; k /= 16 {
				w += syllables[k%16]
			}
			text = append(text, w)
			if len(text)%3 == 0 {
				text = append(text, words[rng.IntN(len(words))])
			}
		}
		out[i] = rag.Passage{ID: fmt.Sprintf("psg_%06d", i), ReportID: fmt.Sprintf("rep_%d", i/1000), Page: 1 + i%1000/10, Start: i % 10 * 500,
			End: i%10*500 + 400, Text: strings.Join(text, " ")}
	}
	return out
}

// Where there are many vectors, sketches propose which are compared. What they miss of the ten nearest is measured
// against comparing each.
func TestSketchesProposeTheNearest(t *testing.T) {
	passages := crowd(18_000, 1)
	if recall := recallAgainstAll(t, library(t, passages), passages, embedded(t, passages), crowd(50, 2)); recall < 0.98 {
		t.Errorf("recall@10 %.4f", recall)
	}
}

// What the approximate index proposes holds nearly all of what comparing with everything finds, also behind a filter.
func TestTheApproximateIndexFindsWhatComparingFinds(t *testing.T) {
	pool, ctx := database(t), t.Context()
	needsVector(t, pool)
	passages := crowd(4000, 1)
	// So few passages the planner rather sorts, which is quick and exact. Here it is to use the index, as it does where
	// there are many.
	if _, err := pool.Exec(ctx, `do $$ begin execute format('alter database %I set enable_sort = off', current_database()); end $$`); err != nil {
		t.Fatal(err)
	}
	pool.Reset()
	exact, near := library(t, passages), approximate{rag.NewPostgres(pool)}
	if err := near.Ingest(ctx, passages); err != nil {
		t.Fatal(err)
	}
	found, wanted := 0, 0
	for i, p := range crowd(60, 2) {
		f := rag.Filter{Everywhere: true, Mode: rag.Semantic}
		if i%2 == 1 {
			f.PageFrom, f.PageTo = 90, 100 // a tenth of all
		}
		there := map[string]bool{}
		for _, h := range find(t, near, p.Text, f) {
			there[h.Passage.ID] = true
		}
		for _, h := range find(t, exact, p.Text, f) {
			if wanted++; there[h.Passage.ID] {
				found++
			}
		}
	}
	if recall := float64(found) / float64(wanted); wanted < 500 || recall < 0.98 {
		t.Errorf("recall@10 %.4f over %d hits", recall, wanted)
	}
	// A server process reports what it used once a second at most, and each connection has its own: all are made to
	// report, so that a quick run is not taken for one without the index.
	for _, c := range pool.AcquireAllIdle(ctx) {
		_, err := c.Exec(ctx, `select pg_stat_force_next_flush()`)
		c.Release()
		if err != nil {
			t.Fatal(err)
		}
	}
	var scans int
	if err := pool.QueryRow(ctx, `select coalesce(sum(idx_scan), 0) from pg_stat_user_indexes where indexrelname like 'vector_hnsw_%'`).Scan(&scans); err != nil {
		t.Fatal(err)
	}
	if scans != 60 {
		t.Errorf("the index was used %d times by 60 searches", scans)
	}
}
