package intake

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// TestTheLibraryOfARunIsReadOnceAndListedWhole: documents of every format, one that cannot be read and one whose bytes
// are gone; the second run reads nothing again and has the same list.
func TestTheLibraryOfARunIsReadOnceAndListedWhole(t *testing.T) {
	store := artefact.NewMemory()
	request := stored(t, store)
	for _, f := range []struct {
		name, body string
		kind       events.EvidenceKind
	}{
		{"a.csv", "Operator,Amount\nAcme,12\n", events.KindRegister}, {"b.md", "# Title\n\nWords.\n", events.KindNews},
		{"c.pdf", "%PDF-1.7 another", events.KindPaper}, {"d.xlsx", "PK\x03\x04 torn", events.KindRegister},
	} {
		sha, err := store.Put(t.Context(), "evidence", []byte(f.body))
		if err != nil {
			t.Fatal(err)
		}
		request.Evidence = append(request.Evidence, events.LibraryItem{ID: events.EvidenceID(sha, ""), SHA256: sha, Filename: f.name, Kind: f.kind, Publisher: "P"})
	}
	request.Evidence = append(request.Evidence, events.LibraryItem{
		ID: "evd_gone", SHA256: artefact.Hash([]byte("gone")), Filename: "e.txt", Kind: events.KindNews, Publisher: "P",
	})
	parser := &fixed{doc: text("A page.")}
	d := streamtest.New(t, New(Config{Store: store, Parser: parser}))
	d.When(requested(request))
	o := streamtest.One(d, events.RunOpened).Data
	if len(o.Evidence) != 5 || o.Library == "" {
		t.Fatalf("opened with %+v", o)
	}
	for i, want := range []string{"", "", "", "damaged", "no longer stored"} {
		e := o.Evidence[i]
		if want != "" {
			if !strings.Contains(e.Problem, want) || e.Parse != "" {
				t.Errorf("%s: %+v", e.Filename, e)
			}
			continue
		}
		if e.Problem != "" || e.Pages != 1 {
			t.Errorf("%s: %+v", e.Filename, e)
		}
		if _, err := document.Load(t.Context(), store, e.Parse); err != nil {
			t.Errorf("%s: %v", e.Filename, err)
		}
	}
	if s, err := evidence.Load(t.Context(), store, o.Library); err != nil || !s.Has(events.KindPaper) || len(s.Entries) != 5 {
		t.Errorf("the list: %v", err)
	}
	calls := parser.calls
	request.Run = "run_2"
	d.When(streamtest.Event(events.AnalysisRequested, request.Run, events.RunSubject("requested"), request))
	if again := streamtest.One(d, events.RunOpened).Data; again.Library != o.Library || parser.calls != calls {
		t.Errorf("read again: %d calls before, %d after; %s and %s", calls, parser.calls, o.Library, again.Library)
	}
	bare := stored(t, store)
	bare.Run = "run_3"
	d.When(streamtest.Event(events.AnalysisRequested, bare.Run, events.RunSubject("requested"), bare))
	if o := streamtest.One(d, events.RunOpened).Data; o.Library != "" || o.Evidence != nil {
		t.Errorf("a run without a library has %+v", o)
	}
}
