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

// sided is what speaks for a claim, or against it.
func sided(side evidence.Relation, all []evidence.Found, company string) Found {
	supports := side == evidence.Supports
	f := Found{EvidenceType: EvidenceLibrary, Supports: &supports, Score: 0.85}
	f.Summary = "Documents agree with the claim."
	if !supports {
		f.Summary = "Documents say otherwise than the claim."
	}
	for _, one := range all {
		if one.Figure == "" {
			f.Score = min(f.Score, 0.7) // words can be taken in more ways than figures
		}
		f.Summary += " " + told(one)
		e := Cite(one, company)
		f.Evidence = append(f.Evidence, e)
		if !slices.Contains(f.Origins, e.Origin) {
			f.Origins = append(f.Origins, e.Origin)
		}
	}
	return f
}

// undecided is the answer of who has looked and found nothing to say for or against.
func undecided(near []evidence.Found, documents int, company string, searches []events.Search) Found {
	f := Found{EvidenceType: EvidenceLibrary, Score: 0.3}
	looked := fmt.Sprintf("Looked at %d documents of the evidence library", documents)
	if documents == 1 {
		looked = "Looked at one document of the evidence library"
	}
	if len(searches) > 0 {
		looked = searched(searches, documents)
	}
	f.Summary = looked + ": nothing in it is of the claim's subject, place, period and figure."
	if len(near) > 0 {
		f.Summary = looked + ": it speaks of the claim's subject without settling the claim."
	}
	for _, one := range near {
		if one.Why != "" {
			f.Summary += " " + told(one)
		}
		f.Evidence = append(f.Evidence, Cite(one, company))
	}
	return f
}

// searched says what was searched for outside and what came of it: that nothing came is no evidence.
func searched(all []events.Search, documents int) string {
	var asked, wrong []string
	results := 0
	for _, s := range all {
		what := fmt.Sprintf("%s (%s to %s)", s.Query, s.From, s.To)
		if results += s.Results; s.Failed != "" {
			wrong = append(wrong, what+": "+s.Failed)
			continue
		}
		asked = append(asked, what)
	}
	out := ""
	if len(asked) > 0 {
		out = fmt.Sprintf("Searched %s for %s: %d results. ", all[0].Service, strings.Join(asked, "; "), results)
	}
	if len(wrong) > 0 {
		out += fmt.Sprintf("Without an answer from %s: %s. ", all[0].Service, strings.Join(wrong, "; "))
	}
	return out + fmt.Sprintf("Documents that may speak of the company, with those of the evidence library: %d", documents)
}

// failed says why no search had an answer; empty where one had, or none was made.
func failed(all []events.Search) string {
	why := ""
	for _, s := range all {
		if s.Failed == "" {
			return ""
		}
		why = s.Failed
	}
	return why
}

func told(f evidence.Found) string {
	where := fmt.Sprintf("page %d", f.Page)
	if f.Row > 0 {
		where = fmt.Sprintf("row %d", f.Row)
	}
	date := ""
	if f.Entry.Date != "" {
		date = ", " + f.Entry.Date
	}
	return fmt.Sprintf("%s (%s, tier %d%s; %s): %s.", f.Entry.Title, f.Entry.Publisher, f.Entry.Tier, date, where, f.Why)
}

// Cite is the citation of a place in a document of the library, with where it comes from.
func Cite(f evidence.Found, company string) events.Evidence {
	e := f.Entry
	origin, source := evidence.OriginOf(e.LibraryItem, company), evidence.SourceOf(e.LibraryItem)
	if f.Relayed {
		origin = events.OriginCompany
	}
	if e.Story != "" {
		source = e.Story // of one story told by many, all are one source
	}
	return events.Evidence{
		Origin: origin, Source: source, Page: f.Page, Row: f.Row, Quote: f.Quote,
		URL: e.URL, Date: e.Date, Tier: e.Tier, Publisher: e.Publisher, Document: e.ID, RetrievedAt: e.RetrievedAt,
	}
}

func placeIn(f evidence.Found) events.LibraryPlace {
	e := f.Entry
	return events.LibraryPlace{
		Document: e.ID, Title: e.Title, Kind: e.Kind, Publisher: e.Publisher, Tier: e.Tier, PublishedDate: e.Date, URL: e.URL,
		Page: f.Page, Row: f.Row, Snippet: f.Quote, Relation: string(f.Relation), Contradiction: f.Contradiction,
		Subject: f.Subject, Place: f.Place, Period: f.Period, Figure: f.Figure, Why: f.Why,
		Domain: e.Domain, Story: e.Story, RetrievedAt: e.RetrievedAt, Window: e.Window,
	}
}

// Corroborate answers another agent's question for what others say of a claim: documents of whoever is not the
// company itself, for the claim and against it.
func Corroborate(shelf *evidence.Shelf, c events.Claim) Reply {
	st := StatementOf(c)
	var r Reply
	var lines []string
	for _, f := range shelf.Relate(st, events.EvidenceKinds()...) {
		e := Cite(f, st.Company)
		if e.Origin == events.OriginPriorReport || e.Origin == events.OriginCompany || f.Relation == evidence.Neutral {
			continue
		}
		verb := "supports the claim"
		if f.Relation == evidence.Contradicts {
			verb = "contradicts the claim"
		}
		lines = append(lines, fmt.Sprintf("%s: %s", verb, told(f)))
		r.Evidence = append(r.Evidence, e)
	}
	if len(lines) == 0 {
		return Nothing(fmt.Sprintf("None of the %d documents of the evidence library confirms or denies the claim.", len(shelf.Entries)))
	}
	r.Text = strings.Join(lines, " ")
	return r
}

// filled has lists that are never null in JSON.
func filled(d events.NoSourceDetails) events.NoSourceDetails {
	d.NotConfigured, d.WouldHelp, d.Observations = list(d.NotConfigured), list(d.WouldHelp), list(d.Observations)
	return d
}
