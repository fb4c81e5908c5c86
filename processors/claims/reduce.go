package claims

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// Progress is what the reduce step knows of a run: its sections as they come in, in any order.
type Progress struct {
	ReportID   string         `json:"report_id"`
	Of         int            `json:"of"`                   // sections to wait for
	Sections   map[int]string `json:"sections,omitempty"`   // artefact hash by section, empty if it failed
	Errors     map[int]string `json:"errors,omitempty"`     // why, by failed section
	Issuer     *events.Issuer `json:"issuer,omitempty"`     // whose report it is, as far as known
	Reach      *events.Reach  `json:"reach,omitempty"`      // what may be asked beyond it
	Library    string         `json:"library,omitempty"`    // artefact hash of the run's evidence library
	Parse      string         `json:"parse,omitempty"`      // artefact hash of the report's parse
	Statements string         `json:"statements,omitempty"` // artefact hash of what its sentences say
	Over       bool           `json:"over"`                 // claims are published, or the run has failed
}

// NewReduce declares the reduce step: it waits for all sections of a run and publishes each claim once.
func NewReduce(c Config) stream.Processor[Progress] {
	r := reducer{store: c.Store, Reducer: c.reducer()}
	return stream.Processor[Progress]{
		Name:  ReduceName,
		Limit: stream.ComputeLimit,
		Routes: []stream.Route[Progress]{
			stream.On(events.RunOpened, r.opened),
			stream.On(events.SectionExtracted, r.extracted),
			stream.On(events.RunFailed, r.failed),
		},
		Emits: []*events.Definition{
			events.ClaimExtracted.Definition, events.ClaimsCompleted.Definition, events.RunFailed.Definition, events.ActivityReported.Definition,
		},
		Rescue: rescueRun,
	}
}

type reducer struct {
	store artefact.Store
	Reducer
}

func (r reducer) opened(ctx context.Context, s Progress, e events.Event[events.Opening]) (stream.Step[Progress], error) {
	s.ReportID, s.Of, s.Parse, s.Library = e.Data.ReportID, e.Data.Sections, e.Data.Parse, e.Data.Library
	s.Statements = e.Data.Statements
	by := events.Issuer{
		Company: e.Data.Company, Sector: e.Data.Sector, Period: e.Data.Period, Aliases: events.NamesOf(e.Data.Names, events.NameAlias),
		Tickers: events.NamesOf(e.Data.Names, events.NameTicker), Domains: events.NamesOf(e.Data.Names, events.NameDomain),
	}
	if !by.Equal(events.Issuer{}) {
		s.Issuer = &by
	}
	if len(e.Data.Sources) > 0 {
		s.Reach = &events.Reach{AsOf: e.Data.AsOf.UTC().Format(time.DateOnly)}
		for _, source := range e.Data.Sources {
			s.Reach.Services = append(s.Reach.Services, source.Name)
		}
	}
	return r.settle(ctx, s)
}

func (r reducer) extracted(ctx context.Context, s Progress, e events.Event[events.SectionClaims]) (stream.Step[Progress], error) {
	if s.Over {
		return stream.Step[Progress]{State: s}, nil
	}
	c := e.Data
	s.ReportID, s.Of = c.ReportID, c.Of
	if s.Sections == nil {
		s.Sections = map[int]string{}
	}
	s.Sections[c.Section] = c.Claims
	if c.Error != "" {
		if s.Errors == nil { // an empty one does not survive in the state topic
			s.Errors = map[int]string{}
		}
		s.Errors[c.Section] = c.Error
	}
	return r.settle(ctx, s)
}

// failed stops waiting: the run is over, whatever still comes.
func (r reducer) failed(_ context.Context, s Progress, _ events.Event[events.RunFailure]) (stream.Step[Progress], error) {
	return stream.Step[Progress]{State: Progress{ReportID: s.ReportID, Over: true}}, nil
}

