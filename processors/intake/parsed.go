package intake

import (
	"context"
	"errors"
	"fmt"

	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// parse returns the document of a file and its artefact hash, parsing it only if nobody has.
func (p *processor) parse(ctx context.Context, sha256 string) (*document.Document, string, error) {
	lock := p.lock(sha256)
	lock.Lock()
	defer lock.Unlock()

	hash, err := p.store.Resolve(ctx, memo(p.parser, sha256))
	if err == nil {
		d, err := document.Load(ctx, p.store, hash)
		if err != nil {
			return nil, "", broken(ctx, fmt.Errorf("loading the parse of file %s: %w", sha256, err))
		}
		return d, hash, nil
	}
	if !errors.Is(err, artefact.ErrNotFound) {
		return nil, "", broken(ctx, fmt.Errorf("looking for the parse of file %s: %w", sha256, err))
	}
	pdf, err := p.store.Get(ctx, sha256)
	switch {
	case errors.Is(err, artefact.ErrNotFound):
		return nil, "", &parse.FileError{Problem: parse.Missing}
	case err != nil:
		return nil, "", broken(ctx, fmt.Errorf("reading file %s: %w", sha256, err))
	}
	d, err := p.parser.Parse(ctx, pdf)
	if err != nil {
		return nil, "", fmt.Errorf("parsing file %s: %w", sha256, err)
	}
	return p.keep(ctx, memo(p.parser, sha256), d)
}

// keep stores a parse and links it to its file.
func (p *processor) keep(ctx context.Context, memo string, d *document.Document) (*document.Document, string, error) {
	data, err := document.Encode(d)
	if err != nil {
		return nil, "", stream.Reject(err)
	}
	hash, err := link(ctx, p.store, memo, data)
	switch {
	case errors.Is(err, artefact.ErrLinked):
		return nil, "", err // another instance parsed the file meanwhile, and found something else: theirs stands
	case err != nil:
		return nil, "", broken(ctx, err)
	}
	// Those who ask next find it decoded.
	if d, err = document.Keep(hash, len(data), d); err != nil {
		return nil, "", broken(ctx, err)
	}
	return d, hash, nil
}

// memo names the parse that a parser makes of a file.
func memo(parser parse.Parser, sha256 string) string {
	name := "parse/" + document.Version + "/" + sha256
	if v, ok := parser.(interface{ Variant() string }); ok && v.Variant() != "" {
		name += "/" + v.Variant()
	}
	return name
}

// Keep stores the encoded parse that a parser has made of a file, and has it found by intake, whoever has made it.
func Keep(ctx context.Context, store artefact.Store, parser parse.Parser, sha256 string, parsed []byte) error {
	_, err := link(ctx, store, memo(parser, sha256), parsed)
	return err
}

func link(ctx context.Context, store artefact.Store, memo string, parsed []byte) (hash string, err error) {
	if hash, err = store.Put(ctx, "parse", parsed); err == nil {
		err = store.Link(ctx, memo, hash)
	}
	if err != nil {
		return "", fmt.Errorf("keeping the parse %s: %w", memo, err)
	}
	return hash, nil
}
