package rag

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/sibyl-project/sibyl/rag/embed"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// question is a query made ready to be compared.
type question struct {
	terms  []weighted
	labels []string  // of the paragraphs and metrics that it names
	vector []float32 // nil in keyword mode
}

// ask prepares a query. Its vector is that of its own words, drawn to that of what explains it.
func (o *options) ask(ctx context.Context, e embed.Embedder, query string, f Filter) (question, error) {
	q := question{terms: queryTerms(query, f.Background)}
	for _, id := range append(standards.Find(query), standards.FindMetrics(query)...) {
		q.labels = append(q.labels, strings.ToLower(id))
	}
	if f.Mode == Keyword {
		return q, nil
	}
	vectors, err := e.Embed(ctx, []string{query, f.Background})
	if err != nil {
		return question{}, fmt.Errorf("embedding a query: %w", err)
	}
	q.vector = together(vectors[0], vectors[1])
	return q, nil
}

// together is the direction of a query's vector, drawn towards its background's as far as background counts among words; or
// that of the one that has any. Each product is rounded before it is added, so that every machine gets the same bits.
func together(a, b []float32) []float32 {
	out := make([]float32, len(a))
	var square float64
	for i := range out {
		s := float64(a[i]) + float64(backgroundWeight*float64(b[i]))
		out[i] = float32(s)
		square += float64(s * s)
	}
	if length := math.Sqrt(square); length > 0 {
		for i := range out {
			out[i] = float32(float64(out[i]) / length)
		}
	}
	return out
}
