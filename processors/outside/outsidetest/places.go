package outsidetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"time"
)

// Hit is a place that a geocoder knows.
type Hit struct {
	Name, Category, Type, Country string
	Latitude, Longitude           float64
}

// Geocoder answers as Nominatim does: GET /search with a free-form question, format jsonv2; whoever does not say who is
// asking is refused, and so is whoever asks more than once a second.
type Geocoder struct {
	*httptest.Server
	Now   func() time.Time // whose seconds are counted; nil: nobody counts
	Moved string           // where it redirects to, instead of answering
	Page  string           // answered instead, as HTML with status 200

	mu      sync.Mutex
	hits    map[string][]Hit
	last    time.Time
	Queries []string
}

// NewGeocoder starts a geocoder that knows places by the words that they are asked for. It is closed by its Close.
func NewGeocoder(hits map[string][]Hit) *Geocoder {
	g := &Geocoder{hits: hits}
	g.Server = httptest.NewServer(g)
	return g
}

// Host is where it listens.
func (g *Geocoder) Host() string { return g.Listener.Addr().String() }

func (g *Geocoder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := r.URL.Query()
	g.Queries = append(g.Queries, r.URL.RawQuery)
	switch {
	case g.Moved != "":
		http.Redirect(w, r, g.Moved, http.StatusMovedPermanently)
		return
	case r.URL.Path != "/search":
		http.NotFound(w, r)
		return
	case r.Header.Get("User-Agent") == "":
		http.Error(w, "Access blocked: say who is asking", http.StatusForbidden)
		return
	case g.tooSoon():
		http.Error(w, "Bandwidth limit exceeded", http.StatusTooManyRequests)
		return
	case q.Get("q") == "" || q.Get("format") != "jsonv2":
		http.Error(w, `{"error":{"code":400,"message":"Nothing to search for."}}`, http.StatusBadRequest)
		return
	case g.Page != "":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, g.Page)
		return
	}
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || limit < 1 || limit > 40 {
		limit = 10
	}
	out := []any{}
	for _, h := range g.hits[q.Get("q")] {
		if len(out) == limit {
			break
		}
		f := func(v float64) string { return strconv.FormatFloat(v, 'f', 7, 64) }
		out = append(out, map[string]any{
			"place_id": len(out) + 1, "licence": "Data © OpenStreetMap contributors, ODbL 1.0.", "lat": f(h.Latitude), "lon": f(h.Longitude),
			"category": h.Category, "type": h.Type, "addresstype": h.Type, "name": h.Name, "display_name": h.Name, "importance": 0.4,
			"address":     map[string]string{"country_code": h.Country},
			"boundingbox": []string{f(h.Latitude - 0.01), f(h.Latitude + 0.01), f(h.Longitude - 0.02), f(h.Longitude + 0.02)},
		})
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(out)
}

// tooSoon reports whether the last question is less than a second ago.
func (g *Geocoder) tooSoon() bool {
	if g.Now == nil {
		return false
	}
	now := g.Now()
	soon := !g.last.IsZero() && now.Sub(g.last) < time.Second
	g.last = now
	return soon
}
