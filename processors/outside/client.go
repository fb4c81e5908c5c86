package outside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Clock is the client's only source of time. Sleep returns early with the context's error.
type Clock interface {
	Now() time.Time
	Sleep(ctx context.Context, d time.Duration) error
}

// Options of a client.
type Options struct {
	Services  []Service
	Online    bool   // off by default: nothing leaves the machine
	UserAgent string // who is asking, with an address for complaints
	Resolver  Resolver
	Clock     Clock
	Ledger    func(Entry) // told of every call once it has ended; may be nil
}

// Client asks services. It is safe for concurrent use.
type Client struct {
	o        Options
	resolver Resolver
	dial     func(ctx context.Context, addresses []netip.Addr, port string) (net.Conn, error)
	services map[string]*lane
}

// lane lets one call of a service through at a time.
type lane struct {
	settled
	turn chan struct{} // holds one while a call is under way
	next time.Time     // before it no call begins
	rest time.Time     // until then it is not asked: it could not be reached

	answered bool // it has, whatever it said: there is a network, and it is there
}

// New checks the services.
func New(o Options) (*Client, error) {
	c := &Client{o: o, resolver: o.Resolver, dial: dial, services: map[string]*lane{}}
	if c.resolver == nil {
		c.resolver = net.DefaultResolver
	}
	if o.Clock == nil {
		return nil, errors.New("a client of outside services needs a clock")
	}
	for _, s := range o.Services {
		ready, err := settle(s)
		if err != nil {
			return nil, err
		}
		if c.services[s.Name] != nil {
			return nil, fmt.Errorf("service %s is configured twice", s.Name)
		}
		c.services[s.Name] = &lane{settled: ready, turn: make(chan struct{}, 1)}
	}
	return c, nil
}

// Ask asks once or, where that may help, a few times. The error is a *Refusal or the context's own.
func (c *Client) Ask(ctx context.Context, r Request) (Answer, error) {
	began, tries := c.o.Clock.Now(), 0
	answer, err := c.ask(ctx, r, &tries)
	if c.o.Ledger != nil {
		e := Entry{
			Service: r.Service, Digest: r.Digest(), URL: shown(r.URL), Tries: tries,
			Status: answer.Status, Bytes: len(answer.Body), Took: c.o.Clock.Now().Sub(began),
		}
		var refusal *Refusal
		if errors.As(err, &refusal) {
			e.Reason, e.Status = refusal.Reason, refusal.Status
		} else if err != nil {
			e.Reason = TimedOut // the caller's own end
		}
		c.o.Ledger(e)
	}
	return answer, err
}

func (c *Client) ask(ctx context.Context, r Request, tries *int) (Answer, error) {
	if !c.o.Online {
		return Answer{}, refuse(r, Offline, "outside services are switched off; switch them on to ask")
	}
	l := c.services[r.Service]
	if l == nil {
		return Answer{}, refuse(r, UnknownService, "no such service is configured")
	}
	target, err := url.Parse(r.URL)
	if err != nil || len(r.URL) > maxURL {
		return Answer{}, refuse(r, BadURL, "the address cannot be read or is too long")
	}
	select { // whoever gives up waits for nobody else's call
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return Answer{}, fmt.Errorf("waiting for the turn to ask %s: %w", r.Service, ctx.Err())
	}
	if c.o.Clock.Now().Before(l.rest) {
		return Answer{}, refuse(r, Unreachable, "it could not be reached a moment ago and is left alone for a while")
	}
	for {
		if err := c.o.Clock.Sleep(ctx, l.next.Sub(c.o.Clock.Now())); err != nil {
			return Answer{}, fmt.Errorf("waiting for the turn to ask %s: %w", r.Service, err)
		}
		*tries++
		answer, wait, err := c.follow(ctx, l, r, target)
		pause := l.Interval
		var refusal *Refusal
		passing := errors.As(err, &refusal) && refusal.MayPass()
		l.answered = l.answered || err == nil || refusal != nil && refusal.Status != 0
		again := passing && *tries < l.Tries && ctx.Err() == nil && (l.answered || !l.Assumed)
		if again {
			pause = max(pause, min(wait, maxWait), time.Second<<min(*tries-1, 4))
		}
		l.next = c.o.Clock.Now().Add(pause)
		if !again {
			if refusal != nil && refusal.MayPass() && ctx.Err() == nil {
				l.rest = c.o.Clock.Now().Add(l.Rest)
			}
			return answer, err
		}
	}
}

