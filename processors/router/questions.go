package router

import (
	"context"
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// handRequest hands a question on as work, or refuses it where nobody would ever answer: the asker need not
// wait for its deadline then.
func handRequest(_ context.Context, e events.Event[events.InfoRequest]) ([]events.Draft, error) {
	q := e.Data
	if !slices.Contains(events.Agents(), q.From) {
		return nil, stream.Reject(fmt.Errorf("handing on request %s: its asker %q is no agent of the run, so nobody waits for an answer", q.ID, q.From))
	}
	to, why := addressee(q)
	if why != "" {
		return []events.Draft{refuse(q, to, why)}, nil
	}
	q.To = to
	return []events.Draft{events.RequestRouted.Draft(requestSubject(q.ClaimID, q.ID, "routed"), q)}, nil
}

// addressee is who answers a question, or why nobody does.
func addressee(q events.InfoRequest) (to events.Agent, why string) {
	to = q.To
	if to == "" {
		named, known := events.Answerer(q.Kind)
		if !known {
			return "", fmt.Sprintf("no agent answers questions of the kind %q", q.Kind)
		}
		to = named
	}
	switch {
	case !slices.Contains(events.Agents(), to):
		return "", fmt.Sprintf("no agent of the run is named %q", to)
	case to == q.From:
		return to, fmt.Sprintf("%s would have to answer itself", to)
	}
	return to, ""
}

func refuse(q events.InfoRequest, to events.Agent, why string) events.Draft {
	if !slices.Contains(events.Agents(), to) {
		to = ""
	}
	return events.RequestAnswered.Draft(requestSubject(q.ClaimID, q.ID, "answered"), events.InfoAnswer{
		RequestID: q.ID, From: to, To: q.From, ClaimID: q.ClaimID, Answer: why, Evidence: []events.Evidence{}, Refused: true,
	})
}

func handAnswer(_ context.Context, e events.Event[events.InfoAnswer]) ([]events.Draft, error) {
	return []events.Draft{events.RequestAnswered.Draft(requestSubject(e.Data.ClaimID, e.Data.RequestID, "answered"), e.Data)}, nil
}

func requestSubject(claim, request, step string) string {
	if claim == "" {
		return events.RunSubject("request", request, step)
	}
	return events.ClaimSubject(claim, "request", request, step)
}
