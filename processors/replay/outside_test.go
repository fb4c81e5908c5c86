package replay_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/replay"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// asking is an orchestra whose finder asks a service: once about each claim, and twice what all of them ask. The last
// claim is of what the service does not know.
func asking(url string, store artefact.Store, ask outside.Asker) []stream.Declaration {
	return orchestra(stream.Processor[stream.None]{
		Name: "finder",
		Routes: []stream.Route[stream.None]{stream.Each(events.ClaimExtracted, func(ctx context.Context, e events.Event[events.Claim]) ([]events.Draft, error) {
			port := outside.NewRecorder(e.Run, store, ask)
			text := ""
			for _, path := range []string{"/all", "/" + e.Data.ID, "/all"} {
				a, err := port.Ask(ctx, outside.Request{Service: "news", URL: url + path})
				var refusal *outside.Refusal
				switch {
				case errors.As(err, &refusal) && !refusal.MayPass():
					text += refusal.Error() + "\n"
				case err != nil:
					return nil, stream.Reject(err)
				default:
					text += fmt.Sprintf("%s at %s\n", a.Body, a.RetrievedAt)
				}
			}
			return append(port.Drafts(), events.FindingProduced.Draft(events.PassSubject(e.Data.ID, 1, "finder", "0"), events.Finding{
				ID: "fnd_" + e.Data.ID, ClaimID: e.Data.ID, Summary: text, Details: []byte("{}"),
			})), nil
		})},
		Emits: []*events.Definition{events.FindingProduced.Definition, events.AnswerRecorded.Definition},
	})
}

// TestRecordedCallsAreReplayedWithoutTheNetwork: what a service answered stands in answers.recorded, and a replay, and
// the replay of that, conclude the same from it when the service is gone.
func TestRecordedCallsAreReplayedWithoutTheNetwork(t *testing.T) {
	var calls atomic.Int32
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n := calls.Add(1); r.URL.Path != "/clm_2" {
			fmt.Fprintf(w, "answer %d", n)
		} else {
			http.Error(w, "unknown", http.StatusNotFound)
		}
	}))
	defer service.Close()
	var told []outside.Entry
	client, err := outside.New(outside.Options{
		Online: true, Clock: outside.Wall{}, Ledger: func(e outside.Entry) { told = append(told, e) },
		Services: []outside.Service{{Name: "news", Hosts: []string{service.Listener.Addr().String()}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	store := artefact.NewMemory()
	log := recorded(t, asking(service.URL, store, client))
	service.Close()

	of := map[string]bool{}
	for _, e := range log {
		if e.Topic != events.TopicAnswersRecorded {
			continue
		}
		a, err := events.AnswerRecorded.Decode(e.Record)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Get(t.Context(), a.Data.Artefact); err != nil || a.Data.Port != outside.Port || e.Key != run {
			t.Errorf("recorded %+v under %s: %v", a.Data, e.Key, err)
		}
		of[fmt.Sprint(a.Data.Request, a.Data.Ordinal)] = true
	}
	if len(of) != 5 || calls.Load() != 5 || len(told) != 5 {
		t.Fatalf("%d answers recorded of %d calls, %d in the ledger", len(of), calls.Load(), len(told))
	}

	again := func(name string, h *replay.History) *replay.Repeated {
		t.Helper()
		made, err := replay.Again(t.Context(), h, asking(service.URL, replay.PortsOf(h, store).Store, nil), "")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return made
	}
	made := again("a replay", history(t, log))
	list, feed, err := made.Records(request(t, "run_new"), streamtest.Start.Add(24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	var copied []replay.Entry
	for i, r := range append(list, feed...) {
		copied = append(copied, replay.Entry{Record: r, Offset: int64(i)})
	}
	h, err := replay.NewHistory("run_new", copied)
	if err != nil {
		t.Fatal(err)
	}
	again("the replay of a replay", h)
	if calls.Load() != 5 {
		t.Errorf("%d calls", calls.Load())
	}

	without := slices.DeleteFunc(slices.Clone(log), func(e replay.Entry) bool { return e.Topic == events.TopicAnswersRecorded })
	cut := history(t, without)
	_, err = replay.Again(t.Context(), cut, asking(service.URL, replay.PortsOf(cut, store).Store, nil), "")
	if err == nil || !strings.Contains(err.Error(), "finding") && !strings.Contains(err.Error(), "record") {
		t.Errorf("without its record: %v", err)
	}
}
