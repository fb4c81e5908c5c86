package rag

import (
	"math/bits"
	"math/rand/v2"
)

// A sketch has so many bits, in words of 64.
const (
	sketchWords = 16
	sketchBits  = 64 * sketchWords
)

// sketch is the signs of a vector seen from many random directions: the fewer of them differ, the smaller the angle. It
// takes an eighth of the memory that a vector of 256 dimensions takes, and comparing two takes a few instructions for each
// of its words: reading all vectors of 100,000 passages takes longer than a whole search may.
type sketch [sketchWords]uint64

// sketcher turns vectors by random rotations (signs, then a Walsh-Hadamard transform), which spread over all dimensions
// what a model keeps in a few. The seeds are fixed: equal vectors have equal sketches everywhere.
type sketcher struct {
	dimensions int
	size       int         // dimensions, rounded up to a power of two
	signs      [][]float32 // of each rotation
}

func newSketcher(dimensions int) *sketcher {
	s := &sketcher{dimensions: dimensions, size: 64}
	for s.size < dimensions {
		s.size *= 2
	}
	rng := rand.New(rand.NewPCG(29, uint64(dimensions)))
	for range max(1, sketchBits/s.size) {
		signs := make([]float32, s.size)
		for i := range signs {
			signs[i] = float32(1 - 2*rng.IntN(2))
		}
		s.signs = append(s.signs, signs)
	}
	return s
}

// of makes the sketch of a vector, with room to work in.
func (s *sketcher) of(v []float32, room []float32) sketch {
	var out sketch
	at := 0
	for _, signs := range s.signs {
		clear(room)
		for i, x := range v {
			room[i] = x * signs[i]
		}
		hadamard(room)
		for i := 0; i < s.size && at < sketchBits; i++ {
			if room[i] > 0 {
				out[at/64] |= 1 << (at % 64)
			}
			at++
		}
	}
	return out
}

// hadamard transforms in place; the length is a power of two. Sums have one order, so every machine gets the same bits.
func hadamard(v []float32) {
	for half := 1; half < len(v); half *= 2 {
		for i := 0; i < len(v); i += 2 * half {
			for j := i; j < i+half; j++ {
				v[j], v[j+half] = v[j]+v[j+half], v[j]-v[j+half]
			}
		}
	}
}

func (s *sketch) distance(o *sketch) int {
	n := 0
	for i := range s {
		n += bits.OnesCount64(s[i] ^ o[i])
	}
	return n
}
