// Package evidencetest puts libraries of documents together for tests.
package evidencetest

import (
	"context"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// File is a document: its text, and what is said of it.
type File struct {
	Name, Text string
	Item       events.LibraryItem
}

// Library reads files as a run does and stores their list; it returns its hash.
func Library(t testing.TB, store artefact.Store, files ...File) string {
	t.Helper()
	ctx := context.Background()
	var entries []events.LibraryEntry
	for _, f := range files {
		sha := artefact.Hash([]byte(f.Text))
		e := events.LibraryEntry{LibraryItem: f.Item}
		e.ID, e.SHA256, e.Filename = events.EvidenceID(sha, ""), sha, f.Name
		if e.Title == "" {
			e.Title = f.Name
		}
		d, err := evidence.Read(f.Name, sha, []byte(f.Text))
		if err != nil {
			e.Problem = err.Error()
			entries = append(entries, e)
			continue
		}
		body, err := document.Encode(d)
		if err != nil {
			t.Fatal(err)
		}
		if e.Parse, err = store.Put(ctx, "parse", body); err != nil {
			t.Fatal(err)
		}
		e.Pages = len(d.Pages)
		entries = append(entries, e)
	}
	data, err := evidence.Encode(entries)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := store.Put(ctx, "library", data)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}
