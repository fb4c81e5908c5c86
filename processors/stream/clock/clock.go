// Package clock is the runtime's only source of time.
package clock

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

// System is the system clock.
type System struct{}

// Now is the current time.
func (System) Now() time.Time { return time.Now() }

// AfterFunc is time.AfterFunc.
func (System) AfterFunc(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }

// Pause waits for d, or until the context ends or quit is closed; it reports whether d has passed.
func Pause(ctx context.Context, quit <-chan struct{}, clock Clock, d time.Duration) bool {
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

// Doubled is the wait before the n-th try, from 1: the first one, doubled with each further try up to the most.
func Doubled(first time.Duration, n int, most time.Duration) time.Duration {
	d := first
	for ; n > 1 && d < most; n-- {
		d *= 2
	}
	return min(d, most)
}
