package api

import (
	"context"
	"io"
	"net/http"
	"time"
)

// probes are served at the root, where orchestrators look, and under the API.
var probes = []string{"/healthz", "/readyz", "/metrics"}

func (s *server) registerHealth(mux *http.ServeMux) {
	for _, prefix := range []string{"", "/api/v1"} {
		mux.HandleFunc("GET "+prefix+"/healthz", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok\n") })
		mux.HandleFunc("GET "+prefix+"/readyz", s.readyz)
		if s.Metrics != nil {
			mux.Handle("GET "+prefix+"/metrics", s.Metrics)
		}
	}
}

func (s *server) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	err := s.Pool.Ping(ctx)
	if err == nil && s.Ready != nil {
		err = s.Ready(ctx)
	}
	if err != nil {
		s.Logger.Warn("not ready", "error", err)
		problem(w, http.StatusServiceUnavailable, "a dependency is down; the server's log says which")
		return
	}
	io.WriteString(w, "ready\n")
}
