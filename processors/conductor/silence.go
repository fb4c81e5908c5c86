package conductor

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// due is a wake, and the only event upon which silence is judged: the first event after a downtime is late
// for everyone. A wake that comes late means that nobody was running, and downtime is not silence: the run's
// clock goes on from the time that was asked for, as if no time had passed.
func (d desk) due(_ context.Context, s State, e events.Event[events.Due]) (stream.Step[State], error) {
	if s.Ended {
		return stream.Step[State]{State: s}, nil
	}
	s.LastWake = max(s.LastWake, e.Data.Wake)
	s.Skew += max(0, e.Time.UnixMilli()-e.Data.Wake)
	t := &turn{desk: d, State: &s, now: e.Time.UnixMilli() - s.Skew}
	for _, at := range s.Agents {
		at.Seen, at.Since = min(at.Seen, t.now), min(at.Since, t.now)
	}
	t.limit()
	t.tick()
	if !t.Ended {
		t.giveUp()
	}
	return t.settle(), nil
}

// limit notes that the run has come to its limit, and ends it when even the grace after it has passed.
func (t *turn) limit() {
	if t.Opening == nil {
		return
	}
	if t.LimitAt == 0 && t.now >= t.OpenedAt+t.Run.Milliseconds() {
		t.LimitAt = t.now
		t.publish(activity(Name, "limit", shownAs, "error", map[string]any{
			"message": fmt.Sprintf("the run has taken %v: the answers still missing are given up on", t.Run),
		}))
	}
	if t.LimitAt == 0 || t.now < t.LimitAt+t.Grace.Milliseconds() {
		return
	}
	if t.complete() {
		return
	}
	missing := "its claims were not all extracted"
	switch {
	case t.Totals == nil:
	case t.Closed < *t.Totals:
		missing = fmt.Sprintf("%d of %d claims have no verdict", *t.Totals-t.Closed, *t.Totals)
	default:
		missing = "the comparison with the standards is missing"
	}
	t.end(events.RunError, fmt.Sprintf("the run took longer than %v: %s", t.Run, missing))
}

// deadline is when an agent that owes answers is given up on.
func (t *turn) deadline(a events.Agent) (int64, bool) {
	at := t.Agents[a]
	if t.Opening == nil || at == nil || t.owes(a) == 0 {
		return 0, false
	}
	if t.LimitAt > 0 {
		return t.LimitAt, true
	}
	if at.Paused {
		return 0, false
	}
	patience := t.Silence
	if d, other := t.SilenceOf[a]; other {
		patience = d
	}
	if t.Report.outstanding(1)&maskOf(a) != 0 {
		patience = max(patience, t.Assess)
	}
	deadline := max(at.Seen, at.Since) + patience.Milliseconds()
	if !at.Started {
		deadline = max(deadline, t.OpenedAt+t.Start.Milliseconds())
	}
	return deadline, true
}

// giveUp answers for the agents whose time has come: the judge hears that they are unable, and the run goes
// on without them. A step gives up on a bounded number of claims; a wake at once brings the next.
func (t *turn) giveUp() {
	left := t.Batch
	for _, a := range events.Agents() {
		deadline, waiting := t.deadline(a)
		if !waiting || t.now < deadline || left == 0 {
			continue
		}
		reason := t.excuse(a)
		at := t.agent(a)
		n := t.giveUpOn(a, left, reason)
		left -= n
		at.Silences++
		t.publish(
			t.status(a, fmt.Sprintf("silent/%d", at.Silences), "error"),
			activity(Name, fmt.Sprintf("error/%d", at.Silences), string(a), "error", map[string]any{
				"message": fmt.Sprintf("%s: %d answers are given up on", reason, n),
			}),
		)
	}
}

// excuse says why an agent is given up on.
func (t *turn) excuse(a events.Agent) string {
	at := t.agent(a)
	switch {
	case t.LimitAt > 0:
		return fmt.Sprintf("no answer when the run had taken %v", t.Run)
	case !at.Started:
		return fmt.Sprintf("not started within %v", t.Start)
	}
	return fmt.Sprintf("silent for %v", time.Duration(t.now-max(at.Seen, at.Since))*time.Millisecond)
}

// giveUpOn answers for an agent on up to n claims, in the order of their ids, and on the report.
func (t *turn) giveUpOn(a events.Agent, n int, reason string) int {
	m := maskOf(a)
	done := 0
	unable := func(claim string, iteration int) {
		done++
		r := events.Receipt{ClaimID: claim, Iteration: iteration, Agent: a, Outcome: events.OutcomeUnable}
		subject := events.RunSubject("work", string(events.TaskAssess), string(a), "given-up")
		if claim == "" {
			t.answeredReport(a, r)
		} else {
			t.answered(claim, r)
			subject = events.PassSubject(claim, iteration, string(a), "given-up")
		}
		drafts := []events.Draft{
			events.FindingUnable.Draft(subject, events.Inability{Agent: a, ClaimID: claim, Iteration: iteration, Reason: reason, GivenUp: true}),
			events.FindingReported.Draft(subject, r),
		}
		for i := range drafts {
			drafts[i].Iteration = iteration
		}
		t.publish(drafts...)
	}
	if t.Report.outstanding(1)&m != 0 {
		unable("", 1)
	}
	for _, id := range t.claimsOwedBy(m) {
		for i := range t.Claims[id].passes {
			if done == n {
				return done
			}
			if t.Claims[id].outstanding(i+1)&m != 0 {
				unable(id, i+1)
			}
		}
	}
	return done
}

func (t *turn) claimsOwedBy(m mask) []string {
	var ids []string
	for id, p := range t.Claims {
		for i := range p.passes {
			if p.outstanding(i+1)&m != 0 {
				ids = append(ids, id)
				break
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// arm is the next wake, in wall time: the first deadline of an agent that owes answers, or the run's limit.
// A wake is named by its time, so one that has come is never asked for again: it would be taken for a
// repeat.
func (t *turn) arm() time.Time {
	if t.Opening == nil {
		return time.Time{}
	}
	next := t.OpenedAt + t.Run.Milliseconds()
	if t.LimitAt > 0 {
		next = t.LimitAt + t.Grace.Milliseconds()
	}
	if t.TickAt > 0 {
		next = min(next, t.TickAt)
	}
	for _, a := range events.Agents() {
		if deadline, waiting := t.deadline(a); waiting {
			next = min(next, deadline)
		}
	}
	return time.UnixMilli(max(next+t.Skew, t.LastWake+1))
}
