package main

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/processors/claims"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/corpus"
	"github.com/sibyl-project/sibyl/rag/embed"
)

// paragraphs answers what agents ask of IFRS S1 and S2. It is the bundled corpus in memory, with the bundled model, and
// never the database: what a run says depends on its report and on the program, not on what a user has ingested or on
// an endpoint of the day, so that a replay finds the same.
type paragraphs struct{ corpus *corpus.Corpus }

var _ claims.Retrieval = paragraphs{}

func bundledStandards() paragraphs { return paragraphs{corpus.New(rag.NewMemory())} }

// Paragraphs implements claims.Retrieval.
func (p paragraphs) Paragraphs(ctx context.Context, queries []string, top int) ([][]claims.Found, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, fmt.Errorf("loading the paragraph registry: %w", err)
	}
	out := make([][]claims.Found, len(queries))
	for i, q := range queries {
		if q == "" {
			continue
		}
		answer, err := p.corpus.Search(ctx, corpus.Query{Text: q, Top: top, Types: []string{corpus.S1, corpus.S2}})
		if err != nil {
			return nil, fmt.Errorf("searching the standards: %w", err)
		}
		for _, r := range answer.Results {
			for _, id := range r.IDs {
				if found, ok := registry.Paragraph(id); ok {
					out[i] = append(out[i], claims.Found{ID: found.ID, Pillar: found.Pillar, Title: found.Title, Relevance: max(0, r.Semantic.Score)})
				}
			}
		}
	}
	return out, nil
}

// meaning compares texts by the bundled model's vectors.
type meaning struct{}

var _ claims.Similarity = meaning{}

// Compare implements claims.Similarity.
func (meaning) Compare(ctx context.Context, texts []string) (func(i, j int) float64, error) {
	model, err := embed.Bundled()
	if err != nil {
		return nil, fmt.Errorf("opening the bundled embedding model: %w", err)
	}
	vectors, err := model.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embedding claims: %w", err)
	}
	return func(i, j int) float64 { return embed.Cosine(vectors[i], vectors[j]) }, nil
}
