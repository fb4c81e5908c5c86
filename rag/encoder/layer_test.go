package encoder

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Readings must be the same on every machine, so all kernels give the bits of sums in the order of the inputs.
func TestLayersHaveTheSameBitsInEveryKernel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		outputs, n, inputs := rapid.IntRange(1, 150).Draw(t, "outputs"), rapid.IntRange(0, 4).Draw(t, "n"), rapid.IntRange(1, 9).Draw(t, "inputs")
		draw := func(n int, name string) []float32 {
			return rapid.SliceOfN(rapid.Float32Range(-1e6, 1e6), n, n).Draw(t, name)
		}
		weights, bias, x := draw(inputs*outputs, "weights"), draw(outputs, "bias"), draw(n*inputs, "x")
		got := make([]float32, n*outputs)
		Layer(got, weights, bias, x)
		for i := range got {
			row, h := i/outputs, i%outputs
			want := bias[h]
			for k := range inputs {
				want += float32(weights[k*outputs+h] * x[row*inputs+k])
			}
			if math.Float32bits(got[i]) != math.Float32bits(want) {
				t.Fatalf("output %d of row %d: %v, want %v", h, row, got[i], want)
			}
		}
	})
}

func TestEveryKernelAddsALayerUpInTheOrderOfTheInputs(t *testing.T) {
	// 2^24 + 1 is 2^24 in float32: which values are added up first shows in the result.
	for _, k := range here() {
		out := make([]float32, 1)
		k.layer(out, []float32{1, 1, -1 << 24}, []float32{1 << 24}, []float32{1, 1, 1})
		if out[0] != 0 {
			t.Errorf("%s: %v", k.name(), out[0])
		}
	}
}
