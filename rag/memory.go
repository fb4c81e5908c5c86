package rag

import (
	"context"
	"fmt"
	"sync"
)

// Memory is a Library that lives as long as its process, for tests and for measuring.
type Memory struct {
	options

	mu      sync.Mutex
	entries map[string]entry  // by id
	indexes map[string]*index // by report, "" for everything; of what is there now
	shelves map[string]string // digests, by source
}

type entry struct {
	passage Passage
	vector  []float32
}

var _ Library = (*Memory)(nil)

// NewMemory returns an empty library.
func NewMemory(given ...Option) *Memory {
	return &Memory{options: chosen(given), entries: map[string]entry{}, indexes: map[string]*index{}}
}

// Ingest implements Library.
func (m *Memory) Ingest(ctx context.Context, passages []Passage) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("ingesting passages: %w", err)
	}
	e, err := m.space()
	if err != nil {
		return err
	}
	vectors, err := vectors(ctx, e, passages)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dropOutdated(passages)
	for i, p := range passages {
		m.entries[p.ID] = entry{p, vectors[i]}
		delete(m.indexes, p.ReportID)
		delete(m.indexes, "")
	}
	return nil
}

// Passages implements Library.
func (m *Memory) Passages(ctx context.Context, query string, f Filter) ([]Hit, error) {
	f, err := f.checked()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("searching report %s: %w", f.ReportID, err)
	}
	e, err := m.space()
	if err != nil {
		return nil, err
	}
	q, err := m.ask(ctx, e, query, f)
	if err != nil {
		return nil, err
	}
	return m.index(f.ReportID).search(ctx, q, f)
}

func (m *Memory) index(report string) *index {
	m.mu.Lock()
	defer m.mu.Unlock()
	if x := m.indexes[report]; x != nil {
		return x
	}
	var passages []Passage
	var vectors [][]float32
	for _, e := range m.entries {
		if report == "" && !e.passage.apart() || report != "" && e.passage.ReportID == report {
			passages, vectors = append(passages, e.passage), append(vectors, e.vector)
		}
	}
	x := newIndex(passages, vectors)
	m.indexes[report] = x
	return x
}

// Stats implements Library.
func (m *Memory) Stats(ctx context.Context) (Stats, error) {
	if err := ctx.Err(); err != nil {
		return Stats{}, fmt.Errorf("counting passages: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := Stats{Passages: len(m.entries), ByReport: map[string]int{}}
	for _, e := range m.entries {
		if e.passage.ReportID != "" && e.passage.Source == "" {
			s.ByReport[e.passage.ReportID]++
		}
	}
	s.Reports = len(s.ByReport)
	return s, nil
}
