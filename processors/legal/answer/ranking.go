package answer

import (
	"slices"
	"sync"

	"github.com/sibyl-project/sibyl/rag/encoder"
)

// ranked are the best passages for a question by words and by meaning.
type ranked struct{ words, meaning []int }

// rankings are those of the questions that have been asked of a shelf, for all who ask.
type rankings struct {
	mu sync.Mutex
	by map[*Part]ranked
}

func (s *Shelf) ranked(p *Part) ranked {
	s.Rank([]*Part{p})
	s.best.mu.Lock()
	defer s.best.mu.Unlock()
	return s.best.by[p]
}

// Rank finds the best passages for several questions, as far as that has not been done: the vectors of all passages are fetched from memory once for all.
func (s *Shelf) Rank(parts []*Part) {
	s.best.mu.Lock()
	parts = slices.DeleteFunc(slices.Clone(parts), func(p *Part) bool { _, known := s.best.by[p]; return known })
	s.best.mu.Unlock()
	if len(parts) == 0 {
		return
	}
	likely := make([]float32, 0, len(parts)*s.width)
	for _, p := range parts {
		likely = append(likely, p.likely...)
	}
	rough := encoder.Products(s.wide, likely, s.width)
	for i, p := range parts {
		r := ranked{s.byWords(p), s.byMeaning(p, rough[i*len(s.Passages):][:len(s.Passages)])}
		s.best.mu.Lock()
		s.best.by[p] = r
		s.best.mu.Unlock()
	}
}
