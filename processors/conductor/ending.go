package conductor

import (
	"strconv"

	"github.com/sibyl-project/sibyl/events"
)

// complete reports whether nothing is left to wait for: every claim has its verdict, the report was
// compared with the standards, and both agents that work on it have answered. A run without claims still
// waits for the report-level work.
func (t *turn) complete() bool {
	return t.Opening != nil && t.Totals != nil && t.Closed >= *t.Totals && t.Gaps != nil &&
		t.Report.at(1).asked != 0 && t.Report.outstanding(1) == 0
}

func (t *turn) finish() {
	if t.complete() {
		t.end(events.RunCompleted, "")
	}
}

// end publishes how the run ended. It can happen once: afterwards only the mark of it is kept.
func (t *turn) end(status events.RunStatus, failure string) {
	if t.Ended {
		return
	}
	t.Ended = true
	verdicts := map[string]int{}
	for class := range initials {
		verdicts[string(class)] = t.Verdicts[class]
	}
	gaps := 0
	if t.Gaps != nil {
		gaps = t.Gaps.Gaps
	}
	claims := t.Closed
	if t.Totals != nil {
		claims = *t.Totals
	}
	records, requests, answered := map[string]int{}, 0, 0
	for a, at := range t.Agents {
		if at.Records > 0 {
			records[string(a)] = at.Records
		}
		requests += at.Requests
		answered += at.Answered
	}
	c := events.Completion{
		ReportID: t.Opening.ReportID, SHA256: t.Opening.SHA256, Status: status, Error: failure,
		Claims: claims, Verdicts: verdicts, Gaps: gaps, Unable: t.Unable, CodeVersion: t.CodeVersion,
		Records: records, Passes: t.Rounds, Requests: requests, Answered: answered,
	}
	if failure != "" {
		t.publish(activity(Name, "failed", shownAs, "error", map[string]any{"message": failure}))
	} else {
		t.farewells()
	}
	t.publish(
		activity(Name, "analysis_completed", shownAs, "analysis_completed", map[string]any{"totals": map[string]any{
			"status": status, "claims": claims, "verdicts": verdicts, "gaps": gaps, "unable": t.Unable, "requests": requests,
		}}),
		events.AnalysisCompleted.Draft(events.RunSubject("completed"), c),
	)
}

// rounds sums the passes of all claims.
func (t *turn) rounds() int {
	n := 0
	for _, p := range t.Claims {
		n += p.rounds()
	}
	return n
}

// farewells are the totals that the documents list for each agent.
func (t *turn) farewells() {
	for _, a := range events.Agents() {
		at := t.agent(a)
		totals := map[string]any{"claims_processed": at.Claims, "findings_count": at.Findings}
		switch a {
		case events.Legal:
			totals["gaps_found"] = t.Gaps.Gaps
		case events.DataMetrics:
			totals["consistency_checks_passed"] = at.Passed
			totals["consistency_checks_failed"] = at.Failed
		}
		t.publish(
			t.status(a, "completed", "completed"),
			activity(Name, "agent_completed", string(a), "agent_completed", totals),
		)
	}
	judge := &attendance{Assigned: t.Closed, Completed: t.Closed}
	t.publish(t.statusOf("judge", judge, "completed", "completed"))
	last := 0
	for _, p := range t.Claims {
		last = max(last, p.rounds())
	}
	t.publish(activity(Name, "agent_completed", "judge", "agent_completed", map[string]any{
		"verdicts_count": t.Closed, "reinvestigation_requests": t.rounds() - t.Closed, "iteration": last,
	}))
}

// mark tells people of an agent's progress, about twenty times in a run.
func (t *turn) mark(a events.Agent) {
	if at := t.agent(a); telling(at.Completed, at.Assigned, t.Totals != nil) {
		t.publish(t.status(a, strconv.Itoa(at.Completed)+"-of-"+strconv.Itoa(at.Assigned), statusWord(at)))
	}
}

func (t *turn) markJudge() {
	if t.Totals == nil || !telling(t.Closed, *t.Totals, true) {
		return
	}
	at := &attendance{Started: true, Assigned: *t.Totals, Completed: t.Closed}
	t.publish(t.statusOf("judge", at, strconv.Itoa(at.Completed)+"-of-"+strconv.Itoa(at.Assigned), statusWord(at)))
}

// telling picks some twenty of the counts up to a total, and the total itself once it no longer grows.
func telling(done, total int, known bool) bool {
	return known && done == total || done%max(1, total/20) == 0
}

func statusWord(at *attendance) string {
	switch {
	case at.Paused:
		return "paused"
	case at.Completed < at.Assigned:
		return "working"
	}
	return "idle"
}

func (t *turn) status(a events.Agent, step, word string) events.Draft {
	at := *t.agent(a)
	at.Assigned, at.Completed = at.Claims, at.Claims-len(t.claimsOwedBy(maskOf(a))) // claims, however many passes each takes
	return t.statusOf(string(a), &at, step, word)
}

func (t *turn) statusOf(agent string, at *attendance, step, word string) events.Draft {
	return activity(Name, "agent_status/"+step, agent, "agent_status", map[string]any{
		"status": word, "claims_assigned": at.Assigned, "claims_completed": at.Completed,
	})
}

// activity is an event for people; its path is the agent's and the step's.
func activity(by, step, agent, event string, data map[string]any) events.Draft {
	return events.ActivityReported.Draft(events.RunSubject(by, agent, step), events.Activity{Agent: agent, Event: event, Data: data})
}
