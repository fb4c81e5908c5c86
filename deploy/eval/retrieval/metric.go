package retrieval

import (
	"math"
	"slices"
)

// Recall is the share of the right ids that the first n results stand for. A result may stand for several ids: a
// passage on a SASB topic has all its metrics.
func Recall(results [][]string, right []string, n int) float64 {
	if len(right) == 0 {
		return 0
	}
	found := 0
	for _, id := range right {
		if slices.ContainsFunc(results[:min(n, len(results))], func(ids []string) bool { return slices.Contains(ids, id) }) {
			found++
		}
	}
	return float64(found) / float64(len(right))
}

// NDCG is the normalised discounted cumulative gain of the first n results: a right id gains 1, one that answers in
// part a half, and each counts once. The best order has all right ids first.
func NDCG(results [][]string, right, also []string, n int) float64 {
	counted := map[string]bool{}
	sum := 0.0
	for i, ids := range results[:min(n, len(results))] {
		gain := 0.0
		for _, id := range ids {
			if counted[id] {
				continue
			}
			switch {
			case slices.Contains(right, id):
				gain = max(gain, 1)
			case slices.Contains(also, id):
				gain = max(gain, 0.5)
			}
			counted[id] = true
		}
		sum += gain / math.Log2(float64(i)+2)
	}
	best := 0.0
	for i := range min(n, len(right)+len(also)) {
		gain := 1.0
		if i >= len(right) {
			gain = 0.5
		}
		best += gain / math.Log2(float64(i)+2)
	}
	if best == 0 {
		return 0
	}
	return min(sum/best, 1)
}
