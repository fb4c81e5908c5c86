package site

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// shelf is a library of one table.
type shelf []map[string]string

func (s shelf) Records(events.EvidenceKind, ...string) []evidence.Record {
	var out []evidence.Record
	for i, cells := range s {
		out = append(out, evidence.Record{
			Entry: events.LibraryEntry{LibraryItem: events.LibraryItem{ID: "evd_1", Title: "Sites", Publisher: "Land Office"}}, Row: i + 2, Cells: cells,
		})
	}
	return out
}

// answers is a geocoder by the name that is asked for.
type answers map[string]string

func (a answers) Settle(_ context.Context, r outside.Request) (outside.Answer, error) {
	u, err := url.Parse(r.URL)
	if err != nil {
		return outside.Answer{}, err
	}
	body, known := a[u.Query().Get("q")]
	if !known {
		return outside.Answer{}, &outside.Refusal{Service: Service, Reason: outside.BadStatus, Status: 429, Detail: "it answered 429"}
	}
	if u.Path != "/search" || u.Query().Get("format") != "jsonv2" || r.Service != Service {
		return outside.Answer{}, fmt.Errorf("asked %s", r.URL)
	}
	return outside.Answer{Status: 200, Body: []byte(body)}, nil
}

func found(name, category, kind, country string, lat, long float64) string {
	h := map[string]any{
		"lat": fmt.Sprint(lat), "lon": fmt.Sprint(long), "category": category, "type": kind, "name": name, "display_name": name,
		"boundingbox": []string{fmt.Sprint(lat - 0.1), fmt.Sprint(lat + 0.1), fmt.Sprint(long - 0.2), fmt.Sprint(long + 0.2)},
		"address":     map[string]string{"country_code": country},
	}
	b, _ := json.Marshal(h)
	return string(b)
}

func TestLocating(t *testing.T) {
	sites := shelf{
		{"place": "Tanjung Block", "latitude": "-7.1652", "longitude": "112.6523", "area": "64", "unit": "ha"},
		{"place": "Gresik", "latitude": "-7.16", "longitude": "112.65"},
		{"place": "Twin", "latitude": "1.0", "longitude": "2.0"}, {"place": "Twin", "latitude": "3.0", "longitude": "4.0"},
		{"place": "Broken", "latitude": "north", "longitude": "112.65"}, {"place": "Beyond", "latitude": "NaN", "longitude": "112.65"},
	}
	service := answers{
		"Lowland Reserve": "[" + found("Lowland Reserve", "leisure", "nature_reserve", "id", -3.1, 104.2) + "]",
		"Springwell":      "[" + found("Springwell", "place", "village", "gb", 51, -1) + "," + found("Springwell", "place", "village", "us", 40, -90) + "]",
		"Nowhere":         "[]", "Garbage": "<html>502</html>", "Odd": `[{"lat":"x","lon":"y","name":"Odd"}]`,
		"Other": "[" + found("Otherwise Street", "highway", "residential", "id", -3, 104) + "]",
	}
	for _, tc := range []struct {
		text    string
		places  []string
		lib     Library
		service answers
		want    string // precision and position, or why there is none
	}{
		{"We planted 100 ha at 7.165° S, 112.652° E.", []string{"7.165° S, 112.652° E"}, nil, nil, "point -7.165,112.652"},
		{"Planted at coordinates -7.1652, 112.6523 in Gresik.", []string{"Gresik"}, sites, nil, "point -7.1652,112.6523"},
		{"Planted at 7.1° S, 112.6° E and 6.1° S, 106.8° E.", nil, nil, nil, "several points"},
		{"Planted in Tanjung Block.", []string{"Tanjung Block"}, sites, nil, "point -7.1652,112.6523"},
		{"Planted in Gresik.", []string{"Gresik"}, sites, nil, "point -7.16,112.65"},
		{"Planted in Gresik.", []string{"Gresik"}, nil, nil, "town -7.15,112.66"},
		{"Planted in Twin.", []string{"Twin"}, sites, nil, "have several"},
		{"Planted in Broken.", []string{"Broken"}, sites, nil, "none of the places"},
		{"Planted in Beyond.", []string{"Beyond"}, sites, nil, "none of the places"},
		{"Planted in Paris.", []string{"Paris"}, nil, nil, "may be any of"},
		{"Planted in Paris, France.", []string{"Paris", "France"}, nil, nil, "town 48.85,2.35"},
		{"Planted in Paris, Texas.", []string{"Paris", "Texas"}, nil, nil, "town 33.66,-95.56"},
		{"Planted in Gresik, France.", []string{"Gresik", "France"}, nil, nil, "none of the places"},
		{"Planted in Indonesia.", []string{"Indonesia"}, nil, nil, "too large"},
		{"Planted in Gresik and Cilegon.", []string{"Gresik", "Cilegon"}, nil, nil, "several places"},
		{"Planted.", nil, sites, service, "names no place"},
		{"Planted in Lowland Reserve.", []string{"Lowland Reserve"}, sites, service, "shape -3.1,104.2"},
		{"Planted in Lowland Reserve, Brazil.", []string{"Lowland Reserve", "Brazil"}, nil, service, "knows no Lowland Reserve there"},
		{"Planted in Springwell.", []string{"Springwell"}, nil, service, "any of 2 places"},
		{"Planted in Springwell, United States.", []string{"Springwell", "United States"}, nil, service, "town 40,-90"},
		{"Planted in Nowhere.", []string{"Nowhere"}, nil, service, "knows no Nowhere there"},
		{"Planted in Garbage.", []string{"Garbage"}, nil, service, "no list of places"},
		{"Planted in Odd.", []string{"Odd"}, nil, service, "knows no Odd there"},
		{"Planted in Other.", []string{"Other"}, nil, service, "knows no Other there"},
		{"Planted in Gresik.", []string{"Gresik"}, nil, service, "town -7.15,112.66"}, // the service refuses; the gazetteer knows it
	} {
		t.Run(tc.text, func(t *testing.T) {
			c := claim(tc.text, tc.places...)
			var g *Geocoder
			if tc.service != nil {
				g = &Geocoder{Port: tc.service, Root: "https://geocode.example/"}
			}
			f, err := Locate(t.Context(), c, Read(c, ""), tc.lib, g)
			if err != nil {
				t.Fatal(err)
			}
			got := f.Why
			if f.Location != nil {
				got = fmt.Sprintf("%s %s,%s", f.Location.Precision, Degrees(f.Location.Latitude), Degrees(f.Location.Longitude))
				if f.Why != "" {
					t.Errorf("a location, and why there is none: %s", f.Why)
				}
			}
			if !strings.Contains(got, tc.want) || len(f.Searched) == 0 {
				t.Errorf("%q, want %q; searched %v", got, tc.want, f.Searched)
			}
		})
	}
}
