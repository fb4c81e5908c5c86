package streamtest

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// Start is where a test's clock begins.
var Start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// Clock is a stream.Clock that moves only when it is told to. It is safe for concurrent use.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	timers []*timer
	armed  *sync.Cond // signalled whenever a timer is set
}

type timer struct {
	at   time.Time
	f    func()
	done bool
}

// NewClock returns a clock that stands at now.
func NewClock(now time.Time) *Clock {
	c := &Clock{now: now}
	c.armed = sync.NewCond(&c.mu)
	return c
}

// Now is where the clock stands.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc calls f from the goroutine that moves the clock to d from now or beyond; at once, in a
// goroutine of its own, if d is not positive.
func (c *Clock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	tm := &timer{at: c.now.Add(d), f: f}
	if d <= 0 {
		tm.done = true
		go f()
	} else {
		c.timers = append(c.timers, tm)
		c.armed.Broadcast()
	}
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		stopped := !tm.done
		tm.done = true
		c.timers = slices.DeleteFunc(c.timers, func(o *timer) bool { return o == tm })
		return stopped
	}
}

// Advance moves the clock and calls what falls due, in the order of the times.
func (c *Clock) Advance(d time.Duration) { c.Set(c.Now().Add(d)) }

// Set moves the clock to t, never backwards, and calls what falls due, in the order of the times.
func (c *Clock) Set(t time.Time) {
	for {
		c.mu.Lock()
		if t.After(c.now) {
			c.now = t
		}
		var first *timer
		for _, tm := range c.timers {
			if !tm.at.After(c.now) && (first == nil || tm.at.Before(first.at)) {
				first = tm
			}
		}
		if first == nil {
			c.mu.Unlock()
			return
		}
		first.done = true
		c.timers = slices.DeleteFunc(c.timers, func(o *timer) bool { return o == first })
		c.mu.Unlock()
		first.f()
	}
}

// AwaitTimer blocks until a timer is set that falls due at d from now or later.
func (c *Clock) AwaitTimer(t testing.TB, d time.Duration) {
	t.Helper()
	late := false
	limit := time.AfterFunc(Patience, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		late = true
		c.armed.Broadcast()
	})
	defer limit.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !slices.ContainsFunc(c.timers, func(tm *timer) bool { return !tm.at.Before(c.now.Add(d)) }) {
		if late {
			t.Fatalf("nobody set a timer for %v or later", d)
		}
		c.armed.Wait()
	}
}
