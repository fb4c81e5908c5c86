package router

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

func TestQuestionsReachWhoAnswersThem(t *testing.T) {
	d := streamtest.New(t, New())
	for _, tc := range []struct {
		name     string
		from, to events.Agent
		kind     string
		reaches  events.Agent // empty: refused
		why      string
	}{
		{name: "by name", from: events.DataMetrics, to: events.Geography, kind: events.AskBenchmark, reaches: events.Geography},
		{name: "by name, of a kind that nobody knows", from: events.Legal, to: events.Academic, kind: "gossip", reaches: events.Academic},
		{name: "benchmark", from: events.DataMetrics, kind: events.AskBenchmark, reaches: events.Academic},
		{name: "geography", from: events.DataMetrics, kind: events.AskGeography, reaches: events.Geography},
		{name: "history", from: events.DataMetrics, kind: events.AskHistory, reaches: events.NewsMedia},
		{name: "regulation", from: events.DataMetrics, kind: events.AskRegulation, reaches: events.Legal},
		{name: "corroboration", from: events.Legal, kind: events.AskCorroboration, reaches: events.NewsMedia},
		{name: "arithmetic", from: events.Legal, kind: events.AskArithmetic, reaches: events.DataMetrics},
		{name: "methodology", from: events.Legal, kind: events.AskMethod, reaches: events.Academic},
		{name: "of no known kind", from: events.Legal, kind: "gossip", why: `no agent answers questions of the kind "gossip"`},
		{name: "of no kind", from: events.Legal, why: `no agent answers questions of the kind ""`},
		{name: "to an agent that is not there", from: events.Legal, to: "oracle", kind: events.AskBenchmark, why: `no agent of the run is named "oracle"`},
		{name: "to itself by name", from: events.Legal, to: events.Legal, kind: events.AskRegulation, why: "legal would have to answer itself"},
		{name: "to itself by kind", from: events.Legal, kind: events.AskRegulation, why: "legal would have to answer itself"},
	} {
		for _, claim := range []string{"c1", ""} {
			q := events.InfoRequest{
				ID: "r1", From: tc.from, To: tc.to, Kind: tc.kind, ClaimID: claim, Question: "?",
				Iteration: 2, Subject: &events.InfoSubject{Metric: "m"}, Claim: &events.Claim{ID: claim},
			}
			d.When(streamtest.Event(events.InfoRequested, run, "x", q, streamtest.Pass(2, 3)))
			key := claim
			if key == "" {
				key = run
			}
			published := d.Published()[0]
			if published.Key != key || published.Iteration != 2 {
				t.Errorf("%s: keyed by %q in pass %d", tc.name, published.Key, published.Iteration)
			}
			if tc.why != "" {
				a := streamtest.One(d, events.RequestAnswered).Data
				if !a.Refused || a.Answer != tc.why || a.RequestID != "r1" || a.To != tc.from || a.ClaimID != claim || a.Evidence == nil {
					t.Errorf("%s: %+v", tc.name, a)
				}
				continue
			}
			r := streamtest.One(d, events.RequestRouted).Data
			if r.To != tc.reaches || r.ID != "r1" || r.From != tc.from || r.Kind != tc.kind || r.Subject == nil || r.Claim == nil {
				t.Errorf("%s: %+v", tc.name, r)
			}
		}
	}
	for _, kind := range events.RequestKinds() {
		if a, known := events.Answerer(kind); !known || !slices.Contains(events.Agents(), a) {
			t.Errorf("nobody answers questions of the kind %s", kind)
		}
	}
}

func TestAnswersReachWhoAsked(t *testing.T) {
	d := streamtest.New(t, New())
	for _, claim := range []string{"c1", ""} {
		a := events.InfoAnswer{
			RequestID: "r1", From: events.Academic, To: events.DataMetrics, ClaimID: claim, Answer: "1 to 3",
			Benchmarks: []events.Benchmark{{ID: "b", Low: "1", High: "3"}},
		}
		d.When(streamtest.Event(events.InfoProvided, run, "y/"+claim, a)).ThenPublishes("request.answered")
		if got := d.Published()[0]; got.Key != claim && !(claim == "" && got.Key == run) {
			t.Errorf("answer keyed by %q", got.Key)
		}
		if got := streamtest.One(d, events.RequestAnswered).Data; got.Answer != "1 to 3" || len(got.Benchmarks) != 1 || got.To != events.DataMetrics {
			t.Errorf("answer %+v", got)
		}
	}
}

// What cannot be handed on must not be waited for.
func TestAQuestionOfNobodyIsRefused(t *testing.T) {
	d := streamtest.New(t, New())
	d.When(streamtest.Event(events.InfoRequested, run, "x", events.InfoRequest{ID: "r1", From: "oracle", To: events.Legal, ClaimID: "c1"})).
		ThenRefuses("no agent of the run", "request.answered")
	a := streamtest.One(d, events.RequestAnswered).Data
	if !a.Refused || !strings.Contains(a.Answer, "could not be handed on") || a.From != events.Legal {
		t.Errorf("answer %+v", a)
	}
}
