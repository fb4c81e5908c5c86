package retrieval

import (
	"context"
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/rag"
)

// How many results are looked at.
const (
	recallAt = 5
	ndcgAt   = 10
)

// Searcher finds the best results for a query, best first, and says which ids each stands for.
type Searcher interface {
	Search(ctx context.Context, query string, mode rag.Mode, top int) ([][]string, error)
}

// Modes are what is measured, in the order in which it is reported.
func Modes() []rag.Mode { return []rag.Mode{rag.Keyword, rag.Semantic, rag.Hybrid} }

// Figures are what one way of searching reaches on some queries.
type Figures struct {
	Queries int     `json:"queries"`
	Recall  float64 `json:"recall_at_5"`
	NDCG    float64 `json:"ndcg_at_10"`
}

// Row is one group of queries, measured in each mode.
type Row struct {
	Name   string               `json:"name"` // a kind, plain or all
	Held   bool                 `json:"held_out"`
	ByMode map[rag.Mode]Figures `json:"by_mode"`
}

// Miss is a query of which not all right ids were found in hybrid mode.
type Miss struct {
	Query   Query      `json:"query"`
	Found   [][]string `json:"found"` // the ids of the first results
	Missing []string   `json:"missing"`
}

// Report is what was measured. Misses are of the half that may be looked at.
type Report struct {
	Rows   []Row  `json:"rows"`
	Misses []Miss `json:"misses"`
}

// Row returns the row of a group of one half.
func (r Report) Row(name string, held bool) (Row, bool) {
	i := slices.IndexFunc(r.Rows, func(row Row) bool { return row.Name == name && row.Held == held })
	if i < 0 {
		return Row{}, false
	}
	return r.Rows[i], true
}

// Groups beside the kinds.
const (
	All   = "all"   // queries of a half
	Plain = "plain" // all but paraphrases: they share words with what answers them
)

// Run measures the queries that are part of the program, each half by itself: first the half that may be looked at
// while search is improved, then the one that is held out.
func Run(ctx context.Context, s Searcher) (Report, error) {
	queries, err := Load()
	if err != nil {
		return Report{}, err
	}
	return Measure(ctx, s, queries)
}

// Measure measures other queries.
func Measure(ctx context.Context, s Searcher, queries []Query) (Report, error) {
	var out Report
	for _, held := range []bool{false, true} {
		sums := map[string]map[rag.Mode]Figures{}
		for _, q := range queries {
			if q.HeldOut != held {
				continue
			}
			for _, mode := range Modes() {
				found, err := s.Search(ctx, q.Text, mode, ndcgAt)
				if err != nil {
					return Report{}, fmt.Errorf("searching for %q in mode %s: %w", q.Text, mode, err)
				}
				recall := Recall(found, q.Paragraphs, recallAt)
				for _, group := range groupsOf(q) {
					if sums[group] == nil {
						sums[group] = map[rag.Mode]Figures{}
					}
					f := sums[group][mode]
					f.Queries++
					f.Recall += recall
					f.NDCG += NDCG(found, q.Paragraphs, q.Also, ndcgAt)
					sums[group][mode] = f
				}
				if mode == rag.Hybrid && recall < 1 && !held {
					out.Misses = append(out.Misses, missed(q, found))
				}
			}
		}
		for _, name := range append(kindNames(), Plain, All) {
			if sums[name] == nil {
				continue
			}
			row := Row{Name: name, Held: held, ByMode: map[rag.Mode]Figures{}}
			for mode, f := range sums[name] {
				row.ByMode[mode] = Figures{f.Queries, f.Recall / float64(f.Queries), f.NDCG / float64(f.Queries)}
			}
			out.Rows = append(out.Rows, row)
		}
	}
	return out, nil
}

func groupsOf(q Query) []string {
	if q.Kind == Paraphrase {
		return []string{string(q.Kind), All}
	}
	return []string{string(q.Kind), Plain, All}
}

func missed(q Query, found [][]string) Miss {
	m := Miss{Query: q, Found: found[:min(recallAt, len(found))]}
	for _, id := range q.Paragraphs {
		if !slices.ContainsFunc(m.Found, func(ids []string) bool { return slices.Contains(ids, id) }) {
			m.Missing = append(m.Missing, id)
		}
	}
	return m
}

func kindNames() []string {
	var out []string
	for _, k := range Kinds() {
		out = append(out, string(k))
	}
	return out
}
