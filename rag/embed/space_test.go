package embed_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sibyl-project/sibyl/rag/embed"
)

func drawn(n int) [][]float32 {
	r, out := rand.New(rand.NewPCG(1, 2)), make([][]float32, n)
	for i := range out {
		for range 256 {
			out[i] = append(out[i], float32(r.NormFloat64())/16)
		}
	}
	return out
}

func TestManyCosinesAreTheCosineOfEach(t *testing.T) {
	all := drawn(12)
	for n := range all {
		for i, c := range embed.Cosines(all[n], all[:n]) {
			if want := embed.Cosine(all[n], all[i]); c != want {
				t.Errorf("%d of %d: %v, alone %v", i, n, c, want)
			}
		}
	}
}

func BenchmarkCosines(b *testing.B) {
	all := drawn(64)
	b.Run("each", func(b *testing.B) {
		for b.Loop() {
			for _, v := range all {
				embed.Cosine(all[0], v)
			}
		}
	})
	b.Run("together", func(b *testing.B) {
		for b.Loop() {
			embed.Cosines(all[0], all)
		}
	})
}
