package indexer_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/indexer"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/document"
)

func section(t *testing.T, s artefact.Store, n, of, from, to int) events.Record {
	t.Helper()
	d := &document.Document{Version: document.Version}
	for i, text := range []string{"We save water.", "We save energy.", "We save trees."} {
		d.Pages = append(d.Pages, document.Page{Number: i + 1, Text: text})
	}
	data, err := document.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := s.Put(t.Context(), "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	return streamtest.Event(events.ReportParsed, "run_1", events.SectionSubject(n), events.Section{
		ReportID: "rep_1", Section: n, Of: of, PageFrom: from, PageTo: to, Parse: hash,
	})
}

// A section is said to be indexed when it can be searched, and overlaps are there once.
func TestSectionsCanBeSearched(t *testing.T) {
	s, library := artefact.NewMemory(), rag.NewMemory()
	d := streamtest.New(t, indexer.New(indexer.Config{Store: s, Library: library}))
	d.When(section(t, s, 1, 2, 1, 2)).ThenPublishes(events.SectionIndexed.Type)
	if e := streamtest.One(d, events.SectionIndexed).Data; e != (events.SectionPassages{Section: 1, Of: 2, Passages: 2}) {
		t.Errorf("%+v", e)
	}
	hits, err := library.Passages(t.Context(), "energy", rag.Filter{ReportID: "rep_1"})
	if err != nil || len(hits) != 1 || hits[0].Passage.Page != 2 {
		t.Errorf("hits %+v, %v", hits, err)
	}
	d.When(section(t, s, 2, 2, 2, 3)).ThenPublishes(events.SectionIndexed.Type)
	if stats, err := library.Stats(t.Context()); err != nil || stats.Passages != 3 {
		t.Errorf("stats %+v, %v", stats, err)
	}
}

// A section whose parse is gone is given up on and said to have failed.
func TestALostParse(t *testing.T) {
	s := artefact.NewMemory()
	d := streamtest.New(t, indexer.New(indexer.Config{Store: s, Library: rag.NewMemory()}))
	lost := streamtest.Event(events.ReportParsed, "run_1", events.SectionSubject(1), events.Section{ReportID: "rep_1", Section: 1, Of: 1, PageFrom: 1, PageTo: 1, Parse: artefact.Hash([]byte("gone"))})
	d.When(lost).ThenRefuses("not found", events.SectionIndexed.Type)
	if e := streamtest.One(d, events.SectionIndexed).Data; e.Error == "" || e.Section != 1 {
		t.Errorf("%+v", e)
	}
}

type down struct{ rag.Library }

func (down) Ingest(context.Context, []rag.Passage) error { return errors.New("connection refused") }

// While the database is away nothing is published: the section is not searchable yet.
func TestABrokenLibraryPauses(t *testing.T) {
	s := artefact.NewMemory()
	d := streamtest.New(t, indexer.New(indexer.Config{Store: s, Library: down{rag.NewMemory()}}))
	d.When(section(t, s, 1, 1, 1, 3)).ThenPauses("connection refused")
}
