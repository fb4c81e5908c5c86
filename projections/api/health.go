package api

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"
)

// Probes and metrics are served at the root, where orchestrators look, and under the API.
var probes = []string{"/healthz", "/readyz"}

const metrics = "/metrics"

func (s *server) registerHealth(mux *http.ServeMux) {
	for _, prefix := range []string{"", "/api/v1"} {
		mux.HandleFunc("GET "+prefix+"/healthz", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok\n") })
		mux.HandleFunc("GET "+prefix+"/readyz", s.readyz)
		if s.Metrics != nil {
			mux.Handle("GET "+prefix+metrics, s.Metrics)
		}
	}
}

// readyz says in plain words what is down.
func (s *server) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	var down []string
	pinged := make(chan error, 1)
	go func() { pinged <- s.Pool.Ping(ctx) }()
	if s.Ready != nil {
		if err := s.Ready(ctx); err != nil {
			down = append(down, err.Error())
		}
	}
	if err := <-pinged; err != nil {
		s.Logger.Warn("the database does not answer", "error", err)
		down = append([]string{"the database does not answer"}, down...)
	}
	if len(down) > 0 {
		text := strings.Join(down, "; ")
		s.Logger.Warn("not ready", "because", text)
		problem(w, http.StatusServiceUnavailable, text)
		return
	}
	io.WriteString(w, "ready\n")
}
