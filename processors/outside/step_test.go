package outside

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

func TestARefusalThatMayPassIsTheAnswerOfARunThatSettles(t *testing.T) {
	store, f := artefact.NewMemory(), &flaky{}
	q := Request{Service: "news", URL: "http://x"}
	var down *Refusal
	for _, ask := range []Asker{f, f, nil} { // the second is a retry, the third a replay
		r := NewRecorder("run_1", store, ask)
		if _, err := r.Settle(t.Context(), q); !errors.As(err, &down) || down.Reason != Unreachable || len(r.Recorded()) != 1 {
			t.Errorf("%v, %d recorded", err, len(r.Recorded()))
		}
	}
	if f.calls != 1 {
		t.Errorf("%d calls", f.calls)
	}
	if a, err := NewRecorder("run_2", store, f).Settle(t.Context(), q); err != nil || string(a.Body) != "up" {
		t.Errorf("another run: %q, %v", a.Body, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewRecorder("run_3", store, &flaky{}).Settle(ctx, q); err == nil {
		t.Error("a step that was given up settled for an answer")
	} else if _, err := store.Resolve(t.Context(), events.RecordedAnswer{Port: Port, Request: q.Digest()}.Name("run_3")); err == nil {
		t.Error("what a step was given up for is recorded")
	}
}

// slow answers once everybody has asked.
type slow struct {
	calls atomic.Int32
	open  chan struct{}
}

func (s *slow) Ask(ctx context.Context, _ Request) (Answer, error) {
	s.calls.Add(1)
	select {
	case <-s.open:
		return Answer{Status: 200, Body: []byte("said")}, nil
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
}

func TestStepsWithOneQuestionAskItOnce(t *testing.T) {
	s := &slow{open: make(chan struct{})}
	l := Recording(artefact.NewMemory(), s)
	var all sync.WaitGroup
	var begun sync.WaitGroup
	for range 8 {
		all.Add(1)
		begun.Add(1)
		go func() {
			defer all.Done()
			ctx, told := l.Begin(t.Context(), "news_media", events.Envelope{Run: "run_1"})
			begun.Done()
			a, err := From(ctx).Settle(ctx, Request{Service: "news", URL: "http://x"})
			if err != nil || string(a.Body) != "said" {
				t.Errorf("%q, %v", a.Body, err)
			}
			if n := len(told()); n != 1 {
				t.Errorf("%d events of one answer", n)
			}
		}()
	}
	begun.Wait()
	close(s.open)
	all.Wait()
	if n := s.calls.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	if From(t.Context()) != nil {
		t.Error("a step without a port has one")
	}
}

func TestAServiceThatCannotBeReachedIsLeftAlone(t *testing.T) {
	var calls atomic.Int32
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if calls.Add(1) <= 2 {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(w, "up")
	})
	b := client(t, s, Service{Hosts: []string{"api.example.org"}, Tries: 2, Rest: time.Minute}, names{"api.example.org": {public}})
	b.refused(t, "http://api.example.org/x", BadStatus)
	b.refused(t, "http://api.example.org/x", Unreachable)
	if calls.Load() != 2 {
		t.Errorf("asked %d times while it rests", calls.Load())
	}
	if err := b.o.Clock.Sleep(t.Context(), time.Minute); err != nil {
		t.Fatal(err)
	}
	if a, err := b.Ask(t.Context(), Request{Service: "news", URL: "http://api.example.org/x"}); err != nil || string(a.Body) != "up" {
		t.Errorf("after its rest: %q, %v", a.Body, err)
	}
}
