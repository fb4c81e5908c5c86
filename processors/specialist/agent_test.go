package specialist_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

const run = "run_1"

func assignment(iteration int, agents ...events.Agent) events.Record {
	a := events.Assignment{Claim: events.Claim{ID: "clm_1", ReportID: "rep_1", Text: "We cut emissions."}, Iteration: iteration}
	for _, agent := range agents {
		a.Agents = append(a.Agents, events.AgentTask{Agent: agent, Required: true})
	}
	return streamtest.Event(events.ClaimRouted, run, events.PassSubject("clm_1", iteration, "routed"), a, streamtest.Pass(iteration, 3))
}

func work(agent events.Agent, task events.ReportTask) events.Record {
	return streamtest.Event(events.ReportRouted, run, events.RunSubject("work", string(task), string(agent)),
		events.ReportWork{Agent: agent, Task: task, ReportID: "rep_1", Parse: "none"})
}

func agent(claim func(events.Assignment) (specialist.Answer, error)) stream.Declaration {
	return specialist.New(specialist.Agent{
		Name: events.Legal,
		Claim: func(_ context.Context, w specialist.Work) (specialist.Answer, error) {
			return claim(w.Assignment)
		},
		Emits: []*events.Definition{events.CheckPerformed.Definition, events.CoverageAssessed.Definition, events.GapsAssessed.Definition},
	})
}

func two(events.Assignment) (specialist.Answer, error) {
	return specialist.Answer{
		Findings: []specialist.Found{{EvidenceType: "a", Summary: "first", Score: 0.81234567}, {EvidenceType: "b", Summary: "second", Score: 0.2}},
		Checks:   []events.Check{{Name: "magnitude", Result: events.CheckPass}, {Name: "magnitude", Result: events.CheckFail}},
	}, nil
}

func TestAnAssignmentIsAnsweredOnceAndInOrder(t *testing.T) {
	d := streamtest.New(t, agent(two))
	d.When(assignment(2, events.Academic, events.Legal)).ThenPublishes(
		"check.performed", "check.performed", "finding.produced", "finding.produced",
		"activity.reported", "activity.reported", "activity.reported", "activity.reported", "finding.reported")
	findings := streamtest.Of(d, events.FindingProduced)
	if findings[0].Data.Last || !findings[1].Data.Last {
		t.Error("not exactly the last finding is marked as the last")
	}
	f := findings[0]
	if f.Subject != "claim/clm_1/i2/legal/0" || f.Data.ID != events.FindingID("rep_1", "clm_1", 2, "legal", 0) || f.Iteration != 2 || f.Data.Iteration != 2 {
		t.Errorf("first finding: %+v", f)
	}
	if f.Data.Score != 0.8123 || f.Data.Confidence != events.ConfidenceHigh || string(f.Data.Details) != "{}" || f.Data.Origins == nil || f.Data.Evidence == nil {
		t.Errorf("first finding: %+v", f.Data)
	}
	checks := streamtest.Of(d, events.CheckPerformed)
	if checks[0].Data.ID == checks[1].Data.ID || checks[0].Subject != "claim/clm_1/i2/legal/check/magnitude/0" || checks[1].Data.ClaimID != "clm_1" {
		t.Errorf("checks: %+v", checks)
	}
	r := streamtest.One(d, events.FindingReported).Data
	want := events.Receipt{
		ClaimID: "clm_1", Iteration: 2, Agent: events.Legal, Outcome: events.OutcomeProduced, Records: 4, Findings: 2, ChecksPassed: 1, ChecksFailed: 1,
	}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("receipt %+v, want %+v", r, want)
	}
}

