package rag

import (
	"cmp"
	"context"
	"errors"

	"github.com/sibyl-project/sibyl/events"
)

// ErrNoReport says that a search did not name the report to search in.
var ErrNoReport = errors.New("searching passages: no report named")

// Passage is a piece of a report. Start and End count code points of the page's text.
type Passage struct {
	ID       string
	ReportID string
	Page     int
	Start    int
	End      int
	Heading  string // what it stands under, may be empty
	Text     string // white space folded
}

// before orders passages by their place.
func (p Passage) before(q Passage) int {
	return cmp.Or(cmp.Compare(p.ReportID, q.ReportID), cmp.Compare(p.Page, q.Page), cmp.Compare(p.Start, q.Start), cmp.Compare(p.ID, q.ID))
}

// passageID names a passage by what it is: equal in every run over the report.
func passageID(p Passage) string {
	return events.StableID("psg", p.ReportID, itoa(p.Page), itoa(p.Start), p.Text)
}

// Filter narrows a search.
type Filter struct {
	ReportID string // the report to search in, required
	PageFrom int    // first page, 0 for no bound
	PageTo   int    // last page, 0 for no bound
	Top      int    // how many hits at most, by default 10
}

// Hit is a passage found. Score is BM25: comparable within one search only.
type Hit struct {
	Passage Passage
	Score   float64
	Rank    int      // from 1
	Terms   []string // of the query, as indexed, that the passage holds
}

// Stats counts what a library holds.
type Stats struct {
	Reports  int
	Passages int
	ByReport map[string]int
}

// Library is where agents look things up. A search for words that nothing holds is no error and gives
// nothing.
type Library interface {
	Ingest(ctx context.Context, passages []Passage) error
	Passages(ctx context.Context, query string, f Filter) ([]Hit, error)
	Stats(ctx context.Context) (Stats, error)
}
