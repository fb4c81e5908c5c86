package encoder

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Readings must be the same on every machine, so all kernels give the bits of the sums as dot makes them.
func TestProductsHaveTheSameBitsInEveryKernel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, n, width := rapid.IntRange(0, 7).Draw(t, "rows"), rapid.IntRange(0, 9).Draw(t, "n"), rapid.IntRange(1, 21).Draw(t, "width")
		draw := func(n int, name string) []float32 {
			return rapid.SliceOfN(rapid.Float32Range(-1e6, 1e6), n, n).Draw(t, name)
		}
		weights, x := draw(rows*width, "weights"), draw(n*width, "x")
		got, want := Products(weights, x, width), make([]float32, n*rows)
		portable{}.products(want, weights, x, width)
		if len(got) != len(want) {
			t.Fatalf("%d products of %d rows with %d", len(got), n, rows)
		}
		for i := range want {
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
				t.Fatalf("product %d of %d rows with %d, width %d: %v, want %v", i, n, rows, width, got[i], want[i])
			}
		}
	})
}

func TestAProductIsFourSums(t *testing.T) {
	// 2^24 + 1 is 2^24 in float32: which values go into one sum shows in the result.
	weights := []float32{1 << 24, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1}
	ones := []float32{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	for _, k := range here() {
		out := make([]float32, 1)
		if k.products(out, weights, ones, len(ones)); out[0] != 1<<24+2 {
			t.Errorf("%s: %v", k.name(), out[0])
		}
	}
}

func BenchmarkProducts(b *testing.B) {
	weights, x := make([]float32, 256*1024), make([]float32, 16*1024)
	for b.Loop() {
		Products(weights, x, 1024)
	}
}

func BenchmarkProductsPortable(b *testing.B) {
	weights, x, out := make([]float32, 256*1024), make([]float32, 16*1024), make([]float32, 16*256)
	for b.Loop() {
		portable{}.products(out, weights, x, 1024)
	}
}
