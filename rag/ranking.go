package rag

import (
	"cmp"
	"math"
	"slices"
)

// found is a passage by its place in the index, with its score.
type found struct {
	passage int
	score   float64
}

// better orders by score and then by place, so that every engine gives equals in the same order.
func better(a, b found) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.passage, b.passage))
}

// rounded takes off the last bits of a machine's arithmetic, so that they order nothing.
func rounded(score float64) float64 { return math.Round(score*1e6) / 1e6 }

// best keeps the n best of what it is offered.
type best struct {
	n     int
	all   []found
	least float64 // what is below it is not among the n best
	full  bool
}

func (b *best) offer(f found) {
	if b.full && f.score < b.least {
		return
	}
	b.all = append(b.all, f)
	if len(b.all) >= 4*b.n+64 {
		b.cut()
	}
}

func (b *best) cut() []found {
	slices.SortFunc(b.all, better)
	b.all = b.all[:min(len(b.all), b.n)]
	if len(b.all) == b.n && b.n > 0 {
		b.full, b.least = true, b.all[b.n-1].score
	}
	return b.all
}
