package site

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/data/gazetteer"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/position"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Precision is how closely a location is the place that is meant.
type Precision string

// The closed set of precisions.
const (
	Point Precision = "point" // the place itself, by coordinates
	Shape Precision = "shape" // the place itself, with its bounds
	Town  Precision = "town"  // the town that it is named after or lies near
	Land  Precision = "land"  // a country or state: nothing that could be looked at
)

// Exact reports whether a location is the place itself and not its surroundings.
func (p Precision) Exact() bool { return p == Point || p == Shape }

// Location is where a place is, by one source.
type Location struct {
	Name                string
	Country             string // code, where known
	Precision           Precision
	Latitude, Longitude float64
	Fine                float64     // degrees by which it may be off, as printed
	Bounds              *[4]float64 // west, south, east, north of a Shape
	Hectares            float64     // by the source; 0 where it does not say
	Source              string
	Evidence            *events.Evidence // of the library
	RetrievedAt         time.Time        // when a place search answered; zero for what is at hand
}

// Text is a location in words.
func (l Location) Text() string {
	name := l.Name
	if l.Country != "" {
		name += ", " + l.Country
	}
	if l.Precision == Land {
		return fmt.Sprintf("%s (%s)", name, l.Source)
	}
	return fmt.Sprintf("%s at %s, %s (%s)", name, Degrees(l.Latitude), Degrees(l.Longitude), l.Source)
}

// Degrees is a coordinate as it is shown: four places are about ten metres.
func Degrees(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(v, 'f', 4, 64), "0"), ".")
}

// Found is what is known of where a claim's place is.
type Found struct {
	Location   *Location  // nil where there is none, or several could be meant
	Candidates []Location // of a name that is not decided
	Why        string     // there is no location
	Searched   []string   // in what was looked
}

// Library is the part of the evidence library that knows places.
type Library interface {
	Records(kind events.EvidenceKind, columns ...string) []evidence.Record
}

// Locate finds the place of a claim. Coordinates in its words go before a table of the user's, that before the
// geocoder, that before the gazetteer; the first that knows the place decides. geocode may be nil.
func Locate(ctx context.Context, c events.Claim, said Said, lib Library, geocode *Geocoder) (Found, error) {
	found := Found{Searched: []string{"coordinates in the claim"}}
	if points := position.Points(c.Text); len(points) > 0 {
		if len(points) > 1 {
			found.Why = "the claim gives several points, and does not say which of them it is about"
			return found, nil
		}
		p := points[0]
		found.Location = &Location{
			Name: c.Text[p.From:p.To], Precision: Point, Latitude: p.Latitude, Longitude: p.Longitude, Fine: p.Fine / 2, Source: "the claim's own coordinates",
		}
		return found, nil
	}
	if len(said.Names) == 0 {
		found.Why = "the claim names no place"
		return found, nil
	}
	if lib != nil {
		found.Searched = append(found.Searched, "tables of places in the evidence library")
		if known, decided := tabled(lib, said); decided {
			known.Searched = found.Searched
			return known, nil
		}
	}
	table, err := gazetteer.Load()
	if err != nil {
		return found, err
	}
	names, lands := apart(table, said.Names)
	switch {
	case len(names) > 1:
		found.Why = fmt.Sprintf("the claim names several places (%s), and does not say which of them it is about", strings.Join(names, ", "))
		return found, nil
	case len(names) == 0:
		found.Searched = append(found.Searched, gazetteer.Source)
		found.Why = fmt.Sprintf("%s is too large to be looked at as one place", strings.Join(said.Names, ", "))
		for _, l := range lands {
			found.Candidates = append(found.Candidates, located(l))
		}
		return found, nil
	}
	if geocode != nil {
		found.Searched = append(found.Searched, geocode.Source())
		got, err := geocode.named(ctx, names[0], lands)
		if err != nil || got.Location != nil || len(got.Candidates) > 0 {
			got.Searched = found.Searched
			return got, err
		}
		found.Why = got.Why
	}
	found.Searched = append(found.Searched, gazetteer.Source)
	towns := towns(table, names[0], lands)
	switch len(towns) {
	case 0:
		found.Why = cmp.Or(found.Why, fmt.Sprintf("%s is in none of the places that are known here", names[0]))
	case 1:
		l := located(towns[0])
		found.Location, found.Why = &l, ""
	default:
		found.Why = fmt.Sprintf("%s may be any of %d places", names[0], len(towns))
		for _, p := range towns[:min(len(towns), mostCandidates)] {
			found.Candidates = append(found.Candidates, located(p))
		}
	}
	return found, nil
}

