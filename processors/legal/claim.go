package legal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// examination is what a claim is looked at with: the standards, the report it stands in, and the paragraphs that a
// search found for it.
type examination struct {
	standard
	report  *comparison // nil where nobody said which report it is
	broken  string      // why the report cannot be searched: then nothing is missing, it could not be assessed
	hits    []Hit
	unfound string // why paragraphs could not be searched for
	alone   bool   // the search found none
}

// claim assesses a claim by its own words only.
func (s standard) claim(a events.Assignment, t events.AgentTask, inquiries []events.RequestClosure) specialist.Found {
	return examination{standard: s}.claim(a, t, inquiries)
}

// claim assesses the paragraphs a claim is linked to, those that a search finds and its words answer, and in later
// passes those that the judge's question names. Whether a paragraph is answered says nothing about whether the claim is
// true, so the finding supports nothing. What others have answered stands beside the statuses and changes none: truth
// and compliance are two axes. The whole report is searched the first time, so that asking again finds nothing new, unless
// an answer or the search for paragraphs failed to come: those may come when asked for again.
func (x examination) claim(a events.Assignment, t events.AgentTask, inquiries []events.RequestClosure) specialist.Found {
	c := a.Claim
	words := c.Quote.Text
	if words == "" {
		words = c.Text
	}
	ix := newIndex(x.lex, alone(c.Page, words, c.Context))
	ix.single = true

	var mappings []events.ParagraphMapping
	ids := asked(a, t)
	for _, id := range ids {
		mappings = append(mappings, x.mapping(ix, c, id)...)
	}
	mappings = append(mappings, x.retrieved(ix, c, ids)...)
	mappings = distinct(mappings)
	x.searched(mappings, questions(a, t))
	for i := range mappings {
		x.rate(&mappings[i])
	}
	annotate(mappings, inquiries)
	annotateMethods(mappings, inquiries)

	found := specialist.Found{
		EvidenceType: EvidenceCompliance,
		Summary:      summary(mappings) + x.limits(),
		Score:        score(mappings),
		Origins:      origins(mappings),
		Exhausted:    (x.unfound == "" || a.Iteration > 1) && !specialist.Expired(inquiries),
	}
	found.Summary += told(inquiries)
	if len(mappings) == 0 {
		found.Origins, mappings = nil, []events.ParagraphMapping{}
	}
	found.Details = events.LegalDetails{Mappings: mappings, CrossDomain: specialist.CrossDomain(inquiries)}
	quoted := map[string]bool{}
	for _, m := range mappings {
		found.Paragraphs = append(found.Paragraphs, events.ParagraphStatus{ID: m.Paragraph, Status: m.Status})
		for _, r := range m.SubRequirements {
			if r.Addressed && r.Quote != "" && !quoted[r.Quote] {
				quoted[r.Quote] = true
				found.Evidence = append(found.Evidence, events.Evidence{Origin: r.Origin, Page: r.Page, Quote: r.Quote})
			}
		}
	}
	x.disputed(c, &found)
	return found
}

// disputed says first of all that the report says otherwise elsewhere what the claim says.
func (x examination) disputed(c events.Claim, found *specialist.Found) {
	if x.report == nil {
		return
	}
	other, ok := x.report.conflicting(c)
	if !ok {
		return
	}
	no := false
	found.InternallyConsistent = &no
	found.Summary = x.report.told(other) + " " + found.Summary
	for _, s := range []assertion{other.a, other.b} {
		q := x.report.quoted(judgement{outcome: described, at: s.at})
		found.Evidence = append(found.Evidence, events.Evidence{Origin: events.OriginReport, Page: q.Page, Quote: q.Quote})
	}
}

// asked lists the paragraphs to assess, in the order of the standards. An id that does not exist as written stands for
// those that hold what it was written for.
func asked(a events.Assignment, t events.AgentTask) []string {
	var ids []string
	for _, p := range a.Claim.Paragraphs {
		ids = append(ids, resolved(p.ID)...)
	}
	if a.Iteration > 1 {
		for _, id := range standards.Find(strings.Join(questions(a, t), "\n")) {
			ids = append(ids, resolved(id)...)
		}
	}
	standards.Sort(ids)
	return slices.Compact(ids)
}

func resolved(id string) []string {
	r, err := standards.Resolve(id)
	if err != nil || len(r.IDs) == 0 {
		if parsed, err := standards.Parse(id); err == nil {
			return []string{parsed.String()}
		}
		return []string{id}
	}
	return r.IDs[:min(len(r.IDs), topParagraphs)]
}

// retrieved assesses the paragraphs that a search found, as far as the claim's own words answer them: a paragraph that is
// merely near would be an accusation nobody asked for.
func (x examination) retrieved(ix *index, c events.Claim, already []string) (out []events.ParagraphMapping) {
	for _, h := range x.hits {
		p, ok := x.Paragraph(h.Paragraph)
		if !ok || p.GapRule == ifrs.Never || slices.Contains(already, p.ID) {
			continue
		}
		if answered(ix, p) == 0 {
			continue
		}
		if m := x.item(ix, c, p); byClaim(m) {
			m.Relevance = h.Score
			out = append(out, m)
		}
	}
	return out
}

