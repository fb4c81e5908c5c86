package specialist

import (
	"context"
	"strconv"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Held is what an agent keeps of a claim: the passes that wait for answers. There may be several, since an agent
// that was away is given up on and then asked again.
type Held struct {
	Passes []Pass `json:"passes,omitempty"`
}

// Pass is one assignment that waits.
type Pass struct {
	Assignment events.Assignment `json:"assignment"`
	Inquiries  []Inquiry         `json:"inquiries"`

	Rounds int   `json:"rounds,omitempty"` // how often it has said that it waits
	Due    int64 `json:"due,omitempty"`    // when it says so next; Unix milliseconds
}

// place of the pass; what was found earlier does not matter to questions.
func (p Pass) place() place {
	return place{report: p.Assignment.Claim.ReportID, claim: p.Assignment.Claim.ID, iteration: p.Assignment.Iteration}
}

func (p Pass) waits() bool {
	for _, q := range p.Inquiries {
		if q.open() {
			return true
		}
	}
	return false
}

// keep ends a step: the state goes when nothing is held, and else the pass that speaks next has its wake.
func keep(s Held, drafts []events.Draft) stream.Step[Held] {
	if len(s.Passes) == 0 {
		return stream.Step[Held]{Done: true, Publish: drafts}
	}
	step := stream.Step[Held]{State: s, Publish: drafts}
	for _, p := range s.Passes {
		if at := time.UnixMilli(p.Due); step.Wake.IsZero() || at.Before(step.Wake) {
			step.Wake = at
		}
	}
	return step
}

// take begins a pass: it is answered at once, or held until what the agent asks has ended.
func (a Agent) take(ctx context.Context, s Held, e events.Event[events.Assignment]) (stream.Step[Held], error) {
	task, mine := e.Data.For(a.Name)
	if !mine {
		return keep(s, nil), nil
	}
	w := Work{Assignment: e.Data, Task: task}
	questions := a.Ask(e.Data, task)
	if len(questions) == 0 {
		drafts, err := a.answer(ctx, w)
		return keep(s, drafts), err
	}
	inquiries, drafts := a.ask(placeOf(w), e.Data, questions)
	s.Passes = append(s.Passes, Pass{Assignment: e.Data, Inquiries: inquiries, Due: e.Time.Add(a.Patience / 4).UnixMilli()})
	return keep(s, drafts), nil
}

func (a Agent) takeReport(ctx context.Context, s Held, e events.Event[events.ReportWork]) (stream.Step[Held], error) {
	drafts, err := a.report(ctx, e)
	return keep(s, drafts), err
}

// cameBy sees a question that the router has handed on: another's, to be answered, or one of its own, which
// nobody could have answered before.
func (a Agent) cameBy(ctx context.Context, s Held, e events.Event[events.InfoRequest]) (stream.Step[Held], error) {
	if _, q, _ := s.find(e.Data.ID); q != nil && e.Data.From == a.Name {
		q.CameBy, q.Request.To = true, e.Data.To
	}
	drafts, err := a.reply(ctx, e)
	return keep(s, drafts), err
}

// find looks an open inquiry up, with its pass and its place in it.
func (s Held) find(request string) (*Pass, *Inquiry, int) {
	for i := range s.Passes {
		p := &s.Passes[i]
		for n := range p.Inquiries {
			if q := &p.Inquiries[n]; q.open() && q.Request.ID == request {
				return p, q, n
			}
		}
	}
	return nil, nil, 0
}

// answered takes in an answer, or the conductor's word that none will come. An answer to a question that has ended
// changes nothing, but people are told.
func (a Agent) answered(_ context.Context, s Held, e events.Event[events.InfoAnswer]) (stream.Step[Held], error) {
	answer := e.Data
	if answer.To != a.Name {
		return keep(s, nil), nil
	}
	p, q, n := s.find(answer.RequestID)
	switch {
	case answer.Silent && q == nil:
		return keep(s, nil), nil // the answer was faster
	case answer.Silent:
		return a.release(s, a.end(p.place(), q, n, events.InquiryExpired, nil, answer.Answer)), nil
	case q == nil:
		late := a.activity(events.ClaimSubject(answer.ClaimID, "request", answer.RequestID, "late"), "info_response_received", map[string]any{
			"from": string(answer.From), "summary": "Too late to be used: " + answer.Answer,
		})
		return keep(s, []events.Draft{late}), nil
	}
	status := events.InquiryAnswered
	if answer.Refused {
		status = events.InquiryRefused
	}
	q.Request.To = answer.From
	drafts := a.end(p.place(), q, n, status, &answer, "")
	return a.release(s, drafts), nil
}

// due tells the conductor that passes still wait. An agent has no clock to tell a dead answerer from a busy one by:
// the conductor has, which sees what all agents do, and it ends the questions to those that do nothing. The first
// word comes early, so that the silence is counted while the question waits; the others keep this agent from being
// taken for a silent one itself.
func (a Agent) due(_ context.Context, s Held, e events.Event[events.Due]) (stream.Step[Held], error) {
	var drafts []events.Draft
	for i := range s.Passes {
		p := &s.Passes[i]
		if p.Due > e.Data.Wake {
			continue
		}
		next := a.Patience / 2
		if p.Rounds++; p.Rounds == 1 {
			next = a.Patience * 4 / 5 // when the question has had its time
		}
		p.Due = max(e.Time.Add(next).UnixMilli(), e.Data.Wake+1)
		drafts = append(drafts, a.waiting(*p))
	}
	return keep(s, drafts), nil
}

func (a Agent) waiting(p Pass) events.Draft {
	at := p.place()
	w := events.Waiting{Agent: a.Name, ClaimID: at.claim, Iteration: at.iteration, Round: p.Rounds}
	for _, q := range p.Inquiries {
		if !q.open() {
			continue
		}
		awaited := events.Awaited{ID: q.Request.ID}
		if q.CameBy {
			awaited.To = q.Request.To
		}
		w.Requests = append(w.Requests, awaited)
	}
	return at.of([]events.Draft{events.RequestWaiting.Draft(at.subject(a.Name, "waiting", strconv.Itoa(p.Rounds)), w)})[0]
}

// release lets go of the passes that wait for nothing more. The agent goes on with each upon an event of its own
// that holds all it needs: when the judgement fails, that event is what was given up on, and can be tried again,
// and nothing else that is held suffers.
func (a Agent) release(s Held, drafts []events.Draft) stream.Step[Held] {
	var left []Pass
	for _, p := range s.Passes {
		if p.waits() {
			left = append(left, p)
			continue
		}
		r := events.Resumption{Agent: a.Name, Assignment: p.Assignment}
		for _, q := range p.Inquiries {
			r.Inquiries = append(r.Inquiries, q.RequestClosure)
		}
		at := p.place()
		drafts = append(drafts, at.of([]events.Draft{events.ClaimResumed.Draft(at.subject(a.Name, "resumed"), r)})...)
	}
	return keep(Held{left}, drafts)
}

// resume answers a pass with what came of its questions.
func (a Agent) resume(ctx context.Context, s Held, e events.Event[events.Resumption]) (stream.Step[Held], error) {
	task, mine := e.Data.Assignment.For(a.Name)
	if e.Data.Agent != a.Name || !mine {
		return keep(s, nil), nil
	}
	drafts, err := a.answer(ctx, Work{Assignment: e.Data.Assignment, Task: task, Inquiries: e.Data.Inquiries})
	return keep(s, drafts), err
}
