package geography

import (
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/geography/imagery"
	"github.com/sibyl-project/sibyl/processors/geography/site"
)

// placed is what a map can show of a claim's place, whether or not there were pictures of it.
func placed(said site.Said, found site.Found) *events.GeoSite {
	g := &events.GeoSite{Names: said.Names, Searched: found.Searched, Open: found.Why}
	if found.Location != nil {
		l := location(*found.Location)
		g.Location = &l
	}
	for _, c := range found.Candidates {
		g.Candidates = append(g.Candidates, location(c))
	}
	if h := said.Hectares(); h > 0 {
		g.Area = decimal(h, 2)
	}
	if b, why := box(said, found); why == "" {
		g.BBox = corners(b)
	}
	g.Period = &events.GeoPeriod{From: said.Period.From, To: said.Period.To, Stated: said.Period.Stated, Open: said.Period.Open}
	return g
}

// unplaced is what was looked for in vain: the place, where the claim names one.
func unplaced(said site.Said, found site.Found) []events.NotFound {
	if found.Location != nil || len(said.Names) == 0 {
		return nil
	}
	var out []events.NotFound
	for _, where := range found.Searched {
		out = append(out, events.NotFound{Where: where, For: "where the claim's place is", Why: found.Why})
	}
	return out
}

// corners are west, south, east, north of a box.
func corners(b imagery.Box) []string {
	return []string{decimal(b.West, 5), decimal(b.South, 5), decimal(b.East, 5), decimal(b.North, 5)}
}

// stamp is when a service answered, empty for what was at hand.
func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
