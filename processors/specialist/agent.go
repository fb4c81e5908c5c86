package specialist

import (
	"context"
	"fmt"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Agent is a specialist's judgement.
type Agent struct {
	Name events.Agent

	// Ask lists what the agent wants to know from others before it answers for a claim; nil for one that asks
	// nobody, which then keeps no state. It is a function of its arguments.
	Ask func(events.Assignment, events.AgentTask) []Question

	// Patience is how long the answers are waited for of an agent that shows no sign of life; by default 20 s. It
	// sets how often the agent says that it waits. Who is silent is the conductor's to say (conductor.Config.Answer).
	Patience time.Duration

	// Limit is how long judging one claim, or the report, may take before it is given up on; by default
	// stream.ComputeLimit, and stream.DefaultLimit for an agent that works on the report as a whole: reading the
	// figures of 300 pages takes 25 s of CPU time, and the process uses more beside it.
	Limit time.Duration

	// Claim answers one pass over a claim with at least one finding. It is called once, when the questions of
	// the pass have ended.
	Claim func(context.Context, Work) (Answer, error)

	// Reply answers a question of another agent from what the agent has at hand: a function of the question and
	// of the agent's sources that asks nobody in turn. nil for an agent that has nothing to answer with.
	Reply func(context.Context, events.InfoRequest) (Reply, error)

	// Second answers a question for which Reply has nothing at hand, as a language model does from what is looked up; nil where nobody
	// does. What it has no answer to stays refused.
	Second Second

	// Report answers the work on the report as a whole; nil for agents that have none.
	Report func(context.Context, events.ReportWork) (Answer, error)

	// Prepare reads as a run opens what the agent looks up for each of the report's claims, which come later; nil for an agent that
	// reads nothing. It says nothing: what it could not read, the work that needs it reads, and says why it cannot.
	Prepare func(context.Context, events.ReportWork)

	// Unassessed is what stands in the place of Report's answer when that work was given up on: facts that
	// others wait for, all saying that nothing could be assessed. nil if nobody waits for more than a receipt.
	Unassessed func(work events.ReportWork, reason string) Answer

	// Unasked says what the agent could ask and is not set up to, or empty: people are told once for each run.
	Unasked string

	// Emits lists what Report and Claim publish beside findings.
	Emits []*events.Definition
}

// Work is one pass over a claim, with what came of the agent's questions.
type Work struct {
	events.Assignment
	Task      events.AgentTask
	Inquiries []events.RequestClosure // in the order in which Ask listed them
}

// Answer is what an agent makes of one piece of work. Its parts get ids here.
type Answer struct {
	Findings []Found
	Checks   []events.Check
	Gaps     []events.Gap
	Coverage []events.Coverage
	Assessed *events.GapTotals // closes the comparison with the standards
	Thinking []string          // what people are told of the work, in its order
	Searches []events.Search   // made outside; people are told of each
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
	Bears                *events.Borne // on which of the claim's amounts, where the evidence does not say so itself
}

// New makes the agent a processor: a stateless one unless it asks.
func New(a Agent) stream.Declaration {
	if a.Patience <= 0 {
		a.Patience = defaultPatience
	}
	if a.Limit <= 0 {
		a.Limit = stream.ComputeLimit
		if a.Report != nil {
			a.Limit = stream.DefaultLimit
		}
	}
	emits := append([]*events.Definition{
		events.AgentStarted.Definition, events.FindingProduced.Definition, events.FindingUnable.Definition,
		events.FindingReported.Definition, events.ActivityReported.Definition, events.InfoProvided.Definition,
	}, a.Emits...)
	if a.Ask == nil {
		return stream.Processor[stream.None]{
			Name:  string(a.Name),
			Limit: a.Limit,
			Routes: []stream.Route[stream.None]{
				stream.Each(events.ClaimRouted, a.claim),
				stream.Each(events.ReportRouted, a.report),
				stream.Each(events.RequestRouted, a.reply),
			},
			Rescue: a.rescue,
			Emits:  emits,
		}
	}
	return stream.Processor[Held]{
		Name:  string(a.Name),
		Limit: a.Limit,
		Routes: []stream.Route[Held]{
			stream.On(events.ClaimRouted, a.take),
			stream.On(events.ReportRouted, a.takeReport),
			stream.On(events.RequestRouted, a.cameBy),
			stream.On(events.RequestAnswered, a.answered),
			stream.On(events.ClaimResumed, a.resume),
			stream.Due(a.due),
		},
		Rescue: a.rescue,
		Emits:  append(emits, events.InfoRequested.Definition, events.RequestWaiting.Definition, events.RequestClosed.Definition, events.ClaimResumed.Definition),
	}
}

func (a Agent) claim(ctx context.Context, e events.Event[events.Assignment]) ([]events.Draft, error) {
	task, mine := e.Data.For(a.Name)
	if !mine {
		return nil, nil
	}
	return a.answer(ctx, Work{Assignment: e.Data, Task: task})
}

// answer judges a claim and publishes what was found.
func (a Agent) answer(ctx context.Context, w Work) ([]events.Draft, error) {
	answer, err := a.Claim(ctx, w)
	if err != nil {
		return nil, fmt.Errorf("investigating claim %s: %w", w.Claim.ID, err)
	}
	if len(answer.Findings) == 0 {
		return nil, stream.Reject(fmt.Errorf("investigating claim %s: %s gave no finding", w.Claim.ID, a.Name))
	}
	return a.publish(placeOf(w), answer, w.Inquiries)
}

func (a Agent) report(ctx context.Context, e events.Event[events.ReportWork]) ([]events.Draft, error) {
	work := e.Data
	if work.Agent != a.Name {
		return nil, nil
	}
	switch work.Task {
	case events.TaskOpen:
		if a.Prepare != nil {
			a.Prepare(ctx, work)
		}
		return a.open(), nil
	case events.TaskAssess:
		if a.Report == nil {
			return nil, stream.Reject(fmt.Errorf("assessing report %s: %s has no work on whole reports", work.ReportID, a.Name))
		}
		answer, err := a.Report(ctx, work)
		if err != nil {
			return nil, fmt.Errorf("assessing report %s: %w", work.ReportID, err)
		}
		return a.publish(place{report: work.ReportID, iteration: max(e.Iteration, 1)}, answer, nil)
	}
	return nil, stream.Reject(fmt.Errorf("assessing report %s: unknown task %q", work.ReportID, work.Task))
}

// open shows that the agent is there: "silent since its first record" needs a first record. People are told
// by the conductor, who knows how many claims the agent has been given.
func (a Agent) open() []events.Draft {
	out := []events.Draft{events.AgentStarted.Draft(events.RunSubject(string(a.Name), "started"), events.AgentRef{Agent: a.Name})}
	if a.Unasked != "" {
		out = append(out, a.activity(events.RunSubject(string(a.Name), "unasked"), "agent_thinking", map[string]any{"message": a.Unasked}))
	}
	return out
}

func (a Agent) activity(subject, event string, data map[string]any) events.Draft {
	return events.ActivityReported.Draft(subject, events.Activity{Agent: string(a.Name), Event: event, Data: data})
}
