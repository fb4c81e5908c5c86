package academic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/academic/research"
	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// mostReferences that a finding lists.
const mostReferences = 5

// earliest is the first day that a work may be of.
const earliest = "1900-01-01"

// looked is what a pass has found outside.
type looked struct {
	works    []research.Work
	searches []events.Search
	at       time.Time
}

// ask searches for works on a claim's matter; nothing where the run may not.
func (c Config) ask(ctx context.Context, claim events.Claim, m matter) (looked, error) {
	var out looked
	source, known := events.SourceNamed(c.Sources, events.SourceResearch)
	port := outside.From(ctx)
	if !known || port == nil || !claim.Reach.Asks(events.SourceResearch) {
		return out, nil
	}
	upTo := evidence.YearOf(claim.Reach.AsOf)
	for _, words := range m.words {
		found, err := research.Search(ctx, port, source.URL, words, upTo)
		if err != nil {
			return out, fmt.Errorf("searching for works on claim %s: %w", claim.ID, err)
		}
		made := events.Search{Service: source.Name, Query: words, From: earliest, To: fmt.Sprintf("%d-12-31", upTo), Results: found.Results, Failed: found.Failed}
		if !found.At.IsZero() {
			made.RetrievedAt = found.At.UTC().Format(time.RFC3339)
		}
		for _, w := range found.Works {
			if !touches(w, words) {
				continue
			}
			made.Kept++
			if !slices.ContainsFunc(out.works, func(o research.Work) bool { return o.URL == w.URL }) {
				out.works = append(out.works, w)
			}
		}
		out.searches, out.at = append(out.searches, made), found.At
	}
	return out, nil
}

// unfound are the searches without a work on the matter.
func (l looked) unfound() []events.NotFound {
	var out []events.NotFound
	for _, s := range l.searches {
		if s.Kept > 0 && s.Failed == "" {
			continue
		}
		n := events.NotFound{Where: s.Service + ", works up to " + s.To, For: s.Query, Why: s.Failed}
		if n.Why == "" {
			n.Why = fmt.Sprintf("%d results came, and none has the words in title or abstract", s.Results)
		}
		out = append(out, n)
	}
	return out
}

// touches reports whether title or abstract have a word that was searched for: an index may know better than its
// question what is meant, and be wrong.
func touches(w research.Work, words string) bool {
	text := strings.ToLower(w.Title + " " + w.Abstract)
	return slices.ContainsFunc(strings.Fields(strings.ToLower(words)), func(s string) bool { return len(s) > 3 && strings.Contains(text, s) })
}

// shelved makes documents of works that name the company: what others say of it can be held against its claims.
func (l looked) shelved(shelf *evidence.Shelf, names issuer.Names) (*evidence.Shelf, error) {
	var entries []events.LibraryEntry
	var docs []*document.Document
	for _, w := range l.works {
		if w.Abstract == "" || !names.Mentioned(w.Title+". "+w.Abstract) {
			continue
		}
		text := w.Title + ".\n\n" + w.Abstract
		d, err := evidence.Read("abstract.txt", artefact.Hash([]byte(text)), []byte(text))
		var unreadable evidence.FileError
		if errors.As(err, &unreadable) {
			continue
		}
		if err != nil {
			return nil, stream.Reject(fmt.Errorf("reading the abstract of %s: %w", w.URL, err))
		}
		publisher := w.Venue
		if publisher == "" {
			publisher = strings.Join(w.Authors, ", ")
		}
		entries = append(entries, events.LibraryEntry{
			LibraryItem: events.LibraryItem{
				ID: events.EvidenceID(artefact.Hash([]byte(text)), ""), Filename: w.URL, Kind: events.KindPaper, Title: w.Title, Publisher: publisher,
				Date: fmt.Sprint(w.Year), Tier: 2, URL: w.URL, Bytes: int64(len(text)),
			},
			Parse: artefact.Hash([]byte("abstract\x00" + text)), Pages: len(d.Pages), RetrievedAt: l.at.UTC().Format(time.RFC3339), Story: w.URL,
		})
		docs = append(docs, d)
	}
	return shelf.With(entries, docs), nil
}

// references are the works that come first, as they can be looked up.
func (l looked) references() []events.Reference {
	out := []events.Reference{}
	for _, w := range l.works[:min(len(l.works), mostReferences)] {
		out = append(out, events.Reference{
			Title: w.Title, Authors: append([]string{}, w.Authors...), Year: w.Year, Venue: w.Venue, DOI: w.DOI, URL: w.URL, Quote: opening(w.Abstract),
		})
	}
	return out
}

// opening is the first sentence of an abstract, if it is not too long to be quoted.
func opening(abstract string) string {
	all := document.SentencesOf(abstract)
	if len(all) == 0 || len([]rune(all[0])) > 400 {
		return ""
	}
	return all[0]
}

// finding is what research and methods say of a claim's matter. It takes no side: works on a matter say nothing of a
// company.
func (l looked) finding(m matter, other events.NoSourceDetails) specialist.Found {
	d := events.AcademicDetails{
		Kinds: append([]string{}, m.kinds...), References: l.references(), Methods: append([]events.MethodNamed{}, m.methods...), Credits: m.credits,
		Limitations: append([]string{}, m.limitations(true)...), Searches: append([]events.Search{}, l.searches...), Other: other,
	}
	f := specialist.Found{EvidenceType: EvidenceResearch, Score: 0.3, Details: d, Exhausted: true}
	var asked, failed []string
	for _, s := range l.searches {
		asked = append(asked, fmt.Sprintf("%q (%d results)", s.Query, s.Results))
		if s.Failed != "" {
			failed = append(failed, s.Failed)
		}
	}
	f.Summary = "Searched for works on " + strings.Join(asked, " and ") + "."
	if len(failed) > 0 {
		f.Summary += " Not all was answered: " + strings.Join(failed, "; ") + "."
	}
	if len(d.References) == 0 {
		f.Summary += " None that can be looked up was found."
	}
	for _, w := range l.works[:min(len(l.works), mostReferences)] {
		f.Summary += " " + w.Reference() + "."
		f.Evidence = append(f.Evidence, events.Evidence{
			Origin: events.OriginExternal, Source: w.URL, URL: w.URL, Date: fmt.Sprint(w.Year), Publisher: w.Venue, Quote: opening(w.Abstract),
			RetrievedAt: l.at.UTC().Format(time.RFC3339),
		})
	}
	f.Summary += " What they say of the matter takes no side on the company."
	return f
}
