package legal

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// parts counts what stands for the requirements of a paragraph.
type parts struct{ own, elsewhere, named, pointed, missing, unjudged int }

// item assesses a paragraph that asks for something, part by part: by the claim's own words, and where these are silent
// by the rest of its report.
func (x examination) item(ix *index, c events.Claim, p *ifrs.Paragraph) events.ParagraphMapping {
	m := describe(p)
	var n parts
	for _, r := range p.Requirements {
		m.SubRequirements = append(m.SubRequirements, x.part(ix, c, p, r, &n))
	}
	m.Status, m.Note = x.status(p, n)
	if x.report != nil {
		a := x.report.state(p) // a paragraph has one state in a run
		m.Status, m.Materiality = a.status, x.report.materiality(p)
		if m.Note = ""; a.status == events.Conditional {
			m.Note = a.condition
		}
	}
	if m.Note == "" && n.elsewhere > 0 {
		m.Note = fmt.Sprintf("%d by the claim's own words, %d elsewhere in the report", n.own, n.elsewhere)
	}
	if m.Note == "" && n.named > 0 {
		m.Note = namedOnly
	}
	return m
}

func (x examination) part(ix *index, c events.Claim, p *ifrs.Paragraph, r ifrs.Requirement, n *parts) events.SubRequirement {
	line := events.SubRequirement{ID: r.ID, Requirement: r.Text}
	alternatives, judged := x.lex.answers[r.ID]
	at, alt, found := ix.find(alternatives, r.NegativeStatements || p.NegativeStatements)
	j := judgement{outcome: missing, at: -1}
	if x.report != nil {
		j = x.report.judge(p, r)
		line.Read = x.report.readsOf(j)
	}
	own := answer.Not
	if found && at == 0 && c.Quote.Text != "" {
		own = x.bears(c, r, alt, j)
	}
	switch {
	case own == answer.Answers:
		line.Addressed, line.Origin, line.Page, line.Quote = true, events.OriginClaim, c.Page, ix.quote(at, alt)
		n.own++
	case j.outcome == described && !j.quotes():
		line.Addressed, line.Origin, line.Page, line.GapReason = true, events.OriginReport, x.report.ix.passages[j.at].page, x.report.notQuoted(j)
		n.elsewhere++
	case j.outcome == described:
		q := x.report.quoted(j)
		line.Addressed, line.Origin, line.Page, line.Quote, line.Heads = true, events.OriginReport, q.Page, q.Quote, q.Heads
		n.elsewhere++
	case own == answer.Names:
		line.Origin, line.Page, line.Quote, line.GapReason = events.OriginClaim, c.Page, ix.quote(at, alt), namedOnly
		n.own++
		n.named++
	case j.outcome == named:
		line.GapReason = x.report.onlyNamed(j)
		n.elsewhere++
		n.named++
	case found && x.report == nil:
		line.GapReason = "the claim could not be located on its page, so nothing can be quoted for this"
		n.unjudged++
	case j.outcome == pointed:
		line.GapReason = x.report.givenElsewhere(j)
		n.pointed++
	case !judged && x.lex.rules[r.ID] == "":
		line.GapReason = "no rule can judge this yet"
		n.unjudged++
	case r.ConditionCode != "" && (x.report == nil || x.report.holds(r.ConditionCode) != holds):
		line.GapReason = "not said; asked for only if: " + x.ConditionCodes[r.ConditionCode]
	case !r.Required:
		line.GapReason = "not said; not required"
	case x.broken != "":
		line.GapReason = "the claim's own words do not say this, and the rest of the report could not be searched: " + x.broken
		n.unjudged++
	case x.report != nil && x.report.unread != "":
		line.GapReason = "not found in what could be read: " + x.report.unread
		n.unjudged++
	case x.report != nil && x.report.pictured(p) != "":
		line.GapReason = "not found in what could be read: " + x.report.pictured(p)
		n.unjudged++
	case x.report != nil:
		line.GapReason = "neither the claim nor the rest of the report says this" + x.report.nearest(j)
		n.missing++
	default:
		line.GapReason = "the claim's own words do not say this"
		n.missing++
	}
	return line
}

// bears is what a claim's own words, in which a cue was found, are to a requirement. Where the report is known they stand for it only if
// its passages have been judged to answer it, and the claim's own one too, if it is among them: a cue finds and does not judge.
func (x examination) bears(c events.Claim, r ifrs.Requirement, alt alternative, j judgement) answer.Verdict {
	by := answer.Answers
	if alt.named {
		by = answer.Names
	}
	if x.report == nil || x.report.meaning == nil {
		return by
	}
	if j.outcome != described && j.outcome != named {
		return answer.Not
	}
	if part := x.report.asks(r.ID); part != nil {
		return x.report.meaning.bears(part, c.Page, c.Quote.Text)
	}
	if by == answer.Answers && !x.lex.shows(alt) {
		return answer.Not
	}
	return by
}

