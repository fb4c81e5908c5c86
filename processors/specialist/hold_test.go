package specialist_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// curious is an agent that asks before it answers, and says in its finding what it has heard.
func curious(questions ...specialist.Question) specialist.Agent {
	return specialist.Agent{
		Name: events.Legal,
		Ask:  func(events.Assignment, events.AgentTask) []specialist.Question { return questions },
		Claim: func(_ context.Context, w specialist.Work) (specialist.Answer, error) {
			var said []string
			for _, c := range specialist.CrossDomain(w.Inquiries) {
				said = append(said, fmt.Sprintf("%s %s: %s", c.Kind, c.Status, c.Answer))
			}
			return specialist.Answer{Findings: []specialist.Found{{
				EvidenceType: "a", Summary: strings.Join(said, "; "), Exhausted: !specialist.Expired(w.Inquiries),
			}}}, nil
		},
	}
}

func question(kind string) specialist.Question {
	return specialist.Question{Kind: kind, Text: kind + "?", Subject: events.InfoSubject{Metric: "m"}}
}

// handedOn is what the router makes of a question, a while after the test has begun.
func handedOn(q events.InfoRequest, to events.Agent, after time.Duration) events.Record {
	q.To = to
	return streamtest.Event(events.RequestRouted, run, "claim/clm_1/request/"+q.ID+"/routed", q,
		streamtest.Pass(max(q.Iteration, 1), 3), streamtest.At(streamtest.Start.Add(after)))
}

func reply(q events.InfoRequest, from events.Agent, text string, refused bool) events.Record {
	return streamtest.Event(events.RequestAnswered, run, "claim/clm_1/request/"+q.ID+"/answered",
		events.InfoAnswer{RequestID: q.ID, From: from, To: q.From, ClaimID: q.ClaimID, Answer: text, Refused: refused, Evidence: []events.Evidence{}},
		streamtest.Pass(max(q.Iteration, 1), 3))
}

// unanswered is the conductor's word that no answer will come.
func unanswered(q events.InfoRequest, from events.Agent, round int) events.Record {
	return streamtest.Event(events.RequestAnswered, run, fmt.Sprintf("claim/clm_1/request/%s/unanswered/%d", q.ID, round),
		events.InfoAnswer{
			RequestID: q.ID, From: from, To: q.From, ClaimID: q.ClaimID,
			Answer: "No sign of life.", Refused: true, Silent: true, Evidence: []events.Evidence{},
		},
		streamtest.Pass(max(q.Iteration, 1), 3))
}

// waits requires one word of the agent that it waits, and returns it.
func waits(t *testing.T, d *streamtest.Driver, round int, to ...events.Agent) {
	t.Helper()
	w := streamtest.One(d, events.RequestWaiting)
	if w.Data.Agent != events.Legal || w.Data.ClaimID != "clm_1" || w.Data.Round != round || w.Iteration != w.Data.Iteration || len(w.Data.Requests) != len(to) {
		t.Fatalf("it says %+v in pass %d", w.Data, w.Iteration)
	}
	for i, q := range w.Data.Requests {
		if q.To != to[i] || q.ID == "" {
			t.Errorf("it waits for %+v, want an answer of %q", q, to[i])
		}
	}
}

// resumed hands an agent's own word that it can go on back to it, as the topic does.
func resumed(t *testing.T, d *streamtest.Driver) *streamtest.Driver {
	t.Helper()
	for _, r := range d.Published() {
		if r.Type == events.ClaimResumed.Type {
			return d.When(r)
		}
	}
	t.Fatal("the agent does not go on")
	return d
}

func posted(t *testing.T, d *streamtest.Driver, want int) []events.InfoRequest {
	t.Helper()
	var out []events.InfoRequest
	for _, e := range streamtest.Of(d, events.InfoRequested) {
		out = append(out, e.Data)
	}
	if len(out) != want {
		t.Fatalf("%d questions are posted, want %d", len(out), want)
	}
	return out
}

