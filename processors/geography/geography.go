// Package geography compares claims about places with what is known of them. It reads the tables of places that the
// user has brought (rag/evidence); it has no imagery service yet and says so where there are none. Scene metadata or
// a place's name alone would support nothing. It keeps no state; an answer is a function of the question and of the
// run's library.
package geography

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Config is what the agent works with.
type Config struct {
	Store artefact.Store // holds the evidence library
}

// New declares the agent.
func New(c Config) stream.Declaration {
	s := specialist.Searcher{Store: c.Store, Kinds: []events.EvidenceKind{events.KindCoordinates}}
	return specialist.New(specialist.Agent{
		Name: events.Geography,
		Claim: func(ctx context.Context, w specialist.Work) (specialist.Answer, error) {
			beyond := events.NoSourceDetails{NotConfigured: []string{"satellite imagery service", "place search"}}
			if places := w.Claim.Entities.Places; len(places) > 0 {
				beyond.WouldHelp = []string{"imagery statistics for " + strings.Join(places, ", ") + " before and after the period of the claim"}
			} else {
				beyond.WouldHelp = []string{"a place: the claim names none that imagery could show"}
			}
			return s.Search(ctx, w, beyond)
		},
		Reply: c.reply,
	})
}

// reply says of the places of a question where they are and how large.
func (c Config) reply(ctx context.Context, q events.InfoRequest) (specialist.Reply, error) {
	switch {
	case q.Kind != events.AskGeography:
		return specialist.Nothing(fmt.Sprintf("Only questions about places are answered here, none of the kind %q.", q.Kind)), nil
	case q.Claim == nil || q.Claim.Library == "":
		return specialist.Nothing("There is no place search, and the evidence library of this run is empty."), nil
	}
	shelf, err := specialist.Library(ctx, c.Store, *q.Claim)
	if err != nil {
		return specialist.Reply{}, err
	}
	places := q.Claim.Entities.Places
	if q.Subject != nil && len(q.Subject.Places) > 0 {
		places = q.Subject.Places
	}
	var r specialist.Reply
	var lines []string
	company := specialist.StatementOf(*q.Claim).Company
	for _, rec := range shelf.Records(events.KindCoordinates, "place") {
		if !slices.ContainsFunc(places, func(p string) bool { return events.NormalText(p) == events.NormalText(rec.Cells["place"]) }) {
			continue
		}
		found := evidence.Found{Entry: rec.Entry, Page: rec.Page, Row: rec.Row, Quote: rec.Quote}
		cited := specialist.Cite(found, company)
		r.Evidence = append(r.Evidence, cited)
		text := rec.Cells["place"]
		if lat, long := rec.Cells["latitude"], rec.Cells["longitude"]; lat != "" && long != "" {
			text += " lies at " + lat + ", " + long
		}
		if area, err := quantity.Parse(rec.Cells["area"]+" "+rec.Cells["unit"], quantity.Point); err == nil && area.Unit.Dimension == quantity.Area {
			text += " and measures " + area.Text
			r.Figures = append(r.Figures, events.InfoFigure{
				Subject: "area", Place: rec.Cells["place"], Value: quantity.Print(area.Value, 12), Unit: area.Unit.Symbol, Evidence: cited,
			})
		}
		lines = append(lines, fmt.Sprintf("%s (%s, row %d).", text, rec.Entry.Title, rec.Row))
	}
	if len(lines) == 0 {
		return specialist.Nothing(fmt.Sprintf("No table of places in the evidence library has %s.", strings.Join(places, ", "))), nil
	}
	r.Text = strings.Join(lines, " ")
	return r, nil
}
