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

// backgroundWeight is what a word counts for that only explains the query. Explanations are several times as long as
// what they explain: at equal weight they would be the query.
const backgroundWeight = 1.0 / 3

// pairWeight is what two words count for that stand side by side, beside what each counts for itself: "base year" and
// "scope 3" are more than their words, which stand on every page. Measured on both labelled sets: without pairs the lead of
// a right passage is so thin that meaning, which is the weaker judge, overturns it.
const pairWeight = 0.5

// inverted says which passages hold a term or a pair, and how often. It is immutable.
type inverted struct {
	passages int
	postings map[string][]posting // in the order of the passages
}

// posting is a passage that holds a term, with what holding it so often is worth in a passage of that length.
type posting struct {
	passage int32
	worth   float32
}

func newInverted(passages []Passage) *inverted {
	type counted struct{ passage, count int32 }
	counts := map[string][]counted{}
	lengths, total := make([]int, len(passages)), 0
	known := stems{}
	for i := range passages {
		ts := known.terms(passages[i].words())
		lengths[i] = len(ts)
		total += len(ts)
		ts = append(ts, pairs(ts)...)
		slices.Sort(ts)
		for from := 0; from < len(ts); {
			to := from + 1
			for to < len(ts) && ts[to] == ts[from] {
				to++
			}
			counts[ts[from]] = append(counts[ts[from]], counted{int32(i), int32(to - from)})
			from = to
		}
	}
	x := &inverted{passages: len(passages), postings: make(map[string][]posting, len(counts))}
	mean := float64(max(total, 1)) / float64(max(len(passages), 1))
	for term, cs := range counts {
		ps := make([]posting, len(cs))
		for i, c := range cs {
			tf := float64(c.count)
			norm := bm25K1 * (1 - bm25B + float64(bm25B*float64(lengths[c.passage])/mean))
			ps[i] = posting{c.passage, float32(float64(tf*(bm25K1+1)) / (tf + norm))}
		}
		x.postings[term] = ps
	}
	return x
}

// weighted is a term of a query.
type weighted struct {
	term   string
	weight float64
}

// queryTerms lists a query's terms and pairs once each, in a fixed order: sums of floats depend on it.
func queryTerms(query, background string) []weighted {
	weights := map[string]float64{}
	weigh := func(text string, weight float64) {
		ts := terms(text)
		for _, t := range pairs(ts) {
			weights[t] = pairWeight * weight
		}
		for _, t := range ts {
			weights[t] = weight
		}
	}
	weigh(background, backgroundWeight)
	weigh(query, 1)
	out := make([]weighted, 0, len(weights))
	for t, w := range weights {
		out = append(out, weighted{t, w})
	}
	slices.SortFunc(out, func(a, b weighted) int { return cmp.Compare(a.term, b.term) })
	return out
}

// score is the BM25 of every passage: 0 for one that holds none of the terms. A query of forty words is an OR of them,
// and the rare ones count most. Products are rounded before they are added, so that every machine gets the same bits.
func (x *inverted) score(ts []weighted) []float64 {
	scores := make([]float64, x.passages)
	for _, t := range ts {
		ps := x.postings[t.term]
		n := float64(len(ps))
		idf := t.weight * math.Log1p((float64(x.passages)-n+0.5)/(n+0.5))
		for _, p := range ps {
			scores[p.passage] += float64(idf * float64(p.worth))
		}
	}
	return scores
}

// held lists the terms that a passage holds, without the pairs.
func (x *inverted) held(ts []weighted, passage int) []string {
	var out []string
	for _, t := range ts {
		if isPair(t.term) {
			continue
		}
		if _, ok := slices.BinarySearchFunc(x.postings[t.term], int32(passage), func(p posting, i int32) int { return cmp.Compare(p.passage, i) }); ok {
			out = append(out, t.term)
		}
	}
	return out
}
