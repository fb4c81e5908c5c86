package specialist

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// rescue answers for an event that was given up on.
func (a Agent) rescue(l stream.Letter) []events.Draft {
	if events.Stray(l.Record, l.Err) {
		return nil // nobody waits for what it should have led to
	}
	reason := "no answer"
	if l.Err != nil {
		reason = l.Err.Error()
	}
	switch l.Record.Type {
	case events.ClaimRouted.Type:
		e, err := events.ClaimRouted.Decode(l.Record)
		if err != nil {
			// Whose work it was cannot be read. If it was ours, the case waits for us; if not, it takes no
			// notice of an agent it did not ask.
			return a.unable(place{claim: l.Record.Key, iteration: max(l.Record.Iteration, 1)}, reason)
		}
		if _, mine := e.Data.For(a.Name); !mine {
			return nil
		}
		return a.unable(place{report: e.Data.Claim.ReportID, claim: e.Data.Claim.ID, iteration: e.Data.Iteration}, reason)
	case events.RequestRouted.Type:
		e, err := events.RequestRouted.Decode(l.Record)
		if err != nil || e.Data.To != a.Name {
			return nil // another's, or nobody's: its asker's deadline ends the wait
		}
		return a.provide(e.Data, Nothing("the question could not be answered: "+reason))
	case events.ClaimResumed.Type:
		e, err := events.ClaimResumed.Decode(l.Record)
		if err != nil || e.Data.Agent != a.Name {
			return nil // another's, or nobody's: the conductor's patience ends the wait
		}
		c := e.Data.Assignment.Claim
		return a.unable(place{report: c.ReportID, claim: c.ID, iteration: e.Data.Assignment.Iteration}, reason, e.Data.Inquiries...)
	case events.ReportRouted.Type:
		e, err := events.ReportRouted.Decode(l.Record)
		if err != nil || e.Data.Agent != a.Name {
			return nil // another's, or nobody's: the conductor's limit ends the wait
		}
		if e.Data.Task == events.TaskOpen {
			return a.open()
		}
		return a.unableReport(e.Data, max(e.Iteration, 1), reason)
	}
	return nil
}

// unable says that there will be no finding. Questions that have ended before were told, and are counted.
func (a Agent) unable(p place, reason string, inquiries ...events.RequestClosure) []events.Draft {
	receipt := events.Receipt{ClaimID: p.claim, Iteration: p.iteration, Agent: a.Name, Outcome: events.OutcomeUnable, Records: 1}
	count(&receipt, inquiries)
	return []events.Draft{
		events.FindingUnable.Draft(p.subject(a.Name, "unable"), events.Inability{
			Agent: a.Name, ClaimID: p.claim, Iteration: p.iteration, Reason: reason,
		}),
		a.activity(p.subject(a.Name, "error"), "error", map[string]any{
			"message": fmt.Sprintf("%s could not answer: %s", a.Name, reason), "claim_id": p.claim,
		}),
		events.FindingReported.Draft(p.subject(a.Name, "reported"), receipt),
	}
}

// unableReport ends the wait for report-level work. Where others build on its facts, they are published as
// not assessed, which is what they are.
func (a Agent) unableReport(work events.ReportWork, iteration int, reason string) []events.Draft {
	p := place{report: work.ReportID, iteration: iteration}
	out := a.unable(p, reason)
	if a.Unassessed == nil {
		return out
	}
	more, err := a.publish(p, a.Unassessed(work, reason), nil)
	if err != nil {
		return out // the receipt alone ends the wait
	}
	more = more[:len(more)-1] // its receipt says "produced"
	receipt := out[len(out)-1]
	r := receipt.Payload.(events.Receipt)
	for _, d := range more {
		if d.Kind.Topic == events.TopicFindingsProduced {
			r.Records++
		}
	}
	receipt.Payload = r
	return append(append(out[:len(out)-1:len(out)-1], more...), receipt)
}
