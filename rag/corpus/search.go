package corpus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag"
)

// DefaultTop is how many results a search gives that does not say.
const DefaultTop = 10

// MaxTop is how many it gives at most.
const MaxTop = 200

// standardsMeaning is what meaning counts for where standards are searched: more than in a report, for they are summaries
// of a few sentences that say one thing each, so that their vectors tell them apart. Any weight from 0.6 to 0.8 gives the
// same recall on the open half of our queries.
const standardsMeaning = 0.7

// ErrQuery says that a search cannot be made as it was asked for.
var ErrQuery = errors.New("this search cannot be made")

// Query is a search.
type Query struct {
	Text     string
	Top      int        // by default DefaultTop
	Mode     rag.Mode   // by default hybrid
	Types    []string   // source types; none for all
	ReportID string     // only this report's passages
	Fusion   rag.Fusion // of hybrid mode, by default the library's
	RRFK     int        // the constant of reciprocal rank fusion, which is then the fusion; 0 for the library's
	Owner    bool       // whoever asks has ingested the licensed copies: search and show them, too
}

// Result is a passage found.
type Result struct {
	Passage    rag.Passage
	SourceType string   // one of Types
	IDs        []string // the paragraph or metrics that it is, if it is any
	Licensed   bool     // its text is from a licensed copy
	Score      float64
	Method     rag.Mode // search_method
	Rank       int      // from 1
	Exact      bool     // the query names it
	Keyword    rag.Part
	Semantic   rag.Part
	Terms      []string
	Note       string // what has to be said about the id by which it was named
}

// Answer is what a search gives.
type Answer struct {
	Results []Result
	Notes   []string // about ids of the query that are not what they seem, in their order
}

// Search finds passages. Paragraphs and metrics that the query names come first, with what they are often mistaken for.
// A search that finds nothing is no error.
func (c *Corpus) Search(ctx context.Context, q Query) (Answer, error) {
	if err := q.check(); err != nil {
		return Answer{}, err
	}
	if err := c.prepare(ctx); err != nil {
		return Answer{}, err
	}
	sources, err := shelvesOf(q.Types)
	if err != nil {
		return Answer{}, err
	}
	var copies []string
	if q.Owner && q.ReportID == "" {
		if copies, err = c.copies(ctx, q.Types); err != nil {
			return Answer{}, err
		}
	}
	named, err := names(q.Text)
	if err != nil {
		return Answer{}, err
	}
	text := q.Text
	if len(named.more) > 0 {
		text += "\n" + strings.Join(named.more, " ")
	}
	background, meaning := "", 0.0
	if q.ReportID == "" && q.Mode != rag.Keyword { // whoever searches by words means the ones that were written
		if background, err = inTheirWords(q.Text); err != nil {
			return Answer{}, err
		}
		meaning = standardsMeaning
	}
	f := rag.Filter{Background: background, Meaning: meaning, ReportID: q.ReportID, Everywhere: q.ReportID == "", Sources: sources,
		Mode: q.Mode, Fusion: q.Fusion, Top: q.Top + len(named.ids)}
	if q.RRFK > 0 {
		f.Fusion, f.Top = rag.RRF, max(f.Top, MaxTop)
	}
	hits, err := c.hits(ctx, text, f, q.RRFK)
	if err != nil {
		return Answer{}, err
	}
	for _, copied := range copies {
		f.ReportID, f.Sources = copied, []string{copied}
		more, err := c.hits(ctx, text, f, q.RRFK)
		if err != nil {
			return Answer{}, err
		}
		hits = append(more, hits...) // of equals, the copy's come first
	}
	slices.SortStableFunc(hits, func(a, b rag.Hit) int { return cmp.Compare(b.Score, a.Score) })
	results, err := c.results(ctx, q, hits, named, copies)
	return Answer{results, named.said}, err
}

// hits asks the library, and fuses anew where another constant is wanted.
func (c *Corpus) hits(ctx context.Context, text string, f rag.Filter, k int) ([]rag.Hit, error) {
	hits, err := c.shelves.Passages(ctx, text, f)
	if err != nil {
		return nil, fmt.Errorf("searching the corpus: %w", err)
	}
	if k > 0 {
		fuse(hits, k)
	}
	return hits, nil
}

