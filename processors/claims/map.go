package claims

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// MapName and ReduceName are the names of the two processors.
const (
	MapName    = "claims"
	ReduceName = "claims.reduce"
)

// Config is what the processors work with.
type Config struct {
	Store     artefact.Store
	Extractor Extractor // of the map step; by default Rules

	// Of the reduce step.
	Similarity Similarity // by default Meaning
	Retrieval  Retrieval  // nil: the preliminary mapping is that of the extractor
	Confirmer  Confirmer  // nil where no model is asked
}

func (c Config) reducer() Reducer {
	r := Reducer{Similarity: c.Similarity, Retrieval: c.Retrieval, Confirmer: c.Confirmer}
	if r.Similarity == nil {
		r.Similarity = Meaning{}
	}
	return r
}

// NewMap declares the map step: one section in, the artefact with its claims out.
func NewMap(c Config) stream.Processor[stream.None] {
	m := mapper{store: c.Store, extractor: c.Extractor}
	if m.extractor == nil {
		m.extractor = Rules{}
	}
	return stream.Processor[stream.None]{
		Name:   MapName,
		Limit:  stream.ComputeLimit,
		Routes: []stream.Route[stream.None]{stream.Each(events.ReportParsed, m.parsed)},
		Emits:  []*events.Definition{events.SectionExtracted.Definition, events.ActivityReported.Definition},
		Rescue: rescueSection,
	}
}

type mapper struct {
	store     artefact.Store
	extractor Extractor
}

func (m mapper) parsed(ctx context.Context, e events.Event[events.Section]) ([]events.Draft, error) {
	s := e.Data
	d, err := document.Load(ctx, m.store, s.Parse)
	if err != nil {
		return nil, broken(ctx, fmt.Errorf("loading section %d of report %s: %w", s.Section, s.ReportID, err))
	}
	said, err := statement.Load(ctx, m.store, s.Statements, s.Parse, d)
	if err != nil {
		return nil, broken(ctx, fmt.Errorf("loading what report %s says for section %d: %w", s.ReportID, s.Section, err))
	}
	claims, err := m.extractor.Extract(ctx, Section{ReportID: s.ReportID, Parse: s.Parse, Statements: said, Document: d, From: s.PageFrom, To: s.PageTo})
	if err != nil {
		return nil, fmt.Errorf("extracting claims of section %d of report %s: %w", s.Section, s.ReportID, err)
	}
	hash, err := store(ctx, m.store, claims)
	if err != nil {
		return nil, fmt.Errorf("keeping the claims of section %d of report %s: %w", s.Section, s.ReportID, err)
	}
	drafts := []events.Draft{
		events.SectionExtracted.Draft(events.SectionSubject(s.Section), events.SectionClaims{
			ReportID: s.ReportID, Section: s.Section, Of: s.Of, Count: len(claims), Claims: hash,
		}),
		activity(events.SectionSubject(s.Section)+"/claims", "section_extracted", map[string]any{
			"section": s.Section, "of": s.Of, "claims": len(claims),
		}),
	}
	if s.Section == 1 {
		// Nobody assigns claims to who finds them: there is no number to tell.
		drafts = append(drafts, activity(events.RunSubject("claims", "started"), "agent_started", map[string]any{}))
	}
	return drafts, nil
}

// rescueSection says of a section that was given up on that it gave no claims, and why: the others wait
// for it.
func rescueSection(l stream.Letter) []events.Draft {
	e, err := events.ReportParsed.Decode(l.Record)
	if err != nil {
		return nil // nobody knows which section it was: the dead letter is all there is
	}
	s := e.Data
	return []events.Draft{
		events.SectionExtracted.Draft(events.SectionSubject(s.Section), events.SectionClaims{
			ReportID: s.ReportID, Section: s.Section, Of: s.Of, Error: l.Err.Error(),
		}),
		activity(events.SectionSubject(s.Section)+"/claims", "error", map[string]any{
			"message": fmt.Sprintf("section %d of %d gave no claims: %v", s.Section, s.Of, l.Err),
		}),
	}
}

func store(ctx context.Context, s artefact.Store, claims []events.Claim) (string, error) {
	data, err := json.Marshal(claims)
	if err != nil {
		return "", stream.Reject(fmt.Errorf("encoding claims: %w", err))
	}
	hash, err := s.Put(ctx, "claims", data)
	if err != nil {
		return "", broken(ctx, err)
	}
	return hash, nil
}

func load(ctx context.Context, s artefact.Store, hash string) ([]events.Claim, error) {
	data, err := s.Get(ctx, hash)
	if err != nil {
		return nil, broken(ctx, fmt.Errorf("loading claims %s: %w", hash, err))
	}
	var claims []events.Claim
	if err := json.Unmarshal(data, &claims); err != nil {
		return nil, stream.Reject(fmt.Errorf("decoding claims %s: %w", hash, err))
	}
	return claims, nil
}

// broken marks an error of the store as one of a dependency: the processor waits until it is back. A
// missing or damaged artefact is none, and waiting would not cure it.
func broken(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return err
	case errors.Is(err, artefact.ErrDamaged), errors.Is(err, artefact.ErrNotFound), errors.Is(err, document.ErrInvalid),
		errors.Is(err, statement.ErrUnread):
		return stream.Reject(err)
	}
	return stream.Pause(err)
}

func activity(subject, event string, data map[string]any) events.Draft {
	return events.ActivityReported.Draft(subject, events.Activity{Agent: MapName, Event: event, Data: data})
}