func TestAFindingWaitsForTheAnswersAndComesOnce(t *testing.T) {
	d := streamtest.New(t,
		specialist.New(curious(question(events.AskBenchmark), specialist.Question{To: events.Geography, Kind: events.AskGeography, Text: "where?"})))
	d.When(assignment(2, events.Legal)).ThenPublishes("info.requested", "activity.reported", "info.requested", "activity.reported")
	qs := posted(t, d, 2)
	q := qs[0]
	if q.From != events.Legal || q.To != "" || q.Kind != events.AskBenchmark || q.ClaimID != "clm_1" || q.Iteration != 2 || q.Subject.Metric != "m" ||
		q.Claim == nil || q.Claim.Text != "We cut emissions." || q.Context == "" || q.ID == qs[1].ID || qs[1].To != events.Geography {
		t.Errorf("questions %+v", qs)
	}
	shown := streamtest.Of(d, events.ActivityReported)[0].Data
	if shown.Event != "info_request_posted" || shown.Data["description"] != "benchmark?" || shown.Data["request_type"] != "benchmark" || shown.Data["to"] == "" {
		t.Errorf("shown %+v", shown)
	}
	d.When(handedOn(q, events.Academic, time.Second)).ThenPublishes()
	d.When(handedOn(qs[1], events.Geography, time.Second)).ThenPublishes()
	d.When(reply(qs[1], events.Geography, "nowhere", true)).ThenPublishes("request.closed", "activity.reported")
	if c := streamtest.One(d, events.RequestClosed).Data; c.Status != events.InquiryRefused ||
		c.Answer.Answer != "nowhere" || c.Request.Claim != nil || c.Request.To != events.Geography {
		t.Errorf("closed %+v", c)
	}
	d.When(reply(q, events.Academic, "1 to 3", false)).ThenPublishes("request.closed", "activity.reported", "claim.resumed")
	if c := streamtest.One(d, events.RequestClosed); c.Data.Status != events.InquiryAnswered ||
		c.Data.Request.To != events.Academic || c.Subject != "claim/clm_1/i2/legal/request/0/closed" {
		t.Errorf("closed %+v", c)
	}
	if a := streamtest.Of(d, events.ActivityReported)[0].Data; a.Event != "info_response_received" ||
		a.Data["from"] != "academic" || a.Data["summary"] != "1 to 3" {
		t.Errorf("shown %+v", a)
	}
	if len(d.Keys()) != 0 {
		t.Errorf("still held: %v", d.Keys())
	}
	resumed(t, d).ThenPublishes("finding.produced", "activity.reported", "finding.reported")
	f := streamtest.One(d, events.FindingProduced)
	if f.Data.Summary != "benchmark answered: 1 to 3; geography refused: nowhere" || !f.Data.Exhausted || f.Iteration != 2 || f.Data.Iteration != 2 {
		t.Errorf("finding %+v", f)
	}
	if r := streamtest.One(d, events.FindingReported).Data; r.Records != 3 || r.Requests != 2 || r.Answered != 1 || r.Findings != 1 || r.Iteration != 2 {
		t.Errorf("receipt %+v", r)
	}
	if len(d.Keys()) != 0 {
		t.Errorf("still held: %v", d.Keys())
	}
	d.Advance(time.Hour).ThenPublishes()
}

