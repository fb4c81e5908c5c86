package api

import (
	"net/http"
	"strings"
)

// everything is the pattern of requests to the API that no endpoint takes.
const everything = "/api/"

// unknown answers requests that no endpoint takes: 405 with the methods that there are when only the method is
// wrong, 404 otherwise. A mux cannot tell them apart where a pattern for all the rest is registered.
func unknown(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPatch, http.MethodPost, http.MethodPut} {
			asked := r.Clone(r.Context())
			asked.Method = method
			if _, pattern := mux.Handler(asked); pattern != everything {
				allowed = append(allowed, method)
			}
		}
		if len(allowed) == 0 {
			problem(w, http.StatusNotFound, "no such endpoint: "+clip(r.Method+" "+r.URL.Path))
			return
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		problem(w, http.StatusMethodNotAllowed, clip(r.URL.Path)+" takes "+strings.Join(allowed, ", ")+", not "+clip(r.Method))
	})
}

// pages lets the page be read, and nothing else be done with it.
func pages(page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			problem(w, http.StatusMethodNotAllowed, clip(r.URL.Path)+" takes GET, HEAD, not "+clip(r.Method))
			return
		}
		page.ServeHTTP(w, r)
	})
}
