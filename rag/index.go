package rag

import (
	"context"
	"slices"
	"strings"
)

const defaultTop = 10

// depth is how far each way of searching looks for what fusion may take up.
func depth(top int) int { return max(100, 5*top) }

// index scores passages. It is immutable.
type index struct {
	passages []Passage // in the order of the text
	words    *inverted
	near     neighbours
	labels   map[string][]int // passages that are a paragraph or a metric
}

// neighbours compares meanings.
type neighbours interface {
	// nearest returns the n admitted passages whose vectors have the highest cosine to v, best first.
	nearest(ctx context.Context, v []float32, n int, f Filter, admits func(int) bool) ([]found, error)
	// cosines returns the cosine of v to the vector of each of the passages.
	cosines(ctx context.Context, v []float32, passages []int) ([]float64, error)
}

// newIndex takes passages with their vectors in the same order.
func newIndex(passages []Passage, vectors [][]float32) *index {
	order := make([]int, len(passages))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return passages[a].compare(passages[b]) })
	x := &index{passages: make([]Passage, len(passages)), labels: map[string][]int{}}
	sorted := make([][]float32, len(passages))
	for i, from := range order {
		x.passages[i], sorted[i] = passages[from], vectors[from]
		for _, l := range strings.Fields(strings.ToLower(passages[from].Label)) {
			x.labels[l] = append(x.labels[l], i)
		}
	}
	x.words = newInverted(x.passages)
	x.near = newExact(sorted)
	return x
}

// search finds the best passages in the filter's mode. Paragraphs and metrics that the query names come first, found
// or not.
func (x *index) search(ctx context.Context, q question, f Filter) ([]Hit, error) {
	admits := func(i int) bool { return f.admits(&x.passages[i]) }
	if f.admitsAll() {
		admits = func(int) bool { return true } // without a look at the passages, which are all over the memory
	}
	c := candidates{}
	var byWords []float64
	if f.Mode != Semantic {
		byWords = x.words.score(q.terms)
		for rank, s := range positive(byWords, depth(f.Top), admits) {
			c.at(s.passage).Keyword.Rank = rank + 1
		}
	}
	if f.Mode != Keyword {
		near, err := x.near.nearest(ctx, q.vector, depth(f.Top), f, admits)
		if err != nil {
			return nil, err
		}
		for rank, s := range near {
			if s.score < leastCosine {
				break
			}
			c.at(s.passage).Semantic.Rank = rank + 1
		}
	}
	for _, l := range q.labels {
		for _, i := range x.labels[l] {
			if admits(i) {
				c.at(i).Exact = true
			}
		}
	}
	places := c.places()
	if f.Mode != Keyword {
		cosines, err := x.near.cosines(ctx, q.vector, places)
		if err != nil {
			return nil, err
		}
		for n, i := range places {
			c[i].Semantic.Score = rounded(cosines[n])
		}
	}
	if f.Mode != Semantic {
		for _, i := range places {
			c[i].Keyword.Score = rounded(byWords[i])
		}
	}
	return x.hits(c.ranked(f), c, q), nil
}

// positive are the n best of the passages that have a score at all.
func positive(scores []float64, n int, admits func(int) bool) []found {
	b := best{n: n}
	for i, s := range scores {
		if s > 0 && (!b.full || s > b.least-1e-6) && admits(i) {
			b.offer(found{i, rounded(s)})
		}
	}
	return b.sorted()
}

func (x *index) hits(order []found, c candidates, q question) []Hit {
	out := make([]Hit, 0, len(order))
	for rank, s := range order {
		of := c[s.passage]
		out = append(out, Hit{
			Passage: x.passages[s.passage], Score: s.score, Rank: rank + 1, Exact: of.Exact, Keyword: of.Keyword, Semantic: of.Semantic,
			Terms: x.words.held(q.terms, s.passage),
		})
	}
	return out
}
