package rag

import (
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
	switch {
	case a.score > b.score:
		return -1
	case a.score < b.score:
		return 1
	}
	return a.passage - b.passage
}

// rounded takes off the last bits of a machine's arithmetic, so that they order nothing.
func rounded(score float64) float64 { return math.Round(score*1e6) / 1e6 }

// best keeps the n best of what it is offered, once there are n as a heap with the worst of them on top.
type best struct {
	n     int
	all   []found
	least float64 // what is below it is not among the n best
	full  bool
}

func (b *best) offer(f found) {
	if !b.full {
		if b.all = append(b.all, f); len(b.all) == b.n {
			for i := b.n/2 - 1; i >= 0; i-- {
				b.sink(i)
			}
			b.full, b.least = true, b.all[0].score
		}
		return
	}
	if f.score >= b.least && better(f, b.all[0]) < 0 {
		b.all[0] = f
		b.sink(0)
		b.least = b.all[0].score
	}
}

// sink lets the one at a place go down until none below it is worse.
func (b *best) sink(at int) {
	for {
		worst := 2*at + 1
		if worst >= len(b.all) {
			return
		}
		if next := worst + 1; next < len(b.all) && better(b.all[next], b.all[worst]) > 0 {
			worst = next
		}
		if better(b.all[worst], b.all[at]) <= 0 {
			return
		}
		b.all[at], b.all[worst] = b.all[worst], b.all[at]
		at = worst
	}
}

// sorted are the n best, the best first. Nothing is offered after it.
func (b *best) sorted() []found {
	slices.SortFunc(b.all, better)
	return b.all
}
