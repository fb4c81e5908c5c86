package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/projections"
)

// guard is what every request passes: the name it was addressed to, the site it comes from, the token
// it carries, and the headers of the answer.
func (s *server) guard(next http.Handler) http.Handler {
	names := s.allowedHosts()
	sites := http.NewCrossOriginProtection()
	sites.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		problem(w, http.StatusForbidden, "requests that change something must come from this server's own pages, not from another site")
	}))
	inner := sites.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.authorized(r) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="sibyl"`)
			problem(w, http.StatusUnauthorized, "this server asks for a token: send it as Authorization: Bearer TOKEN")
			return
		}
		next.ServeHTTP(w, r)
	}))
	return http.HandlerFunc(func(raw http.ResponseWriter, r *http.Request) {
		s.timed(raw, r)
		r = r.WithContext(projections.WithPatience(r.Context(), s.Patience))
		w := &reply{ResponseWriter: raw, request: r}
		defer w.finish()
		defer s.recovered(w)
		secure(w.Header())
		if names != nil && !slices.Contains(names, hostName(r.Host)) {
			problem(w, http.StatusMisdirectedRequest, "this server is bound to this machine and does not answer to the name "+clip(hostName(r.Host)))
			return
		}
		inner.ServeHTTP(w, r)
	})
}

// secure sets headers for every answer; handlers of documents with styles of their own replace the policy.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
		"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// allowedHosts lists the names this server answers to, or nil for any: a server that others can reach
// cannot know its names.
func (s *server) allowedHosts() []string {
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil {
		host = s.Addr
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if loopback := host == "localhost" || err == nil && ip.IsLoopback(); !loopback {
		return nil
	}
	names := []string{"localhost", "127.0.0.1", "::1", strings.Trim(strings.ToLower(host), "[]")}
	for _, h := range s.Hosts {
		names = append(names, strings.ToLower(h))
	}
	return names
}

// hostName is the name in a Host header, without port and brackets.
func hostName(hostport string) string {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	return strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
}

// authorized reports whether a request may be answered. It compares tokens by hash, so that the time it takes says
// nothing. The page itself and the two probes are open; they show nothing of any report. Metrics count what is
// analysed, and are not. Where a browser cannot send a header - the socket, a link to a PDF - a ticket will do.
func (s *server) authorized(r *http.Request) bool {
	path := strings.TrimPrefix(r.URL.Path, "/api/v1")
	if s.Token == "" || slices.Contains(probes, path) || path != metrics && !strings.HasPrefix(r.URL.Path, "/api/") {
		return true
	}
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		have, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(s.Token))
		return subtle.ConstantTimeCompare(have[:], want[:]) == 1
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	if r.URL.Path == "/api/v1/live" || strings.HasSuffix(r.URL.Path, "/pdf") {
		return s.tickets.valid(r.URL.Query().Get("ticket"))
	}
	return false
}
