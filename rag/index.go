package rag

import (
	"cmp"
	"math"
	"slices"
)

// The usual constants of BM25.
const (
	bm25K1 = 1.2
	bm25B  = 0.75
)

const defaultTop = 10

// index scores all passages of one report. It is immutable.
type index struct {
	passages []Passage // in the order of the text
	lengths  []int
	mean     float64
	postings map[string][]posting
}

type posting struct{ passage, count int }

func newIndex(passages []Passage) *index {
	x := &index{passages: slices.Clone(passages), lengths: make([]int, len(passages)), postings: map[string][]posting{}}
	slices.SortFunc(x.passages, Passage.before)
	total := 0
	for i, p := range x.passages {
		ts := terms(p.Heading + "\n" + p.Text)
		x.lengths[i] = len(ts)
		total += len(ts)
		slices.Sort(ts)
		for from := 0; from < len(ts); {
			to := from + 1
			for to < len(ts) && ts[to] == ts[from] {
				to++
			}
			x.postings[ts[from]] = append(x.postings[ts[from]], posting{i, to - from})
			from = to
		}
	}
	x.mean = float64(max(total, 1)) / float64(max(len(passages), 1))
	return x
}

// search scores every passage that holds one of the query's terms: a query of forty words is an OR of
// them, and the rare ones count most.
func (x *index) search(query string, f Filter) []Hit {
	ts := terms(query)
	slices.Sort(ts)
	ts = slices.Compact(ts)
	scores := make([]float64, len(x.passages))
	held := make([][]string, len(x.passages))
	for _, t := range ts { // in a fixed order: sums of floats depend on it
		ps := x.postings[t]
		n := float64(len(ps))
		idf := math.Log1p((float64(len(x.passages)) - n + 0.5) / (n + 0.5))
		for _, p := range ps {
			tf := float64(p.count)
			norm := bm25K1 * (1 - bm25B + bm25B*float64(x.lengths[p.passage])/x.mean)
			scores[p.passage] += idf * tf * (bm25K1 + 1) / (tf + norm)
			held[p.passage] = append(held[p.passage], t)
		}
	}
	hits := []Hit{}
	for i, p := range x.passages {
		if held[i] == nil || p.Page < f.PageFrom || f.PageTo > 0 && p.Page > f.PageTo {
			continue
		}
		// Rounded, so that the last bits of a machine's arithmetic order nothing.
		hits = append(hits, Hit{Passage: p, Score: math.Round(scores[i]*1e6) / 1e6, Terms: held[i]})
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	top := f.Top
	if top <= 0 {
		top = defaultTop
	}
	hits = hits[:min(top, len(hits))]
	for i := range hits {
		hits[i].Rank = i + 1
	}
	return hits
}
