package answer

import (
	"context"
	"fmt"
	"sync"

	"github.com/sibyl-project/sibyl/rag/encoder"
)

// readPassage is a passage as it is read.
type readPassage struct {
	mean   []float32
	tokens [][]float32 // by net
}

// readPassages are those of a shelf that have been read, for all who ask.
type readPassages struct {
	mu     sync.Mutex
	reader *words // whose they are
	by     map[int]*readPassage
	alike  map[string]*readPassage // by what was read: the same words stand on many pages of a report
}

// of are the passages at these places; nil where one has not been read by that reader.
func (r *readPassages) of(reader *words, on []int) []*readPassage {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.reader != reader || len(r.by) > manyRead {
		r.reader, r.by, r.alike = reader, map[int]*readPassage{}, map[string]*readPassage{}
	}
	out := make([]*readPassage, len(on))
	for i, at := range on {
		out[i] = r.by[at]
	}
	return out
}

// same is a passage that has been read in these words, nil if none has.
func (r *readPassages) same(reader *words, read string) *readPassage {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.reader != reader {
		return nil
	}
	return r.alike[read]
}

func (r *readPassages) keep(reader *words, at int, read string, p *readPassage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.reader == reader {
		r.by[at], r.alike[read] = p, p
	}
}

// passages reads those that have not been read.
func (w *words) passages(ctx context.Context, s *Shelf, on []int) ([]*readPassage, error) {
	out := s.read.of(w, on)
	var batch []encoder.Sequence
	var reads []string       // of the batch
	of := map[string][]int{} // what is read, to places in out
	for i, at := range on {
		if out[i] != nil {
			continue
		}
		sequence := w.sequence(&s.Passages[at])
		read := wordsRead(sequence)
		if out[i] = s.read.same(w, read); out[i] != nil {
			s.read.keep(w, at, read, out[i])
			continue
		}
		if of[read] == nil {
			batch, reads = append(batch, sequence), append(reads, read)
		}
		of[read] = append(of[read], i)
	}
	vectors, err := w.encoder.Encode(ctx, batch)
	if err != nil {
		return nil, fmt.Errorf("reading passages: %w", err)
	}
	for k, read := range reads {
		r := &readPassage{mean: meanOf(vectors[k], w.file.Width)}
		for n := range w.file.Nets {
			r.tokens = append(r.tokens, turned(&w.file.Nets[n].Passage, vectors[k]))
		}
		for _, i := range of[read] {
			out[i] = r
			s.read.keep(w, on[i], read, r)
		}
	}
	return out, nil
}

// wordsRead is a sequence as a key: what is read of two passages that have the same is the same.
func wordsRead(s encoder.Sequence) string {
	out := make([]byte, 0, 3*len(s.IDs))
	for i, id := range s.IDs {
		out = append(out, byte(id), byte(id>>8), s.Types[i])
	}
	return string(out)
}
