package rag

import (
	"cmp"
	"maps"
	"slices"
)

// leastCosine is the floor below which nothing is found by its meaning. It is for cosines only: a fused score has no
// scale of its own.
const leastCosine = 0.3

// fusionK dampens the first ranks in reciprocal rank fusion.
const fusionK = 60

// Fusion is how hybrid search makes one score of two.
type Fusion string

// The closed set of fusions.
const (
	// Weighted adds the share of the best keyword score that a passage has, and its cosine. Both have a natural zero and
	// a natural one, so nothing is fitted, and a passage that stands out in one way keeps its lead. Cosines lie close
	// together and BM25 does not: so words decide where they tell passages apart, and meaning where they do not. The
	// default: `make eval` shows both.
	Weighted Fusion = "weighted"
	// RRF adds 1/(60+rank) of both. It forgets how large a lead was: a weaker ranking pulls the stronger one down.
	RRF Fusion = "rrf"
)

func (f Fusion) score(keyword, semantic Part, bestKeyword float64) float64 {
	var s float64
	if f == RRF {
		for _, p := range []Part{keyword, semantic} {
			if p.Rank > 0 {
				s += 1 / float64(fusionK+p.Rank)
			}
		}
		return s
	}
	if bestKeyword > 0 {
		s = keyword.Score / bestKeyword
	}
	return s + max(semantic.Score, 0)
}

// candidates are what one of the ways found, by place.
type candidates map[int]*Hit

func (c candidates) at(passage int) *Hit {
	if c[passage] == nil {
		c[passage] = &Hit{}
	}
	return c[passage]
}

func (c candidates) places() []int { return slices.Sorted(maps.Keys(c)) }

// ranked orders the candidates by the mode's score and keeps as many as are wanted.
func (c candidates) ranked(f Filter) []found {
	bestKeyword := 0.0
	for _, h := range c {
		bestKeyword = max(bestKeyword, h.Keyword.Score)
	}
	var out []found
	for i, h := range c {
		score := h.Keyword.Score
		switch f.Mode {
		case Semantic:
			score = h.Semantic.Score
		case Hybrid:
			score = rounded(f.Fusion.score(h.Keyword, h.Semantic, bestKeyword))
		}
		out = append(out, found{i, score})
	}
	slices.SortFunc(out, func(a, b found) int {
		return cmp.Or(first(c[a.passage].Exact, c[b.passage].Exact), better(a, b))
	})
	return out[:min(len(out), f.Top)]
}

// first puts what is before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
