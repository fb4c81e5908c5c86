package profile

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/http/pprof"
	"runtime"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
)

// Handler answers /debug/pprof/. Objects are noted from now on.
func Handler() *http.ServeMux {
	runtime.MemProfileRate = objectsEvery
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}

// Serve answers /debug/pprof/ on an address of this machine alone, and /processors/debug/pprof/ by the process behind a
// unix socket, if one is given. An empty address is none. The returned function ends it.
func Serve(addr, processors string) (stop func() error, err error) {
	if addr == "" {
		return func() error { return nil }, nil
	}
	if !ofThisMachine(addr) {
		return nil, exit.Usage("SIBYL_PPROF is %s; profiles are served on this machine alone, as on 127.0.0.1:6060", addr)
	}
	ln, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", addr)
	if err != nil {
		return nil, exit.Usage("opening the address of SIBYL_PPROF: %v", err)
	}
	if at, ok := ln.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() { // a name that leads elsewhere
		return nil, errors.Join(exit.Usage("SIBYL_PPROF is %s, which is %s; profiles are served on this machine alone", addr, ln.Addr()), ln.Close())
	}
	return serveOn(ln, processors), nil
}

func serveOn(ln net.Listener, processors string) (stop func() error) {
	mux := Handler()
	if processors != "" {
		mux.Handle("/processors/debug/pprof/", http.StripPrefix("/processors", through(processors)))
	}
	server := &http.Server{Handler: asked(mux), ReadHeaderTimeout: time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ln) }()
	return func() error {
		err := server.Close()
		if said := <-ended; !errors.Is(said, http.ErrServerClosed) {
			err = errors.Join(err, fmt.Errorf("serving profiles: %w", said))
		}
		return err
	}
}

// asked lets through who asks for this machine by name: a page of the web whose name leads here is refused.
func asked(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(strings.Trim(host, "[]"), "80")
		}
		if !ofThisMachine(host) {
			http.Error(w, "profiles are for this machine alone", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// ofThisMachine reports whether an address names this machine's loopback.
func ofThisMachine(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// through hands requests on to a unix socket.
func through(socket string) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL.Scheme, r.Out.URL.Host = "http", "localhost" },
		Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", socket)
		}},
	}
}
