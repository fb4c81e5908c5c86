package sets

import (
	"math"
	"slices"
)

// ndcg is the normalised discounted cumulative gain of the first n: gains in the order found, against the best order of
// all gains there are. With nothing to gain it is 0.
func ndcg(found, all []float64, n int) float64 {
	ideal := slices.Clone(all)
	slices.SortFunc(ideal, func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	if top := discounted(ideal, n); top > 0 {
		return discounted(found, n) / top
	}
	return 0
}

func discounted(gains []float64, n int) float64 {
	var sum float64
	for i, g := range gains[:min(n, len(gains))] {
		sum += g / math.Log2(float64(i)+2)
	}
	return sum
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(len(values), 1))
}