// An agent never ends a question by its own clock: it says that it waits, and goes on when it is told.
func TestAnAgentSaysThatItWaitsUntilItIsTold(t *testing.T) {
	d := streamtest.New(t,
		specialist.New(curious(question(events.AskBenchmark), specialist.Question{To: events.Geography, Kind: events.AskGeography, Text: "where?"})))
	d.When(assignment(1, events.Legal))
	qs := posted(t, d, 2)
	q := qs[0]
	d.Advance(5*time.Second - time.Millisecond).ThenPublishes()
	waits(t, d.Advance(time.Millisecond), 1, "", "")
	d.When(handedOn(q, events.Academic, 6*time.Second)).ThenPublishes()
	waits(t, d.Advance(16*time.Second), 2, events.Academic, "")
	d.When(reply(qs[1], events.Geography, "there", false)).ThenPublishes("request.closed", "activity.reported")
	for round := 3; round < 20; round++ {
		waits(t, d.Advance(10*time.Second), round, events.Academic)
	}
	d.When(unanswered(q, events.Academic, 19)).ThenPublishes("request.closed", "activity.reported", "claim.resumed")
	c := streamtest.One(d, events.RequestClosed).Data
	if c.Status != events.InquiryExpired || c.Answer != nil || c.Reason != "No sign of life." || c.Request.To != events.Academic {
		t.Errorf("closed %+v", c)
	}
	resumed(t, d).ThenPublishes("finding.produced", "activity.reported", "finding.reported")
	if f := streamtest.One(d, events.FindingProduced).Data; f.Exhausted || !strings.HasPrefix(f.Summary, "benchmark expired: No sign") {
		t.Errorf("finding %+v", f)
	}
	if r := streamtest.One(d, events.FindingReported).Data; r.Records != 3 || r.Requests != 2 ||
		r.Answered != 1 || !slices.Equal(r.Heard, []events.Agent{events.Geography}) {
		t.Errorf("receipt %+v", r)
	}
	// The answer that comes now is shown, and changes nothing; a second word that none will come is not even that.
	d.When(reply(q, events.Academic, "1 to 3", false)).ThenPublishes("activity.reported")
	if a := streamtest.One(d, events.ActivityReported).Data; a.Event != "info_response_received" || !strings.HasPrefix(a.Data["summary"].(string), "Too late") {
		t.Errorf("shown %+v", a)
	}
	d.When(unanswered(q, events.Academic, 20)).ThenPublishes()
	d.Advance(time.Hour).ThenPublishes()
	if len(d.Keys()) != 0 {
		t.Errorf("still held: %v", d.Keys())
	}
}

// An answer after an hour is the same answer.
func TestTheTimeAnAnswerTakesChangesNothing(t *testing.T) {
	finding := func(delay time.Duration) events.Finding {
		d := streamtest.New(t, specialist.New(curious(question(events.AskBenchmark))))
		d.When(assignment(1, events.Legal))
		q := posted(t, d, 1)[0]
		d.Advance(delay)
		d.When(handedOn(q, events.Academic, delay))
		d.Advance(delay)
		d.When(reply(q, events.Academic, "1 to 3", false))
		return streamtest.One(resumed(t, d), events.FindingProduced).Data
	}
	if at, later := finding(0), finding(time.Hour); !at.Exhausted || !reflect.DeepEqual(at, later) {
		t.Errorf("at once %+v, after an hour %+v", at, later)
	}
}

func TestSeveralPassesAreHeldApart(t *testing.T) {
	d := streamtest.New(t, specialist.New(curious(question(events.AskBenchmark))))
	d.When(assignment(1, events.Legal))
	first := posted(t, d, 1)[0]
	d.When(handedOn(first, events.Academic, 0))
	d.Advance(10 * time.Second)
	again := streamtest.Event(events.ClaimRouted, run, events.PassSubject("clm_1", 2, "routed"), events.Assignment{
		Claim: events.Claim{ID: "clm_1", ReportID: "rep_1", Text: "We cut emissions."}, Iteration: 2,
		Agents: []events.AgentTask{{Agent: events.Legal}},
	}, streamtest.Pass(2, 3), streamtest.At(streamtest.Start.Add(10*time.Second)))
	d.When(again)
	second := posted(t, d, 1)[0]
	d.When(handedOn(second, events.Academic, 10*time.Second))
	// Work of others, questions of others and answers to others leave what is held as it is.
	d.When(assignment(3, events.Academic)).ThenPublishes()
	d.When(work(events.Academic, events.TaskOpen)).ThenPublishes()
	other := events.InfoRequest{ID: "req_x", From: events.DataMetrics, ClaimID: "clm_1", Kind: events.AskBenchmark}
	d.When(handedOn(other, events.Academic, 0)).ThenPublishes()
	d.When(reply(other, events.Academic, "for you", false)).ThenPublishes()

	d.When(unanswered(first, events.Academic, 2))
	f := streamtest.One(resumed(t, d), events.FindingProduced)
	if f.Data.Iteration != 1 || f.Iteration != 1 || f.Subject != "claim/clm_1/i1/legal/0" {
		t.Errorf("finding %+v", f)
	}
	d.When(reply(second, events.Academic, "yes", false))
	if f := streamtest.One(resumed(t, d), events.FindingProduced); f.Data.Iteration != 2 || f.Iteration != 2 {
		t.Errorf("finding %+v", f)
	}
	if len(d.Keys()) != 0 {
		t.Errorf("still held: %v", d.Keys())
	}
}

