package rag

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/sibyl-project/sibyl/rag/embed"
	"github.com/sibyl-project/sibyl/rag/encoder"
)

// compared is how many vectors sketches leave to be compared, or a thirty-second of all, whichever is more. Up to four times
// as many are all compared.
const (
	compared      = 4096
	comparedShare = 32
	sketched      = 4 * compared
)

// exact compares with every vector, or, where there are many, with those that their sketches propose: what it then misses
// is measured (`make bench`). Cosines decide in either case.
type exact struct {
	vectors  [][]float32
	flat     []float32 // where they are few, the same one after another: they are compared with a question in one go
	sketcher *sketcher
	sketches []sketch // one for each vector; none where there are few
}

func newExact(vectors [][]float32) *exact {
	x := &exact{vectors: vectors}
	if len(vectors) <= sketched {
		x.flat = slices.Concat(vectors...)
		return x
	}
	x.sketcher, x.sketches = newSketcher(len(vectors[0])), make([]sketch, len(vectors))
	inParts(len(vectors), func(_, from, to int) {
		room := make([]float32, x.sketcher.size)
		for i := from; i < to; i++ {
			x.sketches[i] = x.sketcher.of(vectors[i], room)
		}
	})
	return x
}

// apart is from how many passages on several goroutines share the work.
const apart = 8192

func parts(n int) int { return min(runtime.GOMAXPROCS(0), 1+n/apart) }

// inParts calls work with the bounds of each part of n, all at once, and waits for them.
func inParts(n int, work func(part, from, to int)) {
	count := parts(n)
	if count == 1 {
		work(0, 0, n)
		return
	}
	var wait sync.WaitGroup
	for part := range count {
		wait.Go(func() { work(part, part*n/count, (part+1)*n/count) })
	}
	wait.Wait()
}

// nearest implements neighbours. A quick sum chooses, with some to spare, and exact cosines decide.
func (x *exact) nearest(ctx context.Context, v []float32, n int, _ Filter, admits func(int) bool) ([]found, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("comparing vectors: %w", err)
	}
	if x.sketches != nil {
		admits = x.proposed(v, max(compared, len(x.vectors)/comparedShare, 8*n), admits)
	}
	chosen := make([][]found, parts(len(x.vectors)))
	rough := func(i int) float32 { return quick(v, x.vectors[i]) }
	if len(v) > 0 && len(x.flat) == len(v)*len(x.vectors) {
		all := encoder.Products(x.flat, v, len(v))
		rough = func(i int) float32 { return all[i] }
	}
	inParts(len(x.vectors), func(part, from, to int) {
		b := best{n: n + 32}
		for i := from; i < to; i++ {
			if admits(i) {
				b.offer(found{i, float64(rough(i))})
			}
		}
		chosen[part] = b.sorted()
	})
	b := best{n: n}
	for _, c := range chosen {
		for i, cosine := range embed.Cosines(v, these(x.vectors, len(c), func(i int) int { return c[i].passage })) {
			b.offer(found{c[i].passage, rounded(cosine)})
		}
	}
	return b.sorted(), nil
}

// proposed admits those of the admitted whose sketches are nearest: at least as many as wanted, if there are so many,
// and all that are equally far. So the result does not depend on how the work is shared.
func (x *exact) proposed(v []float32, wanted int, admits func(int) bool) func(int) bool {
	q := x.sketcher.of(v, make([]float32, x.sketcher.size))
	distances := make([]int16, len(x.vectors))
	counts := make([][sketchBits + 1]int, parts(len(x.vectors)))
	inParts(len(x.vectors), func(part, from, to int) {
		for i := from; i < to; i++ {
			distances[i] = sketchBits + 1
			if admits(i) {
				d := q.distance(&x.sketches[i])
				distances[i] = int16(d)
				counts[part][d]++
			}
		}
	})
	within := -1
	for have := 0; have < wanted && within < sketchBits; {
		within++
		for part := range counts {
			have += counts[part][within]
		}
	}
	return func(i int) bool { return int(distances[i]) <= within }
}

// cosines implements neighbours.
func (x *exact) cosines(_ context.Context, v []float32, passages []int) ([]float64, error) {
	return embed.Cosines(v, these(x.vectors, len(passages), func(i int) int { return passages[i] })), nil
}

// these are so many of the vectors, by their places.
func these(vectors [][]float32, n int, at func(int) int) [][]float32 {
	out := make([][]float32, n)
	for i := range out {
		out[i] = vectors[at(i)]
	}
	return out
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
