package rag

import (
	"context"
	"fmt"
	"sync"
)

// Memory is a Library that lives as long as its process, for tests.
type Memory struct {
	mu       sync.Mutex
	passages map[string]map[string]Passage // by report and id
}

var _ Library = (*Memory)(nil)

// NewMemory returns an empty library.
func NewMemory() *Memory { return &Memory{passages: map[string]map[string]Passage{}} }

// Ingest implements Library.
func (m *Memory) Ingest(ctx context.Context, passages []Passage) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("ingesting passages: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range passages {
		if m.passages[p.ReportID] == nil {
			m.passages[p.ReportID] = map[string]Passage{}
		}
		m.passages[p.ReportID][p.ID] = p
	}
	return nil
}

// Passages implements Library.
func (m *Memory) Passages(ctx context.Context, query string, f Filter) ([]Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("searching report %s: %w", f.ReportID, err)
	}
	if f.ReportID == "" {
		return nil, ErrNoReport
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Passage
	for _, p := range m.passages[f.ReportID] {
		all = append(all, p)
	}
	return newIndex(all).search(query, f), nil
}

// Stats implements Library.
func (m *Memory) Stats(ctx context.Context) (Stats, error) {
	if err := ctx.Err(); err != nil {
		return Stats{}, fmt.Errorf("counting passages: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := Stats{Reports: len(m.passages), ByReport: map[string]int{}}
	for report, ps := range m.passages {
		s.ByReport[report] = len(ps)
		s.Passages += len(ps)
	}
	return s, nil
}
