// Package conductor keeps a run going to its end. It is the half of the orchestrator that remembers: from
// the one topic runs.progress it knows which claims wait for which agents, asks for the report-level work
// once all claims are known, answers for agents that have fallen silent, and ends the run when every claim
// has its verdict, or when the run cannot or may not go on.
//
// State belongs to the run and shrinks to a single mark when it has ended; whatever arrives after that is
// absorbed without effect. Handlers read no clock: time is that of the events, and waiting ends through
// wakes that are events themselves. How a run ends does not depend on the order in which its events arrive.
package conductor

import (
	"context"
	"fmt"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// Name is the processor's name: consumer group, state topic, metric label and source of its events.
const Name = "conductor"

// source is what the conductor's own events carry.
const source = "/sibyl/" + Name

// shownAs is the name under which people see router and conductor.
const shownAs = "orchestrator"

// maxIteration bounds what an event may claim to be; caps are far below it.
const maxIteration = 32

// Config holds the limits of waiting. Zero values mean the defaults.
type Config struct {
	CodeVersion string // goes into every completed run

	Silence   time.Duration                  // an agent with work and without a record for so long is given up on; 30 s
	SilenceOf map[events.Agent]time.Duration // other limits for single agents (180 s with a model, 120 s with services)
	Answer    time.Duration                  // questions to an agent without a sign of life for so long are ended; 20 s
	Assess    time.Duration                  // the least patience with an agent at work on the whole report; 2 min
	Start     time.Duration                  // an agent that has not started is given up on; 5 min
	Run       time.Duration                  // whatever is open then is given up on; 30 min
	Grace     time.Duration                  // for the verdicts after that; 1 min
	Batch     int                            // claims given up on in one step; 100
}

func (c Config) withDefaults() Config {
	set := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	set(&c.Silence, 30*time.Second)
	set(&c.Answer, 20*time.Second)
	set(&c.Assess, 2*time.Minute)
	set(&c.Start, 5*time.Minute)
	set(&c.Run, 30*time.Minute)
	set(&c.Grace, time.Minute)
	if c.Batch <= 0 {
		c.Batch = 100
	}
	return c
}

// assessors are the agents that work on the report as a whole.
var assessors = []events.Agent{events.Legal, events.DataMetrics}

// New declares the conductor.
func New(c Config) stream.Processor[State] {
	d := desk{c.withDefaults()}
	return stream.Processor[State]{
		Name:  Name,
		Limit: stream.ComputeLimit,
		Routes: []stream.Route[State]{
			on(d, events.RunOpened, d.opened),
			on(d, events.RunFailed, d.failed),
			on(d, events.ClaimsCompleted, d.extracted),
			on(d, events.AgentStarted, d.started),
			on(d, events.CaseRegistered, d.registered),
			on(d, events.FindingReported, d.reported),
			on(d, events.CaseClosed, d.closed),
			on(d, events.GapsAssessed, d.assessed),
			stream.On(events.RequestWaiting, d.waiting),
			on(d, events.AgentPaused, d.paused),
			on(d, events.AgentResumed, d.resumed),
			on(d, events.AgentWorking, d.working),
			stream.Due(d.due),
		},
		Rescue: rescue,
		Emits: []*events.Definition{
			events.ReportRouted.Definition, events.RequestAnswered.Definition, events.FindingUnable.Definition, events.FindingReported.Definition,
			events.AnalysisCompleted.Definition, events.ActivityReported.Definition, events.RunFailed.Definition,
		},
	}
}

// desk is the conductor's handlers with their limits.
type desk struct{ Config }

// turn is the handling of one event: the state being changed, the run's time, and what to publish.
type turn struct {
	desk
	*State
	now    int64
	drafts []events.Draft
}

func (t *turn) publish(d ...events.Draft) { t.drafts = append(t.drafts, d...) }

// on wraps a handler in what every event of a run has in common: nothing happens after the end, and after
// each event the conductor looks whether the run can go on or end.
func on[E any](d desk, k events.Kind[E], h func(*turn, events.Event[E]) error) stream.Route[State] {
	return stream.On(k, func(_ context.Context, s State, e events.Event[E]) (stream.Step[State], error) {
		if s.Ended {
			return stream.Step[State]{State: s}, nil
		}
		t := &turn{desk: d, State: &s, now: e.Time.UnixMilli() - s.Skew}
		if err := h(t, e); err != nil {
			return stream.Step[State]{}, err
		}
		if t.LimitAt > 0 {
			t.giveUp() // what comes to be asked after the limit is not waited for
		}
		return t.settle(), nil
	})
}

// settle does what the state now calls for and ends the step.
func (t *turn) settle() stream.Step[State] {
	if !t.Ended {
		t.tell()
		t.assess()
		t.finish()
	}
	step := stream.Step[State]{Publish: t.drafts}
	if t.Ended {
		step.State = State{Ended: true}
		return step
	}
	step.Wake = t.arm()
	step.State = *t.State
	return step
}

func (d desk) opened(t *turn, e events.Event[events.Opening]) error {
	if t.Opening != nil {
		return nil
	}
	opening := e.Data
	t.Opening, t.OpenedAt = &opening, t.now
	for _, a := range events.Agents() {
		t.publish(t.work(a, events.TaskOpen))
	}
	return nil
}

func (d desk) failed(t *turn, e events.Event[events.RunFailure]) error {
	if t.Opening == nil {
		t.Opening = &events.Opening{ReportID: e.Data.ReportID, SHA256: e.Data.SHA256}
	}
	t.end(events.RunError, e.Data.Error)
	return nil
}

func (d desk) extracted(t *turn, e events.Event[events.ClaimTotals]) error {
	if t.Totals == nil {
		n := e.Data.Claims
		t.Totals = &n
		t.publish(activity(Name, "agent_started", "judge", "agent_started", map[string]any{"claims_assigned": n}))
	}
	return nil
}

// assess asks for the report-level work, once the run is open and all claims are known.
func (t *turn) assess() {
	p := t.Report.at(1)
	if t.Opening == nil || t.Totals == nil || p.asked != 0 {
		return
	}
	for _, a := range assessors {
		if t.owes(a) == 0 {
			t.agent(a).Since = t.now
		}
		t.publish(t.work(a, events.TaskAssess))
	}
	p.asked = maskOf(assessors...)
}

func (t *turn) work(a events.Agent, task events.ReportTask) events.Draft {
	o := t.Opening
	return events.ReportRouted.Draft(events.RunSubject("work", string(task), string(a)), events.ReportWork{
		Agent: a, Task: task, ReportID: o.ReportID, Parse: o.Parse, Statements: o.Statements,
		Company: o.Company, Sector: o.Sector, Period: o.Period, AsOf: o.AsOf,
	})
}

// rescue ends a run whose progress can no longer be followed.
func rescue(l stream.Letter) []events.Draft {
	if events.Stray(l.Record, l.Err) {
		return nil // nobody waits for what it should have led to
	}
	reason := fmt.Sprintf("the run's progress could not be followed at %s: %v", l.Record.Type, l.Err)
	if l.Record.Type == events.RunFailed.Type {
		return []events.Draft{events.AnalysisCompleted.Draft(events.RunSubject("completed"), events.Completion{
			Status: events.RunError, Error: reason, Verdicts: map[string]int{},
		})}
	}
	return []events.Draft{events.RunFailed.Draft(events.RunSubject("failed", Name, l.Record.ID), events.RunFailure{Error: reason})}
}
