package rag

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
)

// ErrNoReport says that a search named neither the report to search in nor that it goes across everything.
var ErrNoReport = errors.New("searching passages: no report named")

// ErrMode says that a search asked for a mode or a fusion that is none.
var ErrMode = errors.New("searching passages: the mode is none of hybrid, keyword, semantic, or the fusion none of weighted, rrf")

// Passage is a piece of a report or of a standard. Start and End count code points of the page's text.
type Passage struct {
	ID       string
	ReportID string // empty for what belongs to no report; with a Source it names what is kept apart: see Shelves
	Source   string // what it is a piece of: empty for a report, or ifrs_s1, ifrs_s2, sasb, or a licensed copy of one
	Label    string // the paragraph or metrics that it is, in their one form, parted by spaces; empty for most
	Page     int
	Start    int
	End      int
	Heading  string // the path of what it stands under, may be empty; on a second line what leads to it: see heading.go
	Text     string // white space folded; a table keeps its lines and the tabs between its cells
}

// compare orders passages by their place.
func (p Passage) compare(q Passage) int {
	return cmp.Or(cmp.Compare(p.Source, q.Source), cmp.Compare(p.ReportID, q.ReportID), cmp.Compare(p.Page, q.Page),
		cmp.Compare(p.Start, q.Start), cmp.Compare(p.ID, q.ID))
}

// words are what a passage is found by.
func (p Passage) words() string { return p.Heading + "\n" + p.Text }

// passageID names a passage by what it is: equal in every run over the report.
func passageID(p Passage) string {
	return events.StableID(edition, p.ReportID, strconv.Itoa(p.Page), strconv.Itoa(p.Start), p.Heading, p.Text)
}

// Mode is how a search compares a query with passages.
type Mode string

// The closed set of modes.
const (
	Hybrid   Mode = "hybrid"   // both of the others, fused; the default
	Keyword  Mode = "keyword"  // by words: BM25
	Semantic Mode = "semantic" // by meaning: the cosine of vectors
)

// Filter narrows a search and says how to search.
type Filter struct {
	ReportID   string   // the report to search in; required unless Everywhere
	Everywhere bool     // across all reports and standards
	Sources    []string // only passages of these sources ("" for reports); none for all
	PageFrom   int      // first page, 0 for no bound
	PageTo     int      // last page, 0 for no bound
	Top        int      // how many hits at most, by default 10
	Mode       Mode     // by default Hybrid
	Fusion     Fusion   // of hybrid search, by default Weighted
	Meaning    float64  // of the weighted fusion: what meaning counts for beside words, above 0 to 1; by default a half
	Background string   // words that explain the query: they help, and count less than its own
}

// admitsAll says whether no passage of what is searched can be refused.
func (f Filter) admitsAll() bool { return f.PageFrom <= 0 && f.PageTo <= 0 && len(f.Sources) == 0 }

func (f Filter) admits(p *Passage) bool {
	if p.Page < f.PageFrom || f.PageTo > 0 && p.Page > f.PageTo {
		return false
	}
	if len(f.Sources) == 0 {
		return true
	}
	for _, s := range f.Sources {
		if s == p.Source {
			return true
		}
	}
	return false
}

// checked fills in the defaults.
func (f Filter) checked() (Filter, error) {
	if f.ReportID == "" && !f.Everywhere {
		return f, ErrNoReport
	}
	switch f.Mode {
	case "":
		f.Mode = Hybrid
	case Hybrid, Keyword, Semantic:
	default:
		return f, ErrMode
	}
	switch f.Fusion {
	case "":
		f.Fusion = Weighted
	case Weighted, RRF:
	default:
		return f, ErrMode
	}
	if f.Top <= 0 {
		f.Top = defaultTop
	}
	if f.Meaning <= 0 || f.Meaning > 1 {
		f.Meaning = semanticWeight
	}
	return f, nil
}

// Part is how one way of searching saw a passage. Rank counts from 1; 0 says that it was not among what this way found,
// and Score is there nonetheless.
type Part struct {
	Score float64
	Rank  int
}

// Hit is a passage found. Score is that of the mode: BM25, cosine, or what fusion made of both; only cosines mean the
// same in every search. What the query names has at least the score of what comes after it. The parts are there in every mode that computes them.
type Hit struct {
	Passage  Passage
	Score    float64
	Rank     int      // from 1
	Exact    bool     // the query names this very paragraph or metric: such hits come first
	Keyword  Part     // BM25
	Semantic Part     // cosine
	Terms    []string // of the query, as indexed, that the passage holds
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
