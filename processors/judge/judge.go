// Package judge rules on claims. It waits, without a clock, for an answer from every agent of a pass,
// weighs what they found by the rubric of FRD 11 as amended (truth apart from compliance, sources counted
// by origin and not by agent), and either sends a thin case round again or issues a verdict with its
// reasoning.
//
// State belongs to (run, claim) and is kept after the verdict: a late finding or a person's ruling leads to a
// new revision that supersedes the old one, and what changes nothing leads to none. Everything here
// is a function of its arguments; a verdict depends on the set of findings heard, not on their order.
// Evaluate, Decide and Reinvestigate are the judgement; the processor around them only listens and
// publishes.
package judge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Name is the processor's name: consumer group, state topic, metric label and source of its events.
const Name = "judge"

// New declares the judge with its rubric.
func New(r Rubric) stream.Processor[Case] { return NewNarrated(r, nil) }

// NewNarrated declares the judge with who words its reasoning; nil for the rules alone.
func NewNarrated(r Rubric, n Narrator) stream.Processor[Case] {
	j := bench{r}
	return stream.Processor[Case]{
		Name:  Name,
		Limit: stream.ComputeLimit,
		Routes: []stream.Route[Case]{
			stream.On(events.CaseOpened, narrated(r, n, j.opened)),
			stream.On(events.FindingProduced, narrated(r, n, j.produced)),
			stream.On(events.FindingUnable, narrated(r, n, j.unable)),
			stream.On(events.CheckPerformed, narrated(r, n, j.checked)),
			stream.On(events.VerdictOverridden, j.overridden),
		},
		Rescue: rescue,
		Emits: []*events.Definition{
			events.VerdictIssued.Definition, events.CaseClosed.Definition, events.ReinvestigationRequested.Definition,
			events.ActivityReported.Definition, events.FindingUnable.Definition, events.RunFailed.Definition,
		},
	}
}

// bench is the judge's handlers with the rubric they judge by.
type bench struct{ rubric Rubric }

func (b bench) opened(_ context.Context, c Case, e events.Event[events.Case]) (stream.Step[Case], error) {
	c.Cap = max(c.Cap, e.IterationCap)
	c.open(e.Data)
	return b.proceed(c), nil
}

func (b bench) produced(_ context.Context, c Case, e events.Event[events.Finding]) (stream.Step[Case], error) {
	if e.Data.ClaimID == "" {
		return stream.Step[Case]{State: c}, nil // about the report as a whole: there is no claim to rule on
	}
	if err := acceptable(e.Data.ID, e.Data.Agent, e.Data.Iteration); err != nil {
		return stream.Step[Case]{}, err
	}
	c.Cap = max(c.Cap, e.IterationCap)
	if !c.hear(e.Data) {
		return stream.Step[Case]{State: c}, nil
	}
	if c.closed() && c.finished(e.Data.Agent, e.Data.Iteration) {
		drafts := b.revise(&c)
		return stream.Step[Case]{State: c, Publish: drafts}, nil
	}
	return b.proceed(c), nil
}

// checked keeps what was recalculated for the claim. It comes before the finding that rests on it and decides nothing, so
// nothing is ruled by it.
func (b bench) checked(_ context.Context, c Case, e events.Event[events.Check]) (stream.Step[Case], error) {
	if e.Data.ClaimID != "" {
		c.see(e.Data, max(1, e.Iteration))
	}
	return stream.Step[Case]{State: c}, nil
}

func (b bench) unable(_ context.Context, c Case, e events.Event[events.Inability]) (stream.Step[Case], error) {
	if e.Data.ClaimID == "" {
		return stream.Step[Case]{State: c}, nil
	}
	if err := acceptable("unable", e.Data.Agent, e.Data.Iteration); err != nil {
		return stream.Step[Case]{}, err
	}
	c.Cap = max(c.Cap, e.IterationCap)
	c.excuse(e.Data)
	if c.closed() {
		drafts := b.revise(&c) // it may have broken off, or be the last one waited for
		return stream.Step[Case]{State: c, Publish: drafts}, nil
	}
	return b.proceed(c), nil
}

// proceed decides as soon as the pass waited for is complete. Where the answers of the next pass are
// there before its opening it goes on at once, so that no order of events leaves a case waiting.
func (b bench) proceed(c Case) stream.Step[Case] {
	var drafts []events.Draft
	for !c.closed() && c.Claim != nil && c.complete(c.current()) {
		now := c.sofar()
		ev := Evaluate(b.rubric, now)
		again, thin := Reinvestigate(b.rubric, now, ev)
		if !thin {
			drafts = append(drafts, b.rule(&c)...)
			break
		}
		drafts = append(drafts, evaluated(c, ev, classify(b.rubric, c, ev), events.PassSubject(c.Claim.ID, c.current(), Name, "evidence_evaluation")))
		drafts = append(drafts, sendRound(&c, again, classify(b.rubric, c, ev))...)
	}
	return stream.Step[Case]{State: c, Publish: drafts}
}

