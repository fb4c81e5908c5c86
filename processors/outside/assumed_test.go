package outside

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// TestAServiceThatNobodyHasNamedIsNotWaitedFor: without a network it is tried once and then left alone; with one it is
// treated like any other, also when it is busy.
func TestAServiceThatNobodyHasNamedIsNotWaitedFor(t *testing.T) {
	t.Run("no network", func(t *testing.T) {
		b := client(t, nil, Service{Hosts: []string{"news.example"}, Tries: 3, Rest: time.Minute, Interval: 5 * time.Second, Assumed: true}, names{})
		for range 3 {
			b.refused(t, "https://news.example/a", Unreachable)
		}
		if tries := b.entries[0].Tries; tries != 1 || len(b.clock.slept) != 0 {
			t.Errorf("%d tries, slept %v", tries, b.clock.slept)
		}
	})
	t.Run("named by somebody", func(t *testing.T) {
		b := client(t, nil, Service{Hosts: []string{"news.example"}, Tries: 3}, names{})
		if b.refused(t, "https://news.example/a", Unreachable); b.entries[0].Tries != 3 {
			t.Errorf("%d tries", b.entries[0].Tries)
		}
	})
	t.Run("busy", func(t *testing.T) {
		n := 0
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			if n++; n < 3 {
				w.WriteHeader(http.StatusTooManyRequests)
				return
			}
			fmt.Fprint(w, "{}")
		})
		b := client(t, s, Service{Hosts: []string{"news.example"}, Tries: 3, Assumed: true}, names{"news.example": {public}})
		if _, err := b.Ask(t.Context(), Request{Service: "news", URL: "http://news.example/a"}); err != nil || n != 3 {
			t.Errorf("%d tries, %v", n, err)
		}
	})
}
