package worker

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// failing is a store and a library that fail as told.
type failing struct {
	artefact.Store
	rag.Library
	err error
}

func (f failing) Put(context.Context, string, []byte) (string, error) { return "", f.err }
func (f failing) Get(context.Context, string) ([]byte, error)         { return nil, f.err }
func (f failing) Link(context.Context, string, string) error          { return f.err }
func (f failing) Resolve(context.Context, string) (string, error)     { return "", f.err }
func (f failing) Ingest(context.Context, []rag.Passage) error         { return f.err }
func (f failing) Stats(context.Context) (rag.Stats, error)            { return rag.Stats{}, f.err }
func (f failing) Passages(context.Context, string, rag.Filter) ([]rag.Hit, error) {
	return nil, f.err
}

// Every way into the store and the library says that the database is away, and nothing else is taken for that.
func TestThePortsPauseForADatabaseThatIsAway(t *testing.T) {
	ctx := t.Context()
	for _, c := range []struct {
		err    error
		paused bool
	}{
		{fmt.Errorf("reading: %w", &pgconn.PgError{Code: "57P03"}), true},
		{fmt.Errorf("writing: %w", &pgconn.PgError{Code: "53100"}), true},
		{fmt.Errorf("reading: %w", artefact.ErrNotFound), false},
		{fmt.Errorf("reading: %w", artefact.ErrDamaged), false},
		{fmt.Errorf("writing: %w", &pgconn.PgError{Code: "22021"}), false},
	} {
		store, library := pausingStore{failing{err: c.err}}, pausingLibrary{failing{err: c.err}}
		_, put := store.Put(ctx, "parse", nil)
		_, get := store.Get(ctx, "x")
		_, resolved := store.Resolve(ctx, "x")
		_, found := library.Passages(ctx, "x", rag.Filter{})
		_, counted := library.Stats(ctx)
		for i, err := range []error{put, get, resolved, store.Link(ctx, "x", "y"), library.Ingest(ctx, nil), found, counted} {
			if stream.Paused(err) != c.paused || !errors.Is(err, c.err) {
				t.Errorf("call %d with %v: paused %v, want %v", i, c.err, stream.Paused(err), c.paused)
			}
		}
	}
	// An agent that judges the error itself does not hide it.
	_, err := specialist.Library(ctx, pausingStore{failing{err: &pgconn.PgError{Code: "57P01"}}}, events.Claim{Library: "x"})
	if !stream.Paused(err) {
		t.Errorf("a specialist makes of it: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := (pausingStore{failing{err: &pgconn.PgError{Code: "57P01"}}}).Get(ended, "x"); stream.Paused(err) {
		t.Error("a processor that is stopping waits for the database")
	}
}
