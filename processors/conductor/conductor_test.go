package conductor

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

const (
	run    = "run-1"
	report = "rep_1"
)

func opened(opts ...streamtest.Option) events.Record {
	return streamtest.Event(events.RunOpened, run, "run/opened",
		events.Opening{ReportID: report, SHA256: "abc", Parse: "parse", Sections: 1, Iterations: 3, Company: "Acme"}, opts...)
}

func started(a events.Agent, opts ...streamtest.Option) events.Record {
	return streamtest.Event(events.AgentStarted, run, events.RunSubject(string(a), "started"), events.AgentRef{Agent: a}, opts...)
}

func totals(claims int, opts ...streamtest.Option) events.Record {
	return streamtest.Event(events.ClaimsCompleted, run, "run/claims", events.ClaimTotals{ReportID: report, Claims: claims}, opts...)
}

func registered(claim string, iteration int, agents ...events.Agent) events.Record {
	return streamtest.Event(events.CaseRegistered, run, events.PassSubject(claim, iteration, "registered"),
		events.Registration{ClaimID: claim, Iteration: iteration, Agents: agents}, streamtest.Pass(iteration, 3))
}

// answered is a receipt, for the report if claim is empty.
func answered(claim string, iteration int, a events.Agent, outcome events.Outcome, opts ...streamtest.Option) events.Record {
	subject := events.RunSubject(string(a), "reported")
	if claim != "" {
		subject = events.PassSubject(claim, iteration, string(a), "reported")
	}
	return streamtest.Event(events.FindingReported, run, subject, events.Receipt{
		ClaimID: claim, Iteration: iteration, Agent: a, Outcome: outcome, Records: 2, Findings: 1,
	}, opts...)
}

func closed(claim string, v events.VerdictClass, revision, unable int) events.Record {
	return streamtest.Event(events.CaseClosed, run, events.ClaimSubject(claim, fmt.Sprintf("r%d", revision), "closed"),
		events.Closure{ClaimID: claim, Iteration: map[string]int{"c1": 1, "c2": 1, "c3": 2}[claim], Verdict: v, Revision: revision, Unable: unable})
}

func gaps(n int) events.Record {
	return streamtest.Event(events.GapsAssessed, run, "run/gaps", events.GapTotals{Gaps: n})
}

func paused(a string, on bool, opts ...streamtest.Option) events.Record {
	if on {
		return streamtest.Event(events.AgentPaused, run, events.RunSubject(a, "paused"), events.Pause{Agent: a, Reason: "model endpoint down"}, opts...)
	}
	return streamtest.Event(events.AgentResumed, run, events.RunSubject(a, "resumed"), events.Pause{Agent: a}, opts...)
}

func after(d time.Duration) streamtest.Option { return streamtest.At(streamtest.Start.Add(d)) }

// story is a whole run of three claims, one of which went round twice.
func story() []events.Record {
	l, d, g := events.Legal, events.DataMetrics, events.Geography
	out := []events.Record{opened()}
	for _, a := range events.Agents() {
		out = append(out, started(a))
	}
	return append(out,
		registered("c1", 1, l, d), registered("c2", 1, l), registered("c3", 1, g, l),
		totals(3),
		answered("c1", 1, l, events.OutcomeProduced), answered("c1", 1, d, events.OutcomeProduced),
		answered("c2", 1, l, events.OutcomeProduced),
		answered("c3", 1, g, events.OutcomeUnable), answered("c3", 1, l, events.OutcomeProduced),
		registered("c3", 2, g), answered("c3", 2, g, events.OutcomeProduced),
		closed("c1", events.Contradicted, 1, 0), closed("c2", events.Unverified, 1, 0),
		closed("c3", events.InsufficientEvidence, 1, 1), closed("c3", events.Verified, 2, 1),
		gaps(7), answered("", 1, l, events.OutcomeProduced), answered("", 1, d, events.OutcomeUnable),
	)
}

func TestDeclaration(t *testing.T) {
	p := New(Config{})
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	if d := p.Describe(); !slices.Equal(d.Inputs, []events.Topic{events.TopicRunsProgress}) || !d.Wakes {
		t.Errorf("declared as %+v", d)
	}
}

