package embed

import (
	"context"
	"fmt"
)

// Space is what a vector is comparable in.
type Space struct {
	Model      string
	Dimensions int
}

// String names the space as it is stored beside its vectors.
func (s Space) String() string { return fmt.Sprintf("%s/%d", s.Model, s.Dimensions) }

// Embedder makes vectors of one space.
type Embedder interface {
	Space() Space
	// Embed returns one vector for each text, in their order, of length 1, or of length 0 for a text with no word
	// that the model knows. It returns all vectors or an error.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Cosine is the cosine of two vectors of one space, each of length 1 or 0. Products of two float32 are exact in
// float64 and are added in one order, so every machine gets the same sum, whether or not it fuses the two steps.
func Cosine(a, b []float32) float64 {
	b = b[:len(a)]
	var s float64
	for i, x := range a {
		s += float64(x) * float64(b[i])
	}
	return s
}

// Cosines are the cosines of a vector with each of others. Four at a time take little longer than one, whose sum waits for itself at every step.
func Cosines(a []float32, of [][]float32) []float64 {
	out := make([]float64, len(of))
	i := 0
	for ; i+4 <= len(of); i += 4 {
		b0, b1, b2, b3 := of[i][:len(a)], of[i+1][:len(a)], of[i+2][:len(a)], of[i+3][:len(a)]
		var s0, s1, s2, s3 float64
		for k, x := range a {
			x := float64(x)
			s0 += x * float64(b0[k])
			s1 += x * float64(b1[k])
			s2 += x * float64(b2[k])
			s3 += x * float64(b3[k])
		}
		out[i], out[i+1], out[i+2], out[i+3] = s0, s1, s2, s3
	}
	for ; i < len(of); i++ {
		out[i] = Cosine(a, of[i])
	}
	return out
}
