package legal

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/corpus"
)

// Standards is the search by meaning and words in the bundled texts. It is part of the program and lives in memory:
// nothing that a user has ingested, and no endpoint of the day, changes what a run says, so that a replay says the same.
type Standards struct{ corpus *corpus.Corpus }

var _ Paragraphs = Standards{}

// BundledStandards are those of the program, not yet indexed: the first search does that.
func BundledStandards() Standards { return Standards{corpus.New(rag.NewMemory())} }

// Paragraphs implements Paragraphs. The kind of claim and its family are left out of the words that are searched for:
// they would name every paragraph of the family, and what is named comes first.
func (s Standards) Paragraphs(ctx context.Context, q Query) ([]Hit, error) {
	if q.Text == "" {
		return nil, nil
	}
	answer, err := s.corpus.Search(ctx, corpus.Query{Text: q.Text, Top: q.Top, Types: q.Sources})
	if err != nil {
		return nil, fmt.Errorf("searching the standards for a claim: %w", err)
	}
	var hits []Hit
	for _, r := range answer.Results {
		for _, id := range r.IDs {
			hits = append(hits, Hit{id, max(0, r.Semantic.Score)})
		}
	}
	return hits, nil
}
