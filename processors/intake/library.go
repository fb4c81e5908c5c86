package intake

import (
	"context"
	"errors"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// library reads the documents that a run has beside its report, and stores their list. A document that cannot be
// read is listed with the reason: it must not keep the report from being analysed, nor vanish.
func (p *processor) library(ctx context.Context, items []events.LibraryItem, company string) (entries []events.LibraryEntry, hash string, err error) {
	if len(items) == 0 {
		return nil, "", nil
	}
	docs := make([]*document.Document, len(items))
	for i, item := range items {
		e := events.LibraryEntry{LibraryItem: item}
		d, read, err := p.readEvidence(ctx, item)
		var own *parse.FileError
		var file evidence.FileError
		switch {
		case errors.As(err, &own):
			e.Problem = own.Error()
		case errors.As(err, &file):
			e.Problem = file.Error()
		case err != nil:
			return nil, "", fmt.Errorf("reading %s of the evidence library: %w", item.Filename, err)
		default:
			e.Parse, e.Pages, docs[i] = read, len(d.Pages), d
		}
		entries = append(entries, e)
	}
	evidence.Extend(entries, docs, company)
	data, err := evidence.Encode(entries)
	if err != nil {
		return nil, "", err
	}
	if hash, err = p.store.Put(ctx, "library", data); err != nil {
		return nil, "", broken(ctx, fmt.Errorf("keeping the evidence library: %w", err))
	}
	return entries, hash, nil
}

// readEvidence returns what is read of a document and its artefact hash, reading it only if nobody has.
func (p *processor) readEvidence(ctx context.Context, item events.LibraryItem) (*document.Document, string, error) {
	file, err := p.store.Get(ctx, item.SHA256)
	switch {
	case errors.Is(err, artefact.ErrNotFound):
		return nil, "", &parse.FileError{Problem: parse.Missing}
	case err != nil:
		return nil, "", broken(ctx, err)
	}
	format, err := evidence.FormatOf(item.Filename, file)
	if err != nil {
		return nil, "", err
	}
	if format == evidence.PDF {
		return p.parse(ctx, item.SHA256)
	}
	lock := p.lock(item.SHA256)
	lock.Lock()
	defer lock.Unlock()
	memo := "evidence/" + evidence.Version + "/" + document.Version + "/" + string(format) + "/" + item.SHA256
	hash, err := p.store.Resolve(ctx, memo)
	if err == nil {
		d, err := document.Load(ctx, p.store, hash)
		if err != nil {
			return nil, "", broken(ctx, err)
		}
		return d, hash, nil
	}
	if !errors.Is(err, artefact.ErrNotFound) {
		return nil, "", broken(ctx, err)
	}
	d, err := evidence.Read(item.Filename, item.SHA256, file)
	if err != nil {
		return nil, "", err
	}
	return p.keep(ctx, memo, d)
}
