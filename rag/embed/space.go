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
