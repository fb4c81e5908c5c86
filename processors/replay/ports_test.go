package replay_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/replay"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// reading is an orchestra whose finder keeps what it finds in the store and names it in its answer.
func reading(t *testing.T, store artefact.Store, find func(events.Claim) string) []stream.Declaration {
	return orchestra(finder(func(c events.Claim) (string, error) {
		return store.Put(t.Context(), "claims", []byte(find(c)))
	}))
}

func same(c events.Claim) string { return "what " + c.Text + " says" }

func TestArtefactsOfTheParentAreServed(t *testing.T) {
	store := artefact.NewMemory()
	h := history(t, recorded(t, reading(t, store, same)))
	ports := replay.PortsOf(h, store)
	if _, err := replay.Again(t.Context(), h, reading(t, ports.Store, same), ""); err != nil {
		t.Fatal(err)
	}
	kept := artefact.Hash([]byte("what claim 0 says"))
	if data, err := ports.Store.Get(t.Context(), kept); err != nil || string(data) != "what claim 0 says" {
		t.Errorf("the artefact is %q, %v", data, err)
	}
	if err := store.Link(t.Context(), "parse/1/x", kept); err != nil {
		t.Fatal(err)
	}
	if hash, err := ports.Store.Resolve(t.Context(), "parse/1/x"); err != nil || hash != kept {
		t.Errorf("the link leads to %s, %v", hash, err)
	}
	if err := ports.Store.Link(t.Context(), "parse/1/x", kept); err != nil {
		t.Errorf("the link that is there is refused: %v", err)
	}
}

// TestWhatTheParentHasNotRecordedIsRefused: no port gives anything that the parent's events do not name,
// and none changes anything.
func TestWhatTheParentHasNotRecordedIsRefused(t *testing.T) {
	store := artefact.NewMemory()
	h := history(t, recorded(t, reading(t, store, same)))
	other, err := store.Put(t.Context(), "claims", []byte("another run's"))
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Link(t.Context(), "parse/2/x", other); err != nil {
		t.Fatal(err)
	}
	ports := replay.PortsOf(h, store)
	kept := artefact.Hash([]byte("what claim 0 says"))
	for name, try := range map[string]func() error{
		"reading":   func() error { _, err := ports.Store.Get(t.Context(), other); return err },
		"writing":   func() error { _, err := ports.Store.Put(t.Context(), "claims", []byte("new")); return err },
		"resolving": func() error { _, err := ports.Store.Resolve(t.Context(), "parse/2/x"); return err },
		"searching": func() error { _, err := ports.Library.Passages(t.Context(), "x", rag.Filter{}); return err },
		"counting":  func() error { _, err := ports.Library.Stats(t.Context()); return err },
		"parsing":   func() error { _, err := ports.Parser.Parse(t.Context(), nil); return err },
	} {
		if err := try(); !errors.Is(err, replay.ErrNotRecorded) {
			t.Errorf("%s what is not recorded gives %v", name, err)
		}
	}
	if err := ports.Store.Link(t.Context(), "parse/2/x", kept); !errors.Is(err, artefact.ErrLinked) {
		t.Errorf("another link gives %v", err)
	}
	if err := ports.Store.Link(t.Context(), "parse/3/x", kept); !errors.Is(err, artefact.ErrNotFound) {
		t.Errorf("a new link gives %v", err)
	}
	if _, err := store.Get(t.Context(), artefact.Hash([]byte("new"))); !errors.Is(err, artefact.ErrNotFound) {
		t.Errorf("a replay has stored something: %v", err)
	}
}

func TestAMissingOrDifferingArtefactNamesTheEvent(t *testing.T) {
	store := artefact.NewMemory()
	log := recorded(t, reading(t, store, same))
	for name, c := range map[string]struct {
		store artefact.Store
		find  func(events.Claim) string
		says  string
	}{
		"missing":   {artefact.NewMemory(), same, "artefact not found"},
		"differing": {store, func(c events.Claim) string { return same(c) + " today" }, "the run has made another"},
	} {
		t.Run(name, func(t *testing.T) {
			h := history(t, log)
			_, err := replay.Again(t.Context(), h, reading(t, replay.PortsOf(h, c.store).Store, c.find), "")
			if err == nil || !strings.Contains(err.Error(), "finder on claim.extracted claim/clm_") || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want one that names the claim and says %q", err, c.says)
			}
		})
	}
}
