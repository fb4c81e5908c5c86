package embed

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/sibyl-project/sibyl/data/embeddings"
)

// mostTokens is how much of a text a static vector speaks of: far more than a passage has, and a bound on what a
// hostile text can cost.
const mostTokens = 2048

// Static is a model without a network: a text's vector is the sum of the vectors of its pieces and phrases, made 1
// long.
type Static struct{ table *table }

var _ Embedder = (*Static)(nil)

var bundled = sync.OnceValues(func() (*Static, error) { return ReadStatic(embeddings.Model) })

// Bundled returns the model that is part of the program.
func Bundled() (*Static, error) { return bundled() }

// ReadStatic reads a model's file. It keeps the string.
func ReadStatic(file string) (*Static, error) {
	t, err := readTable(file)
	if err != nil {
		return nil, err
	}
	return &Static{t}, nil
}

// Knows reports whether a word in lower case is a whole piece of the model's vocabulary: a common English word.
func (s *Static) Knows(word string) bool {
	_, ok := s.table.pieces.ID(word)
	return ok
}

// Space implements Embedder.
func (s *Static) Space() Space { return Space{Model: s.table.Model, Dimensions: s.table.Dimensions} }

// Embed implements Embedder. It fails only when ctx ends.
func (s *Static) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	flat := make([]float32, len(texts)*s.table.Dimensions)
	sum := make([]int64, s.table.Dimensions)
	var ids []uint16
	for i, text := range texts {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("embedding %d texts: %w", len(texts), ctx.Err())
		}
		ids = s.table.pieces.Tokens(ids[:0], within(text), mostTokens)
		clear(sum)
		s.table.add(sum, ids)
		out[i], flat = flat[:len(sum):len(sum)], flat[len(sum):]
		unit(out[i], sum)
	}
	return out, nil
}

// within is as much of a text as can have mostTokens tokens of words: what is beyond is not even normalised.
func within(text string) string {
	const most = mostTokens * 64
	if len(text) <= most {
		return text
	}
	return text[:most]
}

// unit writes a sum made 1 long. Each product is rounded before it is added, so that machines which would fuse the
// two steps agree with those which cannot.
func unit(out []float32, sum []int64) {
	var square float64
	for _, x := range sum {
		square += float64(float64(x) * float64(x))
	}
	if square == 0 {
		return
	}
	length := math.Sqrt(square)
	for i, x := range sum {
		out[i] = float32(float64(x) / length)
	}
}
