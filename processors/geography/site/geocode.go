package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/gazetteer"
	"github.com/sibyl-project/sibyl/processors/outside"
)

// Service is the name under which the geocoder is asked.
const Service = "places"

// Port asks services; an outside.Recorder is one.
type Port interface {
	Settle(context.Context, outside.Request) (outside.Answer, error)
}

// Geocoder asks a service that answers as Nominatim does. Its rules - one question a second, who asks, nothing twice -
// are kept by the client and the record.
type Geocoder struct {
	Port Port
	Root string // its address
}

// Source is how its data wants to be named.
func (g *Geocoder) Source() string { return "OpenStreetMap contributors (ODbL) by " + g.Root }

// hit is one result in the form jsonv2.
type hit struct {
	Latitude  string   `json:"lat"`
	Longitude string   `json:"lon"`
	Category  string   `json:"category"`
	Type      string   `json:"type"`
	Kind      string   `json:"addresstype"`
	Name      string   `json:"name"`
	Display   string   `json:"display_name"`
	Bounds    []string `json:"boundingbox"` // south, north, west, east
	Address   struct {
		Country string `json:"country_code"`
		Region  string `json:"ISO3166-2-lvl4"`
	} `json:"address"`
}

// mostHits that are asked for. As many, and there may be more: nothing is decided then.
const mostHits = 10

// named asks for a place. Hits that lie in other lands than those that are named are left out; what is left has to be
// one place.
func (g *Geocoder) named(ctx context.Context, name string, lands []*gazetteer.Place) (Found, error) {
	q := url.Values{"q": {name}, "format": {"jsonv2"}, "addressdetails": {"1"}, "limit": {strconv.Itoa(mostHits)}, "accept-language": {"en"}}
	answer, err := g.Port.Settle(ctx, outside.Request{Service: Service, URL: strings.TrimRight(g.Root, "/") + "/search?" + q.Encode(), Accept: "application/json"})
	var refusal *outside.Refusal
	switch {
	case errors.As(err, &refusal):
		return Found{Why: fmt.Sprintf("the place search did not answer (%s: %s)", refusal.Reason, refusal.Detail)}, nil
	case err != nil:
		return Found{}, fmt.Errorf("looking for %s: %w", name, err)
	}
	var hits []hit
	if err := json.Unmarshal(answer.Body, &hits); err != nil {
		return Found{Why: "the place search answered something that is no list of places"}, nil
	}
	var all []Location
	for _, h := range hits {
		l, ok := g.location(h)
		if !ok || !strings.EqualFold(strings.TrimSpace(h.Name), strings.TrimSpace(name)) || !within(h.Address.Country, region(h.Address.Region), lands) {
			continue
		}
		l.RetrievedAt = answer.RetrievedAt
		if !near(all, l) {
			all = append(all, l)
		}
	}
	switch {
	case len(all) == 0:
		return Found{Why: fmt.Sprintf("the place search knows no %s there", name)}, nil
	case len(all) == 1 && len(hits) < mostHits:
		return Found{Location: &all[0]}, nil
	}
	return Found{Candidates: all[:min(len(all), mostCandidates)], Why: fmt.Sprintf("%s may be any of %d places", name, len(all))}, nil
}

// region is the state of a code such as US-TX.
func region(code string) string {
	_, after, _ := strings.Cut(code, "-")
	return after
}

// near reports whether a location is one that is listed already: a town and its district have one middle, or nearly.
func near(all []Location, l Location) bool {
	for _, o := range all {
		if math.Abs(o.Latitude-l.Latitude) < 0.05 && math.Abs(o.Longitude-l.Longitude) < 0.05 {
			return true
		}
	}
	return false
}

func (g *Geocoder) location(h hit) (Location, bool) {
	lat, errA := strconv.ParseFloat(h.Latitude, 64)
	long, errB := strconv.ParseFloat(h.Longitude, 64)
	if errA != nil || errB != nil || !(math.Abs(lat) <= 90) || !(math.Abs(long) <= 180) || len(h.Name) > 200 {
		return Location{}, false
	}
	l := Location{
		Name: h.Name, Country: strings.ToUpper(h.Address.Country), Precision: Town, Latitude: lat, Longitude: long, Fine: 0.005, Source: g.Source(),
	}
	if b, ok := boundsOf(h.Bounds); ok && wild(h) {
		l.Precision, l.Bounds = Shape, &b
	}
	return l, true
}

// wild reports whether a hit is a piece of land with bounds of its own, and not a settlement, road or house that is
// called after one.
func wild(h hit) bool {
	switch h.Category + "/" + h.Type {
	case "boundary/protected_area", "boundary/national_park", "leisure/nature_reserve", "landuse/forest", "natural/wood", "natural/scrub",
		"natural/grassland", "natural/heath", "natural/wetland", "landuse/orchard", "landuse/meadow", "landuse/farmland":
		return true
	}
	return false
}

func boundsOf(b []string) (out [4]float64, ok bool) {
	if len(b) != 4 {
		return out, false
	}
	var v [4]float64
	for i, s := range b {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || !(math.Abs(f) <= 180) {
			return out, false
		}
		v[i] = f
	}
	out = [4]float64{v[2], v[0], v[3], v[1]}
	return out, out[0] < out[2] && out[1] < out[3]
}
