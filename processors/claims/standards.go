package claims

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/corpus"
	"github.com/sibyl-project/sibyl/rag/embed"
)

// Standards is the Retrieval of the bundled texts. It is the bundled corpus in memory, with the bundled model, and
// never the database: what a run says depends on its report and on the program, not on what a user has ingested or on
// an endpoint of the day, so that a replay finds the same.
type Standards struct{ corpus *corpus.Corpus }

var _ Retrieval = Standards{}

// BundledStandards are those of the program, not yet indexed: the first search does that.
func BundledStandards() Standards { return Standards{corpus.New(rag.NewMemory())} }

// Paragraphs implements Retrieval.
func (s Standards) Paragraphs(ctx context.Context, queries []string, top int) ([][]Found, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, fmt.Errorf("loading the paragraph registry: %w", err)
	}
	out := make([][]Found, len(queries))
	for i, q := range queries {
		if q == "" {
			continue
		}
		answer, err := s.corpus.Search(ctx, corpus.Query{Text: q, Top: top, Types: []string{corpus.S1, corpus.S2}})
		if err != nil {
			return nil, fmt.Errorf("searching the standards: %w", err)
		}
		for _, r := range answer.Results {
			for _, id := range r.IDs {
				if found, ok := registry.Paragraph(id); ok {
					out[i] = append(out[i], Found{ID: found.ID, Pillar: found.Pillar, Title: found.Title, Relevance: max(0, r.Semantic.Score)})
				}
			}
		}
	}
	return out, nil
}

// Meaning compares texts by the bundled model's vectors.
type Meaning struct{}

var _ Similarity = Meaning{}

// Compare implements Similarity.
func (Meaning) Compare(ctx context.Context, texts []string) (func(i, j int) float64, error) {
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