func TestMoreQuestionsThanAllowedAreRefusedAndSeen(t *testing.T) {
	var many []specialist.Question
	for range specialist.MostQuestions + 2 {
		many = append(many, question(events.AskHistory))
	}
	d := streamtest.New(t, specialist.New(curious(many...)))
	d.When(assignment(1, events.Legal))
	qs := posted(t, d, specialist.MostQuestions)
	if closed := streamtest.Of(d, events.RequestClosed); len(closed) != 2 ||
		closed[0].Data.Status != events.InquiryRefused || !strings.Contains(closed[0].Data.Reason, "at most 3") {
		t.Errorf("closed %+v", closed)
	}
	for _, q := range qs {
		d.When(reply(q, events.NewsMedia, "n", false))
	}
	if r := streamtest.One(resumed(t, d), events.FindingReported).Data; r.Requests != 5 || r.Answered != 3 || r.Records != 6 {
		t.Errorf("receipt %+v", r)
	}
}

// When the judgement fails, judge and conductor hear of it, and the event that holds all of its work can be tried
// again; what else is held goes on.
func TestAJudgementThatFailsEndsTheWait(t *testing.T) {
	a := curious(question(events.AskBenchmark))
	a.Claim = func(context.Context, specialist.Work) (specialist.Answer, error) {
		return specialist.Answer{}, stream.Reject(errors.New("the answer is a riddle"))
	}
	d := streamtest.New(t, specialist.New(a))
	d.When(assignment(2, events.Legal))
	q := posted(t, d, 1)[0]
	d.When(assignment(3, events.Legal))
	d.When(handedOn(q, events.Academic, 0))
	d.When(reply(q, events.Academic, "riddle", false)).ThenPublishes("request.closed", "activity.reported", "claim.resumed")
	resumed(t, d).ThenRefuses("riddle", "finding.unable", "activity.reported", "finding.reported")
	if u := streamtest.One(d, events.FindingUnable); u.Data.ClaimID != "clm_1" || u.Data.Iteration != 2 || u.Iteration != 2 || u.Data.GivenUp {
		t.Errorf("%+v", u)
	}
	if r := streamtest.One(d, events.FindingReported).Data; r.Records != 2 || r.Requests != 1 || r.Answered != 1 || r.Outcome != events.OutcomeUnable {
		t.Errorf("receipt %+v", r)
	}
	held, _ := streamtest.State[specialist.Held](d, run, "clm_1")
	other := q
	other.ID, other.Iteration = held.Passes[0].Inquiries[0].Request.ID, 3
	d.When(unanswered(other, events.Academic, 2))
	if c := streamtest.One(d, events.RequestClosed).Data; c.Request.Iteration != 3 || c.Status != events.InquiryExpired {
		t.Errorf("what else was held: %+v", c)
	}
	d.When(streamtest.Event(events.ClaimResumed, run, "x", events.Resumption{Agent: events.Academic})).ThenPublishes()
}

func TestAnAgentThatAsksNobodyKeepsNothing(t *testing.T) {
	if d := agent(two).Describe(); d.Stateful || d.Wakes {
		t.Errorf("%+v", d)
	}
	d := specialist.New(curious()).Describe()
	if !d.Stateful || !d.Wakes || len(d.Inputs) != 1 || d.Inputs[0] != events.TopicClaimsRouted {
		t.Errorf("%+v", d)
	}
	quiet := streamtest.New(t, specialist.New(curious()))
	quiet.When(assignment(1, events.Legal)).ThenPublishes("finding.produced", "activity.reported", "finding.reported")
	if len(quiet.Keys()) != 0 {
		t.Errorf("held: %v", quiet.Keys())
	}
}