func TestARunFromItsOpeningToItsEnd(t *testing.T) {
	d := streamtest.New(t, New(Config{CodeVersion: "v1"}))
	d.When(opened())
	var opens []events.Agent
	for _, w := range streamtest.Of(d, events.ReportRouted) {
		if w.Data.Task != events.TaskOpen || w.Data.ReportID != report || w.Data.Parse != "parse" || w.Data.Company != "Acme" {
			t.Errorf("work %+v", w.Data)
		}
		opens = append(opens, w.Data.Agent)
	}
	if !slices.Equal(opens, events.Agents()) {
		t.Errorf("opened to %s", opens)
	}
	d.When(totals(1))
	var assess []string
	for _, w := range streamtest.Of(d, events.ReportRouted) {
		assess = append(assess, string(w.Data.Task)+" "+string(w.Data.Agent))
	}
	if got := strings.Join(assess, ", "); got != "assess legal, assess data_metrics" {
		t.Errorf("report-level work: %s", got)
	}
	d.Given(registered("c1", 1, events.Legal), answered("c1", 1, events.Legal, events.OutcomeProduced),
		gaps(4), answered("", 1, events.Legal, events.OutcomeProduced), answered("", 1, events.DataMetrics, events.OutcomeProduced))
	if n := len(streamtest.Of(d, events.AnalysisCompleted)); n != 0 {
		t.Fatal("the run ended before its last verdict")
	}
	d.When(closed("c1", events.Verified, 1, 0))
	c := streamtest.One(d, events.AnalysisCompleted).Data
	if c.Status != events.RunCompleted || c.ReportID != report || c.SHA256 != "abc" ||
		c.Claims != 1 || c.Gaps != 4 || c.Unable != 0 || c.CodeVersion != "v1" || c.Error != "" {
		t.Errorf("completion %+v", c)
	}
	if want := (map[string]int{"verified": 1, "unverified": 0, "contradicted": 0, "insufficient_evidence": 0}); !maps.Equal(c.Verdicts, want) {
		t.Errorf("verdicts %v", c.Verdicts)
	}
	if c.Passes != 1 {
		t.Errorf("%d passes", c.Passes)
	}
	if want := (map[string]int{"legal": 4, "data_metrics": 2}); !maps.Equal(c.Records, want) {
		t.Errorf("records %v", c.Records)
	}
	if _, waiting := d.Wake(run, run); waiting {
		t.Error("a run that has ended still has a wake")
	}
}

// TestTheEndDoesNotDependOnTheOrder shuffles a run's events, some of them repeated, in any way at all: the
// opening may come last and a receipt before its registration. What comes after the end cannot count, so
// either the last event is left in its place, or there is no revision and the sums of records are left out.
func TestTheEndDoesNotDependOnTheOrder(t *testing.T) {
	for _, free := range []bool{false, true} {
		t.Run(fmt.Sprintf("free=%v", free), func(t *testing.T) {
			want := ""
			rng := rand.New(rand.NewPCG(3, 5))
			for n := range 300 {
				records := story()
				fixed := 1
				if free {
					fixed = 0
					records = slices.DeleteFunc(records, func(r events.Record) bool { return r.Subject == "claim/c3/r2/closed" })
				}
				if n > 0 {
					scramble(rng, records, fixed)
					for range 8 {
						i, j := rng.IntN(len(records)-1), rng.IntN(len(records)-1)
						records = slices.Insert(records, max(i, j), records[min(i, j)])
					}
				}
				end := endOf(t, records)
				if free {
					end.Records = nil
				}
				if end.Passes != 4 {
					t.Fatalf("order %d: %d passes", n, end.Passes)
				}
				if got := fmt.Sprintf("%+v", end); want == "" {
					want = got
				} else if got != want {
					t.Fatalf("order %d:\n%s\n%s", n, got, want)
				}
			}
		})
	}
}

func scramble(rng *rand.Rand, records []events.Record, fixed int) {
	rng.Shuffle(len(records)-fixed, func(i, j int) { records[i], records[j] = records[j], records[i] })
}

// endOf hands all records in and requires that the run is opened, assessed and ended once.
func endOf(t *testing.T, records []events.Record) events.Completion {
	t.Helper()
	d := streamtest.New(t, New(Config{}))
	published := map[string]events.Record{}
	for _, r := range records {
		d.Given(r)
		for _, p := range d.Published() {
			published[p.ID] = p
		}
	}
	all := slices.Collect(maps.Values(published))
	ends, work := streamtest.Decoded(t, events.AnalysisCompleted, all), streamtest.Decoded(t, events.ReportRouted, all)
	if len(ends) != 1 || len(work) != len(events.Agents())+2 { // all are opened, and two assess the report
		t.Fatalf("%d ends and %d pieces of work", len(ends), len(work))
	}
	if s, ok := streamtest.State[State](d, run, run); !ok || !s.Ended || s.Claims != nil || s.Agents != nil {
		t.Fatalf("state after the end: %+v", s)
	}
	return ends[0].Data
}

func TestARunWithoutClaimsIsStillComparedWithTheStandards(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened()).When(totals(0))
	if n := len(streamtest.Of(d, events.AnalysisCompleted)); n != 0 {
		t.Fatal("the run ended without the report-level work")
	}
	d.Given(gaps(110), answered("", 1, events.Legal, events.OutcomeProduced)).When(answered("", 1, events.DataMetrics, events.OutcomeProduced))
	if c := streamtest.One(d, events.AnalysisCompleted).Data; c.Status != events.RunCompleted || c.Claims != 0 || c.Gaps != 110 {
		t.Errorf("completion %+v", c)
	}
}

