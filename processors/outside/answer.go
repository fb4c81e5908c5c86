package outside

import (
	"net/http"
	"strconv"
	"time"
)

// Request is one question. It has no header of its own: what a service needs is in its configuration.
type Request struct {
	Service string
	Method  string // GET by default
	URL     string
	Body    []byte
	Type    string // of the body
	Accept  string

	// First and Bytes ask for a part of what stands at the address: so many bytes from the first on. 0 Bytes ask for all.
	// A service that sends everything all the same is refused by its limit, or its answer is cut to the part.
	First, Bytes int64
}

// Answer is what a service said.
type Answer struct {
	URL         string // after redirects
	Status      int
	ContentType string
	Body        []byte
	RetrievedAt time.Time
}

// Entry is one line of the ledger.
type Entry struct {
	Service string
	Digest  string
	URL     string
	Tries   int
	Status  int
	Bytes   int
	Took    time.Duration
	Reason  Reason // why there was no answer, empty if there was
}

func method(r Request) string {
	if r.Method == "" {
		return http.MethodGet
	}
	return r.Method
}

// retryAfter reads seconds or a date; 0 if there is neither.
func retryAfter(v string, now time.Time) time.Duration {
	if s, err := strconv.Atoi(v); err == nil && s > 0 {
		return time.Duration(min(s, 3600)) * time.Second
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
