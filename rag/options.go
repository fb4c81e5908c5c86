package rag

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/sibyl-project/sibyl/rag/embed"
)

// Option configures a library.
type Option func(*options)

type options struct {
	embedder embed.Embedder // nil: the bundled one
	standby  bool
}

// WithEmbedder chooses where vectors come from, by default the model that is part of the program. Vectors of other
// spaces that were stored before are kept and passed over.
func WithEmbedder(e embed.Embedder) Option { return func(o *options) { o.embedder = e } }

// WithStandby lets the bundled model stand in while the endpoint of WithEmbedder cannot be reached: passages get vectors of
// its space, and searches are made in it. Spaces are not mixed: a search is made in one of them, and vectors that the
// endpoint's space lacks are made when it is back. For a library in a database; one in memory has one space.
func WithStandby() Option { return func(o *options) { o.standby = true } }

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

// inSpace does something in the space of the library, or in that of the bundled model if the first is out of reach and
// the other stands by.
func inSpace[T any](ctx context.Context, o *options, do func(embed.Embedder) (T, error)) (T, error) {
	var none T
	e, err := o.space()
	if err != nil {
		return none, err
	}
	done, err := do(e)
	if !o.standby || o.embedder == nil || !embed.Unreachable(err) || ctx.Err() != nil {
		return done, err
	}
	bundled, openErr := embed.Bundled()
	if openErr != nil {
		return none, fmt.Errorf("opening the bundled embedding model: %w", openErr)
	}
	slog.WarnContext(ctx, "the bundled embedding model stands in", "for", e.Space().Model, "error", err)
	return do(bundled)
}

// embeddedPassages are passages' vectors and where they come from.
type embeddedPassages struct {
	from    embed.Embedder
	vectors [][]float32
}

// embedPassages makes the vectors of passages that are to be written.
func (o *options) embedPassages(ctx context.Context, passages []Passage) (embeddedPassages, error) {
	return inSpace(ctx, o, func(e embed.Embedder) (embeddedPassages, error) {
		v, err := vectors(ctx, e, passages)
		return embeddedPassages{e, v}, err
	})
}

// vectors embeds passages.
func vectors(ctx context.Context, e embed.Embedder, passages []Passage) ([][]float32, error) {
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