// sendRound asks for one more pass. What would be ruled without it is kept, so that people see what it changes.
func sendRound(c *Case, again events.Reinvestigation, so events.VerdictClass) []events.Draft {
	c.Asked = c.current() + 1
	cycle := events.Cycle{Iteration: c.Asked, Gap: again.Gap, RequiredEvidence: again.RequiredEvidence, VerdictBefore: so}
	for _, t := range again.Agents {
		cycle.Queries = append(cycle.Queries, t.Query)
		cycle.Agents = append(cycle.Agents, t.Agent)
	}
	c.Cycles = append(c.Cycles, cycle)
	claim := again.Claim.ID
	drafts := []events.Draft{
		events.ReinvestigationRequested.Draft(events.PassSubject(claim, c.Asked, "reinvestigation"), again),
		activity(events.PassSubject(claim, c.Asked, Name, "reinvestigation"), "reinvestigation", map[string]any{
			"claim_ids": []string{claim}, "target_agents": cycle.Agents, "cycle": c.Asked,
			"evidence_gaps": []string{again.Gap}, "refined_queries_count": len(cycle.Queries),
		}),
	}
	for i := range drafts {
		drafts[i].Iteration = c.Asked
	}
	return drafts
}

// revise issues a new revision if the verdict has changed: so what stands is always the verdict on all that
// was heard, and an answer that adds nothing troubles nobody.
func (b bench) revise(c *Case) []events.Draft {
	now := c.sofar()
	if contentOf(Decide(b.rubric, now, Evaluate(b.rubric, now))) == c.Content {
		return nil
	}
	return b.rule(c)
}

// contentOf is a digest of what a verdict says, whichever revision says it.
func contentOf(v events.Verdict) string {
	v.ID, v.Revision, v.Supersedes = "", 0, ""
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // numbers, words and a time of an event: all can be written
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// rule issues the next revision of the verdict and tells the conductor.
func (b bench) rule(c *Case) []events.Draft {
	now := c.sofar()
	ev := Evaluate(b.rubric, now)
	v := Decide(b.rubric, now, ev)
	c.Revision, c.Verdict, c.Content = v.Revision, v.ID, contentOf(v)
	subject := func(parts ...string) string {
		return events.ClaimSubject(v.ClaimID, append([]string{"r" + strconv.Itoa(v.Revision)}, parts...)...)
	}
	mapping := make([]string, len(v.Paragraphs))
	for i, p := range v.Paragraphs {
		mapping[i] = p.ID
	}
	drafts := []events.Draft{
		evaluated(now, ev, classify(b.rubric, now, ev), subject(Name, "evidence_evaluation")),
		events.VerdictIssued.Draft(subject("verdict"), v),
		events.CaseClosed.Draft(subject("closed"), events.Closure{
			ClaimID: v.ClaimID, Iteration: v.Iteration, Verdict: v.Verdict, Revision: v.Revision, Unable: now.unanswered(),
		}),
		activity(subject(Name, "verdict_issued"), "verdict_issued", map[string]any{
			"claim_id": v.ClaimID, "verdict": v.Verdict, "reasoning": v.Reasoning, "ifrs_mapping": mapping,
			"confidence": v.Confidence, "iteration": v.Iteration, "cycle_count": v.Iteration,
		}),
	}
	for i := range drafts {
		drafts[i].Iteration = v.Iteration
	}
	return drafts
}

func evaluated(c Case, ev Evaluation, class events.VerdictClass, subject string) events.Draft {
	d := ev.Dimensions
	return activity(subject, "evidence_evaluation", map[string]any{
		"claim_id": c.Claim.ID,
		"evaluation_summary": fmt.Sprintf("pass %d: %s for, %s against; sufficiency %s, consistency %s, quality %s, completeness %s; score %.2f; by this %s",
			c.current(), counted(len(ev.Support), "independent source", "independent sources"), counted(len(ev.Contradict), "source", "sources"),
			d.Sufficiency.Level, d.Consistency.Level, d.Quality.Level, d.Completeness.Level, ev.Score, class),
	})
}

func activity(subject, event string, data map[string]any) events.Draft {
	return events.ActivityReported.Draft(subject, events.Activity{Agent: Name, Event: event, Data: data})
}
