package outside

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/sibyl-project/sibyl/rag/artefact"
)

func TestARecordedAnswerIsAskedForOnce(t *testing.T) {
	var calls atomic.Int32
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n := calls.Add(1)
		if r.URL.Path == "/none" {
			http.Error(w, "no", http.StatusNotFound)
			return
		}
		fmt.Fprintf(w, "answer %d", n)
	})
	b := client(t, s, Service{Hosts: []string{"api.example.org"}}, names{"api.example.org": {public}})
	store := artefact.NewMemory()
	q := Request{Service: "news", URL: "http://api.example.org/x"}
	none := Request{Service: "news", URL: "http://api.example.org/none"}

	step := func(run string, ask Asker) (said [3]string, used int) {
		t.Helper()
		r := NewRecorder(run, store, ask)
		for i, one := range []Request{q, q, none} { // one question twice: told apart by its ordinal
			a, err := r.Ask(t.Context(), one)
			var f *Refusal
			switch {
			case errors.As(err, &f):
				said[i] = f.Error()
			case err != nil:
				t.Fatal(err)
			default:
				said[i] = fmt.Sprintf("%s %s", a.Body, a.RetrievedAt)
			}
		}
		if n := len(r.Drafts()); n != len(r.Recorded()) {
			t.Errorf("%d events of %d answers", n, len(r.Recorded()))
		}
		return said, len(r.Recorded())
	}
	first, used := step("run_1", b.Client)
	if calls.Load() != 3 || used != 3 || first[0] == first[1] || len(b.entries) != 3 {
		t.Fatalf("%d calls, %d recorded, %d entries: %q", calls.Load(), used, len(b.entries), first)
	}
	for name, ask := range map[string]Asker{"a retry": b.Client, "a replay": nil} {
		again, used := step("run_1", ask)
		if again != first || used != 3 || calls.Load() != 3 {
			t.Errorf("%s: %d calls, %d recorded: %q, want %q", name, calls.Load(), used, again, first)
		}
	}
	if other, _ := step("run_2", b.Client); other[0] == first[0] || calls.Load() != 6 {
		t.Errorf("another run is answered %q after %d calls", other, calls.Load())
	}
	if _, err := NewRecorder("run_1", store, nil).Ask(t.Context(), Request{Service: "news", URL: "http://api.example.org/y"}); !errors.Is(err, ErrNotRecorded) {
		t.Errorf("what was never asked: %v", err)
	}
}

// flaky fails as a service that is down does, then answers.
type flaky struct{ calls int }

func (f *flaky) Ask(context.Context, Request) (Answer, error) {
	if f.calls++; f.calls == 1 {
		return Answer{}, &Refusal{Service: "news", Reason: Unreachable, Detail: "down"}
	}
	return Answer{Status: 200, Body: []byte("up")}, nil
}

func TestWhatMayPassIsNotRecorded(t *testing.T) {
	store, f := artefact.NewMemory(), &flaky{}
	r := NewRecorder("run_1", store, f)
	if _, err := r.Ask(t.Context(), Request{Service: "news", URL: "http://x"}); err == nil || len(r.Recorded()) != 0 {
		t.Fatalf("%v, %d recorded", err, len(r.Recorded()))
	}
	if a, err := NewRecorder("run_1", store, f).Ask(t.Context(), Request{Service: "news", URL: "http://x"}); err != nil || string(a.Body) != "up" {
		t.Errorf("tried again: %q, %v", a.Body, err)
	}
}
