package rag

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/sibyl-project/sibyl/rag/embed"
)

// exact compares with every vector.
type exact struct{ vectors [][]float32 }

func newExact(vectors [][]float32) *exact { return &exact{vectors} }

// apart is from how many vectors on several goroutines share a comparison.
const apart = 8192

// nearest implements neighbours. A quick sum chooses, with some to spare, and exact cosines decide.
func (x *exact) nearest(ctx context.Context, v []float32, n int, _ Filter, admits func(int) bool) ([]found, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("comparing vectors: %w", err)
	}
	shares := min(runtime.GOMAXPROCS(0), 1+len(x.vectors)/apart)
	chosen := make([][]found, shares)
	var wait sync.WaitGroup
	for s := range shares {
		wait.Go(func() {
			b := best{n: n + 32}
			for i := s * len(x.vectors) / shares; i < (s+1)*len(x.vectors)/shares; i++ {
				if admits(i) {
					b.offer(found{i, float64(quick(v, x.vectors[i]))})
				}
			}
			chosen[s] = b.cut()
		})
	}
	wait.Wait()
	b := best{n: n}
	for _, share := range chosen {
		for _, f := range share {
			b.offer(found{f.passage, rounded(embed.Cosine(v, x.vectors[f.passage]))})
		}
	}
	return b.cut(), nil
}

// cosines implements neighbours.
func (x *exact) cosines(_ context.Context, v []float32, passages []int) ([]float64, error) {
	out := make([]float64, len(passages))
	for n, i := range passages {
		out[n] = embed.Cosine(v, x.vectors[i])
	}
	return out, nil
}

// quick is a cosine that is right to about a millionth: four sums at a time keep the processor busy.
func quick(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}
