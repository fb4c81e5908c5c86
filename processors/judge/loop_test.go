package judge_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/judge"
	"github.com/sibyl-project/sibyl/processors/router"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// TestTheLoopRunsOverTheLogAndEnds sends claims through router, judge and scripted agents on a broker: one is
// settled in its second pass, one never is and ends at the cap.
func TestTheLoopRunsOverTheLogAndEnds(t *testing.T) {
	scripted := func(name events.Agent, answer func(events.Assignment, events.AgentTask) specialist.Found) stream.Declaration {
		return specialist.New(specialist.Agent{Name: name, Claim: func(_ context.Context, w specialist.Work) (specialist.Answer, error) {
			return specialist.Answer{Findings: []specialist.Found{answer(w.Assignment, w.Task)}}, nil
		}})
	}
	yes := true
	external := func(source string) []events.Evidence {
		return []events.Evidence{{Origin: events.OriginExternal, Source: source, Tier: 1}}
	}
	legal := scripted(events.Legal, func(events.Assignment, events.AgentTask) specialist.Found {
		return specialist.Found{
			EvidenceType: "t", Summary: "the filing says so", Supports: &yes, Score: 0.9,
			Origins: []events.Origin{events.OriginExternal}, Evidence: external("regulator.gov/a"), Exhausted: true,
		}
	})
	news := scripted(events.NewsMedia, func(a events.Assignment, task events.AgentTask) specialist.Found {
		if a.Iteration == 1 || a.Claim.ID == "clm_2" {
			return specialist.Found{EvidenceType: "t", Summary: "nothing found", Score: 0.3}
		}
		return specialist.Found{
			EvidenceType: "t", Summary: task.Query, Supports: &yes, Score: 0.9,
			Origins: []events.Origin{events.OriginExternal}, Evidence: external("paper.example/b"),
		}
	})
	decls := []stream.Declaration{router.New(), judge.New(judge.DefaultRubric()), legal, news}
	c := streamtest.NewCluster(t, decls...)
	for i := 1; i <= 2; i++ {
		claim := events.Claim{ID: fmt.Sprintf("clm_%d", i), ReportID: "rep_1", Text: "The board oversees climate risk.", Type: events.LegalGovernance}
		c.Produce(streamtest.Event(events.ClaimExtracted, "run_1", events.ClaimSubject(claim.ID), claim))
	}
	c.Start(stream.Options{}, decls...)
	issued := streamtest.Decoded(t, events.VerdictIssued, c.AwaitN(events.TopicVerdictsIssued, 2))
	for _, e := range issued {
		v := e.Data
		want := map[string]string{"clm_1": "verified in pass 2", "clm_2": "insufficient_evidence in pass 3"}[v.ClaimID]
		if got := fmt.Sprintf("%s in pass %d", v.Verdict, v.Iteration); got != want || len(v.Cycles) != v.Iteration-1 || e.Iteration != v.Iteration || !v.Final {
			t.Errorf("claim %s: %s, want %s; header %d, %d cycles, final %v", v.ClaimID, got, want, e.Iteration, len(v.Cycles), v.Final)
		}
		for _, cycle := range v.Cycles {
			if len(cycle.Agents) != 1 || cycle.Agents[0] != events.NewsMedia ||
				!strings.Contains(cycle.Gap, "Too few sources") || len(cycle.Queries) != 1 || cycle.RequiredEvidence == "" {
				t.Errorf("claim %s: cycle %+v", v.ClaimID, cycle)
			}
		}
	}
	again := streamtest.Decoded(t, events.ReinvestigationRequested, c.AwaitN(events.TopicReinvestigationRequested, 3))
	if len(again) != 3 {
		t.Errorf("%d requests", len(again))
	}
	findings := map[string]events.Finding{}
	for _, r := range c.Await(events.TopicFindingsProduced, func(rs []events.Record) bool {
		n := 0
		for _, r := range rs {
			if r.Type == events.FindingProduced.Type {
				n++
			}
		}
		return n == 7 // two agents, two claims, and three answers more
	}) {
		if r.Type == events.FindingProduced.Type {
			e, err := events.FindingProduced.Decode(r)
			if err != nil {
				t.Fatal(err)
			}
			findings[e.Data.ID] = e.Data
		}
	}
	for _, f := range findings {
		earlier, refers := findings[f.RefersTo]
		if refers != (f.Iteration > 1) || refers && (earlier.Agent != f.Agent || earlier.ClaimID != f.ClaimID || earlier.Iteration != f.Iteration-1) {
			t.Errorf("finding of pass %d of %s refers to %+v", f.Iteration, f.Agent, earlier)
		}
		if f.SupportsClaim != nil && f.Agent == events.NewsMedia && !strings.Contains(f.Summary, "tier 1 and 2") {
			t.Errorf("the refined query was %q", f.Summary)
		}
	}
}
