package outside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// stopped is a clock that moves only when somebody sleeps.
type stopped struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (c *stopped) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *stopped) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d > 0 {
		c.now = c.now.Add(d)
		c.slept = append(c.slept, d)
	}
	return ctx.Err()
}

type names map[string][]string

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	var all []netip.Addr
	for _, a := range n[host] {
		all = append(all, netip.MustParseAddr(a))
	}
	if len(all) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return all, nil
}

const public = "93.184.215.14"

type bench struct {
	*Client
	clock   *stopped
	entries []Entry
	dialled []string
}

// client asks the service "news". Whatever it dials that is not loopback ends at the server.
func client(t *testing.T, server *httptest.Server, s Service, known names) *bench {
	t.Helper()
	b := &bench{clock: &stopped{now: time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)}}
	s.Name = "news"
	if s.Tries == 0 {
		s.Tries = 1
	}
	c, err := New(Options{Online: true, Services: []Service{s}, Clock: b.clock, Resolver: known, UserAgent: "sibyl-test",
		Ledger: func(e Entry) { b.entries = append(b.entries, e) }})
	if err != nil {
		t.Fatal(err)
	}
	b.Client = c
	honest := c.dial
	c.dial = func(ctx context.Context, a []netip.Addr, port string) (net.Conn, error) {
		b.dialled = append(b.dialled, fmt.Sprint(a))
		if server != nil && !a[0].IsLoopback() {
			return (&net.Dialer{}).DialContext(ctx, "tcp", server.Listener.Addr().String())
		}
		return honest(ctx, a, port)
	}
	return b
}

func (b *bench) refused(t *testing.T, url string, want Reason) {
	t.Helper()
	if f := b.refusal(t, url, want); f.Reason != want {
		t.Fatalf("asking %s: %v, want %s", url, f, want)
	}
}

func (b *bench) refusal(t *testing.T, url string, want Reason) *Refusal {
	t.Helper()
	_, err := b.Ask(t.Context(), Request{Service: "news", URL: url})
	var f *Refusal
	if !errors.As(err, &f) || f.Reason != want {
		t.Fatalf("asking %s: %v, want %s", url, err, want)
	}
	if f.Detail == "" || strings.ContainsAny(f.Error(), "\n\r") {
		t.Errorf("not one clear line: %q", f.Error())
	}
	if last := b.entries[len(b.entries)-1]; last.Reason != want {
		t.Errorf("the ledger says %+v", last)
	}
	return f
}

