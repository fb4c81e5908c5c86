package rag

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

var _ Shelves = (*Memory)(nil)

// Shelve implements Shelves.
func (m *Memory) Shelve(ctx context.Context, source string, passages []Passage) (int, error) {
	if err := checkSource(source, passages); err != nil {
		return 0, err
	}
	removed, err := m.swap(ctx, passages, func(p *Passage) bool { return p.Source == source })
	if err != nil {
		return 0, fmt.Errorf("shelving %s: %w", source, err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shelves == nil {
		m.shelves = map[string]string{}
	}
	m.shelves[source] = Digest(passages)
	return removed, nil
}

// Replace implements Shelves.
func (m *Memory) Replace(ctx context.Context, reportID string, passages []Passage) (int, error) {
	if err := checkReport(reportID, passages); err != nil {
		return 0, err
	}
	removed, err := m.swap(ctx, passages, func(p *Passage) bool { return p.Source == "" && p.ReportID == reportID })
	if err != nil {
		return 0, fmt.Errorf("replacing report %s: %w", reportID, err)
	}
	return removed, nil
}

func (m *Memory) swap(ctx context.Context, passages []Passage, of func(*Passage) bool) (int, error) {
	if err := m.Ingest(ctx, passages); err != nil {
		return 0, err
	}
	keep := map[string]bool{}
	for _, p := range passages {
		keep[p.ID] = true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	removed := 0
	for id, e := range m.entries {
		if of(&e.passage) && !keep[id] {
			delete(m.entries, id)
			delete(m.indexes, e.passage.ReportID)
			delete(m.indexes, "")
			removed++
		}
	}
	return removed, nil
}

// Shelved implements Shelves.
func (m *Memory) Shelved(ctx context.Context) (map[string]Shelf, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("listing shelves: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]Shelf{}
	for source, digest := range m.shelves {
		out[source] = Shelf{Digest: digest}
	}
	for _, e := range m.entries {
		if s, ok := out[e.passage.Source]; ok {
			s.Passages++
			out[e.passage.Source] = s
		}
	}
	return out, nil
}

// Labelled implements Shelves.
func (m *Memory) Labelled(ctx context.Context, label string, sources []string) ([]Passage, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("looking up %s: %w", label, err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Passage
	for e := range maps.Values(m.entries) {
		if hasLabel(e.passage.Label, label) && slices.Contains(sources, e.passage.Source) {
			out = append(out, e.passage)
		}
	}
	slices.SortFunc(out, Passage.compare)
	return out, nil
}

// Preceding implements Shelves.
func (m *Memory) Preceding(ctx context.Context, p Passage) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("counting before a passage: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, e := range m.entries {
		if e.passage.Source == p.Source && e.passage.ReportID == p.ReportID && e.passage.compare(p) < 0 {
			n++
		}
	}
	return n, nil
}
