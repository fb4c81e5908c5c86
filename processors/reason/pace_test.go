package reason_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// slow is a server without a network that takes its time for every answer.
type slow struct {
	takes   time.Duration
	refuses time.Duration // how long a refusal of schemas takes, if it refuses them
	calls   atomic.Int32
	now     atomic.Int32
	most    atomic.Int32
	begins  sync.Map
}

// RoundTrip implements http.RoundTripper.
func (s *slow) RoundTrip(r *http.Request) (*http.Response, error) {
	n := s.calls.Add(1)
	s.begins.Store(n, time.Now())
	for now := s.now.Add(1); ; {
		most := s.most.Load()
		if now <= most || s.most.CompareAndSwap(most, now) {
			break
		}
	}
	defer s.now.Add(-1)
	asked, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	refused := s.refuses > 0 && bytes.Contains(asked, []byte(`"schema"`))
	takes := s.takes
	if refused {
		takes = s.refuses
	}
	t := time.NewTimer(takes)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	if refused {
		said := io.NopCloser(bytes.NewReader([]byte(`{"error":{"message":"response_format is not supported"}}`)))
		return &http.Response{StatusCode: http.StatusBadRequest, Header: http.Header{}, Body: said, Request: r}, nil
	}
	body, err := json.Marshal(map[string]any{
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": good}}},
		"usage":   map[string]any{"prompt_tokens": 10, "completion_tokens": 5},
	})
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(body)), Request: r}, err
}

// asksAll asks 200 questions in steps of their own, all at once, and returns how long that took.
func asksAll(t *testing.T, store artefact.Store, book ledger.Book, run string, server *slow, change func(*reason.EndpointConfig)) time.Duration {
	t.Helper()
	e := reason.EndpointConfig{BaseURL: "http://127.0.0.1:1/v1", Concurrent: 32, HTTP: &http.Client{Transport: server}}
	if change != nil {
		change(&e)
	}
	models := reason.Models{reason.Judge: model}
	asker, err := reason.New(reason.Config{Endpoint: e, Models: models, Book: book})
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	var all sync.WaitGroup
	for n := range 200 {
		all.Go(func() {
			ctx, _ := reason.Recording(store, models, asker).Begin(context.Background(), "judge",
				events.Envelope{Run: run, Subject: fmt.Sprintf("claim/clm_%d/i1", n)})
			if _, r, err := reason.Ask(ctx, question(n), anything); err != nil || r.Outcome != reason.Answered {
				t.Errorf("question %d: %+v, %v", n, r, err)
			}
		})
	}
	all.Wait()
	return time.Since(began)
}

// TestTwoHundredQuestionsKeepTheEndpointBusy: 200 questions of 2 s with 32 under way end within 1.15 of what is possible at all, and a
// second run makes no call. Time is the bubble's: nobody waits.
func TestTwoHundredQuestionsKeepTheEndpointBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &slow{takes: 2 * time.Second}
		store, book := artefact.NewMemory(), ledger.NewMemory()
		// Its first question finds out how the endpoint is asked; that is known before a run of many.
		if err := book.Note(t.Context(), "http://127.0.0.1:1/v1", model, "json_schema"); err != nil {
			t.Fatal(err)
		}
		took := asksAll(t, store, book, "run_1", server, nil)
		bound := 200 * server.takes / 32
		if ratio := took.Seconds() / bound.Seconds(); ratio > 1.15 || server.calls.Load() != 200 || server.most.Load() != 32 {
			t.Errorf("%s for %d calls, %d at once: %.2f times the bound of %s", took, server.calls.Load(), server.most.Load(), ratio, bound)
		}
		again := asksAll(t, store, book, "run_2", server, nil)
		if again != 0 || server.calls.Load() != 200 {
			t.Errorf("a second run takes %s and makes %d calls", again, server.calls.Load()-200)
		}
		calls, err := book.Calls(t.Context(), "run_2")
		if s := ledger.Total(calls); err != nil || s.Cached != 200 || s.Calls != 0 {
			t.Errorf("its ledger: %+v, %v", s, err)
		}
	})
}

// TestQuestionsToANewEndpointComeTogether: of questions that come together one is asked first, as to find out how; what an endpoint refuses
// it refuses at once, so that the others wait for that and not for the first answer.
func TestQuestionsToANewEndpointComeTogether(t *testing.T) {
	for _, c := range []struct {
		name    string
		refuses time.Duration // how long it takes to refuse a schema; it does not where this is 0
		calls   int32         // at most
		ratio   float64
	}{
		{"one that takes schemas", 0, 200, 1.15},
		{"one that refuses them at once", 20 * time.Millisecond, 200 + 3, 1.15},
		{"one that refuses them late", time.Second, 200 + 3*64, 1.7},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := &slow{takes: 2 * time.Second, refuses: c.refuses}
				took := asksAll(t, artefact.NewMemory(), ledger.NewMemory(), "run_1", server, nil)
				bound := 200 * server.takes / 32
				if ratio := took.Seconds() / bound.Seconds(); ratio > c.ratio || server.calls.Load() > c.calls {
					t.Errorf("%d calls took %s, %.2f times the bound", server.calls.Load(), took, ratio)
				}
			})
		})
	}
}

func TestAnEndpointIsAskedAtItsPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &slow{takes: time.Millisecond}
		took := asksAll(t, artefact.NewMemory(), ledger.NewMemory(), "run_1", server, func(e *reason.EndpointConfig) { e.PerMinute = 600 })
		if least := 199 * 100 * time.Millisecond; took < least || took > least+time.Second {
			t.Errorf("200 calls at 600 a minute took %s, want %s", took, least)
		}
	})
}

// TestEqualQuestionsAtOneTimeAreAskedOnce: whoever asks what is being asked waits for that answer.
func TestEqualQuestionsAtOneTimeAreAskedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &slow{takes: time.Second}
		store, book, models := artefact.NewMemory(), ledger.NewMemory(), reason.Models{reason.Judge: model}
		asker, err := reason.New(reason.Config{
			Endpoint: reason.EndpointConfig{BaseURL: "http://127.0.0.1:1/v1", HTTP: &http.Client{Transport: server}}, Models: models, Book: book,
		})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for n := range 20 {
			all.Go(func() {
				ctx, told := reason.Recording(store, models, asker).Begin(context.Background(), "judge",
					events.Envelope{Run: fmt.Sprintf("run_%d", n%2), Subject: fmt.Sprintf("claim/clm_%d/i1", n)})
				if _, r, err := reason.Ask(ctx, question(1), anything); err != nil || r.Outcome != reason.Answered || len(told()) != 1 {
					t.Errorf("%+v, %v", r, err)
				}
			})
		}
		all.Wait()
		if n := server.calls.Load(); n != 1 {
			t.Errorf("%d calls", n)
		}
	})
}