func byClaim(m events.ParagraphMapping) bool {
	return slices.ContainsFunc(m.SubRequirements, func(r events.SubRequirement) bool { return r.Origin == events.OriginClaim })
}

// mapping assesses one paragraph. A paragraph that only frames others is assessed by those of its items
// that the claim answers.
func (x examination) mapping(ix *index, c events.Claim, id string) []events.ParagraphMapping {
	p, ok := x.Paragraph(id)
	if !ok {
		return []events.ParagraphMapping{{
			Paragraph: id, Status: events.CouldNotAssess, SubRequirements: []events.SubRequirement{}, S1Counterparts: []string{},
			Note: "the registry of the issued standards has no such paragraph",
		}}
	}
	if p.GapRule != ifrs.Never {
		m := x.item(ix, c, p)
		m.Relevance = 1
		return []events.ParagraphMapping{m}
	}
	items := x.items(p)
	var answered []events.ParagraphMapping
	for _, item := range items {
		if m := x.item(ix, c, item); byClaim(m) {
			m.Relevance = 1
			answered = append(answered, m)
		}
	}
	if len(answered) > 0 {
		return answered
	}
	m := describe(p)
	m.Relevance = 1
	if len(items) > 0 {
		m.Status, m.Note = events.NotAddressed, "the claim's own words answer none of the items under this paragraph"
	} else {
		m.Status, m.Note = events.Conditional, fmt.Sprintf("%s: nothing is to be disclosed under this paragraph itself", strings.ReplaceAll(p.Kind, "_", " "))
	}
	return []events.ParagraphMapping{m}
}

// items lists the gap-capable items under a paragraph at any depth.
func (s standard) items(p *ifrs.Paragraph) []*ifrs.Paragraph {
	var out []*ifrs.Paragraph
	for _, child := range s.Children(p.ID) {
		if child.GapRule != ifrs.Never {
			out = append(out, child)
		}
		out = append(out, s.items(child)...)
	}
	return out
}

func describe(p *ifrs.Paragraph) events.ParagraphMapping {
	return events.ParagraphMapping{
		Paragraph: p.ID, Pillar: p.Pillar, Section: p.Section, Requirement: p.Summary, Materiality: p.Materiality,
		SubRequirements: []events.SubRequirement{}, S1Counterparts: append([]string{}, p.S1Counterparts...),
	}
}

// distinct drops repeats: an item can be reached by itself and through its paragraph.
func distinct(all []events.ParagraphMapping) []events.ParagraphMapping {
	slices.SortStableFunc(all, func(a, b events.ParagraphMapping) int { return standards.Compare(a.Paragraph, b.Paragraph) })
	return slices.CompactFunc(all, func(a, b events.ParagraphMapping) bool { return a.Paragraph == b.Paragraph })
}

// origins names where the quotations stand: in the claim, or elsewhere in the report.
func origins(mappings []events.ParagraphMapping) (out []events.Origin) {
	if len(mappings) > 0 {
		out = append(out, events.OriginClaim)
	}
	for _, m := range mappings {
		for _, r := range m.SubRequirements {
			if r.Origin != "" && !slices.Contains(out, r.Origin) {
				out = append(out, r.Origin)
			}
		}
	}
	return out
}

// limits says what could not be searched.
func (x examination) limits() string {
	var b strings.Builder
	if x.broken != "" {
		b.WriteString(" The rest of the report could not be searched: " + x.broken + ".")
	}
	if x.unfound != "" {
		b.WriteString(" Only the paragraphs that the claim was linked to were looked at: " + x.unfound + ".")
	}
	if x.alone {
		b.WriteString(" Only the paragraphs that the claim was linked to were looked at: the search found no other.")
	}
	return b.String()
}

func summary(mappings []events.ParagraphMapping) string {
	if len(mappings) == 0 {
		return "The claim is linked to no paragraph of IFRS S1 or S2, so there is nothing to compare it with."
	}
	const shown = 3
	var parts []string
	report := false
	for _, m := range mappings[:min(shown, len(mappings))] {
		part := m.Paragraph + " " + strings.ReplaceAll(string(m.Status), "_", " ")
		var missing []string
		for _, r := range m.SubRequirements {
			report = report || r.Origin == events.OriginReport
			if !r.Addressed {
				missing = append(missing, strings.ToLower(r.Requirement[:1])+r.Requirement[1:])
			}
		}
		if m.Status == events.PartiallyAddressed && len(missing) > 0 {
			part += " (not said: " + strings.Join(missing, "; ") + ")"
		}
		parts = append(parts, part)
	}
	if more := len(mappings) - shown; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	by := "by the claim's own words"
	if report {
		by = "by the claim's own words and the rest of the report"
	}
	return "Compared with IFRS S1/S2, " + by + ": " + strings.Join(parts, ", ") + "."
}
