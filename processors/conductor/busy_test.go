package conductor_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/conductor"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// TestABusyMachineChangesNoResult plays one report on a machine that does a thousand things in a second and on one where
// questions stand in line for minutes while the agents show that they live: none of them expires, and findings and verdicts
// are the same, event by event. Beside it an agent is dead: questions to it end in time.
func TestABusyMachineChangesNoResult(t *testing.T) {
	slowest, waited := time.Duration(0), 0
	for seed := range uint64(2) {
		quick := newBusyWorld(t, seed, time.Millisecond, "")
		quick.work()
		for _, line := range []int{4} {
			busy := newBusyWorld(t, seed, time.Millisecond, "")
			busy.line = line
			busy.work()
			waited += len(busy.topic(events.TopicRunsProgress)) - len(quick.topic(events.TopicRunsProgress))
			slowest = max(slowest, busy.slowestAnswer())
			for _, topic := range []events.Topic{events.TopicFindingsProduced, events.TopicVerdictsIssued} {
				want, got := quick.payloads(topic), busy.payloads(topic)
				if !maps.Equal(want, got) {
					t.Errorf("seed %d, %d in line: %d events on %s, %d of the quick machine; %v", seed, line, len(got), topic, len(want), differing(want, got))
				}
			}
		}
	}
	t.Logf("the slowest answer took %v; %d words of agents that wait", slowest, waited)
	if slowest < 5*time.Minute || waited < 100 {
		t.Error("the machine was not busy")
	}
	expired := 0
	for seed := range uint64(8) {
		w := newBusyWorld(t, seed, time.Millisecond, events.Academic)
		w.work()
		asked := map[string]time.Time{}
		for _, q := range streamtest.Decoded(t, events.InfoRequested, w.topic(events.TopicInfoRequested)) {
			asked[q.Data.ID] = q.Time
		}
		w.checkQuestions()
		for _, c := range streamtest.Decoded(t, events.RequestClosed, w.topic(events.TopicFindingsProduced)) {
			if c.Data.Status != events.InquiryExpired {
				continue
			}
			expired++
			if took := c.Time.Sub(asked[c.Data.Request.ID]); c.Data.Request.To != events.Academic || took < 20*time.Second || took > 35*time.Second {
				t.Errorf("seed %d: a question to %s has expired after %v", seed, c.Data.Request.To, took)
			}
		}
	}
	if expired < 16 {
		t.Errorf("only %d questions have expired", expired)
	}
}

func newBusyWorld(t *testing.T, seed uint64, pace time.Duration, dead events.Agent) *world {
	// Only the questions are on trial: agents are not given up on, and the run has its time.
	asks := func(a events.Agent, _ *rand.Rand) bool { return a == events.Legal || a == events.DataMetrics }
	w := newWorldOf(t, seed, conductor.Config{Silence: 24 * time.Hour, Assess: 24 * time.Hour, Run: 48 * time.Hour}, func(a events.Agent, _ *rand.Rand) string {
		if a == dead {
			return absent
		}
		return prompt
	}, asks)
	w.claims, w.limit, w.pace, w.unruled = 12, 2, pace, true
	w.begin()
	return w
}

// work plays a run on one processor that takes its time for every record, and rings wakes when their time has come.
func (w *world) work() {
	for steps := 0; w.step() || w.wake(); steps++ {
		if steps > 200_000 {
			w.t.Fatal("the run does not come to rest")
		}
		w.ring()
		if at := w.clock.Now(); w.line > 0 && at.Sub(w.lived) > 8*time.Second {
			w.lived = at
			for _, a := range events.Agents() {
				w.publish(events.Envelope{Run: theRun, Iteration: 1, IterationCap: w.limit}, string(a),
					events.AgentWorking.Draft(events.RunSubject("working", string(a), fmt.Sprint(steps)), events.Work{Agent: string(a), On: "what is in line"}))
			}
		}
	}
}

func (w *world) payloads(topic events.Topic) map[string]string {
	out := map[string]string{}
	for _, r := range w.topic(topic) {
		out[r.Type+" "+r.Subject] = string(r.Data)
	}
	return out
}

func differing(want, got map[string]string) (out []string) {
	for _, k := range slices.Sorted(maps.Keys(want)) {
		if got[k] != want[k] && len(out) < 3 {
			out = append(out, fmt.Sprintf("%s: %s and %s", k, want[k], got[k]))
		}
	}
	return out
}

// slowestAnswer is the longest time between a question and its answer.
func (w *world) slowestAnswer() (longest time.Duration) {
	asked := map[string]time.Time{}
	for _, q := range streamtest.Decoded(w.t, events.InfoRequested, w.topic(events.TopicInfoRequested)) {
		asked[q.Data.ID] = q.Time
	}
	for _, a := range streamtest.Decoded(w.t, events.InfoProvided, w.topic(events.TopicInfoProvided)) {
		longest = max(longest, a.Time.Sub(asked[a.Data.RequestID]))
	}
	return longest
}
