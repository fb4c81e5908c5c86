package site

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/outside/outsidetest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// seconds is a clock that moves when somebody sleeps.
type seconds struct {
	mu  sync.Mutex
	now time.Time
}

func (s *seconds) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *seconds) Sleep(ctx context.Context, d time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(max(d, 0))
	return ctx.Err()
}

// TestAGeocoderIsAskedByItsRules: who asks is said, questions are a second apart, an equal one is asked once, and what it
// answers instead of places is no place.
func TestAGeocoderIsAskedByItsRules(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	known := map[string][]outsidetest.Hit{
		"Żywiec Woods": {{Name: "Żywiec Woods", Category: "landuse", Type: "forest", Country: "pl", Latitude: 49.6813, Longitude: 19.2123}},
		"São João": {
			{Name: "São João", Category: "place", Type: "town", Country: "br", Latitude: -5.1, Longitude: -42.2},
			{Name: "São João", Category: "place", Type: "town", Country: "pt", Latitude: 40.9, Longitude: -8.5},
		},
		"Gresik": {{Name: "Gresik", Category: "place", Type: "city", Country: "id", Latitude: -7.16, Longitude: 112.65}},
	}
	for name, c := range map[string]struct {
		ask    []string
		change func(*outsidetest.Geocoder)
		want   string // of the last: precision and position, or why there is none
		asked  int
	}{
		"a forest with letters of its own": {[]string{"Żywiec Woods"}, nil, "shape 49.6813,19.2123", 1},
		"two of a name":                    {[]string{"São João"}, nil, "may be any of 2 places", 1},
		"one after the other":              {[]string{"Gresik", "Żywiec Woods", "São João"}, nil, "may be any of 2 places", 3},
		"the same again":                   {[]string{"Gresik", "Gresik", "Gresik"}, nil, "town -7.16,112.65", 1},
		"nothing":                          {[]string{"Nowhere at all"}, nil, "knows no Nowhere at all", 1},
		"moved to a host that is not named": {[]string{"Gresik"}, func(g *outsidetest.Geocoder) { g.Moved = other.URL + "/search" },
			"host_not_allowed", 1},
		"a page": {[]string{"Gresik"}, func(g *outsidetest.Geocoder) { g.Page = "<html>down for maintenance</html>" }, "no list of places", 1},
	} {
		t.Run(name, func(t *testing.T) {
			clock := &seconds{now: time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)}
			g := outsidetest.NewGeocoder(known)
			defer g.Close()
			g.Now = clock.Now
			if c.change != nil {
				c.change(g)
			}
			client, err := outside.New(outside.Options{
				Online: true, Clock: clock, UserAgent: "sibyl-test",
				Services: []outside.Service{{Name: Service, Hosts: []string{g.Host()}, Interval: time.Second, Tries: 1}},
			})
			if err != nil {
				t.Fatal(err)
			}
			store, got := artefact.NewMemory(), ""
			for _, place := range c.ask {
				f, err := (&Geocoder{Port: outside.NewRecorder("run_1", store, client), Root: g.URL}).named(t.Context(), place, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got = f.Why; f.Location != nil {
					got = string(f.Location.Precision) + " " + Degrees(f.Location.Latitude) + "," + Degrees(f.Location.Longitude)
					if f.Location.RetrievedAt.IsZero() {
						t.Error("when it was asked is not known")
					}
				}
			}
			if !strings.Contains(got, c.want) || len(g.Queries) != c.asked {
				t.Errorf("%q after %v", got, g.Queries)
			}
		})
	}
}
