package stream

import (
	"context"
	"time"
)

// Clock is the only source of time of the runtime: for events, wakes and backoff. Tests advance one by hand instead of
// sleeping.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f once, in a goroutine of its own or in the one that moves the clock, when d has
	// passed. stop reports whether it prevented the call.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// SystemClock is the system clock.
type SystemClock struct{}

// Now is the current time.
func (SystemClock) Now() time.Time { return time.Now() }

// AfterFunc is time.AfterFunc.
func (SystemClock) AfterFunc(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }

// pause waits for d, or until the context ends or quit is closed; it reports whether d has passed.
func pause(ctx context.Context, quit <-chan struct{}, clock Clock, d time.Duration) bool {
	elapsed := make(chan struct{})
	stop := clock.AfterFunc(d, func() { close(elapsed) })
	defer stop()
	select {
	case <-elapsed:
		return true
	case <-ctx.Done():
		return false
	case <-quit:
		return false
	}
}
