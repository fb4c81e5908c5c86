package artefact

import (
	"bytes"
	"context"
	"fmt"
	"sync"
)

// Memory is a Store that lives as long as its process, for tests.
type Memory struct {
	mu    sync.RWMutex
	data  map[string][]byte
	links map[string]string
}

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{data: map[string][]byte{}, links: map[string]string{}}
}

// Put implements Store.
func (m *Memory) Put(ctx context.Context, kind string, data []byte) (string, error) {
	hash := Hash(data)
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("storing %s artefact %s: %w", kind, hash, err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.data[hash]; !ok {
		m.data[hash] = bytes.Clone(data)
	}
	return hash, nil
}

// Get implements Store.
func (m *Memory) Get(ctx context.Context, hash string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("reading artefact %s: %w", hash, err)
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	data, ok := m.data[hash]
	if !ok {
		return nil, fmt.Errorf("reading artefact %s: %w", hash, ErrNotFound)
	}
	return data, nil
}

// Link implements Store.
func (m *Memory) Link(ctx context.Context, name, hash string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("linking %s to artefact %s: %w", name, hash, err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if linked, ok := m.links[name]; ok {
		if linked != hash {
			return fmt.Errorf("linking %s to artefact %s: %w to %s", name, hash, ErrLinked, linked)
		}
		return nil
	}
	if _, ok := m.data[hash]; !ok {
		return fmt.Errorf("linking %s to artefact %s: %w", name, hash, ErrNotFound)
	}
	m.links[name] = hash
	return nil
}

// Resolve implements Store.
func (m *Memory) Resolve(ctx context.Context, name string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("resolving %s: %w", name, err)
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	hash, ok := m.links[name]
	if !ok {
		return "", fmt.Errorf("resolving %s: %w", name, ErrNotFound)
	}
	return hash, nil
}
