// Package geography compares claims about places with what is known of them: the tables of places that the user has
// brought (rag/evidence), the bundled gazetteer, a geocoder and a catalogue of satellite images where they are configured
// (processors/outside, by a recorded port). What it has not at hand it says.
//
// Pictures take a side only where the claim says that vegetation was planted, restored or kept, in a place that is known
// by coordinates or bounds, of a stated size, in years with pictures, and where the change is larger than chance, than
// the threshold, and than that of the surroundings (judge.go). Everything else is shown and takes none. Scene metadata
// or a place's name alone would support nothing. It keeps no state; an answer is a function of the claim, the run's
// library and the recorded answers.
package geography

import (
	"context"
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/data/gazetteer"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/geography/site"
	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// Config is what the agent works with.
type Config struct {
	Store   artefact.Store    // holds the evidence library
	Sources []events.Source   // services beyond this machine, asked where the run may
	Second  specialist.Second // answers questions of others that it has nothing at hand for; nil where nobody does
}

// New declares the agent.
func New(c Config) stream.Declaration { return specialist.New(Agent(c)) }

// Agent is the agent before it is declared.
func Agent(c Config) specialist.Agent {
	unasked := ""
	if _, ok := events.SourceNamed(c.Sources, events.SourceImagery); !ok {
		unasked = "Satellite images are not looked at: no catalogue is named, or the run is offline. Places are looked up in the " +
			"evidence library and in the bundled gazetteer. SIBYL_STAC_URL names a catalogue, SIBYL_GEOCODE_URL a place search."
	}
	return specialist.Agent{Name: events.Geography, Unasked: unasked, Claim: c.claim, Reply: c.reply, Second: c.Second}
}

// source is a service that a claim's run may ask.
func (c Config) source(claim events.Claim, name string) (events.Source, bool) {
	s, known := events.SourceNamed(c.Sources, name)
	return s, known && claim.Reach.Asks(name)
}

// claim answers from the library, and from pictures where they may be asked for and could show what the claim says.
func (c Config) claim(ctx context.Context, w specialist.Work) (specialist.Answer, error) {
	said := site.Read(w.Claim, asOf(w.Claim))
	found, err := c.locate(ctx, w.Claim, said)
	if err != nil {
		return specialist.Answer{}, err
	}
	catalogue, asked := c.source(w.Claim, events.SourceImagery)
	beyond := events.NoSourceDetails{}
	if !asked {
		beyond.NotConfigured = append(beyond.NotConfigured, "satellite imagery service")
	}
	if _, ok := c.source(w.Claim, events.SourcePlaces); !ok {
		beyond.NotConfigured = append(beyond.NotConfigured, "place search")
	}
	if places := w.Claim.Entities.Places; len(places) > 0 {
		beyond.WouldHelp = []string{"imagery statistics for " + strings.Join(places, ", ") + " before and after the period of the claim"}
	} else {
		beyond.WouldHelp = []string{"a place: the claim names none that imagery could show"}
	}
	beyond.Observations = observed(found)
	beyond.Site, beyond.WhyNot = placed(said, found), unplaced(said, found)
	s := specialist.Searcher{Store: c.Store, Kinds: []events.EvidenceKind{events.KindCoordinates, events.KindImagery}}
	answer, err := s.Search(ctx, w, beyond)
	if err != nil {
		return answer, err
	}
	var seen []specialist.Found
	stated, ok, err := c.statistics(ctx, w.Claim, said, beyond)
	if err != nil {
		return specialist.Answer{}, err
	}
	if ok {
		seen = append(seen, stated)
	}
	if asked {
		pictured, err := c.look(ctx, w.Claim, catalogue, said, found, beyond)
		if err != nil {
			return specialist.Answer{}, err
		}
		seen = append(seen, pictured)
	}
	if len(seen) == 0 {
		return answer, nil
	}
	var kept []specialist.Found
	exhausted := true
	for _, f := range answer.Findings {
		exhausted = exhausted && (f.EvidenceType == events.EvidenceNoSource || f.Exhausted)
		switch {
		case f.EvidenceType == events.EvidenceNoSource: // there is a source now
		case ok && stated.Supports != nil && f.Supports == nil && len(f.Evidence) == 0: // the library did have something
		default:
			kept = append(kept, f)
		}
	}
	for i := range seen {
		seen[i].Exhausted = exhausted
	}
	answer.Findings = append(kept, seen...)
	return answer, nil
}

// asOf is the day that stands for today.
func asOf(c events.Claim) string {
	if c.Reach == nil {
		return ""
	}
	return c.Reach.AsOf
}

// locate finds the claim's place in what the run may use.
func (c Config) locate(ctx context.Context, claim events.Claim, said site.Said) (site.Found, error) {
	var lib site.Library
	if claim.Library != "" {
		shelf, err := specialist.Library(ctx, c.Store, claim)
		if err != nil {
			return site.Found{}, err
		}
		lib = shelf
	}
	var geocode *site.Geocoder
	if s, ok := c.source(claim, events.SourcePlaces); ok && outside.From(ctx) != nil {
		geocode = &site.Geocoder{Port: outside.From(ctx), Root: s.URL}
	}
	found, err := site.Locate(ctx, claim, said, lib, geocode)
	if err != nil {
		return found, fmt.Errorf("locating claim %s: %w", claim.ID, err)
	}
	return found, nil
}

// observed is what is known of a claim's place. It supports nothing.
func observed(f site.Found) []string {
	switch {
	case f.Location != nil && f.Location.Precision != site.Point:
		return []string{"The place may be " + f.Location.Text() + "."}
	case f.Location == nil && len(f.Candidates) > 1:
		names := make([]string, len(f.Candidates))
		for i, c := range f.Candidates {
			names[i] = c.Name + ", " + c.Country
		}
		return []string{fmt.Sprintf("%s by %s: %s; which is meant is not said.", sentence(f.Why), gazetteer.Source, strings.Join(names, "; "))}
	}
	return nil
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
