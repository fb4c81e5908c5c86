package specialist

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
)

// place is where an answer belongs; claim is empty for the report as a whole.
type place struct {
	report, claim string
	iteration     int
	earlier       []string // the agent's findings of earlier passes
}

func placeOf(w Work) place {
	return place{report: w.Claim.ReportID, claim: w.Claim.ID, iteration: w.Iteration, earlier: w.Task.Earlier}
}

// of gives drafts the place's pass: what they answer may be a wake that another pass has asked for.
func (p place) of(drafts []events.Draft) []events.Draft {
	for i := range drafts {
		drafts[i].Iteration = p.iteration
	}
	return drafts
}

// refersTo is the earlier finding that the n-th finding of this answer looks at again: the latest one in the
// same place of an answer of this agent.
func (p place) refersTo(agent events.Agent, n int) string {
	for i := p.iteration - 1; i > 0; i-- {
		if id := events.FindingID(p.report, p.claim, i, string(agent), n); slices.Contains(p.earlier, id) {
			return id
		}
	}
	return ""
}

// subject is the path of one event of an agent's answer.
func (p place) subject(agent events.Agent, parts ...string) string {
	parts = append([]string{string(agent)}, parts...)
	if p.claim == "" {
		return events.RunSubject(parts...)
	}
	return events.PassSubject(p.claim, p.iteration, parts...)
}

// publish turns an answer into events: the facts first, then what people see, the receipt last. inquiries have
// ended and said so; the receipt counts them.
func (a Agent) publish(p place, answer Answer, inquiries []events.RequestClosure) ([]events.Draft, error) {
	var facts, shown []events.Draft
	receipt := events.Receipt{ClaimID: p.claim, Iteration: p.iteration, Agent: a.Name, Outcome: events.OutcomeProduced, Findings: len(answer.Findings)}

	for i, message := range answer.Thinking {
		shown = append(shown, a.activity(p.subject(a.Name, "thinking", strconv.Itoa(i)), "agent_thinking", map[string]any{"message": message}))
	}
	for i, s := range answer.Searches {
		shown = append(shown, a.activity(p.subject(a.Name, "search", strconv.Itoa(i)), "search_executed", map[string]any{
			"service": s.Service, "query": s.Query, "results": s.Results,
		}))
	}
	if why := failed(answer.Searches); why != "" {
		// Of all claims whose searches fail one says so: the event has the same name in each of them.
		shown = append(shown, a.activity(events.RunSubject(string(a.Name), "unanswered"), "agent_thinking", map[string]any{
			"message": "A search beyond this machine had no answer (" + answer.Searches[0].Service + "): no network, or a service that is down. " +
				"Claims that it was for are judged by what is at hand, and each says so. --offline leaves such services alone.",
		}))
	}
	NameChecks(p.report, p.claim, answer.Checks)
	for i, c := range answer.Checks {
		switch c.Result {
		case events.CheckPass:
			receipt.ChecksPassed++
		case events.CheckFail:
			receipt.ChecksFailed++
		}
		// The claim names a check, so that looking again at the same words is the same check; the event is named
		// by the pass, too, or a second pass would count records that are repeats and never come.
		facts = append(facts, events.CheckPerformed.Draft(p.subject(a.Name, "check", c.Name, strconv.Itoa(ordinal(answer.Checks, i))), c))
		shown = append(shown, a.activity(p.subject(a.Name, "consistency_check", c.ID), "consistency_check", map[string]any{
			"check_name": c.Name, "claim_id": c.ClaimID, "result": c.Result, "details": map[string]any{
				"message": c.Message, "working": c.Working, "expected": c.Expected, "stated": c.Stated, "difference": c.Difference,
			},
		}))
	}
	for i, g := range answer.Gaps {
		g.ID = events.StableID("gap", p.report, gapSubject(g.Paragraph))
		facts = append(facts, events.GapFound.Draft(gapSubject(g.Paragraph), g))
		if g.Status == events.NotAddressed || g.Status == events.PartiallyAddressed {
			shown = append(shown, a.activity(p.subject(a.Name, "disclosure_gap_found", strconv.Itoa(i)), "disclosure_gap_found",
				map[string]any{"paragraph_id": g.Paragraph, "gap_status": g.Status}))
		}
	}
	for _, c := range answer.Coverage {
		facts = append(facts, events.CoverageAssessed.Draft(events.RunSubject("coverage", c.Pillar), c))
		shown = append(shown, a.activity(p.subject(a.Name, "ifrs_coverage_update", c.Pillar), "ifrs_coverage_update", map[string]any{
			"pillar": c.Pillar, "paragraphs_covered": c.FullyAddressed, "paragraphs_total": c.Total,
			"paragraphs_gaps": c.PartiallyAddressed + c.NotAddressed, "coverage_percentage": c.Percent,
		}))
	}
	for i, f := range answer.Findings {
		finding, err := a.finding(p, f, i, i == len(answer.Findings)-1)
		if err != nil {
			return nil, err
		}
		facts = append(facts, events.FindingProduced.Draft(p.subject(a.Name, strconv.Itoa(i)), finding))
		shown = append(shown, a.activity(p.subject(a.Name, "evidence_found", strconv.Itoa(i)), "evidence_found", shownOf(finding)))
	}
	receipt.Records = len(facts) // every fact is a kind of findings.produced
	count(&receipt, inquiries)
	out := append(facts, shown...)
	if answer.Assessed != nil {
		out = append(out, events.GapsAssessed.Draft(events.RunSubject("gaps"), *answer.Assessed))
	}
	return append(out, events.FindingReported.Draft(p.subject(a.Name, "reported"), receipt)), nil
}

