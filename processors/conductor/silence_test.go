package conductor

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// unables lists who was given up on, as "agent claim/pass: reason", and checks that each has its receipt.
func unables(t *testing.T, d *streamtest.Driver) []string {
	t.Helper()
	var out, receipts []string
	for _, u := range streamtest.Of(d, events.FindingUnable) {
		if !u.Data.GivenUp || u.Iteration != u.Data.Iteration {
			t.Errorf("inability %+v in pass %d", u.Data, u.Iteration)
		}
		out = append(out, fmt.Sprintf("%s %s/%d: %s", u.Data.Agent, u.Data.ClaimID, u.Data.Iteration, u.Data.Reason))
	}
	for _, r := range streamtest.Of(d, events.FindingReported) {
		if r.Data.Outcome != events.OutcomeUnable {
			t.Errorf("receipt %+v", r.Data)
		}
		receipts = append(receipts, fmt.Sprintf("%s %s/%d", r.Data.Agent, r.Data.ClaimID, r.Data.Iteration))
	}
	if len(out) != len(receipts) {
		t.Errorf("%d inabilities, %d receipts", len(out), len(receipts))
	}
	return out
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestAnAgentSilentForItsTimeIsGivenUpOn(t *testing.T) {
	d := streamtest.New(t, New(Config{SilenceOf: map[events.Agent]time.Duration{events.Academic: 2 * time.Minute}}))
	d.Given(opened(), started(events.Legal), started(events.Academic), started(events.Geography),
		registered("c1", 1, events.Legal, events.Academic), registered("c2", 1, events.Legal), registered("c3", 2, events.Legal))
	d.Advance(29 * time.Second)
	same(t, unables(t, d))
	// A word from the agent is a sign of life.
	d.Given(answered("c2", 1, events.Legal, events.OutcomeProduced, after(29*time.Second)))
	d.Advance(29 * time.Second)
	same(t, unables(t, d))
	// So is what its runtime says while it is busy with one event.
	d.Given(atWork(1, events.Legal, 58*time.Second))
	d.Advance(29 * time.Second)
	same(t, unables(t, d))
	d.Advance(time.Second)
	same(t, unables(t, d), "legal c1/1: silent for 30s", "legal c3/2: silent for 30s")
	d.Advance(32 * time.Second)
	same(t, unables(t, d), "academic c1/1: silent for 2m0s")
	d.Advance(20 * time.Minute)
	same(t, unables(t, d)) // geography owes nothing
}

func TestAnAgentThatHasNotStartedIsGivenUpOnAfterItsTime(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened(), registered("c1", 1, events.NewsMedia)).Advance(5*time.Minute - time.Millisecond)
	same(t, unables(t, d))
	d.Advance(time.Millisecond)
	same(t, unables(t, d), "news_media c1/1: not started within 5m0s")
	for _, r := range d.Published() {
		if r.Type == events.FindingReported.Type {
			d.Given(r) // the receipt for it comes back, which is no sign of life
		}
	}
	// It is asked again in the next pass, and has the time of an agent that was there.
	d.Given(streamtest.Event(events.CaseRegistered, run, "claim/c1/i2/registered",
		events.Registration{ClaimID: "c1", Iteration: 2, Agents: []events.Agent{events.NewsMedia}}, after(6*time.Minute)))
	d.Advance(time.Minute + 29*time.Second)
	same(t, unables(t, d))
	d.Advance(time.Second)
	same(t, unables(t, d), "news_media c1/2: not started within 5m0s")
}

func TestReceiptsOfTheGivenUpCountOnce(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened(), started(events.Legal), registered("c1", 1, events.Legal), totals(1))
	d.Given(gaps(1), answered("", 1, events.Legal, events.OutcomeProduced), answered("", 1, events.DataMetrics, events.OutcomeProduced))
	d.Advance(30 * time.Second)
	same(t, unables(t, d), "legal c1/1: silent for 30s")
	for _, r := range d.Published() { // its own receipt comes back to it
		if r.Type == events.FindingReported.Type {
			d.When(r)
			if n := len(streamtest.Of(d, events.FindingUnable)); n != 0 {
				t.Error("given up on twice")
			}
		}
	}
	d.Given(answered("c1", 1, events.Legal, events.OutcomeProduced, after(time.Minute))) // and the agent's late word
	s, _ := streamtest.State[State](d, run, run)
	if at := s.Agents[events.Legal]; at.Assigned != 1 || at.Completed != 1 || at.Silences != 1 {
		t.Errorf("attendance %+v", at)
	}
	d.When(closed("c1", events.Unverified, 1, 1))
	if c := streamtest.One(d, events.AnalysisCompleted).Data; c.Unable != 1 || c.Status != events.RunCompleted {
		t.Errorf("completion %+v", c)
	}
}

func TestOfAClosedClaimNothingIsAwaited(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened(), started(events.Legal), closed("c1", events.Verified, 1, 0), registered("c1", 1, events.Legal))
	d.Given(registered("c2", 1, events.Legal), closed("c2", events.Verified, 1, 0))
	d.Advance(20 * time.Minute).ThenPublishes()
}

