package specialist

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

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
		if supports {
			e.Bears = &events.Borne{Figures: list(one.Borne)}
		}
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
