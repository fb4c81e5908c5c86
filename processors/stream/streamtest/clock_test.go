package streamtest

import (
	"fmt"
	"testing"
	"time"
)

func TestClockFiresInOrderOnceAndNotWhenStopped(t *testing.T) {
	c := NewClock(Start)
	var fired []string
	set := func(name string, d time.Duration) func() bool {
		return c.AfterFunc(d, func() { fired = append(fired, fmt.Sprint(name, "@", c.Now().Sub(Start))) })
	}
	set("late", 3*time.Second)
	set("early", time.Second)
	stop := set("stopped", 2*time.Second)
	set("beyond", time.Hour)
	c.AwaitTimer(t, time.Hour)
	if !stop() || stop() {
		t.Error("stop must report once that it prevented the call")
	}
	c.Advance(2 * time.Second)
	c.Advance(2 * time.Second)
	c.Set(Start) // never backwards
	if got := fmt.Sprint(fired); got != "[early@2s late@4s]" || !c.Now().Equal(Start.Add(4*time.Second)) {
		t.Errorf("fired %s, now %v", got, c.Now().Sub(Start))
	}
	now := make(chan struct{})
	c.AfterFunc(0, func() { close(now) })
	<-now
}

// The cluster's log may outlive a test's logger; writing to it then must not bring the process down.
func TestWriterOutlivesItsTest(t *testing.T) {
	var w testWriter
	t.Run("ended", func(t *testing.T) { w.t = t })
	if n, err := w.Write([]byte("late")); n != 4 || err != nil {
		t.Errorf("wrote %d, %v", n, err)
	}
}