func TestAPauseExtendsTheTime(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened(), started(events.Legal), registered("c1", 1, events.Legal), paused("legal", true, after(time.Second)))
	d.Advance(10 * time.Minute)
	same(t, unables(t, d))
	d.Given(paused("legal", false, after(10*time.Minute)))
	d.Advance(29 * time.Second)
	same(t, unables(t, d))
	d.Advance(time.Second)
	same(t, unables(t, d), "legal c1/1: silent for 30s")
}

func TestWorkOnTheWholeReportHasMoreTime(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened(), started(events.Legal), started(events.DataMetrics), totals(0)).Advance(119 * time.Second)
	same(t, unables(t, d))
	d.Advance(time.Second)
	same(t, unables(t, d), "legal /1: silent for 2m0s", "data_metrics /1: silent for 2m0s")
	if c := streamtest.One(d, events.AnalysisCompleted).Data; c.Status != events.RunCompleted || c.Unable != 2 {
		t.Errorf("completion %+v", c)
	}
}

func TestTheRunsLimitEndsAllWaiting(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened(), started(events.Legal), started(events.Academic), paused("academic", true), registered("c1", 1, events.Academic), totals(2))
	d.Given(gaps(0), answered("", 1, events.Legal, events.OutcomeProduced), answered("", 1, events.DataMetrics, events.OutcomeProduced))
	d.Advance(30 * time.Minute)
	same(t, unables(t, d), "academic c1/1: no answer when the run had taken 30m0s")
	// What comes to be asked after the limit is answered at once.
	d.When(streamtest.Event(events.CaseRegistered, run, "claim/c2/i1/registered",
		events.Registration{ClaimID: "c2", Iteration: 1, Agents: []events.Agent{events.Legal}}, after(30*time.Minute+time.Second)))
	same(t, unables(t, d), "legal c2/1: no answer when the run had taken 30m0s")
	d.Given(closed("c1", events.Unverified, 1, 1)).Advance(time.Minute)
	c := streamtest.One(d, events.AnalysisCompleted).Data
	if c.Status != events.RunError || c.Error != "the run took longer than 30m0s: 1 of 2 claims have no verdict" {
		t.Errorf("completion %+v", c)
	}
	d.Advance(time.Hour).ThenPublishes()
}

func TestARunWithoutItsClaimsEndsAtTheLimit(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened()).Advance(31 * time.Minute)
	if c := streamtest.One(d, events.AnalysisCompleted).Data; c.Status != events.RunError || !strings.Contains(c.Error, "claims were not all extracted") {
		t.Errorf("completion %+v", c)
	}
	d = streamtest.New(t, New(Config{}))
	d.Given(opened(), totals(0), answered("", 1, events.Legal, events.OutcomeProduced),
		answered("", 1, events.DataMetrics, events.OutcomeProduced)).Advance(31 * time.Minute)
	if c := streamtest.One(d, events.AnalysisCompleted).Data; c.Status != events.RunError || !strings.Contains(c.Error, "comparison with the standards") {
		t.Errorf("completion %+v", c)
	}
}

func TestManyClaimsAreGivenUpOnInBatches(t *testing.T) {
	d := streamtest.New(t, New(Config{Batch: 10}))
	d.Given(opened(), started(events.Legal), started(events.Academic))
	want := map[string]bool{}
	for i := range 57 {
		claim := fmt.Sprintf("c%02d", i)
		d.Given(registered(claim, 1, events.Legal, events.Academic))
		want["legal "+claim], want["academic "+claim] = true, true
	}
	d.Advance(31 * time.Second)
	got := map[string]bool{}
	for _, u := range streamtest.Of(d, events.FindingUnable) {
		got[string(u.Data.Agent)+" "+u.Data.ClaimID] = true
	}
	if !maps.Equal(got, want) || len(unables(t, d)) != len(want) {
		t.Errorf("gave up on %d of %d", len(got), len(want))
	}
}

// TestDowntimeIsNotSilence has a wake come an hour late, as after a restart: the run's clock stood still, and
// who has spoken since is not silent.
func TestDowntimeIsNotSilence(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened(), started(events.Legal), started(events.Academic), registered("c1", 1, events.Legal, events.Academic), registered("c2", 1, events.Legal))
	wake, ok := d.Wake(run, run)
	if !ok || !wake.Equal(streamtest.Start.Add(30*time.Second)) {
		t.Fatalf("wake at %v", wake)
	}
	late := time.Hour + 30*time.Second
	d.Given(answered("c2", 1, events.Legal, events.OutcomeProduced, after(time.Hour+time.Second)))
	if n := len(streamtest.Of(d, events.FindingUnable)); n != 0 {
		t.Fatal("the first event after a downtime was held against the others")
	}
	d.Clock.Set(streamtest.Start.Add(late))
	d.When(streamtest.Event(events.DueKind(Name, events.TopicRunsProgress), run, "due", events.Due{Key: run, Wake: wake.UnixMilli()}, after(late)))
	same(t, unables(t, d), "academic c1/1: silent for 30s")
	d.Advance(29 * time.Second)
	same(t, unables(t, d))
	d.Advance(time.Second)
	same(t, unables(t, d), "legal c1/1: silent for 30s")
	// The limit has moved by the hour, too.
	d.Advance(29*time.Minute - time.Second)
	if n := len(streamtest.Of(d, events.AnalysisCompleted)); n != 0 {
		t.Fatal("the run's limit counted the downtime")
	}
	d.Advance(time.Minute + time.Second)
	streamtest.One(d, events.AnalysisCompleted)
}
