package geography

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/gazetteer"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/geography/site"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// reply says of the places of a question where they are and how large.
func (c Config) reply(ctx context.Context, q events.InfoRequest) (specialist.Reply, error) {
	switch {
	case q.Kind != events.AskGeography:
		return specialist.Nothing(fmt.Sprintf("Only questions about places are answered here, none of the kind %q.", q.Kind)), nil
	case q.Claim == nil:
		return specialist.Nothing("The question comes without a claim, so that it has no place."), nil
	}
	places := q.Claim.Entities.Places
	if q.Subject != nil && len(q.Subject.Places) > 0 {
		places = q.Subject.Places
	}
	if len(places) == 0 {
		return specialist.Nothing("The question names no place, and neither does the claim."), nil
	}
	r, err := c.tabled(ctx, q, places)
	if err != nil || r.Text != "" {
		return r, err
	}
	// Where a place is says nothing of how large the company's part of it is: no figures, and no evidence.
	text, err := known(places)
	if err != nil {
		return specialist.Reply{}, stream.Reject(err)
	}
	if text == "" && q.Claim.Library == "" {
		return specialist.Nothing(fmt.Sprintf("The gazetteer does not have %s, and the evidence library of this run is empty.", strings.Join(places, ", "))), nil
	}
	if text == "" {
		return specialist.Nothing(fmt.Sprintf("Neither a table of places in the evidence library nor the gazetteer has %s.", strings.Join(places, ", "))), nil
	}
	return specialist.Reply{Text: text}, nil
}

// known is what the gazetteer says of places.
func known(places []string) (string, error) {
	table, err := gazetteer.Load()
	if err != nil {
		return "", fmt.Errorf("looking places up: %w", err)
	}
	var lines []string
	for _, name := range places {
		all := table.Named(name)
		switch {
		case len(all) == 1 && all[0].Kind == gazetteer.Town:
			p := all[0]
			lines = append(lines, fmt.Sprintf("%s lies at %s, %s in %s by %s.", name,
				site.Degrees(float64(p.Latitude)/100), site.Degrees(float64(p.Longitude)/100), p.Country, gazetteer.Source))
		case len(all) == 1 && all[0].Kind == gazetteer.Country:
			lines = append(lines, fmt.Sprintf("%s is a country of %d km2 by %s.", name, all[0].Area, gazetteer.Source))
		case len(all) > 1:
			lines = append(lines, fmt.Sprintf("%s may be any of %d places by %s; which is meant is not said.", name, len(all), gazetteer.Source))
		}
	}
	return strings.Join(lines, " "), nil
}

// tabled answers from the tables of places that the user has brought; without text if none has the place.
func (c Config) tabled(ctx context.Context, q events.InfoRequest, places []string) (specialist.Reply, error) {
	var r specialist.Reply
	if q.Claim.Library == "" {
		return r, nil
	}
	shelf, err := specialist.Library(ctx, c.Store, *q.Claim)
	if err != nil {
		return r, err
	}
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
	r.Text = strings.Join(lines, " ")
	return r, nil
}
