package specialist

import (
	"context"
	"errors"
	"fmt"

	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Document loads a parsed report for report-level work. A store that is down is waited for; a parse that is
// missing, damaged or no document is given up on, since waiting would not cure it.
func Document(ctx context.Context, store artefact.Store, parse string) (*document.Document, error) {
	doc, err := document.Load(ctx, store, parse)
	switch {
	case err == nil:
		return doc, nil
	case ctx.Err() != nil:
		return nil, err
	case errors.Is(err, artefact.ErrNotFound), errors.Is(err, artefact.ErrDamaged), errors.Is(err, document.ErrInvalid):
		return nil, stream.Reject(fmt.Errorf("reading the parsed report: %w", err))
	}
	return nil, stream.Pause(err)
}