func TestWithoutTheLegalAgentNoComparisonIsWaitedFor(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened(), totals(0), answered("", 1, events.DataMetrics, events.OutcomeProduced)).When(answered("", 1, events.Legal, events.OutcomeUnable))
	if c := streamtest.One(d, events.AnalysisCompleted).Data; c.Status != events.RunCompleted || c.Unable != 1 {
		t.Errorf("completion %+v", c)
	}
}

func TestAFailureEndsTheRunAndNothingFollows(t *testing.T) {
	failure := streamtest.Event(events.RunFailed, run, "run/failed", events.RunFailure{Error: "all sections failed", ReportID: report, SHA256: "abc"})
	for _, before := range [][]events.Record{nil, {opened()}, {opened(), registered("c1", 1, events.Legal)}} {
		d := streamtest.New(t, New(Config{}))
		d.Given(before...).When(failure)
		c := streamtest.One(d, events.AnalysisCompleted).Data
		if c.Status != events.RunError || c.Error != "all sections failed" || c.ReportID != report || c.SHA256 != "abc" {
			t.Errorf("completion %+v", c)
		}
		for _, r := range story()[1:] {
			if d.When(r).ThenPublishes(); t.Failed() {
				t.Fatalf("after the end, on %s", r.Type)
			}
		}
		d.Advance(time.Hour).ThenPublishes()
	}
}

func TestALateRevisionCountsUntilTheEndAndNotAfter(t *testing.T) {
	begin := []events.Record{
		opened(), totals(2), gaps(0), answered("", 1, events.Legal, events.OutcomeProduced), answered("", 1, events.DataMetrics, events.OutcomeProduced),
	}
	d := streamtest.New(t, New(Config{}))
	d.Given(begin...).Given(closed("c1", events.Unverified, 1, 2), closed("c1", events.Verified, 2, 1), closed("c1", events.Unverified, 1, 2))
	if n := len(streamtest.Of(d, events.AnalysisCompleted)); n != 0 {
		t.Fatal("one claim closed twice ended a run of two")
	}
	d.When(closed("c2", events.Contradicted, 1, 0))
	if c := streamtest.One(d, events.AnalysisCompleted).Data; c.Verdicts["verified"] != 1 ||
		c.Verdicts["contradicted"] != 1 || c.Verdicts["unverified"] != 0 || c.Unable != 1 {
		t.Errorf("completion %+v", c)
	}
	d.When(closed("c1", events.Contradicted, 3, 0)).ThenPublishes()
}

func TestImpossibleEventsAreRefused(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	d.Given(opened()).When(registered("c1", 0, events.Legal)).ThenRefuses("out of bounds", "run.failed")
	d.When(answered("c1", 99, events.Legal, events.OutcomeProduced)).ThenRefuses("out of bounds", "run.failed")
	d.When(closed("c1", "true", 1, 0)).ThenRefuses(`no verdict "true"`, "run.failed")
	broken := streamtest.Event(events.RunFailed, run, "run/failed", events.RunFailure{Error: "x"})
	broken.Data = []byte("{")
	d.When(broken).ThenRefuses("decoding", "analysis.completed")
	if c := streamtest.One(d, events.AnalysisCompleted).Data; c.Status != events.RunError {
		t.Errorf("completion %+v", c)
	}
}

func TestActivitiesHaveTheFieldsOfTheContract(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	got := map[string]string{}
	seen := map[string]bool{}
	for _, r := range story() {
		for _, a := range streamtest.Of(d.When(r), events.ActivityReported) {
			key := a.Data.Event
			if key == "agent_completed" {
				key += " " + a.Data.Agent
			}
			got[key] = strings.Join(slices.Sorted(maps.Keys(a.Data.Data)), " ")
			if seen[a.Subject] {
				t.Errorf("two activities at %s", a.Subject)
			}
			seen[a.Subject] = true
		}
	}
	want := map[string]string{
		"agent_started":                "claims_assigned",
		"agent_status":                 "claims_assigned claims_completed status",
		"agent_completed legal":        "claims_processed findings_count gaps_found",
		"agent_completed data_metrics": "claims_processed consistency_checks_failed consistency_checks_passed findings_count",
		"agent_completed judge":        "iteration reinvestigation_requests verdicts_count",
		"analysis_completed":           "totals",
	}
	for _, a := range events.Agents() {
		if key := "agent_completed " + string(a); want[key] == "" { // one without work on whole reports
			want[key] = "claims_processed findings_count"
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}
