package evidence_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// filled repeats what is written for a number until it has as many bytes.
func filled(size int, write func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(write(i))
	}
	return b.String()
}

// TestEvidenceOfAnySizeIsReadWithinItsWork: however long and of whatever kind, a document costs a claim no more than
// its share, and what was not read is said. The limit of time is far beyond what it takes and far below the minutes it once took.
func TestEvidenceOfAnySizeIsReadWithinItsWork(t *testing.T) {
	const large = 3_600_000
	about := events.LibraryItem{Kind: events.KindNews, Publisher: "P", Company: "Acme"}
	statement := func(i int) evidence.Statement {
		return evidence.Statement{Text: fmt.Sprintf("Our Scope 1 emissions were %d tonnes of CO2e in 2024.", i), Company: "Acme", Period: "2024"}
	}
	sentence := func(i int) string {
		return fmt.Sprintf("In %d the Scope 1 emissions at the plant of Town%d were %d tonnes of CO2e.\n\n", 2000+i%25, i, i*7)
	}
	row := func(i int) string {
		if i == 0 {
			return "Site,Year,Scope 1 emissions (t CO2e),Water withdrawal (m3)\n"
		}
		return fmt.Sprintf("Town%d,2024,%d,%d\n", i, i*3, i*5)
	}
	for name, tc := range map[string]struct {
		file, text string
		partial    string
	}{
		"one label":          {"a.txt", filled(large, func(int) string { return "Scope 1. " }), ""},
		"distinct sentences": {"a.txt", filled(large, sentence), "first 1000 statements on Scope 1"},
		"no full stop":       {"a.txt", filled(large, func(int) string { return "Scope 1 emissions and more of it " }), ""},
		"brackets":           {"a.txt", strings.Repeat("(", large), ""},
		"subjects that vary": {"a.txt",
			filled(large, func(i int) string { return fmt.Sprintf("ISO %d was certified at %d.\n\n", 1000+i%9000, i) }), "it is read to page 1"},
		"a table":       {"a.csv", strings.Join(strings.SplitAfter(filled(30_000, row), "\n")[:1000], ""), ""},
		"few sentences": {"a.txt", filled(30_000, sentence), ""},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			d, err := evidence.Read(tc.file, name, []byte(tc.text))
			if err != nil {
				t.Fatal(err)
			}
			entries := []events.LibraryEntry{{LibraryItem: about, Parse: name}}
			evidence.Extend(entries, []*document.Document{d}, "Acme")
			if got := entries[0].Partial; (got == "") != (tc.partial == "") || !strings.Contains(got, tc.partial) {
				t.Errorf("said %q, want %q", got, tc.partial)
			}
			s := shelf(t, file{Name: tc.file, Text: tc.text, Item: about})
			parsed := time.Since(began)
			began = time.Now()
			for i := range 20 {
				s.Relate(statement(i), events.KindNews)
				s.Touches(statement(i))
			}
			t.Logf("read in %v, 20 claims related in %v; %s", parsed, time.Since(began), entries[0].Partial)
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("relating 20 claims took %v", took)
			}
		})
	}
}

// TestTheWorkOfARunIsSharedByLength: a long document beside short ones is cut, the short ones are not.
func TestTheWorkOfARunIsSharedByLength(t *testing.T) {
	var entries []events.LibraryEntry
	var docs []*document.Document
	add := func(n, size int) {
		for range n {
			text := filled(size, func(i int) string { return fmt.Sprintf("ISO %d was certified at %d.\n\n", 1000+i%9000, i) })
			d, err := evidence.Read("a.txt", "", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			entries, docs = append(entries, events.LibraryEntry{LibraryItem: events.LibraryItem{Company: "Acme"}}), append(docs, d)
		}
	}
	add(8, 3_000)
	add(1, 3_000_000)
	entries, docs = append(entries, events.LibraryEntry{Problem: "torn"}), append(docs, nil)
	evidence.Extend(entries, docs, "Acme")
	for i, e := range entries {
		if long := i == 8; (e.Partial != "") != long || (e.Work == 0) != (docs[i] == nil) {
			t.Errorf("document %d: work %d, %q", i, e.Work, e.Partial)
		}
	}
}
