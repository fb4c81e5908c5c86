package judge

import (
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
)

// Decide rules on a case: the next revision of its verdict. The verdict speaks of truth only; what the
// paragraphs of the standards make of the claim stands beside it, and so does a person's ruling.
//
// The port for a model's verdict is the call of classify. A model is never asked in here, since Decide is a
// function of its arguments: the processor asks it between Evaluate and Decide, through a recorded port, and
// hands its proposal (a class and its reasons) in as a further argument. The rubric's class is the bound: a
// proposal of the same class lends its reasons, any other is not followed but recorded beside the verdict as a
// disagreement, and without a proposal the rubric rules alone, as it does now. A person's ruling comes after
// both. The port for a model's wording is Explain: the processor hands the account of the verdict to the model
// and its words in here; without them, or where they say what the account does not, Account.Text stands.
func Decide(r Rubric, c Case, ev Evaluation) events.Verdict {
	class := classify(r, c, ev)
	likelihood := r.likelihood(class, confidence(r, ev, class), ev.InternallyConsistent)
	report, claim := c.names()
	v := events.Verdict{
		ID:              verdictID(report, claim, c.Revision+1),
		ClaimID:         claim,
		ReportID:        report,
		Verdict:         class,
		Confidence:      r.wordFor(likelihood, ev.Incomplete),
		ConfidenceScore: likelihood,
		Score:           ev.Score,
		Iteration:       c.current(),
		Dimensions:      ev.Dimensions,
		Origins:         make([]string, 0, len(ev.Support)),
		FindingIDs:      make([]string, 0, len(c.Findings)),
		Paragraphs:      ev.Paragraphs,
		Cycles:          append([]events.Cycle{}, c.Cycles...),
		MissingAgents:   []events.MissingAgent{},
		Rubric:          r.ID(),
		Revision:        c.Revision + 1,
		Final:           !c.outstanding(),
		Supersedes:      c.Verdict,

		InternallyConsistent: ev.InternallyConsistent,
	}
	for _, s := range ev.Support {
		v.Origins = append(v.Origins, s.Origin)
	}
	for _, f := range c.Findings {
		v.FindingIDs = append(v.FindingIDs, f.ID)
	}
	slices.Sort(v.Origins)
	slices.Sort(v.FindingIDs)
	for _, x := range ev.Expected {
		if !x.Looked {
			v.MissingAgents = append(v.MissingAgents, events.MissingAgent{Agent: x.Agent, Reason: x.Reason})
		}
	}
	v.Reasoning = Explain(r, c, ev, class).Text()
	if c.Ruling != nil {
		overrule(r, &v, *c.Ruling)
	}
	return v
}

// classify applies the rubric's bounds.
func classify(r Rubric, c Case, ev Evaluation) events.VerdictClass {
	switch {
	case ev.Side == SideContradict:
		return events.Contradicted
	case ev.Contradictory:
		return events.InsufficientEvidence
	case len(ev.Support) == 0:
		return events.Unverified
	case r.verifies(ev) && r.covers(c, ev).whole():
		return events.Verified
	}
	return events.InsufficientEvidence
}

// verifies asks for enough independent origins, one of them outside the issuer: that a report agrees with
// itself verifies nothing.
func (r Rubric) verifies(ev Evaluation) bool {
	return ev.Score >= r.Verified.Score &&
		len(ev.Support) >= r.Verified.Origins &&
		slices.ContainsFunc(ev.Support, Source.outside) &&
		r.qualityLevel(ev.Quality) != LevelLow
}

// confidence is that of the verdict, from its own side's evidence. Nothing speaks for "unverified", so
// there it is how thoroughly was looked, and never high: what was looked at in vain may still stand elsewhere. An incomplete
// evaluation is never confident. What is shown is how often such a verdict is right, as a number and as the word for it.
func confidence(r Rubric, ev Evaluation, class events.VerdictClass) float64 {
	number := ev.Score
	if class == events.Unverified {
		number = round4(ev.Completeness * ev.Looked)
	}
	if ev.Incomplete {
		number = min(number, r.Confidence.Incomplete)
	}
	return number
}

func verdictID(report, claim string, revision int) string {
	return events.StableID("vrd", report, events.ClaimSubject(claim, "r"+strconv.Itoa(revision)))
}

func (c *Case) names() (report, claim string) {
	if c.Claim == nil {
		return "", ""
	}
	return c.Claim.ReportID, c.Claim.ID
}
