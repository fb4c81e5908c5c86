package specialist

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// EvidenceLibrary is the evidence type of findings from documents that the user has brought.
const EvidenceLibrary = "library"

// Library loads the documents that a run has beside its report. It fails as Document does.
func Library(ctx context.Context, store artefact.Store, c events.Claim) (*evidence.Shelf, error) {
	s, err := evidence.Load(ctx, store, c.Library)
	switch {
	case err == nil:
		return s, nil
	case ctx.Err() != nil:
		return nil, err
	case errors.Is(err, artefact.ErrNotFound), errors.Is(err, artefact.ErrDamaged), errors.Is(err, document.ErrInvalid):
		return nil, stream.Reject(err)
	}
	return nil, stream.Pause(err)
}

// StatementOf is a claim as documents are held against it.
func StatementOf(c events.Claim) evidence.Statement {
	s := evidence.Statement{Text: c.Text, Places: c.Entities.Places, Before: before(c)}
	if c.Issuer != nil {
		s.Company, s.Period, s.Aliases = c.Issuer.Company, c.Issuer.Period, c.Issuer.Aliases
	}
	return s
}

// before is the sentence before a claim in its surroundings; empty where there is none.
func before(c events.Claim) string {
	at := strings.Index(c.Context, c.Text)
	if at <= 0 {
		return ""
	}
	all := document.SentencesOf(c.Context[:at])
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// Searcher is an agent that looks into the library: at documents of its own kinds first, and at all when the judge
// asks again, since what it had did not settle the claim.
type Searcher struct {
	Store artefact.Store
	Kinds []events.EvidenceKind

	// Relater reads places that the rules leave open; nil where rules alone read.
	Relater Relater

	// Beyond searches outside for a pass over a claim; nil for an agent that has nothing but the library.
	Beyond func(ctx context.Context, w Work, shelf *evidence.Shelf) (Gathered, error)
}

// Gathered is what an agent has found outside, beside the library.
type Gathered struct {
	Shelf    *evidence.Shelf // the library with what was found
	Kinds    []events.EvidenceKind
	Searches []events.Search   // as they were made, also those without a result
	Said     []string          // for people
	NotFound []events.NotFound // beside searches without a result
	More     bool              // a later pass would search further
}

// Relater says what places in documents say of a claim, one answer for each, nil where it has none. It learns through a recorded port.
// What it says is shown beside the rules' answer and takes no side.
type Relater interface {
	Relate(ctx context.Context, claim events.Claim, places []evidence.Found) ([]*events.ModelRead, *events.Asked, error)
}

// Search answers for a claim from the library. Beyond says what the agent has not at hand beside it; without any
// document to look at that is the answer. What speaks for the claim and what speaks against it are two findings.
func (s Searcher) Search(ctx context.Context, w Work, beyond events.NoSourceDetails) (Answer, error) {
	shelf, err := Library(ctx, s.Store, w.Claim)
	if err != nil {
		return Answer{}, err
	}
	kinds := s.Kinds
	again := w.Iteration > 1
	if again {
		kinds = events.EvidenceKinds()
	}
	statement := StatementOf(w.Claim)
	company := statement.Company
	more := !again && shelf.Touches(statement, s.Kinds...) // asked again, the agent would look at these
	var beside Gathered
	if s.Beyond != nil {
		if beside, err = s.Beyond(ctx, w, shelf); err != nil {
			return Answer{}, err
		}
		if more = more || beside.More; beside.Shelf != nil {
			shelf = beside.Shelf
		}
	}
	beyond.WhyNot = append(slices.Clip(beyond.WhyNot), beside.NotFound...)
	if !shelf.Has(kinds...) && len(beside.Searches) == 0 {
		beyond.WhyNot = append(beyond.WhyNot, unfound(kinds, 0, false, 0, nil)...)
		none := NoSource(beyond)
		none.Exhausted = !more
		return Answer{Findings: []Found{none}, Thinking: beside.Said}, nil
	}
	if why := failed(beside.Searches); why != "" && !shelf.Has(kinds...) {
		beyond.WhyNot = append(beyond.WhyNot, unfound(kinds, 0, false, 0, beside.Searches)...)
		return Answer{Findings: []Found{noAnswer(beyond, why)}, Thinking: beside.Said, Searches: beside.Searches}, nil
	}
	details := events.LibraryDetails{
		Searches: beside.Searches, Partial: shelf.Partial(kinds...), Searched: kinds, Relations: []events.LibraryPlace{},
		Unreadable: []string{}, Other: filled(beyond),
	}
	for _, e := range shelf.Entries {
		switch {
		case !slices.Contains(kinds, e.Kind):
		case e.Problem != "":
			details.Unreadable = append(details.Unreadable, e.Filename+": "+e.Problem)
		default:
			details.Documents++
		}
	}
	sides := map[evidence.Relation][]evidence.Found{}
	for _, f := range shelf.Relate(statement, kinds...) {
		sides[f.Relation] = append(sides[f.Relation], f)
		details.Relations = append(details.Relations, placeIn(f))
	}
	near := len(sides[evidence.Neutral])
	decided := len(details.Relations) > near
	details.Other.WhyNot = append(details.Other.WhyNot, unfound(kinds, details.Documents, decided, near, beside.Searches)...)
	read, err := s.read(ctx, w.Claim, sides[evidence.Neutral], &details)
	if err != nil {
		return Answer{}, err
	}
	var out []Found
	for _, side := range []evidence.Relation{evidence.Contradicts, evidence.Supports} {
		if len(sides[side]) > 0 {
			out = append(out, sided(side, sides[side], company))
		}
	}
	if len(out) == 0 {
		open := undecided(sides[evidence.Neutral], details.Documents, company, beside.Searches)
		open.Summary += read
		out = append(out, open)
	}
	for i := range out {
		out[i].Details, out[i].Exhausted = details, !more
		if len(details.Partial) > 0 {
			out[i].Summary += " Not compared: what stands further on in " + strings.Join(details.Partial, " ")
		}
	}
	return Answer{Findings: out, Thinking: beside.Said, Searches: beside.Searches}, nil
}

// read has a model read the places that the rules leave open, notes what it says and returns that in words.
func (s Searcher) read(ctx context.Context, claim events.Claim, open []evidence.Found, details *events.LibraryDetails) (string, error) {
	if s.Relater == nil || len(open) == 0 {
		return "", nil
	}
	said, asked, err := s.Relater.Relate(ctx, claim, open)
	if err != nil {
		return "", fmt.Errorf("asking what documents say of claim %s: %w", claim.ID, err)
	}
	details.Asked = asked
	words := ""
	for i, r := range said {
		if r == nil {
			continue
		}
		place := placeIn(open[i])
		if k := slices.IndexFunc(details.Relations, func(p events.LibraryPlace) bool { return p == place }); k >= 0 {
			details.Relations[k].Read = r
		}
		if r.Relation != string(evidence.Neutral) {
			words += strings.TrimRight(fmt.Sprintf(" A model reads %s (%s) as one that %s the claim: %s", open[i].Entry.Title, open[i].Entry.Publisher,
				r.Relation, r.Why), ".: ") + ". This takes no side, since no rule bears it out."
		}
	}
	return words, nil
}