func (q *Query) check() error {
	if strings.TrimSpace(q.Text) == "" {
		return fmt.Errorf("%w: the query is empty", ErrQuery)
	}
	if q.Top == 0 {
		q.Top = DefaultTop
	}
	if q.Top < 0 || q.Top > MaxTop {
		return fmt.Errorf("%w: between 1 and %d results can be asked for", ErrQuery, MaxTop)
	}
	switch q.Mode {
	case "":
		q.Mode = rag.Hybrid
	case rag.Hybrid, rag.Keyword, rag.Semantic:
	default:
		return fmt.Errorf("%w: mode %q is none of hybrid, semantic, keyword", ErrQuery, q.Mode)
	}
	if q.RRFK < 0 || q.RRFK > 0 && q.Mode != rag.Hybrid {
		return fmt.Errorf("%w: rrf_k is a positive number, and for hybrid mode", ErrQuery)
	}
	return nil
}

// fuse orders hits by reciprocal rank fusion with another constant than the library's.
func fuse(hits []rag.Hit, k int) {
	for i := range hits {
		hits[i].Score = 0
		for _, part := range []rag.Part{hits[i].Keyword, hits[i].Semantic} {
			if part.Rank > 0 {
				hits[i].Score += 1 / float64(k+part.Rank)
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b rag.Hit) int { return cmp.Compare(b.Score, a.Score) })
}

// results puts what the query names into its order, lets a licensed copy take the place of our words, and counts anew.
func (c *Corpus) results(ctx context.Context, q Query, hits []rag.Hit, named asked, copies []string) ([]Result, error) {
	slices.SortStableFunc(hits, func(a, b rag.Hit) int {
		if !a.Exact || !b.Exact {
			return cmp.Compare(boolInt(b.Exact), boolInt(a.Exact))
		}
		return cmp.Or(cmp.Compare(placeOf(named.ids, a.Passage), placeOf(named.ids, b.Passage)),
			cmp.Compare(boolInt(isLicensed(b.Passage.Source)), boolInt(isLicensed(a.Passage.Source))))
	})
	var out []Result
	seen, copied := map[string]bool{}, map[string]bool{}
	for _, h := range hits {
		if len(out) == q.Top {
			break
		}
		p := h.Passage
		key := standardOf(p.Source) + "\n" + p.Label
		if len(copies) > 0 && p.Label != "" && !isLicensed(p.Source) {
			if copied[key] {
				continue
			}
			own, err := c.shelves.Labelled(ctx, p.Label, copies)
			if err != nil {
				return nil, fmt.Errorf("looking for a licensed copy of %s: %w", p.Label, err)
			}
			if len(own) > 0 {
				p = own[0]
			}
		}
		if seen[p.ID] {
			continue
		}
		seen[p.ID] = true
		copied[key] = copied[key] || isLicensed(p.Source)
		r := Result{
			Passage: p, SourceType: standardOf(p.Source), IDs: strings.Fields(p.Label), Licensed: isLicensed(p.Source),
			Score: h.Score, Method: q.Mode, Rank: len(out) + 1, Exact: h.Exact, Keyword: h.Keyword, Semantic: h.Semantic, Terms: h.Terms,
		}
		if at := placeOf(named.ids, p); h.Exact && at < len(named.ids) {
			r.Note = named.notes[named.ids[at]]
		}
		out = append(out, r)
	}
	for i := len(out) - 2; i >= 0; i-- { // what is named comes first, and has no lower score than what does not
		out[i].Score = max(out[i].Score, out[i+1].Score)
	}
	return out, nil
}

// placeOf is where the first of the passage's ids stands among ids, or behind them all.
func placeOf(ids []string, p rag.Passage) int {
	at := len(ids)
	for _, l := range strings.Fields(p.Label) {
		if i := slices.Index(ids, l); i >= 0 {
			at = min(at, i)
		}
	}
	return at
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
