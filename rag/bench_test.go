package rag_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/rag"
)

// BenchmarkSearch asks queries of a claim's length in one report and across everything, in memory and, where pgvector
// is there, with an approximate index. p95-ms is what nineteen of twenty searches stay below.
func BenchmarkSearch(b *testing.B) {
	for _, size := range []int{1000, 100_000} {
		passages := crowd(size, 3)
		f := rag.Filter{Everywhere: true}
		if size == 1000 {
			f = rag.Filter{ReportID: "rep_0"}
		}
		b.Run("memory-"+strconv.Itoa(size), func(b *testing.B) { measure(b, library(b, passages), f) })
	}
	b.Run("approximate-100000", func(b *testing.B) {
		pool := database(b)
		needsVector(b, pool)
		l := rag.NewPostgres(pool)
		for part := range slices.Chunk(crowd(100_000, 3), 5000) {
			if err := l.Ingest(b.Context(), part); err != nil {
				b.Fatal(err)
			}
		}
		if err := l.BuildApproximate(b.Context()); err != nil {
			b.Fatal(err)
		}
		measure(b, l, rag.Filter{Everywhere: true})
	})
}

func measure(b *testing.B, l rag.Library, f rag.Filter) {
	queries := crowd(200, 4)
	find(b, l, queries[0].Text, f) // the index is read with the first search
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		began := time.Now()
		find(b, l, queries[i%len(queries)].Text, f)
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}
