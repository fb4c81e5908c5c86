package rag

import (
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
	// Weighted takes the shares of the best keyword score and of the best cosine that a passage has as chances that it
	// answers by its words and by its meaning, the latter worth Filter.Meaning, and scores the chance of either. What is
	// best by its words cannot be pulled down, and what has few of the words can be lifted by its meaning. The default:
	// `make eval` shows both.
	Weighted Fusion = "weighted"
	// RRF adds 1/(60+rank) of both. It forgets how large a lead was: a weaker ranking pulls the stronger one down.
	RRF Fusion = "rrf"
)

// semanticWeight is what meaning counts for beside words where a search does not say. The bundled model is the weaker judge on every labelled set; at
// equal weight it overturned right orders on questions where it cannot tell the passages apart.
const semanticWeight = 0.5

// score fuses; the best are the highest scores among the candidates.
func (f Filter) score(h, best candidate) float64 {
	if f.Fusion == RRF {
		var s float64
		for _, p := range []Part{h.Keyword, h.Semantic} {
			if p.Rank > 0 {
				s += 1 / float64(fusionK+p.Rank)
			}
		}
		return s
	}
	words := portion(h.Keyword, best.Keyword)
	meaning := float64(f.Meaning * portion(h.Semantic, best.Semantic))
	return words + meaning - float64(words*meaning)
}

// portion is what part of the best score a score is.
func portion(p, best Part) float64 {
	if best.Score <= 0 {
		return 0
	}
	return max(p.Score/best.Score, 0)
}

// candidate is what of a hit decides which it is. A search looks at two hundred for the few that it gives.
type candidate struct {
	Exact             bool
	Keyword, Semantic Part
}

// candidates are what one of the ways found, by place.
type candidates map[int]*candidate

func (c candidates) at(passage int) *candidate {
	if c[passage] == nil {
		c[passage] = &candidate{}
	}
	return c[passage]
}

func (c candidates) places() []int { return slices.Sorted(maps.Keys(c)) }

// ranked orders the candidates by the mode's score and keeps as many as are wanted.
func (c candidates) ranked(f Filter) []found {
	var top candidate
	for _, h := range c {
		top.Keyword.Score = max(top.Keyword.Score, h.Keyword.Score)
		top.Semantic.Score = max(top.Semantic.Score, h.Semantic.Score)
	}
	out := make([]found, 0, len(c))
	for i, h := range c {
		score := h.Keyword.Score
		switch f.Mode {
		case Semantic:
			score = h.Semantic.Score
		case Hybrid:
			score = rounded(f.score(*h, top))
		}
		out = append(out, found{i, score})
	}
	slices.SortFunc(out, func(a, b found) int {
		if by := first(c[a.passage].Exact, c[b.passage].Exact); by != 0 {
			return by
		}
		return better(a, b)
	})
	lift(out)
	return out[:min(len(out), f.Top)]
}

// lift gives what comes first because the query names it no lower score than what comes after it: a list whose
// second has the higher score reads as if it were in no order. How well it fits otherwise is in its parts.
func lift(order []found) {
	for i := len(order) - 2; i >= 0; i-- {
		order[i].score = max(order[i].score, order[i+1].score)
	}
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
