package reason

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"
)

// EndpointConfig says which server answers, and how it wants to be treated. All agents of a process share it.
type EndpointConfig struct {
	BaseURL    string        // as of the OpenAI API: "/chat/completions" is added
	Key        string        // sent as a bearer token if not empty, and never printed
	Concurrent int           // calls under way at once; 8
	PerMinute  int           // calls that begin in a minute; 0 for no limit
	Timeout    time.Duration // of one call, from its first byte to the last; 2 min
	Tries      int           // of one call in all; 4
	HTTP       *http.Client  // by default one that follows no redirect
	Log        *slog.Logger  // by default the program's
}

// Limits of an endpoint.
const (
	defaultConcurrent = 8
	defaultTimeout    = 2 * time.Minute
	defaultTries      = 4
	firstWait         = 500 * time.Millisecond
	longestWait       = time.Minute      // between two tries, whatever the server asks for
	toOpen            = 6                // attempts that fail one after the other before nobody asks any more
	firstRest         = 5 * time.Second  // until an endpoint that is down is tried again; doubled each time
	longestRest       = time.Minute      // of these
	toRefuse          = 30 * time.Second // for which a key or address that was refused is not tried again
)

// endpoint bounds and repeats the calls to one server. It is safe for concurrent use.
type endpoint struct {
	EndpointConfig
	slots chan struct{}

	mu       sync.Mutex
	next     time.Time // before it no call begins: pace, and what the server asks for
	failures int       // attempts that have failed since the last answer
	rests    int       // how often it was found to be down since then
	until    time.Time // before it nobody asks, as it is down
	since    time.Time // it has been down; zero if it is not
	probing  bool      // one call tries whether it is back
	down     error     // why it is down
	refusal  *failure  // of the key or the address
	refused  time.Time // when that was
}

func newEndpoint(c EndpointConfig) (*endpoint, error) {
	if !strings.HasPrefix(c.BaseURL, "http://") && !strings.HasPrefix(c.BaseURL, "https://") {
		return nil, errors.New("the address of a model endpoint must begin with http:// or https://")
	}
	if c.Concurrent <= 0 {
		c.Concurrent = defaultConcurrent
	}
	if c.Timeout <= 0 {
		c.Timeout = defaultTimeout
	}
	if c.Tries <= 0 {
		c.Tries = defaultTries
	}
	if c.HTTP == nil {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.MaxIdleConnsPerHost = c.Concurrent
		// A redirect would carry texts and key to a host that nobody configured.
		c.HTTP = &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return &endpoint{EndpointConfig: c, slots: make(chan struct{}, c.Concurrent)}, nil
}

// outage is the error of a call that was not made, or not made again, since the endpoint is down.
type outage struct {
	since time.Time
	err   error
}

func (o *outage) Error() string { return fmt.Sprintf("the model endpoint is down: %v", o.err) }
func (o *outage) Unwrap() error { return o.err }

// attempt is one request of a call: it is told to the ledger before and after. An error is one of ours, such as a budget that is
// used up, and says nothing of the endpoint.
type attempt func(ctx context.Context) (completion, *failure, error)

// call makes attempts until one is answered, refused for good, or there are no tries left. Each runs in a slot of its own, at the
// pace of the endpoint. The error is the context's, an outage, or the attempt's.
func (e *endpoint) call(ctx context.Context, try attempt) (completion, *failure, error) {
	wait := firstWait
	for n := 1; ; n++ {
		done, f, err := e.once(ctx, try)
		if err != nil || f == nil || !f.again {
			return done, f, err
		}
		if n >= e.Tries {
			return done, f, nil
		}
		// Half of the wait is left to chance: who was refused together does not come back together.
		pause := max(wait/2+rand.N(wait/2+1), min(f.after, longestWait))
		e.Log.WarnContext(ctx, "the model endpoint gave no answer, trying again", "status", f.status, "wait", pause, "error", f.err)
		if err := sleep(ctx, pause); err != nil {
			return done, nil, err
		}
		wait = min(2*wait, longestWait)
	}
}

// once makes one attempt when it is its turn.
func (e *endpoint) once(ctx context.Context, try attempt) (completion, *failure, error) {
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-ctx.Done():
		return completion{}, nil, fmt.Errorf("waiting for the turn to ask the model: %w", ctx.Err())
	}
	probe, f, err := e.admit()
	if err != nil || f != nil {
		return completion{}, f, err
	}
	if probe {
		defer e.probed()
	}
	if err := e.pace(ctx); err != nil {
		return completion{}, nil, err
	}
	bounded, cancel := context.WithTimeout(ctx, e.Timeout)
	defer cancel()
	done, f, err := try(bounded)
	if err != nil {
		return done, nil, err
	}
	e.learn(f, ctx.Err() != nil)
	if f != nil && ctx.Err() != nil {
		return completion{}, nil, fmt.Errorf("asking the model: %w", ctx.Err())
	}
	return done, f, nil
}

// admit says whether anybody may ask now. Of an endpoint that is down, one call at a time tries whether it is back.
func (e *endpoint) admit() (probe bool, f *failure, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.refusal != nil && time.Since(e.refused) < toRefuse {
		return false, e.refusal, nil
	}
	if e.since.IsZero() {
		return false, nil, nil
	}
	if e.probing || time.Now().Before(e.until) {
		return false, nil, &outage{e.since, e.down}
	}
	e.probing = true
	return true, nil, nil
}

// probed ends the try of one call whether the endpoint is back.
func (e *endpoint) probed() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.probing = false
}

// pace waits until a call may begin.
func (e *endpoint) pace(ctx context.Context) error {
	e.mu.Lock()
	at := time.Now()
	if e.next.After(at) {
		at = e.next
	}
	if e.PerMinute > 0 {
		e.next = at.Add(time.Minute / time.Duration(e.PerMinute))
	}
	e.mu.Unlock()
	return sleep(ctx, time.Until(at))
}

// learn keeps what an attempt shows of the endpoint. One that its caller has broken off shows nothing.
func (e *endpoint) learn(f *failure, brokenOff bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	now := time.Now()
	switch {
	case f == nil, !f.again && !f.whole:
		e.failures, e.rests, e.since, e.down = 0, 0, time.Time{}, nil
		e.refusal = nil
	case brokenOff:
	case f.whole:
		e.refusal, e.refused = f, now
	default:
		if after := now.Add(min(f.after, longestWait)); f.after > 0 && after.After(e.next) {
			e.next = after // all of them wait for what one was told
		}
		if e.failures++; e.failures < toOpen && e.since.IsZero() {
			return
		}
		if e.since.IsZero() {
			e.since = now
		}
		rest := min(firstRest<<min(e.rests, 8), longestRest)
		e.rests++
		e.until, e.down = now.Add(max(rest, min(f.after, longestWait))), f.err
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting to ask the model: %w", ctx.Err())
	}
}
