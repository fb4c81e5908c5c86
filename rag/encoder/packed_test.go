package encoder

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The instructions of the kernel for AVX2 cut off what does not fit into 16 bits: the largest weights and inputs of all signs, in steps of one form,
// of the other and of both, must give the sums of the kernel in Go, which has room.
func TestLargestWeightsGiveTheSameBits(t *testing.T) {
	const inputs, outputs, rows = 48, 32, 2*tile*3 + tile
	random := rand.New(rand.NewPCG(5, 5)) //nolint:gosec // a fixed sequence
	for name, sizes := range map[string][]int8{
		"largest":                   {127},
		"at the bound":              {64, 65, 66},
		"one of two":                {127, 2, 3, 0},
		"small":                     {1, 2, 60, 64},
		"at the bound of pairs":     {31, 32, 33},
		"pairs of one form":         {64, 65, 0, 0},
		"anything":                  {127, 100, 80, 50, 20, 3, 1, 0},
		"none":                      {0},
		"of one sign, then another": nil,
	} {
		t.Run(name, func(t *testing.T) {
			weights := make([]byte, inputs*outputs)
			for i := range weights {
				w := int8(127)
				switch {
				case sizes == nil && i/inputs%2 == 1:
					w = []int8{127, -127}[i%2] // every second output
				case sizes == nil:
				default:
					w = sizes[random.IntN(len(sizes))] * int8(1-2*random.IntN(2))
				}
				weights[i] = byte(w)
			}
			l := linear{matrix: matrix{rows: outputs, columns: inputs, values: string(weights), scales: make([]float32, outputs)}, bias: make([]float32, outputs)}
			for i := range l.scales {
				l.scales[i] = 1
			}
			x := make([]float32, whole*inputs)
			for i := range rows * inputs {
				x[i] = float32([]int{-127, 127, 127 - 254*(i/inputs%2), random.IntN(255) - 127}[i/inputs%4])
				if i/inputs%4 == 0 {
					x[i] *= float32(1 - 2*(i%2))
				}
			}
			sums := func(k kernel) []float32 {
				q, out := rounded{scales: make([]float32, whole)}, make([]float32, whole*outputs)
				l.packed = k.pack(&l.matrix)
				k.round(&q, x, rows, inputs)
				k.multiply(out, &q, rows, &l, false)
				return out[:rows*outputs]
			}
			want := sums(portable{})
			for _, k := range here() {
				if got := sums(k); !slices.Equal(got, want) {
					t.Errorf("%s: other sums, such as %g where %g is wanted", k.name(), got[:4], want[:4])
				}
			}
		})
	}
}

// A step whose weights go together in one form is one step, and others are two.
func TestStepsTakeTheFormThatFits(t *testing.T) {
	row := func(a, b, c, d int8) []byte { return []byte{byte(a), byte(b), byte(c), byte(d)} }
	for _, c := range []struct {
		name        string
		first, rest []byte
		places      []uint16
	}{
		{"small weights", row(64, 65, -64, -65), row(127, 2, -127, 127), []uint16{plainForm}},
		{"two large ones of one sign", row(65, 65, 0, 0), row(1, 1, 1, 1), []uint16{turnedForm}},
		{"pairs of both kinds", row(100, 100, 100, -100), row(0, 0, 0, 0), []uint16{turnedForm, plainForm}},
	} {
		t.Run(c.name, func(t *testing.T) {
			values := slices.Concat(c.first, c.rest, c.rest, c.rest, c.rest, c.rest, c.rest, c.rest)
			p := pack(&matrix{rows: panel, columns: stepOf, values: string(values)})
			if !slices.Equal(p.places, c.places) {
				t.Errorf("inputs at %v, want %v", p.places, c.places)
			}
		})
	}
}

// Two steps are a pair if all that they add to a sum fits into sixteen bits, in some form of each, and are steps by themselves if not.
func TestStepsThatFitTogetherArePaired(t *testing.T) {
	for _, c := range []struct {
		name    string
		weights []int8 // of two steps, the same for all outputs
		pairs   int32
	}{
		{"at the bound", []int8{64, 1, 0, 0, 32, 32, 0, 0}, 1},
		{"at the bound if both are turned round", []int8{64, 1, 0, 0, 65, 1, 0, 0}, 1},
		{"of two signs", []int8{127, -127, 1, 1, 2, -2, 127, -127}, 1},
		{"turned round", []int8{0, 100, 0, 0, 0, 100, 0, 0}, 1},
		{"too large in every form", []int8{100, 0, 0, 0, 100, 0, 0, 0}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			values := make([]byte, 0, panel*len(c.weights))
			for range panel {
				for _, w := range c.weights {
					values = append(values, byte(w))
				}
			}
			p := pack(&matrix{rows: panel, columns: len(c.weights), values: string(values)})
			if p.pairs[0] != c.pairs || p.ends[0] != 2 || len(p.places) != 2 {
				t.Errorf("%d pairs, %d steps, want %d of 2", p.pairs[0], p.ends[0], c.pairs)
			}
		})
	}
}
