package conductor

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// waiting is what legal says of a question about a claim when it has waited for a while.
func waiting(claim string, round int, to events.Agent, opts ...streamtest.Option) events.Record {
	return streamtest.Event(events.RequestWaiting, run, events.PassSubject(claim, 1, "legal", "waiting", fmt.Sprint(round)), events.Waiting{
		Agent: events.Legal, ClaimID: claim, Iteration: 1, Round: round, Requests: []events.Awaited{{ID: "req_" + claim, To: to}},
	}, opts...)
}

// atWork is what the runtime says of an agent that has had an event for long.
func atWork(n int, a events.Agent, at time.Duration) events.Record {
	return streamtest.Event(events.AgentWorking, run, events.RunSubject("working", string(a), fmt.Sprint(n)), events.Work{Agent: string(a), On: "evt"}, after(at))
}

// ended lists what the last step tells askers of the answers that will not come.
func ended(t *testing.T, d *streamtest.Driver) []string {
	t.Helper()
	var out []string
	for _, a := range streamtest.Of(d, events.RequestAnswered) {
		if !a.Data.Silent || !a.Data.Refused || a.Data.To != events.Legal {
			t.Errorf("told %+v", a.Data)
		}
		out = append(out, fmt.Sprintf("%s %s: %s", a.Data.RequestID, a.Data.From, a.Data.Answer))
	}
	return out
}

// asking is a run in which legal waits for others, with the words that it says at their times.
func asking(t *testing.T, c Config) *streamtest.Driver {
	d := streamtest.New(t, New(c))
	return d.Given(opened(), started(events.Legal), started(events.Academic), registered("c1", 1, events.Legal, events.Academic),
		registered("c2", 1, events.Legal))
}

// advance moves on to a time after the start.
func advance(d *streamtest.Driver, to time.Duration) *streamtest.Driver {
	if left := streamtest.Start.Add(to).Sub(d.Clock.Now()); left > 0 {
		d.Advance(left)
	}
	return d
}

const s = time.Second

func TestAQuestionToAnAgentWithoutASignOfLifeIsEnded(t *testing.T) {
	d := asking(t, Config{})
	same(t, ended(t, advance(d, 5*s).When(waiting("c1", 1, events.Academic, after(5*s)))))
	same(t, ended(t, advance(d, 21*s).When(waiting("c1", 2, events.Academic, after(21*s)))),
		"req_c1 academic: No sign of life from academic for 20s; going on without its answer.")
	// A question put to it now has its time, too.
	same(t, ended(t, advance(d, 22*s).When(waiting("c2", 1, events.Academic, after(22*s)))))
	same(t, ended(t, advance(d, 38*s).When(waiting("c2", 2, events.Academic, after(38*s)))),
		"req_c2 academic: No sign of life from academic for 20s; going on without its answer.")
}

func TestAQuestionToAnAgentThatLivesIsNotEnded(t *testing.T) {
	for name, life := range map[string]func(n int, at time.Duration) events.Record{
		"an answer for a claim": func(n int, at time.Duration) events.Record {
			return answered(fmt.Sprint("x", n), 1, events.Academic, events.OutcomeProduced, after(at))
		},
		"an answer to a question": func(n int, at time.Duration) events.Record {
			r := events.Receipt{
				ClaimID: fmt.Sprint("x", n), Iteration: 1, Agent: events.DataMetrics, Outcome: events.OutcomeProduced, Heard: []events.Agent{events.Academic},
			}
			return streamtest.Event(events.FindingReported, run, events.PassSubject(r.ClaimID, 1, "data_metrics", "reported"), r, after(at))
		},
		"a word of its runtime that it is at work": func(n int, at time.Duration) events.Record { return atWork(n, events.Academic, at) },
	} {
		t.Run(name, func(t *testing.T) {
			d := asking(t, Config{Run: time.Hour, SilenceOf: map[events.Agent]time.Duration{events.Academic: time.Hour}})
			at := 5 * s
			for round := 1; round < 60; round++ { // a quarter of an hour
				same(t, ended(t, advance(d, at).When(waiting("c1", round, events.Academic, after(at)))))
				advance(d, at+10*s).When(life(round, at+10*s))
				at += 16 * s
			}
			// It falls silent.
			same(t, ended(t, advance(d, at).When(waiting("c1", 60, events.Academic, after(at)))))
			if got := ended(t, advance(d, at+16*s).When(waiting("c1", 61, events.Academic, after(at+16*s)))); len(got) != 1 {
				t.Errorf("ended %v", got)
			}
		})
	}
}

// However long everything stands still, it is one tick of silence.
func TestAStandstillIsNoSilence(t *testing.T) {
	d := asking(t, Config{Run: 3 * time.Hour, SilenceOf: map[events.Agent]time.Duration{events.Legal: 3 * time.Hour, events.Academic: 3 * time.Hour}})
	advance(d, 5*s).When(waiting("c1", 1, events.Academic, after(5*s)))
	d.Clock.Advance(time.Hour) // nobody is woken meanwhile
	same(t, ended(t, d.When(waiting("c1", 2, events.Academic, after(time.Hour)))))
	d.When(answered("x", 1, events.Academic, events.OutcomeProduced, after(time.Hour)))
	same(t, ended(t, d.Advance(6*s).When(waiting("c1", 3, events.Academic, after(time.Hour+6*s)))))
}

func TestAQuestionThatIsNotHandedOnIsLostInTheEnd(t *testing.T) {
	d := asking(t, Config{})
	for round, at := range []time.Duration{5 * s, 21 * s} {
		same(t, ended(t, advance(d, at).When(waiting("c1", round+1, "", after(at)))))
	}
	got := ended(t, advance(d, 37*s).When(waiting("c1", 3, "", after(37*s))))
	if len(got) != 1 || !strings.Contains(got[0], "not handed on") {
		t.Errorf("ended %v", got)
	}
	// Its twin: the router is at work.
	d = asking(t, Config{})
	for round, at := range []time.Duration{5 * s, 21 * s, 37 * s, 53 * s} {
		same(t, ended(t, advance(d, at).When(waiting("c1", round+1, "", after(at)))))
		advance(d, at+s).When(streamtest.Event(events.CaseRegistered, run, fmt.Sprint("x", round),
			events.Registration{ClaimID: fmt.Sprint("x", round), Iteration: 1}, after(at+s)))
	}
}

func TestAfterItsEndARunAwaitsNobody(t *testing.T) {
	d := asking(t, Config{})
	d.Given(streamtest.Event(events.RunFailed, run, "run/failed", events.RunFailure{Error: "x"}))
	same(t, ended(t, d.When(waiting("c1", 1, events.Academic))))
	same(t, ended(t, d.When(waiting("c1", 2, events.Academic))), "req_c1 academic: No answer while the run was going on; going on without one.")
}

// Who waits is no silent agent, and who is dead while waiting is one.
func TestAnAgentThatWaitsIsNotGivenUpOn(t *testing.T) {
	d := asking(t, Config{SilenceOf: map[events.Agent]time.Duration{events.Academic: time.Hour}})
	at := 5 * s
	for round := 1; round < 10; round++ {
		advance(d, at).When(waiting("c1", round, events.Academic, after(at)))
		same(t, unables(t, d))
		at += 16 * s
	}
	at -= 16 * s
	if got := unables(t, advance(d, at+30*s)); len(got) != 2 {
		t.Errorf("given up on %v", got)
	}
}
