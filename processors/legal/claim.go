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

// claim assesses the paragraphs a claim is linked to, and in later passes those that the judge's question
// names. Whether a paragraph is answered says nothing about whether the claim is true, so the finding
// supports nothing, and since the claim's words do not change there is nothing to gain from asking again.
func (s standard) claim(a events.Assignment, t events.AgentTask) specialist.Found {
	c := a.Claim
	words := c.Quote.Text
	if words == "" {
		words = c.Text
	}
	ix := newIndex(s.lex, alone(c.Page, words, c.Context))
	ix.single = true

	var mappings []events.ParagraphMapping
	for _, id := range asked(a, t) {
		mappings = append(mappings, s.mapping(ix, c, id)...)
	}
	mappings = distinct(mappings)

	found := specialist.Found{
		EvidenceType: EvidenceCompliance,
		Summary:      summary(mappings),
		Score:        0.4,
		Origins:      []events.Origin{events.OriginClaim},
		Details:      events.LegalDetails{Mappings: mappings},
		Exhausted:    true,
	}
	if len(mappings) == 0 {
		found.Origins = nil
		found.Details = events.LegalDetails{Mappings: []events.ParagraphMapping{}}
	}
	quoted := map[string]bool{}
	for _, m := range mappings {
		found.Paragraphs = append(found.Paragraphs, events.ParagraphStatus{ID: m.Paragraph, Status: m.Status})
		for _, r := range m.SubRequirements {
			if r.Addressed && !quoted[r.Quote] {
				quoted[r.Quote] = true
				found.Score = 0.6
				found.Evidence = append(found.Evidence, events.Evidence{Origin: events.OriginClaim, Page: r.Page, Quote: r.Quote})
			}
		}
	}
	return found
}

// asked lists the paragraphs to assess, in the order of the standards.
func asked(a events.Assignment, t events.AgentTask) []string {
	var ids []string
	for _, p := range a.Claim.Paragraphs {
		if id, err := standards.Parse(p.ID); err == nil {
			ids = append(ids, id.String())
		} else {
			ids = append(ids, p.ID)
		}
	}
	if a.Iteration > 1 {
		ids = append(ids, standards.Find(t.Query+"\n"+a.EvidenceGap+"\n"+a.RequiredEvidence)...)
	}
	standards.Sort(ids)
	return slices.Compact(ids)
}

// mapping assesses one paragraph. A paragraph that only frames others is assessed by those of its items
// that the claim answers.
func (s standard) mapping(ix *index, c events.Claim, id string) []events.ParagraphMapping {
	p, ok := s.Paragraph(id)
	if !ok {
		return []events.ParagraphMapping{{
			Paragraph: id, Status: events.CouldNotAssess, SubRequirements: []events.SubRequirement{}, S1Counterparts: []string{},
			Note: "the registry of the issued standards has no such paragraph",
		}}
	}
	if p.GapRule != ifrs.Never {
		return []events.ParagraphMapping{s.item(ix, c, p)}
	}
	var answered []events.ParagraphMapping
	for _, item := range s.items(p) {
		m := s.item(ix, c, item)
		if slices.ContainsFunc(m.SubRequirements, func(r events.SubRequirement) bool { return r.Addressed }) {
			answered = append(answered, m)
		}
	}
	if len(answered) > 0 {
		return answered
	}
	m := describe(p)
	if len(s.items(p)) > 0 {
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

// item assesses a paragraph that asks for something.
func (s standard) item(ix *index, c events.Claim, p *ifrs.Paragraph) events.ParagraphMapping {
	m := describe(p)
	addressed, missing, unjudged := 0, 0, 0
	for _, r := range p.Requirements {
		line := events.SubRequirement{ID: r.ID, Requirement: r.Text}
		alternatives, judged := s.lex.answers[r.ID]
		at, alt, found := ix.find(alternatives, r.NegativeStatements)
		switch {
		case found && at == 0 && c.Quote.Text != "":
			line.Addressed, line.Origin, line.Page, line.Quote = true, events.OriginClaim, c.Page, ix.quote(at, alt)
			addressed++
		case found:
			line.GapReason = "the claim could not be located on its page, so nothing can be quoted for this"
			unjudged++
		case !judged:
			line.GapReason = "no rule can judge this yet"
			unjudged++
		case r.ConditionCode != "":
			line.GapReason = "not said; asked for only if: " + s.ConditionCodes[r.ConditionCode]
		case !r.Required:
			line.GapReason = "not said; not required"
		default:
			line.GapReason = "the claim's own words do not say this"
			missing++
		}
		m.SubRequirements = append(m.SubRequirements, line)
	}
	switch {
	case addressed > 0 && missing == 0 && unjudged == 0:
		m.Status = events.FullyAddressed
	case addressed > 0:
		m.Status = events.PartiallyAddressed
	case missing == 0 && unjudged > 0:
		m.Status = events.CouldNotAssess
	case p.GapRule == ifrs.IfConditionHolds:
		m.Status, m.Note = events.Conditional, p.Condition
	default:
		m.Status = events.NotAddressed
	}
	return m
}

// distinct drops repeats: an item can be reached by itself and through its paragraph.
func distinct(all []events.ParagraphMapping) []events.ParagraphMapping {
	slices.SortStableFunc(all, func(a, b events.ParagraphMapping) int { return standards.Compare(a.Paragraph, b.Paragraph) })
	return slices.CompactFunc(all, func(a, b events.ParagraphMapping) bool { return a.Paragraph == b.Paragraph })
}

func summary(mappings []events.ParagraphMapping) string {
	if len(mappings) == 0 {
		return "The claim is linked to no paragraph of IFRS S1 or S2, so there is nothing to compare it with."
	}
	const shown = 3
	var parts []string
	for _, m := range mappings[:min(shown, len(mappings))] {
		part := m.Paragraph + " " + strings.ReplaceAll(string(m.Status), "_", " ")
		var missing []string
		for _, r := range m.SubRequirements {
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
	return "Compared with IFRS S1/S2, by the claim's own words: " + strings.Join(parts, ", ") + "."
}
