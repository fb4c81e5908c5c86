package indexer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/indexer"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/document"
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
	lost := streamtest.Event(events.ReportParsed, "run_1", events.SectionSubject(1), events.Section{
		ReportID: "rep_1", Section: 1, Of: 1, PageFrom: 1, PageTo: 1, Parse: artefact.Hash([]byte("gone")),
	})
	d.When(lost).ThenRefuses("not found", events.SectionIndexed.Type)
	if e := streamtest.One(d, events.SectionIndexed).Data; e.Error == "" || e.Section != 1 {
		t.Errorf("%+v", e)
	}
}

// opened is a run with a library: a register of many rows, a notice, a document that could not be read and, if lost,
// one whose parse is gone.
func opened(t *testing.T, s artefact.Store, lost bool) events.Record {
	t.Helper()
	register := "Operator,Subject,Year,Amount\n"
	for i := range 400 {
		register += fmt.Sprintf("Globex %d,Scope 1 emissions,2024,%d\n", i, i)
	}
	o := events.Opening{ReportID: "rep_1", Sections: 1, Evidence: []events.LibraryEntry{
		{LibraryItem: events.LibraryItem{ID: "evd_unread", Filename: "x.pdf"}, Problem: "It is no PDF."},
	}}
	if lost {
		o.Evidence = append(o.Evidence, events.LibraryEntry{LibraryItem: events.LibraryItem{ID: "evd_lost"}, Parse: artefact.Hash([]byte("gone"))})
	}
	for name, text := range map[string]string{"register.csv": register, "notice.txt": "The authority measured the effluent at Gresik."} {
		d, err := evidence.Read(name, artefact.Hash([]byte(text)), []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		data, err := document.Encode(d)
		if err != nil {
			t.Fatal(err)
		}
		hash, err := s.Put(t.Context(), "parse", data)
		if err != nil {
			t.Fatal(err)
		}
		o.Evidence = append(o.Evidence, events.LibraryEntry{LibraryItem: events.LibraryItem{ID: "evd_" + name, Filename: name}, Parse: hash, Pages: 1})
	}
	return streamtest.Event(events.RunOpened, "run_1", events.RunSubject("opened"), o)
}

// The documents beside a report are found under their own ids, a row of a long table without the rest of it, and never
// among the report's.
func TestDocumentsBesideTheReportCanBeSearched(t *testing.T) {
	for _, lost := range []bool{false, true} {
		s, library := artefact.NewMemory(), rag.NewMemory()
		d := streamtest.New(t, indexer.New(indexer.Config{Store: s, Library: library}))
		if d.When(opened(t, s, lost)); lost {
			d.ThenRefuses("evd_lost")
		} else {
			d.ThenPublishes()
		}
		for document, query := range map[string]string{"evd_register.csv": "Globex 321", "evd_notice.txt": "effluent Gresik"} {
			hits, err := library.Passages(t.Context(), query, rag.Filter{ReportID: document})
			if err != nil || len(hits) == 0 || hits[0].Passage.ReportID != document || hits[0].Passage.Page != 1 {
				t.Fatalf("%s: %+v, %v", document, hits, err)
			}
			if p := hits[0].Passage; !strings.Contains(p.Text, query[:6]) || len(p.Text) > 4_000 {
				t.Errorf("%s: %d characters: %.80s", document, len(p.Text), p.Text)
			}
		}
		if hits, err := library.Passages(t.Context(), "effluent", rag.Filter{ReportID: "rep_1"}); err != nil || len(hits) != 0 {
			t.Errorf("among the report's: %+v, %v", hits, err)
		}
		before, err := library.Stats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d.When(opened(t, s, lost)) // of another run, or a repeat
		if again, err := library.Stats(t.Context()); err != nil || again.Passages != before.Passages {
			t.Errorf("%d passages, then %d, %v", before.Passages, again.Passages, err)
		}
	}
}

// While the database is away the library waits as sections do.
func TestABrokenLibraryPausesDocuments(t *testing.T) {
	s := artefact.NewMemory()
	d := streamtest.New(t, indexer.New(indexer.Config{Store: s, Library: down{rag.NewMemory()}}))
	d.When(opened(t, s, false)).ThenPauses("connection refused")
}

type down struct{ rag.Library }

func (down) Ingest(context.Context, []rag.Passage) error { return errors.New("connection refused") }

// While the database is away nothing is published: the section is not searchable yet.
func TestABrokenLibraryPauses(t *testing.T) {
	s := artefact.NewMemory()
	d := streamtest.New(t, indexer.New(indexer.Config{Store: s, Library: down{rag.NewMemory()}}))
	d.When(section(t, s, 1, 1, 1, 3)).ThenPauses("connection refused")
}
