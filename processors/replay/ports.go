package replay

import (
	"context"
	"errors"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// ErrNotRecorded refuses what a step asks of the outside and the parent's events say nothing of.
var ErrNotRecorded = errors.New("the replayed run has no record of it")

// Ports are what processors are given instead of the outside. They answer from what is recorded, ask
// nobody and change nothing. They are safe for concurrent use.
type Ports struct {
	Store   artefact.Store
	Library rag.Library
	Parser  Parser

	Models  map[string]string // language model by role, as the run's opening has them
	Sources []events.Source   // services beyond this machine, as the run's opening has them
}

// hashes calls each with everything in data that has the form of an artefact's name: 64 hexadecimal digits. It looks from the
// end of each place where one could stand, so that most bytes are passed over.
func hashes(data []byte, each func(hash []byte)) {
	const length = 64
	for at := 0; at+length <= len(data); {
		i := length - 1
		for i >= 0 && (data[at+i] >= '0' && data[at+i] <= '9' || data[at+i] >= 'a' && data[at+i] <= 'f') {
			i--
		}
		if i < 0 {
			each(data[at : at+length])
			i = length - 1
		}
		at += i + 1
	}
}

// PortsOf serves the artefacts of store that the history's events name.
func PortsOf(h *History, store artefact.Store) Ports {
	named := map[string]bool{}
	for _, e := range h.Entries {
		hashes(e.Data, func(name []byte) { named[string(name)] = true })
	}
	answers := map[string]string{}
	var models map[string]string
	var sources []events.Source
	for _, e := range h.Entries {
		if e.Type == events.RunOpened.Type {
			if o, err := events.RunOpened.Decode(e.Record); err == nil { // the step that reads it says what is wrong with it
				models, sources = o.Data.Models, o.Data.Sources
			}
		}
		if e.Type != events.AnswerRecorded.Type {
			continue
		}
		if a, err := events.AnswerRecorded.Decode(e.Record); err == nil { // one that cannot be read answers nothing
			answers[a.Data.Name(h.Run)] = a.Data.Artefact
		}
	}
	return Ports{Store: recordedStore{store: store, named: named, answers: answers}, Library: library{}, Models: models, Sources: sources}
}

// recordedStore is an artefact store of one run's past.
type recordedStore struct {
	store   artefact.Store
	named   map[string]bool
	answers map[string]string // by name: of the events, since a run that is a replay itself has linked nothing
}

// Get implements artefact.Store for what the run has named.
func (s recordedStore) Get(ctx context.Context, hash string) ([]byte, error) {
	if !s.named[hash] {
		return nil, fmt.Errorf("reading artefact %s: %w", hash, ErrNotRecorded)
	}
	return s.store.Get(ctx, hash)
}

// Put accepts what the run has stored already; anything else is not what the run made.
func (s recordedStore) Put(ctx context.Context, kind string, data []byte) (string, error) {
	hash := artefact.Hash(data)
	if !s.named[hash] {
		return "", fmt.Errorf("storing %s artefact %s: %w: the run has made another", kind, hash, ErrNotRecorded)
	}
	if _, err := s.store.Get(ctx, hash); err != nil {
		return "", fmt.Errorf("storing %s artefact %s again: %w", kind, hash, err)
	}
	return hash, nil
}

// Link accepts the link that is there.
func (s recordedStore) Link(ctx context.Context, name, hash string) error {
	linked, err := s.store.Resolve(ctx, name)
	if err == nil && linked != hash {
		err = fmt.Errorf("%w to %s", artefact.ErrLinked, linked)
	}
	if err != nil {
		return fmt.Errorf("linking %s to artefact %s again: %w", name, hash, err)
	}
	return nil
}

// Resolve implements artefact.Store for what the run has named.
func (s recordedStore) Resolve(ctx context.Context, name string) (string, error) {
	if hash, ok := s.answers[name]; ok {
		return hash, nil
	}
	hash, err := s.store.Resolve(ctx, name)
	if err != nil {
		return "", err
	}
	if !s.named[hash] {
		return "", fmt.Errorf("resolving %s to artefact %s: %w", name, hash, ErrNotRecorded)
	}
	return hash, nil
}

// Parser is the place of the PDF parser: what was not parsed then is not parsed now.
type Parser struct{}

// Parse refuses.
func (Parser) Parse(context.Context, []byte) (*document.Document, error) {
	return nil, fmt.Errorf("parsing a file: %w: there is no parse of version %s", ErrNotRecorded, document.Version)
}

// library is the place of the passage index. Passages were written under the names of what they hold when
// the parent ran, so writing them again is nothing to do; an answer of a search would have to be recorded.
type library struct{}

func (library) Ingest(ctx context.Context, _ []rag.Passage) error { return ctx.Err() }

func (library) Passages(_ context.Context, query string, _ rag.Filter) ([]rag.Hit, error) {
	return nil, fmt.Errorf("searching passages for %q: %w", query, ErrNotRecorded)
}

func (library) Stats(context.Context) (rag.Stats, error) {
	return rag.Stats{}, fmt.Errorf("counting passages: %w", ErrNotRecorded)
}
