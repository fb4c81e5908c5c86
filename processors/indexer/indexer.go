// Package indexer puts a run's report into the library, section by section, so that agents can search
// it. It is a processor and not a projection: section.indexed is published only when the section's
// passages are written, so nobody searches a half-built index without knowing.
//
// The documents that a run has beside its report are indexed the same, each under its own id, which names its origin in
// the evidence library. Nobody waits for them: agents hold them against claims by rules, from their parses.
//
// It keeps no state. Passages are named by what they are, so overlapping sections, repeats, further runs
// and further instances write the same rows once.
package indexer

import (
	"context"
	"errors"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Name is the processor's name.
const Name = "indexer"

// Config is what the processor works with.
type Config struct {
	Store   artefact.Store
	Library rag.Library
}

// New declares the processor.
func New(c Config) stream.Processor[stream.None] {
	return stream.Processor[stream.None]{
		Name:   Name,
		Routes: []stream.Route[stream.None]{stream.Each(events.ReportParsed, c.parsed), stream.Each(events.RunOpened, c.opened)},
		Rescue: rescue,
		Emits:  []*events.Definition{events.SectionIndexed.Definition},
	}
}

func (c Config) parsed(ctx context.Context, e events.Event[events.Section]) ([]events.Draft, error) {
	s := e.Data
	d, err := document.Load(ctx, c.Store, s.Parse)
	switch {
	case errors.Is(err, artefact.ErrNotFound), errors.Is(err, artefact.ErrDamaged), errors.Is(err, document.ErrInvalid):
		return nil, stream.Reject(fmt.Errorf("loading section %d of report %s: %w", s.Section, s.ReportID, err))
	case err != nil:
		return nil, paused(ctx, fmt.Errorf("loading section %d of report %s: %w", s.Section, s.ReportID, err))
	}
	passages := rag.Chunk(s.ReportID, d, s.PageFrom, s.PageTo)
	if err := c.Library.Ingest(ctx, passages); err != nil {
		return nil, paused(ctx, fmt.Errorf("indexing section %d of report %s: %w", s.Section, s.ReportID, err))
	}
	return []events.Draft{indexed(s, len(passages), "")}, nil
}

// opened indexes the library of a run. A document whose parse is gone keeps none of the others out.
func (c Config) opened(ctx context.Context, e events.Event[events.Opening]) ([]events.Draft, error) {
	var lost []error
	for _, entry := range e.Data.Evidence {
		if entry.Parse == "" {
			continue // it could not be read; the run says why
		}
		d, err := document.Load(ctx, c.Store, entry.Parse)
		switch {
		case errors.Is(err, artefact.ErrNotFound), errors.Is(err, artefact.ErrDamaged), errors.Is(err, document.ErrInvalid):
			lost = append(lost, fmt.Errorf("loading %s of the evidence library: %w", entry.ID, err))
			continue
		case err != nil:
			return nil, paused(ctx, fmt.Errorf("loading %s of the evidence library: %w", entry.ID, err))
		}
		if err := c.Library.Ingest(ctx, rag.Chunk(entry.ID, d, 1, len(d.Pages))); err != nil {
			return nil, paused(ctx, fmt.Errorf("indexing %s of the evidence library: %w", entry.ID, err))
		}
	}
	if len(lost) > 0 {
		return nil, stream.Reject(errors.Join(lost...))
	}
	return nil, nil
}

// paused says that the store or the library is broken: the processor waits until it is back.
func paused(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return stream.Pause(err)
}

// rescue says of a section that was given up on that it cannot be searched, and why.
func rescue(l stream.Letter) []events.Draft {
	e, err := events.ReportParsed.Decode(l.Record)
	if err != nil {
		return nil // a library, or nobody knows which section: the dead letter is all there is
	}
	return []events.Draft{indexed(e.Data, 0, l.Err.Error())}
}

func indexed(s events.Section, passages int, failure string) events.Draft {
	return events.SectionIndexed.Draft(events.SectionSubject(s.Section), events.SectionPassages{
		Section: s.Section, Of: s.Of, Passages: passages, Error: failure,
	})
}
