// Package router decides who works on a claim. It is the stateless half of the orchestrator: a claim, or
// the judge's request to look again, becomes one assignment for the agents, one case for the judge and one
// registration for the conductor, all in one transaction, so that neither of them can wait for work that
// nobody was given. Questions between agents and their answers pass through it, because specialists read
// one topic only.
//
// The routing is a function of the claim alone; the processor may run in any number of instances.
package router

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Name is the processor's name: consumer group, metric label and source of its events.
const Name = "router"

// shownAs is the name under which people see router and conductor.
const shownAs = "orchestrator"

// New declares the router.
func New() stream.Processor[stream.None] {
	return stream.Processor[stream.None]{
		Name:  Name,
		Limit: stream.ComputeLimit,
		Routes: []stream.Route[stream.None]{
			stream.Each(events.ClaimExtracted, firstPass),
			stream.Each(events.ReinvestigationRequested, nextPass),
			stream.Each(events.InfoRequested, handRequest),
			stream.Each(events.InfoProvided, handAnswer),
		},
		Rescue: rescue,
		Emits: []*events.Definition{
			events.ClaimRouted.Definition, events.CaseOpened.Definition, events.CaseRegistered.Definition,
			events.RequestRouted.Definition, events.RequestAnswered.Definition,
			events.ActivityReported.Definition, events.RunFailed.Definition,
		},
	}
}

func firstPass(_ context.Context, e events.Event[events.Claim]) ([]events.Draft, error) {
	return assign(events.Assignment{Claim: e.Data, Iteration: 1, Agents: Route(e.Data)}), nil
}

func nextPass(_ context.Context, e events.Event[events.Reinvestigation]) ([]events.Draft, error) {
	if e.Iteration < 2 {
		return nil, stream.Reject(fmt.Errorf("routing claim %s again: the event names pass %d, which is none to come back for", e.Data.Claim.ID, e.Iteration))
	}
	return assign(events.Assignment{
		Claim:            e.Data.Claim,
		Iteration:        e.Iteration,
		Agents:           asked(e.Data.Agents),
		EvidenceGap:      e.Data.Gap,
		RequiredEvidence: e.Data.RequiredEvidence,
	}), nil
}

// asked puts the judge's targets in display order and leaves out what is no agent of ours: waiting for it
// would never end.
func asked(tasks []events.AgentTask) []events.AgentTask {
	out := make([]events.AgentTask, 0, len(tasks))
	for _, agent := range events.Agents() {
		for _, t := range tasks {
			if t.Agent == agent {
				out = append(out, t)
				break
			}
		}
	}
	return out
}

// assign publishes one pass to everyone concerned.
func assign(a events.Assignment) []events.Draft {
	id := a.Claim.ID
	agents := make([]events.Agent, len(a.Agents))
	reasons := make(map[string]string, len(a.Agents))
	for i, t := range a.Agents {
		agents[i] = t.Agent
		reasons[string(t.Agent)] = t.Reason
	}
	drafts := []events.Draft{
		events.ClaimRouted.Draft(events.PassSubject(id, a.Iteration, "routed"), a),
		events.CaseOpened.Draft(events.PassSubject(id, a.Iteration, "opened"), events.Case{Claim: a.Claim, Iteration: a.Iteration, Agents: a.Agents}),
		events.CaseRegistered.Draft(events.PassSubject(id, a.Iteration, "registered"), events.Registration{ClaimID: id, Iteration: a.Iteration, Agents: agents}),
		events.ActivityReported.Draft(events.PassSubject(id, a.Iteration, Name, "claim_routed"), events.Activity{
			Agent: shownAs, Event: "claim_routed",
			Data: map[string]any{"claim_id": id, "agents": agents, "reasons": reasons},
		}),
	}
	for i := range drafts {
		drafts[i].Iteration = a.Iteration
	}
	return drafts
}

// rescue ends the run when a claim can be given to nobody: its case would never open, and everyone would
// wait for it until the run's limit. A question or an answer that cannot be handed on is refused in its place; one
// that cannot even be read ends by its asker's deadline.
func rescue(l stream.Letter) []events.Draft {
	if events.Stray(l.Record, l.Err) {
		return nil // nobody waits for what it should have led to
	}
	switch l.Record.Type {
	case events.ClaimExtracted.Type, events.ReinvestigationRequested.Type:
		return []events.Draft{events.RunFailed.Draft(events.RunSubject("failed", Name, l.Record.ID), events.RunFailure{
			Error: fmt.Sprintf("claim %s could not be given to any agent: %v", l.Record.Key, l.Err),
		})}
	case events.InfoRequested.Type:
		if e, err := events.InfoRequested.Decode(l.Record); err == nil {
			return []events.Draft{refuse(e.Data, e.Data.To, fmt.Sprintf("the question could not be handed on: %v", l.Err))}
		}
	case events.InfoProvided.Type:
		if e, err := events.InfoProvided.Decode(l.Record); err == nil {
			q := events.InfoRequest{ID: e.Data.RequestID, From: e.Data.To, ClaimID: e.Data.ClaimID}
			return []events.Draft{refuse(q, e.Data.From, fmt.Sprintf("the answer could not be handed on: %v", l.Err))}
		}
	}
	return nil
}