func TestAReportIsReadAsItsRunOpens(t *testing.T) {
	var read []events.ReportWork
	prepared := specialist.Agent{
		Name:    events.Legal,
		Claim:   func(context.Context, specialist.Work) (specialist.Answer, error) { return two(events.Assignment{}) },
		Prepare: func(_ context.Context, w events.ReportWork) { read = append(read, w) },
		Emits:   []*events.Definition{events.CheckPerformed.Definition},
	}
	for _, c := range []struct {
		name string
		in   events.Record
		read int
	}{
		{"when its own work opens", work(events.Legal, events.TaskOpen), 1},
		{"not when another's does", work(events.Geography, events.TaskOpen), 0},
		{"not once more for a claim", assignment(1, events.Legal), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			read = nil
			streamtest.New(t, specialist.New(prepared)).When(c.in)
			if len(read) != c.read {
				t.Fatalf("read %d times, want %d", len(read), c.read)
			}
			for _, w := range read {
				if w.Parse != "none" || w.ReportID != "rep_1" {
					t.Errorf("read for %+v", w)
				}
			}
		})
	}
	d := streamtest.New(t, specialist.New(prepared))
	d.When(work(events.Legal, events.TaskOpen)).ThenPublishes("agent.started")
}

func TestOthersWorkIsPassedOver(t *testing.T) {
	d := streamtest.New(t, agent(two))
	d.When(assignment(1, events.Academic, events.Geography)).ThenPublishes()
	d.When(work(events.DataMetrics, events.TaskOpen)).ThenPublishes()
}

func TestAnAgentShowsThatItIsThere(t *testing.T) {
	d := streamtest.New(t, agent(two))
	d.When(work(events.Legal, events.TaskOpen)).ThenPublishes("agent.started")
	if a := streamtest.One(d, events.AgentStarted).Data.Agent; a != events.Legal {
		t.Errorf("agent %s", a)
	}
}

func TestWhatCannotBeAnsweredEndsTheWait(t *testing.T) {
	failing := agent(func(events.Assignment) (specialist.Answer, error) {
		return specialist.Answer{}, stream.Reject(errors.New("the claim is a riddle"))
	})
	silent := agent(func(events.Assignment) (specialist.Answer, error) { return specialist.Answer{}, nil })
	for text, p := range map[string]stream.Declaration{"the claim is a riddle": failing, "gave no finding": silent} {
		d := streamtest.New(t, p)
		d.When(assignment(2, events.Legal)).ThenRefuses(text, "finding.unable", "activity.reported", "finding.reported")
		u := streamtest.One(d, events.FindingUnable).Data
		if u.Agent != events.Legal || u.ClaimID != "clm_1" || u.Iteration != 2 || u.Reason == "" || u.GivenUp {
			t.Errorf("%+v", u)
		}
		if r := streamtest.One(d, events.FindingReported).Data; r.Outcome != events.OutcomeUnable || r.Records != 1 || r.ClaimID != "clm_1" || r.Iteration != 2 {
			t.Errorf("%+v", r)
		}
	}
	// Report-level work of an agent that has none, and an assignment that cannot be read.
	d := streamtest.New(t, agent(two))
	d.When(work(events.Legal, events.TaskAssess)).ThenRefuses("no work on whole reports", "finding.unable", "activity.reported", "finding.reported")
	broken := assignment(1, events.Legal)
	broken.Data = []byte(`{"claim": 7}`)
	d.When(broken).ThenRefuses("decoding", "finding.unable", "activity.reported", "finding.reported")
	if u := streamtest.One(d, events.FindingUnable).Data; u.ClaimID != "clm_1" {
		t.Errorf("%+v", u)
	}
}

