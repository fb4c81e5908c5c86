package claims

import (
	"context"
	"errors"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Section is what an Extractor reads: pages From..To of Document, counted from 1, both included. The
// pages around them are there for context and make no claims.
type Section struct {
	ReportID string
	Parse    string // hash of the document's artefact; what is read of a report that has one is remembered for its other sections
	Document *document.Document

	// Statements is what the report says; without it, the extractor has it read.
	Statements *statement.Report

	From, To int
}

// Extractor finds the claims of a section. The claims of a page must be the same in every section that
// holds the page, or the reduce step could not tell a repeat from a second claim. Each claim has its
// quotation, located on its page, and an id; the result is in the order of the text.
type Extractor interface {
	Extract(ctx context.Context, s Section) ([]events.Claim, error)
}

// Reducer makes the claims of a run of those of its sections: each once, with its preliminary mapping.
type Reducer struct {
	Similarity Similarity
	Retrieval  Retrieval // nil: the extractor's mapping holds
	Confirmer  Confirmer // nil: rules alone say what is the same
}

// Similarity says how near two texts are, from 0 to 1. It only proposes duplicates; rules confirm them. The same texts
// always give the same numbers, whatever their order.
type Similarity interface {
	// Compare prepares texts and returns the similarity of texts i and j.
	Compare(ctx context.Context, texts []string) (func(i, j int) float64, error)
}

// Confirmer says of pairs of claims whether both assert the same, an answer for each. It is asked of those that are alike, with equal
// figures, periods, places and scopes, in which the rules see that other words are spoken of. It learns through a recorded port;
// what it does not know is not the same.
type Confirmer interface {
	Same(ctx context.Context, pairs [][2]events.Claim) ([]bool, error)
}

// Reduce returns the claims by page, priority and id, and how many repeats were dropped. Claims of overlapping sections
// may come in any order; the result is the same.
func (r Reducer) Reduce(ctx context.Context, claims []events.Claim) (kept []events.Claim, dropped int, err error) {
	kept, dropped, err = distinctClaims(ctx, r.Similarity, r.Confirmer, claims)
	if err != nil || r.Retrieval == nil {
		return kept, dropped, err
	}
	err = confirm(ctx, r.Retrieval, kept)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: %w", ErrUnconfirmed, err)
	}
	return kept, dropped, err
}

// ErrUnconfirmed is the error of Reduce where no paragraphs could be searched for. The claims are whole and have the mapping that they were
// read with.
var ErrUnconfirmed = errors.New("claims keep the paragraphs that they were read with")
