package api_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/api"
)

// Whoever refuses - an endpoint, the mux, the file server, a validation - refuses in one form.
func TestEveryRefusalIsAProblem(t *testing.T) {
	w := newWorld(t, nil)
	for _, c := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"POST", "/", 405, "GET, HEAD"},
		{"DELETE", "/icon.svg", 405, "GET, HEAD"},
		{"PUT", "/healthz", 405, "GET, HEAD"},
		{"PATCH", "/api/v1/reports", 405, "GET, HEAD, POST"},
		{"DELETE", "/api/v1/runs/run_none/feed", 405, "GET, HEAD"},
		{"GET", "/none", 404, ""},
		{"GET", "/api", 404, ""},
		{"GET", "/api/v1/none", 404, ""},
		{"GET", "/api/v1/live", 400, ""}, // no upgrade
		{"GET", "/api/v1/runs/none/feed?after=-1", 422, ""},
	} {
		if got := w.do(c.method, c.path, nil).want(t, c.status); got.Header.Get("Allow") != c.allow {
			t.Errorf("%s %s: Allow is %q, want %q", c.method, c.path, got.Header.Get("Allow"), c.allow)
		}
	}
	for _, path := range []string{"/", "/icon.svg", "/healthz", "/api/v1/reports"} { // what may be done is
		w.get(path).want(t, 200)
	}
}

func TestAPanicIsAProblemAndTheServerGoesOn(t *testing.T) {
	w := newWorld(t, func(c *api.Config) {
		c.Metrics = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a fault of ours") })
	})
	if got := w.get("/metrics").want(t, 500); bytes.Contains(got.body, []byte("a fault of ours")) {
		t.Errorf("the answer shows the inside: %s", got.body)
	}
	w.get("/readyz").want(t, 200)
}

func TestARefusalDoesNotEchoTheRequest(t *testing.T) {
	w := newWorld(t, nil)
	long := strings.Repeat("x", 500_000)
	got := w.do("POST", "/api/v1/rag/search", strings.NewReader(`{"query": ["`+long+`"], "`+long[:100_000]+`": 1}`), "Content-Type",
		"application/json").want(t, 422)
	if len(got.body) > 4000 {
		t.Errorf("a request of 600 kB was answered with %d bytes", len(got.body))
	}
	short := w.do("POST", "/api/v1/rag/search", strings.NewReader(`{"query": ["short"]}`), "Content-Type", "application/json").want(t, 422)
	if !bytes.Contains(short.body, []byte(`"short"`)) {
		t.Errorf("a short value is not shown: %s", short.body)
	}
}