const mostCandidates = 8

// apart tells countries and states, which say in which land a place is, from the other names.
func apart(table *gazetteer.Table, all []string) (names []string, lands []*gazetteer.Place) {
	for _, name := range all {
		large := false
		for _, p := range table.Named(name) {
			if p.Kind != gazetteer.Town {
				lands, large = append(lands, p), true
			}
		}
		// Mexico City is not in question, and nor is Luxembourg: what is a country, or a state, is taken for it.
		if !large && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, lands
}

// towns of a name, in the lands that are named beside it if there are any.
func towns(table *gazetteer.Table, name string, lands []*gazetteer.Place) []*gazetteer.Place {
	var out []*gazetteer.Place
	for _, p := range table.Named(name) {
		if p.Kind == gazetteer.Town && within(p.Country, p.Region, lands) {
			out = append(out, p)
		}
	}
	return out
}

// within reports whether a place lies in one of some lands; without any, everywhere is right.
func within(country, region string, lands []*gazetteer.Place) bool {
	if len(lands) == 0 {
		return true
	}
	for _, l := range lands {
		if strings.EqualFold(l.Country, country) && (l.Kind == gazetteer.Country || region == "" || l.Region == region) {
			return true
		}
	}
	return false
}

func located(p *gazetteer.Place) Location {
	l := Location{Name: p.Name, Country: p.Country, Precision: Town, Latitude: float64(p.Latitude) / 100, Longitude: float64(p.Longitude) / 100,
		Fine: 0.005, Source: gazetteer.Source}
	if p.Kind != gazetteer.Town {
		l.Precision, l.Hectares, l.Latitude, l.Longitude = Land, float64(p.Area)*100, 0, 0
	}
	return l
}

// tabled looks a claim's places up in the tables that the user has brought. Rows of one name with one position are one
// place; with several, the name is not decided.
func tabled(lib Library, said Said) (Found, bool) {
	var all []Location
	for _, rec := range lib.Records(events.KindCoordinates, "place", "latitude", "longitude") {
		if !slices.ContainsFunc(said.Names, func(n string) bool { return events.NormalText(n) == events.NormalText(rec.Cells["place"]) }) {
			continue
		}
		at, ok := Position(rec.Cells["latitude"], rec.Cells["longitude"])
		if !ok {
			continue
		}
		lat, long := at[0], at[1]
		cited := events.Evidence{
			Origin: events.OriginRegistry, Source: evidence.SourceOf(rec.Entry.LibraryItem), Row: rec.Row, Quote: rec.Quote, URL: rec.Entry.URL,
			Date: rec.Entry.Date, Tier: rec.Entry.Tier, Publisher: rec.Entry.Publisher, Document: rec.Entry.ID,
		}
		l := Location{
			Name: rec.Cells["place"], Precision: Point, Latitude: lat, Longitude: long, Fine: half(rec.Cells["latitude"], rec.Cells["longitude"]),
			Source: fmt.Sprintf("%s (%s), row %d", rec.Entry.Title, rec.Entry.Publisher, rec.Row), Evidence: &cited,
		}
		if area, err := quantity.Parse(rec.Cells["area"]+" "+rec.Cells["unit"], quantity.Point); err == nil && area.Unit.Dimension == quantity.Area {
			l.Hectares, _ = strconv.ParseFloat(quantity.Print(area.Base(), 12), 64)
		}
		if !slices.ContainsFunc(all, func(o Location) bool { return o.Latitude == lat && o.Longitude == long }) {
			all = append(all, l)
		}
	}
	switch len(all) {
	case 0:
		return Found{}, false
	case 1:
		return Found{Location: &all[0]}, true
	}
	return Found{Candidates: all[:min(len(all), mostCandidates)], Why: "the tables of places have several that the claim names"}, true
}

// Position reads two cells of a table in degrees.
func Position(latitude, longitude string) (at [2]float64, ok bool) {
	lat, errA := strconv.ParseFloat(strings.TrimSpace(latitude), 64)
	long, errB := strconv.ParseFloat(strings.TrimSpace(longitude), 64)
	if errA != nil || errB != nil || !(math.Abs(lat) <= 90) || !(math.Abs(long) <= 180) {
		return at, false
	}
	return [2]float64{lat, long}, true
}

// half is half a step of the coarser of two printed coordinates.
func half(all ...string) float64 {
	most := 0.0
	for _, s := range all {
		places := 0
		if _, after, ok := strings.Cut(strings.TrimSpace(s), "."); ok {
			places = len(after)
		}
		most = max(most, math.Pow10(-places)/2)
	}
	return most
}
