package outside

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
)

// Reason is why there is no answer.
type Reason string

// The closed set of reasons.
const (
	Offline        Reason = "offline"         // the switch is off
	UnknownService Reason = "unknown_service" // nobody configured it
	NotAllowed     Reason = "host_not_allowed"
	PrivateAddress Reason = "private_address" // the host, or a redirect, leads into a private network
	BadURL         Reason = "bad_url"
	TooManyHops    Reason = "too_many_redirects"
	TooLarge       Reason = "too_large"
	WrongLength    Reason = "wrong_length" // what came is not as long as was declared
	Encoded        Reason = "encoded"      // compressed though nobody asked for it: size limits would be void
	TimedOut       Reason = "timed_out"
	Unreachable    Reason = "unreachable"
	BadStatus      Reason = "bad_status"
)

// Refusal is the error of a call without an answer.
type Refusal struct {
	Service string
	URL     string
	Reason  Reason
	Detail  string
	Status  int // of BadStatus
	cause   error
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("asking %s (%s): %s: %s", r.Service, r.URL, r.Reason, r.Detail)
}

// Unwrap returns what the network said, if it did.
func (r *Refusal) Unwrap() error { return r.cause }

// MayPass reports whether asking again later may help.
func (r *Refusal) MayPass() bool {
	switch r.Reason {
	case TimedOut, Unreachable:
		return true
	case BadStatus:
		return r.Status == 429 || r.Status >= 500
	}
	return false
}

func refuse(r Request, why Reason, detail string) *Refusal {
	return &Refusal{Service: r.Service, URL: shown(r.URL), Reason: why, Detail: detail}
}

// transportRefusal says what went wrong below HTTP.
func transportRefusal(ctx context.Context, r Request, target *url.URL, err error) *Refusal {
	f := refuse(r, Unreachable, "no answer from "+target.Host)
	var inside *privateError
	var timeout net.Error
	switch {
	case errors.As(err, &inside):
		f.Reason, f.Detail = PrivateAddress, inside.Error()
	case ctx.Err() != nil, errors.As(err, &timeout) && timeout.Timeout():
		f.Reason, f.Detail = TimedOut, "no whole answer from "+target.Host+" in time"
	}
	f.cause = err
	return f
}
