package specialist

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sibyl-project/sibyl/events"
)

// What an answer may hold. It travels four times and is kept by who asked.
const (
	longestReply  = 2_000 // characters
	longestQuote  = 600
	mostEvidence  = 10
	mostFigures   = 20
	mostChecks    = 12
	mostSentences = 30
	largestReply  = 32 << 10 // bytes
)

// Reply is what an agent answers another.
type Reply struct {
	Text         string // for people: the answer, or why there is none
	Refused      bool
	Evidence     []events.Evidence
	Benchmarks   []events.Benchmark
	Figures      []events.InfoFigure
	Requirements []events.InfoRequirement
	Checks       []events.Check
}

// Second answers questions of other agents from what is looked up; nil for one that it has no answer to. It learns through a recorded port.
type Second interface {
	Reply(ctx context.Context, q events.InfoRequest) (*Reply, error)
}

// Nothing is the reply of an agent that can not answer, with the reason.
func Nothing(reason string) Reply { return Reply{Text: reason, Refused: true} }

// reply answers a question that was handed to this agent.
func (a Agent) reply(ctx context.Context, e events.Event[events.InfoRequest]) ([]events.Draft, error) {
	if e.Data.To != a.Name {
		return nil, nil
	}
	r, err := a.Answer(ctx, e.Data)
	if err != nil {
		return nil, err
	}
	return a.provide(e.Data, r), nil
}

// Answer is what the agent has for a question, or else what Second has.
func (a Agent) Answer(ctx context.Context, q events.InfoRequest) (Reply, error) {
	r := Nothing(fmt.Sprintf("%s has nothing at hand to answer a question of the kind %q with.", a.Name, q.Kind))
	if a.Reply != nil {
		var err error
		if r, err = a.Reply(ctx, q); err != nil {
			return Reply{}, fmt.Errorf("answering request %s of %s: %w", q.ID, q.From, err)
		}
	}
	if r.Refused && a.Second != nil {
		second, err := a.Second.Reply(ctx, q)
		switch {
		case err != nil:
			return Reply{}, fmt.Errorf("looking for an answer to request %s of %s: %w", q.ID, q.From, err)
		case second != nil:
			r = *second
		}
	}
	return r, nil
}

// provide publishes an answer within its bounds, and says so to people on this agent's side.
func (a Agent) provide(q events.InfoRequest, r Reply) []events.Draft {
	answer := bounded(events.InfoAnswer{
		RequestID: q.ID, From: a.Name, To: q.From, ClaimID: q.ClaimID, Answer: r.Text, Refused: r.Refused,
		Evidence: r.Evidence, Benchmarks: r.Benchmarks, Figures: r.Figures, Requirements: r.Requirements, Checks: r.Checks,
	})
	verb := "answers"
	if answer.Refused {
		verb = "can not answer"
	}
	subject := func(step string) string {
		parts := []string{"request", q.ID, string(a.Name), step}
		if q.ClaimID == "" {
			return events.RunSubject(parts...)
		}
		return events.ClaimSubject(q.ClaimID, parts...)
	}
	return []events.Draft{
		events.InfoProvided.Draft(subject("provided"), answer),
		a.activity(subject("replied"), "agent_thinking", map[string]any{
			"message": fmt.Sprintf("%s asks: %s %s %s: %s", q.From, q.Question, a.Name, verb, answer.Answer),
		}),
	}
}

// bounded keeps an answer small enough to be held by who asked, three of them beside the claim.
func bounded(a events.InfoAnswer) events.InfoAnswer {
	a.Answer = Shorten(a.Answer, longestReply)
	a.Evidence = append([]events.Evidence{}, a.Evidence[:min(len(a.Evidence), mostEvidence)]...)
	for i, e := range a.Evidence {
		if e.Quote != Shorten(e.Quote, longestQuote) {
			a.Evidence[i].Quote = "" // a part of a quotation with a mark behind it is none
		}
	}
	a.Benchmarks = a.Benchmarks[:min(len(a.Benchmarks), mostFigures)]
	a.Figures = append([]events.InfoFigure(nil), a.Figures[:min(len(a.Figures), mostFigures)]...)
	for i, f := range a.Figures {
		if f.Evidence.Quote != Shorten(f.Evidence.Quote, longestQuote) {
			a.Figures[i].Evidence.Quote = ""
		}
	}
	a.Requirements = a.Requirements[:min(len(a.Requirements), mostSentences)]
	a.Checks = a.Checks[:min(len(a.Checks), mostChecks)]
	if body, err := json.Marshal(a); err != nil || len(body) > largestReply {
		return events.InfoAnswer{
			RequestID: a.RequestID, From: a.From, To: a.To, ClaimID: a.ClaimID, Evidence: []events.Evidence{}, Refused: true,
			Answer: fmt.Sprintf("The answer is larger than the %d bytes that can be sent.", largestReply),
		}
	}
	return a
}
