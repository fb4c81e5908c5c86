package worker

import (
	"context"

	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// An unavailable database is not the fault of an event: a processor that needs the artefact store or the library while
// it is unavailable waits for it, announces that, and continues. So the ports of all processors mark such errors here;
// what else may be wrong with an artefact is for the processor to judge.

// paused marks an error of a database that is away.
func paused(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil || !projections.Away(err) {
		return err
	}
	return stream.Pause(err)
}

type pausingStore struct{ artefact.Store }

// Put implements artefact.Store.
func (p pausingStore) Put(ctx context.Context, kind string, data []byte) (string, error) {
	hash, err := p.Store.Put(ctx, kind, data)
	return hash, paused(ctx, err)
}

// Get implements artefact.Store.
func (p pausingStore) Get(ctx context.Context, hash string) ([]byte, error) {
	data, err := p.Store.Get(ctx, hash)
	return data, paused(ctx, err)
}

// Link implements artefact.Store.
func (p pausingStore) Link(ctx context.Context, name, hash string) error {
	return paused(ctx, p.Store.Link(ctx, name, hash))
}

// Resolve implements artefact.Store.
func (p pausingStore) Resolve(ctx context.Context, name string) (string, error) {
	hash, err := p.Store.Resolve(ctx, name)
	return hash, paused(ctx, err)
}

type pausingLibrary struct{ rag.Library }

// Ingest implements rag.Library.
func (p pausingLibrary) Ingest(ctx context.Context, passages []rag.Passage) error {
	return paused(ctx, p.Library.Ingest(ctx, passages))
}

// Passages implements rag.Library.
func (p pausingLibrary) Passages(ctx context.Context, query string, f rag.Filter) ([]rag.Hit, error) {
	hits, err := p.Library.Passages(ctx, query, f)
	return hits, paused(ctx, err)
}

// Stats implements rag.Library.
func (p pausingLibrary) Stats(ctx context.Context) (rag.Stats, error) {
	s, err := p.Library.Stats(ctx)
	return s, paused(ctx, err)
}

type pausingBook struct{ ledger.Book }

// Allow implements ledger.Book.
func (p pausingBook) Allow(ctx context.Context, run string, l ledger.Limit) error {
	return paused(ctx, p.Book.Allow(ctx, run, l))
}

// Hold implements ledger.Book.
func (p pausingBook) Hold(ctx context.Context, c *ledger.Call, l ledger.Limit) error {
	return paused(ctx, p.Book.Hold(ctx, c, l))
}

// Settle implements ledger.Book.
func (p pausingBook) Settle(ctx context.Context, c *ledger.Call) error {
	return paused(ctx, p.Book.Settle(ctx, c))
}

// Reuse implements ledger.Book.
func (p pausingBook) Reuse(ctx context.Context, c *ledger.Call) error {
	return paused(ctx, p.Book.Reuse(ctx, c))
}

// Mode implements ledger.Book.
func (p pausingBook) Mode(ctx context.Context, endpoint, model string) (string, error) {
	mode, err := p.Book.Mode(ctx, endpoint, model)
	return mode, paused(ctx, err)
}
