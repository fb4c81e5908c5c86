package specialist_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

func answering(f func(events.InfoRequest) (specialist.Reply, error)) stream.Declaration {
	a := specialist.Agent{Name: events.Academic}
	if f != nil {
		a.Reply = func(_ context.Context, q events.InfoRequest) (specialist.Reply, error) { return f(q) }
	}
	return specialist.New(a)
}

var asked = events.InfoRequest{
	ID: "req_1", From: events.Legal, To: events.Academic, Kind: events.AskBenchmark, ClaimID: "clm_1", Question: "how much?", Iteration: 1,
}

func TestAnAnswerIsAFunctionOfTheQuestion(t *testing.T) {
	d := streamtest.New(t, answering(func(q events.InfoRequest) (specialist.Reply, error) {
		return specialist.Reply{Text: "as to " + q.Question + " 3", Evidence: []events.Evidence{{Origin: events.OriginBenchmark, Source: "s"}}}, nil
	}))
	for range 2 {
		d.When(handedOn(asked, events.Academic, 0)).ThenPublishes("info.provided", "activity.reported")
		a := streamtest.One(d, events.InfoProvided).Data
		if a.RequestID != "req_1" || a.From != events.Academic || a.To != events.Legal ||
			a.ClaimID != "clm_1" || a.Answer != "as to how much? 3" || a.Refused || len(a.Evidence) != 1 {
			t.Errorf("answer %+v", a)
		}
		if s := streamtest.One(d, events.ActivityReported).Data; s.Agent != "academic" || s.Event != "agent_thinking" ||
			!strings.Contains(s.Data["message"].(string), "legal asks: how much? academic answers: as to") {
			t.Errorf("shown %+v", s)
		}
	}
	d.When(handedOn(asked, events.Geography, 0)).ThenPublishes()
}

func TestWhoHasNothingAtHandRefusesWithTheReason(t *testing.T) {
	d := streamtest.New(t, answering(nil))
	d.When(handedOn(asked, events.Academic, 0)).ThenPublishes("info.provided", "activity.reported")
	if a := streamtest.One(d, events.InfoProvided).Data; !a.Refused || !strings.Contains(a.Answer, "nothing at hand") || a.Evidence == nil {
		t.Errorf("answer %+v", a)
	}
}

func TestAQuestionThatCannotBeAnsweredIsRefused(t *testing.T) {
	d := streamtest.New(t, answering(func(events.InfoRequest) (specialist.Reply, error) {
		return specialist.Reply{}, stream.Reject(errors.New("the table is torn"))
	}))
	d.When(handedOn(asked, events.Academic, 0)).ThenRefuses("the table is torn", "info.provided", "activity.reported")
	if a := streamtest.One(d, events.InfoProvided).Data; !a.Refused || !strings.Contains(a.Answer, "the table is torn") {
		t.Errorf("answer %+v", a)
	}
	d = streamtest.New(t, answering(func(events.InfoRequest) (specialist.Reply, error) { panic("a hole") }))
	d.When(handedOn(asked, events.Academic, 0)).ThenRefuses("a hole", "info.provided", "activity.reported")
	d = streamtest.New(t, answering(func(events.InfoRequest) (specialist.Reply, error) {
		return specialist.Reply{}, stream.Pause(errors.New("library down"))
	}))
	d.When(handedOn(asked, events.Academic, 0)).ThenPauses("library down")
	broken := handedOn(asked, events.Academic, 0)
	broken.Data = []byte("{")
	d.When(broken).ThenRefuses("decoding") // its asker's deadline ends the wait
}

func TestAnswersAreBounded(t *testing.T) {
	long := strings.Repeat("ä", 5000)
	var made specialist.Reply
	d := streamtest.New(t, answering(func(events.InfoRequest) (specialist.Reply, error) { return made, nil }))
	made = specialist.Reply{Text: long}
	for range 100 {
		made.Evidence = append(made.Evidence, events.Evidence{Origin: events.OriginExternal, Quote: long})
		made.Benchmarks = append(made.Benchmarks, events.Benchmark{ID: "b"})
		made.Requirements = append(made.Requirements, events.InfoRequirement{ID: "r"})
		made.Checks = append(made.Checks, events.Check{ID: "c"})
	}
	d.When(handedOn(asked, events.Academic, 0))
	a := streamtest.One(d, events.InfoProvided).Data
	if n := len([]rune(a.Answer)); n != 2000 || len(a.Evidence) != 10 || len(a.Benchmarks) != 20 || len(a.Requirements) != 30 || len(a.Checks) != 12 {
		t.Errorf("%d characters, %d citations, %d, %d, %d", n, len(a.Evidence), len(a.Benchmarks), len(a.Requirements), len(a.Checks))
	}
	if a.Evidence[0].Quote != "" {
		t.Error("a cut quotation is none")
	}
	made = specialist.Reply{Text: "large", Checks: []events.Check{{Working: strings.Repeat("w", 100_000)}}}
	d.When(handedOn(asked, events.Academic, 0))
	if a := streamtest.One(d, events.InfoProvided).Data; !a.Refused || !strings.Contains(a.Answer, "larger than") || len(a.Checks) != 0 {
		t.Errorf("answer %+v", a)
	}
	if body, err := json.Marshal(streamtest.One(d, events.InfoProvided).Data); err != nil || len(body) > 1000 {
		t.Errorf("%d bytes, %v", len(body), err)
	}
}