// follow is one try: the first address, and where it redirects to.
func (c *Client) follow(ctx context.Context, l *lane, r Request, target *url.URL) (a Answer, wait time.Duration, err error) {
	timeout := l.Timeout
	if l.Assumed && !l.answered {
		timeout = min(timeout, assumedTimeout)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for hop := 0; ; hop++ {
		if hop > maxHops {
			return a, 0, refuse(r, TooManyHops, fmt.Sprintf("more than %d redirects", maxHops))
		}
		next, answer, wait, err := c.hop(ctx, l, r, target, hop)
		if err != nil || next == nil {
			return answer, wait, err
		}
		target = next
	}
}

// hop asks one address. next is where it redirects to, nil if this is the answer.
func (c *Client) hop(ctx context.Context, l *lane, r Request, target *url.URL, hop int) (next *url.URL, a Answer, wait time.Duration, err error) {
	at, refusal := c.permitted(l, r, target)
	if refusal != nil {
		return nil, a, 0, refusal
	}
	resp, conn, err := c.send(ctx, l, r, target, l.exact[at] && hop == 0)
	if err != nil {
		return nil, a, 0, transportRefusal(ctx, r, target, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 && resp.StatusCode < 400 && resp.StatusCode != http.StatusNotModified {
		next, err := target.Parse(resp.Header.Get("Location"))
		if err != nil || resp.Header.Get("Location") == "" {
			return nil, a, 0, refuse(r, BadURL, "a redirect without a readable address")
		}
		return next, a, 0, nil
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		f := refuse(r, BadStatus, fmt.Sprintf("it answered %d", resp.StatusCode))
		f.Status = resp.StatusCode
		return nil, a, retryAfter(resp.Header.Get("Retry-After"), c.o.Clock.Now()), f
	}
	body, refusal := read(ctx, l, r, resp, conn)
	if refusal != nil {
		return nil, a, 0, refusal
	}
	if r.Bytes > 0 {
		if body, refusal = part(r, resp, body); refusal != nil {
			return nil, a, 0, refusal
		}
	}
	return nil, Answer{
		URL: target.String(), Status: resp.StatusCode, ContentType: resp.Header.Get("Content-Type"), Body: body, RetrievedAt: c.o.Clock.Now().UTC(),
	}, 0, nil
}

// permitted returns host:port of an address that may be asked.
func (c *Client) permitted(l *lane, r Request, target *url.URL) (string, *Refusal) {
	port := target.Port()
	switch {
	case target.Scheme != "http" && target.Scheme != "https" || target.User != nil || target.Hostname() == "":
		return "", refuse(r, BadURL, "only plain http and https addresses without credentials are asked")
	case port == "" && target.Scheme == "http":
		port = "80"
	case port == "":
		port = "443"
	}
	at := net.JoinHostPort(strings.ToLower(target.Hostname()), port)
	if !l.hosts[at] {
		return "", refuse(r, NotAllowed, at+" is not among the hosts configured for "+l.Name)
	}
	return at, nil
}

// send makes one exchange over a connection of its own: a kept one could have been opened under other rules.
func (c *Client) send(ctx context.Context, l *lane, r Request, target *url.URL, mayBePrivate bool) (*http.Response, *measured, error) {
	req, err := http.NewRequestWithContext(ctx, method(r), l.keyed(target), strings.NewReader(string(r.Body)))
	if err != nil {
		return nil, nil, fmt.Errorf("making the request: %w", err)
	}
	for k, v := range l.Headers {
		req.Header.Set(k, v)
	}
	req.Header.Set("Accept-Encoding", "identity")
	if r.Bytes > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", r.First, r.First+r.Bytes-1))
	}
	for k, v := range map[string]string{"User-Agent": c.o.UserAgent, "Content-Type": r.Type, "Accept": r.Accept} {
		if v != "" {
			req.Header.Set(k, v)
		}
	}
	var conn *measured
	connect := func(ctx context.Context, host, port string) (net.Conn, error) {
		addresses, err := c.addresses(ctx, host, mayBePrivate)
		if err != nil {
			return nil, err
		}
		return c.dial(ctx, addresses, port)
	}
	transport := &http.Transport{
		DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxHead,
		DialContext: func(ctx context.Context, _, at string) (net.Conn, error) {
			host, port, err := net.SplitHostPort(at)
			if err != nil {
				return nil, fmt.Errorf("reading the address %s: %w", at, err)
			}
			raw, err := connect(ctx, host, port)
			if err != nil {
				return nil, err
			}
			conn = &measured{Conn: raw}
			return conn, nil
		},
		DialTLSContext: func(ctx context.Context, _, at string) (net.Conn, error) {
			host, port, err := net.SplitHostPort(at)
			if err != nil {
				return nil, fmt.Errorf("reading the address %s: %w", at, err)
			}
			raw, err := connect(ctx, host, port)
			if err != nil {
				return nil, err
			}
			secured, err := secure(ctx, raw, host)
			if err != nil {
				return nil, err
			}
			conn = &measured{Conn: secured}
			return conn, nil
		},
	}
	resp, err := transport.RoundTrip(req)
	return resp, conn, err
}

// read takes the body within the limit and checks that it is as long as was declared.
func read(ctx context.Context, l *lane, r Request, resp *http.Response, conn *measured) ([]byte, *Refusal) {
	tooLarge := refuse(r, TooLarge, fmt.Sprintf("the answer is larger than %d bytes", l.MaxBytes))
	if resp.ContentLength > l.MaxBytes {
		return nil, tooLarge
	}
	if e := resp.Header.Get("Content-Encoding"); e != "" && e != "identity" {
		return nil, refuse(r, Encoded, "the answer is compressed ("+shown(e)+") though nobody asked for it")
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, l.MaxBytes+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) && resp.ContentLength >= 0:
		return nil, refuse(r, WrongLength, fmt.Sprintf("%d bytes were declared, %d came", resp.ContentLength, len(body)))
	case err != nil:
		return nil, transportRefusal(ctx, r, resp.Request.URL, err)
	case int64(len(body)) > l.MaxBytes:
		return nil, tooLarge
	case resp.ContentLength >= 0 && conn.body > resp.ContentLength && resp.Request.Method != http.MethodHead:
		return nil, refuse(r, WrongLength, fmt.Sprintf("%d bytes were declared, more came", resp.ContentLength))
	}
	return body, nil
}