// settle publishes once the last section is in.
func (r reducer) settle(ctx context.Context, s Progress) (stream.Step[Progress], error) {
	if s.Over || s.Of == 0 || len(s.Sections) < s.Of {
		return stream.Step[Progress]{State: s}, nil
	}
	over := stream.Step[Progress]{State: Progress{ReportID: s.ReportID, Of: s.Of, Over: true}}
	if len(s.Errors) == s.Of {
		over.Publish = []events.Draft{events.RunFailed.Draft(events.RunSubject("failed"), events.RunFailure{
			Error: fmt.Sprintf("no section of the report could be read: %s", s.Errors[1]), ReportID: s.ReportID,
		})}
		return over, nil
	}
	var all []events.Claim
	for n := 1; n <= s.Of; n++ {
		if s.Sections[n] == "" {
			continue
		}
		claims, err := load(ctx, r.store, s.Sections[n])
		if err != nil {
			return stream.Step[Progress]{}, fmt.Errorf("reading section %d of report %s: %w", n, s.ReportID, err)
		}
		all = append(all, claims...)
	}
	claims, doubled, err := r.Reduce(ctx, all)
	unconfirmed := errors.Is(err, ErrUnconfirmed)
	if err != nil && !unconfirmed {
		return stream.Step[Progress]{}, fmt.Errorf("putting together the claims of report %s: %w", s.ReportID, err)
	}
	over.Publish = publish(s, claims, doubled)
	if unconfirmed {
		over.Publish = append(over.Publish, activity(events.RunSubject("claims", "unconfirmed"), "error", map[string]any{"message": err.Error()}))
	}
	return over, nil
}

// publish hands the claims on, those of high priority first: they are routed and investigated in this order.
func publish(s Progress, claims []events.Claim, doubled int) []events.Draft {
	totals := events.ClaimTotals{
		ReportID: s.ReportID, Claims: len(claims), Duplicates: doubled, FailedSections: []int{},
		ByType: map[string]int{}, ByPriority: map[string]int{},
	}
	drafts := make([]events.Draft, 0, len(claims)+3)
	claims = slices.Clone(claims)
	slices.SortStableFunc(claims, func(a, b events.Claim) int { return cmp.Compare(a.Priority.Rank(), b.Priority.Rank()) })
	for _, c := range claims {
		c.Issuer, c.Library, c.Reach = s.Issuer, s.Library, s.Reach
		totals.ByType[string(c.Type)]++
		totals.ByPriority[string(c.Priority)]++
		c.Parse, c.Statements = s.Parse, s.Statements // the section's artefact has none: a claim is the same in every run over the report
		drafts = append(drafts, events.ClaimExtracted.Draft(events.ClaimSubject(c.ID), c))
	}
	for n := 1; n <= s.Of; n++ {
		if s.Errors[n] != "" {
			totals.FailedSections = append(totals.FailedSections, n)
		}
	}
	return append(drafts,
		events.ClaimsCompleted.Draft(events.RunSubject("claims", "completed"), totals),
		activity(events.RunSubject("claims", "thinking"), "agent_thinking", map[string]any{
			"message": thinking(totals),
		}),
		activity(events.RunSubject("claims", "completed"), "agent_completed", map[string]any{
			"claim_count": totals.Claims, "duplicates": totals.Duplicates, "failed_sections": totals.FailedSections,
			"by_type": totals.ByType, "by_priority": totals.ByPriority,
		}),
	)
}

func thinking(t events.ClaimTotals) string {
	if t.Claims == 0 {
		return "The report makes no claim that could be checked."
	}
	return fmt.Sprintf("%d claims can be checked, %d of them of high priority; %d repeats from overlapping sections were removed.",
		t.Claims, t.ByPriority[string(events.High)], t.Duplicates)
}

// rescueRun ends a run whose claims cannot be put together.
func rescueRun(l stream.Letter) []events.Draft {
	if events.Stray(l.Record, l.Err) {
		return nil // nobody waits for what it should have led to
	}
	if l.Record.Type == events.RunFailed.Type {
		return nil // the run has ended already
	}
	return []events.Draft{events.RunFailed.Draft(events.RunSubject("failed"), events.RunFailure{
		Error: fmt.Sprintf("the claims could not be put together: %v", l.Err),
	})}
}