func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func TestAnAnswerAndItsEntry(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("User-Agent") != "sibyl-test" || r.Header.Get("X-Key") != "k" || r.Header.Get("Accept-Encoding") != "identity" {
			t.Errorf("headers: %v", r.Header)
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"q":"`+r.URL.Query().Get("q")+`"}`)
	})
	b := client(t, s, Service{Hosts: []string{"api.example.org"}, Headers: map[string]string{"X-Key": "k"}}, names{"api.example.org": {public}})
	a, err := b.Ask(t.Context(), Request{Service: "news", URL: "http://api.example.org/x?q=port"})
	if err != nil || string(a.Body) != `{"q":"port"}` || a.ContentType != "application/json" || a.Status != 200 || !a.RetrievedAt.Equal(b.clock.now) {
		t.Fatalf("%+v, %v", a, err)
	}
	if e := b.entries[0]; e.Reason != "" || e.Status != 200 || e.Bytes != len(a.Body) || e.Tries != 1 ||
		e.Digest != (Request{Service: "news", URL: "http://api.example.org/x?q=port"}).Digest() {
		t.Errorf("entry %+v", e)
	}
}

func TestNothingLeavesAClientThatIsSwitchedOff(t *testing.T) {
	b := client(t, nil, Service{Hosts: []string{"api.example.org"}}, names{"api.example.org": {public}})
	b.o.Online = false
	b.refused(t, "http://api.example.org/", Offline)
	if len(b.dialled) > 0 {
		t.Errorf("dialled %v", b.dialled)
	}
}

func TestOnlyListedHostsAreAsked(t *testing.T) {
	b := client(t, nil, Service{Hosts: []string{"example.org", "api.example.org:8443"}}, names{})
	for _, url := range []string{
		"http://notexample.org/", "http://example.org.evil.net/", "http://www.example.org/", "http://api.example.org/", "http://example.org:22/",
	} {
		b.refused(t, url, NotAllowed)
	}
	for _, url := range []string{
		"file:///etc/passwd", "http://user:pw@example.org/", "http:///x", "gopher://example.org/",
		"http://%zz/", "http://example.org/" + strings.Repeat("x", maxURL),
	} {
		b.refused(t, url, BadURL)
	}
	if _, err := b.Ask(t.Context(), Request{Service: "none", URL: "http://example.org/"}); !strings.Contains(err.Error(), string(UnknownService)) {
		t.Error(err)
	}
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	for _, address := range []string{
		"127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1",
		"fd00::1", "fe80::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "224.0.0.1", "255.255.255.255",
	} {
		b := client(t, nil, Service{Hosts: []string{"api.example.org"}}, names{"api.example.org": {public, address}})
		b.refused(t, "https://api.example.org/", PrivateAddress)
		if len(b.dialled) > 0 {
			t.Errorf("%s was dialled", address)
		}
	}
}

func TestAnAddressThatIsListedMayBePrivateButNotBehindARedirect(t *testing.T) {
	target := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "inside") })
	redirecting := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, target.URL+"/secret", http.StatusFound)
	})
	hosts := []string{target.Listener.Addr().String(), redirecting.Listener.Addr().String(), "api.example.org"}
	b := client(t, redirecting, Service{Hosts: hosts}, names{"api.example.org": {public}})
	if a, err := b.Ask(t.Context(), Request{Service: "news", URL: target.URL}); err != nil || string(a.Body) != "inside" {
		t.Errorf("%+v, %v", a, err)
	}
	b.refused(t, redirecting.URL, PrivateAddress)
	b.refused(t, "http://api.example.org/", PrivateAddress)
}

func TestRedirectsAreFollowedWithinTheList(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a":
			http.Redirect(w, r, "http://two.example.org/b", http.StatusMovedPermanently)
		case "/b":
			fmt.Fprint(w, "there")
		case "/out":
			http.Redirect(w, r, "http://elsewhere.org/", http.StatusFound)
		case "/nowhere":
			w.WriteHeader(http.StatusFound)
		default:
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		}
	})
	b := client(t, s, Service{Hosts: []string{"one.example.org", "two.example.org"}}, names{"one.example.org": {public}, "two.example.org": {public}})
	if a, err := b.Ask(t.Context(), Request{Service: "news", URL: "http://one.example.org/a"}); err != nil ||
		a.URL != "http://two.example.org/b" || string(a.Body) != "there" {
		t.Errorf("%+v, %v", a, err)
	}
	b.refused(t, "http://one.example.org/out", NotAllowed)
	b.refused(t, "http://one.example.org/round", TooManyHops)
	b.refused(t, "http://one.example.org/nowhere", BadURL)
}

// A name is looked up once a hop and what was checked is what is dialled.
func TestANameCannotMeanSomethingElseAMomentLater(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") })
	b := client(t, s, Service{Hosts: []string{"api.example.org"}}, nil)
	var asked atomic.Int32
	b.resolver = turning{&asked}
	if _, err := b.Ask(t.Context(), Request{Service: "news", URL: "http://api.example.org/"}); err != nil {
		t.Fatal(err)
	}
	if asked.Load() != 1 || b.dialled[0] != "["+public+"]" {
		t.Errorf("asked %d times, dialled %v", asked.Load(), b.dialled)
	}
	b.refused(t, "http://api.example.org/", PrivateAddress)
}

type turning struct{ n *atomic.Int32 }

func (r turning) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	if r.n.Add(1) == 1 {
		return []netip.Addr{netip.MustParseAddr(public)}, nil
	}
	return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
}

func TestAServerThatNeverAnswers(t *testing.T) {
	release := make(chan struct{})
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/half" {
			fmt.Fprint(w, "some")
			w.(http.Flusher).Flush()
		}
		<-release
	})
	defer close(release)
	b := client(t, s, Service{Hosts: []string{s.Listener.Addr().String()}, Timeout: 50 * time.Millisecond}, nil)
	b.refused(t, s.URL, TimedOut)
	b.refused(t, s.URL+"/half", TimedOut)
}

func TestAnswersThatAreTooLarge(t *testing.T) {
	var sent atomic.Int64
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/declared" {
			w.Header().Set("Content-Length", "100000000")
		}
		piece := make([]byte, 1<<16)
		for range 100_000_000 / len(piece) {
			n, err := w.Write(piece)
			sent.Add(int64(n))
			if err != nil {
				return
			}
		}
	})
	b := client(t, s, Service{Hosts: []string{s.Listener.Addr().String()}, MaxBytes: 1 << 20}, nil)
	b.refused(t, s.URL+"/declared", TooLarge)
	b.refused(t, s.URL+"/chunked", TooLarge)
	s.Close() // waits for the handlers
	if sent.Load() > 50_000_000 {
		t.Errorf("%d bytes were taken of 200 MB", sent.Load())
	}
}

// raw answers every connection with the same bytes.
func raw(t *testing.T, answer string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				if _, err := conn.Read(make([]byte, 4096)); err == nil {
					_, _ = io.WriteString(conn, answer) // whether it is read is what is tested
				}
			}()
		}
	}()
	return l.Addr().String()
}

func TestAnswersThatLieAboutThemselves(t *testing.T) {
	for answer, want := range map[string]Reason{
		"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort":                                          WrongLength,
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nmore than two":                                   WrongLength,
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nmore":               WrongLength,
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nxx":                    Encoded,
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n":                                 Unreachable,
		"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("a", 2*maxHead) + "\r\nContent-Length: 2\r\n\r\nok": Unreachable,
		"nonsense":                        Unreachable,
		"":                                Unreachable,
		"HTTP/1.1 204 No Content\r\n\r\n": "",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok": "",
	} {
		at := raw(t, answer)
		b := client(t, nil, Service{Hosts: []string{at}}, nil)
		if want != "" {
			b.refused(t, "http://"+at, want)
		} else if _, err := b.Ask(t.Context(), Request{Service: "news", URL: "http://" + at}); err != nil {
			t.Errorf("%q: %v", answer, err)
		}
	}
}

func TestWhatMayPassIsAskedAgainAtTheServicesPace(t *testing.T) {
	var n atomic.Int32
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch n.Add(1) {
		case 1:
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
		case 2:
			w.WriteHeader(http.StatusBadGateway)
		default:
			fmt.Fprint(w, "ok")
		}
	})
	b := client(t, s, Service{Hosts: []string{s.Listener.Addr().String()}, Tries: 3, Interval: time.Second / 2}, nil)
	if a, err := b.Ask(t.Context(), Request{Service: "news", URL: s.URL}); err != nil || string(a.Body) != "ok" {
		t.Fatal(err)
	}
	if _, err := b.Ask(t.Context(), Request{Service: "news", URL: s.URL}); err != nil {
		t.Fatal(err)
	}
	if want := []time.Duration{7 * time.Second, 2 * time.Second, time.Second / 2}; fmt.Sprint(b.clock.slept) != fmt.Sprint(want) {
		t.Errorf("waited %v, want %v", b.clock.slept, want)
	}
	if b.entries[0].Tries != 3 || b.entries[1].Tries != 1 {
		t.Errorf("entries %+v", b.entries)
	}
}

func TestWhatWillNotPassIsAskedOnce(t *testing.T) {
	var n atomic.Int32
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { n.Add(1); w.WriteHeader(http.StatusForbidden) })
	b := client(t, s, Service{Hosts: []string{s.Listener.Addr().String()}, Tries: 5}, nil)
	if f := b.refusal(t, s.URL, BadStatus); f.Status != 403 || n.Load() != 1 {
		t.Errorf("%d tries: %v", n.Load(), f)
	}
}

func TestServicesThatCannotBeMeant(t *testing.T) {
	for _, h := range []string{"", "*.example.org", "http://example.org", "example.org/x", "example.org:0", "example.org:http", "a@b"} {
		if _, err := New(Options{Clock: &stopped{}, Services: []Service{{Name: "s", Hosts: []string{h}}}}); err == nil {
			t.Errorf("%q is taken for a host", h)
		}
	}
	two := []Service{{Name: "s", Hosts: []string{"a.org"}}, {Name: "s", Hosts: []string{"b.org"}}}
	if _, err := New(Options{Clock: &stopped{}, Services: two}); err == nil {
		t.Error("one name for two services")
	}
}

func TestDigestsPartTheirFields(t *testing.T) {
	a := Request{Service: "s", URL: "u", Type: "x"}
	b := Request{Service: "s", URL: "ux"}
	if a.Digest() == b.Digest() || a.Digest() != (Request{Service: "s", Method: "GET", URL: "u", Type: "x"}).Digest() {
		t.Error("two questions read the same, or one reads as two")
	}
}

// TestWhoGivesUpDoesNotWaitForAnothersCall: calls of one service take turns, and one that hangs holds up nobody who has
// no time left.
func TestWhoGivesUpDoesNotWaitForAnothersCall(t *testing.T) {
	asked, release := make(chan struct{}), make(chan struct{})
	s := serve(t, func(http.ResponseWriter, *http.Request) {
		close(asked)
		<-release
	})
	b := client(t, s, Service{Hosts: []string{s.Listener.Addr().String()}}, nil)
	done := make(chan error, 1)
	go func() {
		_, err := b.Ask(t.Context(), Request{Service: "news", URL: s.URL})
		done <- err
	}()
	<-asked
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Ask(ctx, Request{Service: "news", URL: s.URL}); !errors.Is(err, context.Canceled) {
		t.Errorf("the second: %v", err)
	}
	close(release)
	if err := <-done; err != nil {
		t.Errorf("the first: %v", err)
	}
}