func TestReportFactsThatOthersWaitForArePublishedAsNotAssessed(t *testing.T) {
	store := artefact.NewMemory()
	p := specialist.New(specialist.Agent{
		Name:  events.Legal,
		Claim: nil,
		Report: func(ctx context.Context, w events.ReportWork) (specialist.Answer, error) {
			_, err := specialist.Document(ctx, store, w.Parse)
			return specialist.Answer{}, err
		},
		Unassessed: func(_ events.ReportWork, reason string) specialist.Answer {
			return specialist.Answer{Coverage: []events.Coverage{{Pillar: "strategy", Total: 1, CouldNotAssess: 1}}, Assessed: &events.GapTotals{}}
		},
		Emits: []*events.Definition{events.CoverageAssessed.Definition, events.GapsAssessed.Definition},
	})
	d := streamtest.New(t, p)
	d.When(work(events.Legal, events.TaskAssess)).ThenRefuses("not found",
		"finding.unable", "activity.reported", "coverage.assessed", "activity.reported", "gaps.assessed", "finding.reported")
	if r := streamtest.One(d, events.FindingReported).Data; r.Outcome != events.OutcomeUnable || r.Records != 2 {
		t.Errorf("receipt %+v", r)
	}
}

type downStore struct{ artefact.Store }

func (downStore) Get(context.Context, string) ([]byte, error) {
	return nil, errors.New("connection refused")
}

func TestAStoreThatIsDownIsWaitedFor(t *testing.T) {
	d := streamtest.New(t, specialist.New(specialist.Agent{
		Name: events.Legal,
		Report: func(ctx context.Context, w events.ReportWork) (specialist.Answer, error) {
			_, err := specialist.Document(ctx, downStore{}, w.Parse)
			return specialist.Answer{}, err
		},
	}))
	d.When(work(events.Legal, events.TaskAssess)).ThenPauses("connection refused")
}

func TestALaterAnswerRefersToTheEarlierOneInItsPlace(t *testing.T) {
	id := func(pass, n int) string { return events.FindingID("rep_1", "clm_1", pass, "legal", n) }
	for _, tc := range []struct {
		name    string
		pass    int
		earlier []string
		want    [2]string
	}{
		{"the first pass", 1, nil, [2]string{}},
		{"the second", 2, []string{id(1, 0), id(1, 1)}, [2]string{id(1, 0), id(1, 1)}},
		{"the latest answer counts", 3, []string{id(1, 0), id(1, 1), id(2, 0)}, [2]string{id(2, 0), id(1, 1)}},
		{"a finding more than before is new", 2, []string{id(1, 0)}, [2]string{id(1, 0), ""}},
		{"it was unable before", 2, nil, [2]string{}},
	} {
		d := streamtest.New(t, agent(two))
		a := events.Assignment{
			Claim: events.Claim{ID: "clm_1", ReportID: "rep_1", Text: "We cut emissions."}, Iteration: tc.pass,
			Agents: []events.AgentTask{{Agent: events.Legal, Earlier: tc.earlier}},
		}
		d.When(streamtest.Event(events.ClaimRouted, run, events.PassSubject("clm_1", tc.pass, "routed"), a, streamtest.Pass(tc.pass, 3)))
		for i, f := range streamtest.Of(d, events.FindingProduced) {
			if f.Data.RefersTo != tc.want[i] {
				t.Errorf("%s: finding %d refers to %q, want %q", tc.name, i, f.Data.RefersTo, tc.want[i])
			}
		}
	}
}

// On a busy machine the sheet of a report of 200 pages took longer than a claim may, and the run ended without its figures.
func TestWorkOnAWholeReportMayTakeLongerThanAClaim(t *testing.T) {
	claim := func(context.Context, specialist.Work) (specialist.Answer, error) { return specialist.Answer{}, nil }
	report := func(context.Context, events.ReportWork) (specialist.Answer, error) { return specialist.Answer{}, nil }
	for _, test := range []struct {
		name  string
		agent specialist.Agent
		limit time.Duration
	}{
		{"claims only", specialist.Agent{Name: events.Academic, Claim: claim}, stream.ComputeLimit},
		{"the report too", specialist.Agent{Name: events.DataMetrics, Claim: claim, Report: report}, stream.DefaultLimit},
		{"its own", specialist.Agent{Name: events.DataMetrics, Claim: claim, Report: report, Limit: time.Minute}, time.Minute},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := specialist.New(test.agent).Describe().Limit; got != test.limit {
				t.Errorf("a handler may take %v, want %v", got, test.limit)
			}
		})
	}
}