// count adds the questions of a pass to its receipt: each one's end is a record of findings.produced, too.
func count(r *events.Receipt, inquiries []events.RequestClosure) {
	r.Records += len(inquiries)
	r.Requests = len(inquiries)
	for _, q := range inquiries {
		if q.Status == events.InquiryAnswered {
			r.Answered++
		}
		if q.Answer != nil && q.Answer.From != "" && !slices.Contains(r.Heard, q.Answer.From) {
			r.Heard = append(r.Heard, q.Answer.From)
		}
	}
}

func (a Agent) finding(p place, f Found, n int, last bool) (events.Finding, error) {
	details, err := json.Marshal(f.Details)
	if err != nil {
		return events.Finding{}, fmt.Errorf("encoding details of %s on %s: %w", a.Name, p.claim, err)
	}
	for i := range f.Evidence {
		if f.Evidence[i].Bears == nil {
			f.Evidence[i].Bears = f.Bears
		}
	}
	if f.Details == nil {
		details = json.RawMessage("{}")
	}
	return events.Finding{
		ID:                   events.FindingID(p.report, p.claim, p.iteration, string(a.Name), n),
		Agent:                a.Name,
		ClaimID:              p.claim,
		Iteration:            p.iteration,
		EvidenceType:         f.EvidenceType,
		Summary:              f.Summary,
		SupportsClaim:        f.Supports,
		Confidence:           Confidence(f.Score),
		Score:                math.Round(f.Score*1e4) / 1e4,
		Origins:              list(f.Origins),
		Evidence:             list(f.Evidence),
		Details:              details,
		Exhausted:            f.Exhausted,
		Last:                 last,
		RefersTo:             p.refersTo(a.Name, n),
		Paragraphs:           list(f.Paragraphs),
		InternallyConsistent: f.InternallyConsistent,
	}, nil
}

// Confidence is the word for a confidence from 0 to 1.
func Confidence(score float64) events.Confidence {
	switch {
	case score >= 0.8:
		return events.ConfidenceHigh
	case score >= 0.5:
		return events.ConfidenceMedium
	}
	return events.ConfidenceLow
}

// shownOf is what people see of a finding.
func shownOf(f events.Finding) map[string]any {
	data := map[string]any{"claim_id": f.ClaimID, "summary": f.Summary, "supports_claim": f.SupportsClaim, "confidence": f.Confidence}
	if len(f.Paragraphs) > 0 {
		data["paragraph_id"], data["compliance_status"] = f.Paragraphs[0].ID, f.Paragraphs[0].Status
	}
	return data
}

// NameChecks gives checks their ids, so that findings can cite them. A check is named by its claim, its
// name and its place among the claim's checks of that name.
func NameChecks(report, claim string, checks []events.Check) {
	for i := range checks {
		checks[i].ClaimID = claim
		checks[i].ID = events.StableID("chk", report, checkSubject(claim, checks[i].Name, ordinal(checks, i)))
		checks[i].Inputs = list(checks[i].Inputs)
	}
}

// ordinal counts the checks of the same name before checks[i].
func ordinal(checks []events.Check, i int) int {
	n := 0
	for _, c := range checks[:i] {
		if c.Name == checks[i].Name {
			n++
		}
	}
	return n
}

func checkSubject(claim, name string, n int) string {
	if claim == "" {
		return events.RunSubject("check", name, strconv.Itoa(n))
	}
	return events.ClaimSubject(claim, "check", name, strconv.Itoa(n))
}

func gapSubject(paragraph string) string { return events.RunSubject("gap", paragraph) }

// list is never null in JSON.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
