package encoder

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// What Encode accepts.
const (
	LongestSequence = 192  // pieces, or the model's positions if they are fewer
	LargestBatch    = 8192 // pieces of all sequences
)

// A group is what one goroutine works on at a time: whole sequences, next to each other in the batch. Large groups use
// the weights well that were fetched from memory, small ones leave something to do for every processor.
const (
	smallestGroup = 48
	largestGroup  = LongestSequence
)

// Sequence is what has meaning together: usually [CLS], a text, [SEP].
type Sequence struct {
	IDs   []uint16 // of pieces
	Types []uint8  // of tokens, one for each id; nil is all 0
}

// Single makes a sequence of one text's pieces.
func (m *Model) Single(ids []uint16) Sequence {
	all := make([]uint16, 0, len(ids)+2)
	return Sequence{IDs: append(append(append(all, m.classify), ids...), m.separate)}
}

// Pair makes a sequence of two texts' pieces: [CLS] first [SEP] second [SEP]. What comes after the first [SEP] has type 1.
func (m *Model) Pair(first, second []uint16) Sequence {
	all := make([]uint16, 0, len(first)+len(second)+3)
	all = append(append(append(all, m.classify), first...), m.separate)
	types := make([]uint8, len(all)+len(second)+1)
	for i := len(all); i < len(types); i++ {
		types[i] = 1
	}
	return Sequence{IDs: append(append(all, second...), m.separate), Types: types}
}

// Encode computes the vectors of each sequence's tokens, one after another in one slice. What a sequence's vectors are
// does not depend on the others. A sequence that is too long is an error, as is a batch that is too large; otherwise
// Encode fails only when ctx ends.
func (m *Model) Encode(ctx context.Context, batch []Sequence) ([][]float32, error) {
	var room []float32
	return m.EncodeIn(ctx, &room, batch)
}

// EncodeIn is Encode whose vectors stand in room, which is made larger where it must be. It is for who encodes batch after batch and has done with the
// vectors of one, which are megabytes, before the next.
func (m *Model) EncodeIn(ctx context.Context, room *[]float32, batch []Sequence) ([][]float32, error) {
	total, err := m.check(batch)
	if err != nil {
		return nil, fmt.Errorf("encoding %d sequences: %w", len(batch), err)
	}
	m.packing.Do(m.pack)
	width := m.Width()
	*room = roomFor(*room, total*width)
	out, flat := make([][]float32, len(batch)), *room
	for i, s := range batch {
		n := len(s.IDs) * width
		out[i], flat = flat[:n:n], flat[n:]
	}
	workers := runtime.GOMAXPROCS(0)
	groups := grouped(batch, min(largestGroup, max(smallestGroup, total/(4*workers))))
	var taken atomic.Int64
	work := func() {
		for {
			i := int(taken.Add(1)) - 1
			if i >= len(groups) || ctx.Err() != nil {
				return
			}
			g := groups[i]
			m.turns <- struct{}{}
			d, _ := m.desks.Get().(*desk)
			m.desks.Put(m.forward(d, batch[g.from:g.to], out[g.from:g.to]))
			<-m.turns
		}
	}
	var others sync.WaitGroup
	for range min(workers, len(groups)) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("encoding %d sequences: %w", len(batch), err)
	}
	return out, nil
}

func (m *Model) check(batch []Sequence) (total int, err error) {
	a := m.header.Architecture
	for i, s := range batch {
		if most := min(LongestSequence, a.Positions); len(s.IDs) > most {
			return 0, fmt.Errorf("sequence %d has %d pieces, %d at most", i, len(s.IDs), most)
		}
		if s.Types != nil && len(s.Types) != len(s.IDs) {
			return 0, fmt.Errorf("sequence %d has %d types for %d pieces", i, len(s.Types), len(s.IDs))
		}
		for _, id := range s.IDs {
			if int(id) >= a.Pieces {
				return 0, fmt.Errorf("sequence %d has a piece %d, the vocabulary %d", i, id, a.Pieces)
			}
		}
		for _, t := range s.Types {
			if int(t) >= a.Types {
				return 0, fmt.Errorf("sequence %d has a token of type %d, of %d", i, t, a.Types)
			}
		}
		if total += len(s.IDs); total > LargestBatch {
			return 0, fmt.Errorf("more than %d pieces", LargestBatch)
		}
	}
	return total, nil
}

type group struct{ from, to int }

// grouped parts a batch into groups of at most size pieces; a sequence that is longer is a group alone.
func grouped(batch []Sequence, size int) []group {
	var out []group
	tokens := 0
	for i, s := range batch {
		if len(out) == 0 || tokens+len(s.IDs) > size {
			out, tokens = append(out, group{i, i}), 0
		}
		out[len(out)-1].to = i + 1
		tokens += len(s.IDs)
	}
	return out
}
