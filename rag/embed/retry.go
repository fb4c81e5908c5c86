package embed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
)

const (
	retries   = 3 // after the first attempt, 1, 2 and 4 seconds later if the server says nothing else
	firstWait = time.Second
	mostWait  = 2 * time.Minute // a server that asks for more is as good as down
)

// refusal is why an attempt gave no vectors: err nil means that it did.
type refusal struct {
	status int
	err    error
	again  bool          // the same request may work later
	after  time.Duration // what the server asks to wait, 0 if it says nothing
}

// ask sends a batch until it is answered, refused for good, or out of attempts.
func (e *Endpoint) ask(ctx context.Context, batch []piece) ([][]float32, error) {
	wait := firstWait
	for attempt := 1; ; attempt++ {
		vectors, r := e.once(ctx, batch)
		switch {
		case r.err == nil:
			return vectors, nil
		case ctx.Err() != nil:
			return nil, fmt.Errorf("asking for embeddings: %w", ctx.Err())
		case !r.again, attempt > retries:
			return nil, &EndpointError{Status: r.status, Attempts: attempt, keyless: e.Key == "", err: r.err}
		case r.after > mostWait:
			return nil, &EndpointError{Status: r.status, Attempts: attempt, keyless: e.Key == "", err: fmt.Errorf("it asks to wait %s: %w", r.after, r.err)}
		}
		pause := max(wait, r.after)
		e.Log.WarnContext(ctx, "embedding endpoint refused, trying again", "status", r.status, "wait", pause, "error", r.err)
		if err := e.Wait(ctx, pause); err != nil {
			return nil, fmt.Errorf("asking for embeddings: %w", err)
		}
		wait *= 2
	}
}

// refused reads a refusal: what was said, whether it may pass, and when.
func (e *Endpoint) refused(response *http.Response) refusal {
	said, err := io.ReadAll(io.LimitReader(response.Body, errorBytes))
	if err != nil {
		said = nil // the status says enough
	}
	r := refusal{status: response.StatusCode, err: errors.New(e.plain(string(said)))}
	r.again = r.status == http.StatusTooManyRequests || r.status >= 500
	if r.again {
		r.after = retryAfter(response.Header.Get("Retry-After"), e.Now())
	}
	return r
}

// retryAfter reads seconds or a date.
func retryAfter(value string, now time.Time) time.Duration {
	if value == "" {
		return 0
	}
	if s, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
		return time.Duration(min(max(s, 0), 1<<20)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// plain is one line of what a server said, safe to print: some repeat the key that they were sent.
func (e *Endpoint) plain(s string) string {
	if e.Key != "" {
		s = strings.ReplaceAll(s, e.Key, "[key]")
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsPrint(r) && r != ' ' {
			return ' '
		}
		return r
	}, s)
	if s = strings.Join(strings.Fields(s), " "); s == "" {
		return "no reason given"
	}
	if runes := []rune(s); len(runes) > 300 {
		s = string(runes[:300]) + " ..."
	}
	return s
}

// pause waits by the clock.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
