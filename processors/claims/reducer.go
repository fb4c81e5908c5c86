package claims

import (
	"context"

	"github.com/sibyl-project/sibyl/events"
)

// Reducer makes the claims of a run of those of its sections: each once, with its preliminary mapping.
type Reducer struct {
	Similarity Similarity
	Retrieval  Retrieval // nil: the extractor's mapping holds
}

// Reduce returns the claims by page, priority and id, and how many repeats were dropped. Claims of overlapping sections
// may come in any order; the result is the same.
func (r Reducer) Reduce(ctx context.Context, claims []events.Claim) (kept []events.Claim, dropped int, err error) {
	kept, dropped, err = distinctClaims(ctx, r.Similarity, claims)
	if err != nil || r.Retrieval == nil {
		return kept, dropped, err
	}
	if err := confirm(ctx, r.Retrieval, kept); err != nil {
		return nil, 0, err
	}
	return kept, dropped, nil
}
