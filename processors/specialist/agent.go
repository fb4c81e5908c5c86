package specialist

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Agent is a specialist's judgement.
type Agent struct {
	Name events.Agent

	// Claim answers one pass over a claim with at least one finding.
	Claim func(context.Context, events.Assignment, events.AgentTask) (Answer, error)

	// Report answers the work on the report as a whole; nil for agents that have none.
	Report func(context.Context, events.ReportWork) (Answer, error)

	// Unassessed is what stands in the place of Report's answer when that work was given up on: facts that
	// others wait for, all saying that nothing could be assessed. nil if nobody waits for more than a receipt.
	Unassessed func(work events.ReportWork, reason string) Answer

	// Emits lists what Report and Claim publish beside findings.
	Emits []*events.Definition
}

// Answer is what an agent makes of one piece of work. Its parts get ids here.
type Answer struct {
	Findings []Found
	Checks   []events.Check
	Gaps     []events.Gap
	Coverage []events.Coverage
	Assessed *events.GapTotals // closes the comparison with the standards
	Thinking []string          // what people are told of the work, in its order
}

// Found is a finding before it has an id and a place among the agent's findings.
type Found struct {
	EvidenceType         string
	Summary              string
	Supports             *bool // nil: neither
	Score                float64
	Origins              []events.Origin
	Evidence             []events.Evidence
	Details              any // one of the shapes in events/details.go
	Exhausted            bool
	Paragraphs           []events.ParagraphStatus
	InternallyConsistent *bool
}

// New makes the agent a processor.
func New(a Agent) stream.Processor[stream.None] {
	return stream.Processor[stream.None]{
		Name: string(a.Name),
		Routes: []stream.Route[stream.None]{
			stream.Each(events.ClaimRouted, a.claim),
			stream.Each(events.ReportRouted, a.report),
		},
		Rescue: a.rescue,
		Emits: append([]*events.Definition{
			events.AgentStarted.Definition, events.FindingProduced.Definition, events.FindingUnable.Definition,
			events.FindingReported.Definition, events.ActivityReported.Definition,
		}, a.Emits...),
	}
}

func (a Agent) claim(ctx context.Context, e events.Event[events.Assignment]) ([]events.Draft, error) {
	task, mine := e.Data.For(a.Name)
	if !mine {
		return nil, nil
	}
	answer, err := a.Claim(ctx, e.Data, task)
	if err != nil {
		return nil, fmt.Errorf("investigating claim %s: %w", e.Data.Claim.ID, err)
	}
	if len(answer.Findings) == 0 {
		return nil, stream.Reject(fmt.Errorf("investigating claim %s: %s gave no finding", e.Data.Claim.ID, a.Name))
	}
	return a.publish(place{report: e.Data.Claim.ReportID, claim: e.Data.Claim.ID, iteration: e.Data.Iteration, earlier: task.Earlier}, answer)
}

func (a Agent) report(ctx context.Context, e events.Event[events.ReportWork]) ([]events.Draft, error) {
	work := e.Data
	if work.Agent != a.Name {
		return nil, nil
	}
	switch work.Task {
	case events.TaskOpen:
		return a.open(), nil
	case events.TaskAssess:
		if a.Report == nil {
			return nil, stream.Reject(fmt.Errorf("assessing report %s: %s has no work on whole reports", work.ReportID, a.Name))
		}
		answer, err := a.Report(ctx, work)
		if err != nil {
			return nil, fmt.Errorf("assessing report %s: %w", work.ReportID, err)
		}
		return a.publish(place{report: work.ReportID, iteration: max(e.Iteration, 1)}, answer)
	}
	return nil, stream.Reject(fmt.Errorf("assessing report %s: unknown task %q", work.ReportID, work.Task))
}

// open shows that the agent is there: "silent since its first record" needs a first record. People are told
// by the conductor, who knows how many claims the agent has been given.
func (a Agent) open() []events.Draft {
	return []events.Draft{events.AgentStarted.Draft(events.RunSubject(string(a.Name), "started"), events.AgentRef{Agent: a.Name})}
}

func (a Agent) activity(subject, event string, data map[string]any) events.Draft {
	return events.ActivityReported.Draft(subject, events.Activity{Agent: string(a.Name), Event: event, Data: data})
}
