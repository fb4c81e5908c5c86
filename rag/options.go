package rag

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/rag/embed"
)

// Expansion adds words to a query: what the registry of paragraphs knows about an id, for one. They count as
// Filter.Background does. It must be a function of the query alone.
type Expansion func(query string) string

// Option configures a library.
type Option func(*options)

type options struct {
	embedder embed.Embedder // nil: the bundled one
	expand   Expansion
}

// WithEmbedder chooses where vectors come from, by default the model that is part of the program. Vectors of other
// spaces that were stored before are kept and passed over.
func WithEmbedder(e embed.Embedder) Option { return func(o *options) { o.embedder = e } }

// WithExpansion adds words to every query.
func WithExpansion(e Expansion) Option { return func(o *options) { o.expand = e } }

func chosen(given []Option) options {
	var o options
	for _, set := range given {
		set(&o)
	}
	return o
}

// space is where vectors come from. The bundled model is read when it is first needed: half of the commands never
// search.
func (o *options) space() (embed.Embedder, error) {
	if o.embedder != nil {
		return o.embedder, nil
	}
	e, err := embed.Bundled()
	if err != nil {
		return nil, fmt.Errorf("opening the bundled embedding model: %w", err)
	}
	return e, nil
}

// vectors embeds passages.
func (o *options) vectors(ctx context.Context, passages []Passage) ([][]float32, error) {
	e, err := o.space()
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(passages))
	for i := range passages {
		texts[i] = passages[i].words()
	}
	out, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embedding %d passages: %w", len(texts), err)
	}
	return out, nil
}
