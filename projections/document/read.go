package document

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/projections/claims"
	"github.com/sibyl-project/sibyl/rag/artefact"
	report "github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Read is the document of a run with all its parts: Build and LoadFacts. The report itself, of which the notes are made, is read from
// the store beside the rows, which takes as long.
func Read(ctx context.Context, pool *pgxpool.Pool, store artefact.Store, run string) (*Document, error) {
	var ahead sync.WaitGroup
	ahead.Go(func() { readAhead(ctx, pool, store, run) })
	defer ahead.Wait()
	d, err := Build(ctx, pool, run)
	if err != nil {
		return nil, err
	}
	if err := d.LoadFacts(ctx, store); err != nil {
		return nil, err
	}
	return d, nil
}

// readAhead has a run's parse and sentences read into their memories, where LoadFacts finds them. Whatever it could not read, LoadFacts
// reads, and says why it cannot.
func readAhead(ctx context.Context, pool *pgxpool.Pool, store artefact.Store, run string) {
	one, _, err := claims.List(ctx, pool, run, claims.Filter{Limit: 1})
	if err != nil || len(one) == 0 || one[0].Parse == "" || one[0].Statements == "" {
		return
	}
	if parsed, err := report.Load(ctx, store, one[0].Parse); err == nil {
		_, _ = statement.Load(ctx, store, one[0].Statements, one[0].Parse, parsed)
	}
}