// status is the state of a paragraph whose parts are counted, where the report is not known.
func (x examination) status(p *ifrs.Paragraph, n parts) (events.DisclosureStatus, string) {
	found := n.own + n.elsewhere
	switch {
	case found > 0 && n.missing+n.unjudged+n.named+n.pointed == 0:
		return events.FullyAddressed, ""
	case found > 0:
		return events.PartiallyAddressed, ""
	case n.pointed > 0:
		return events.ReferencedElsewhere, ""
	case n.missing == 0 && n.unjudged > 0:
		return events.CouldNotAssess, ""
	case p.GapRule == ifrs.IfConditionHolds && (x.report == nil || p.ConditionCode == "" || x.report.holds(p.ConditionCode) != holds):
		return events.Conditional, p.Condition
	case n.unjudged > 0:
		return events.CouldNotAssess, ""
	}
	return events.NotAddressed, ""
}

var (
	particular = pattern.Compile(`\d|[a-z,] [A-Z][A-Za-z]+`) // a figure, a date, or a name within a sentence
	recognised = pattern.Compile(`(?i)ghg protocol|greenhouse gas protocol|iso\s?14064|\bsbti\b|science.based targets initiative|\bpcaf\b|` +
		`emission factors?|\bgri\b|\besrs\b|market.based|location.based|operational control|financial control|equity share`)
	brokenDown = pattern.Compile(`(?i)scope\s?[123]|categor(?:y|ies)|by (?:region|country|site|division|segment|source|type)|` +
		`per (?:tonne|unit|employee|product)|location.based|market.based|\t`)
)

// rate says how a mapping stands on each criterion, and how sure that is.
func (x examination) rate(m *events.ParagraphMapping) {
	if m.Status == "" || len(m.SubRequirements) == 0 {
		m.Confidence = events.ConfidenceLow
		return
	}
	addressed, all := 0, 0
	var words strings.Builder
	for _, r := range m.SubRequirements {
		all++
		if r.Addressed {
			addressed++
			words.WriteString(r.Quote + "\n")
		}
	}
	text := words.String()
	none, part, full := events.CriterionNotMet, events.CriterionPartly, events.CriterionMet
	if m.Status == events.CouldNotAssess {
		none = events.CriterionNotAssessed
	}
	c := events.Criteria{Presence: none, Completeness: none, Specificity: none, Method: events.CriterionNotApplicable, Granularity: events.CriterionNotApplicable}
	metrics := m.Pillar == "metrics_targets"
	if addressed > 0 {
		c.Presence, c.Completeness, c.Specificity = full, part, part
		if m.Note == namedOnly {
			c.Presence = part
		}
		if m.Status == events.FullyAddressed {
			c.Completeness = full
		}
		if particular.MatchString(text) {
			c.Specificity = full
		}
		if metrics {
			c.Method, c.Granularity = graded(recognised, text, x.method()), graded(brokenDown, text, false)
		}
	}
	m.Criteria = &c
	switch m.Confidence = confidence(*m, addressed, all); {
	case x.unfound != "":
		m.Confidence = events.ConfidenceLow // other paragraphs may say more of the claim
	case x.alone && m.Confidence == events.ConfidenceHigh:
		m.Confidence = events.ConfidenceMedium // that nothing is near the claim speaks against its link, too
	}
}

// graded is met where a text shows it, partly where the report does elsewhere.
func graded(pattern *pattern.Pattern, text string, elsewhere bool) events.Criterion {
	switch {
	case pattern.MatchString(text):
		return events.CriterionMet
	case elsewhere:
		return events.CriterionPartly
	}
	return events.CriterionNotMet
}

// method says whether the report names how its emissions are measured.
func (x examination) method() bool {
	if x.report == nil {
		return false
	}
	p, ok := x.Paragraph("S2.29(a)(ii)")
	if !ok {
		return false
	}
	for _, r := range p.Requirements {
		if x.report.judge(p, r).outcome == described {
			return true
		}
	}
	return false
}

// confidence of a status: high where every part is answered, or none is though the whole report was searched; medium
// where some are; low where the paragraph is far from the claim or could not be assessed.
func confidence(m events.ParagraphMapping, addressed, all int) events.Confidence {
	switch {
	case m.Status == events.CouldNotAssess || m.Status == events.Conditional || m.Relevance < 0.5:
		return events.ConfidenceLow
	case m.Status == events.FullyAddressed && addressed == all:
		return events.ConfidenceHigh
	}
	return events.ConfidenceMedium
}

// score is the confidence of a finding as a number: that of the paragraph of which most is known.
func score(mappings []events.ParagraphMapping) float64 {
	best := 0.4
	for _, m := range mappings {
		switch m.Confidence {
		case events.ConfidenceHigh:
			best = max(best, 0.85)
		case events.ConfidenceMedium:
			if m.Status != events.NotAddressed {
				best = max(best, 0.6)
			}
		}
	}
	return best
}
