package retrieval

import (
	"context"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/corpus"
)

// Corpus searches the bundled standards as the product does.
func Corpus(shelves rag.Shelves) Searcher { return standards{corpus.New(shelves)} }

type standards struct{ corpus *corpus.Corpus }

// Search implements Searcher.
func (s standards) Search(ctx context.Context, query string, mode rag.Mode, top int) ([][]string, error) {
	answer, err := s.corpus.Search(ctx, corpus.Query{Text: query, Mode: mode, Top: top, Types: corpus.Bundled()})
	if err != nil {
		return nil, err
	}
	var out [][]string
	for _, r := range answer.Results {
		out = append(out, r.IDs)
	}
	return out, nil
}
