package runs_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/projections/runs"
)

const run = "run_0000000001aaaaaaaaaa"

func apply(t *testing.T, records []events.Record) (r *runs.Run, completedAt int) {
	t.Helper()
	r, completedAt = runs.New(run), -1
	for i, rec := range records {
		if err := r.Apply(&projections.Entry{Record: rec}); err != nil {
			t.Fatal(err)
		}
		if r.Status == events.RunCompleted && completedAt < 0 {
			completedAt = i
		}
	}
	return r, completedAt
}

// The feed holds topics in no order among one another: whatever it is, the run ends the same, and is
// called completed only when everything that its end counts is there.
func TestAnyOrderOfTopicsGivesTheSameRun(t *testing.T) {
	records := projectionstest.Story{Run: run, Claims: 8}.Records(t)
	in, _ := apply(t, records)
	want, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if in.Status != events.RunCompleted {
		t.Fatalf("the run is %s", in.Status)
	}
	counted := map[string]bool{
		events.ClaimRouted.Type:    true,
		events.ClaimExtracted.Type: true, events.VerdictIssued.Type: true, events.GapFound.Type: true, events.FindingProduced.Type: true,
		events.RequestClosed.Type: true, events.CheckPerformed.Type: true, events.CoverageAssessed.Type: true, events.AnalysisCompleted.Type: true,
		events.AnalysisRequested.Type: true,
	}
	for seed := range uint64(50) {
		mixed := interleave(records, rand.New(rand.NewPCG(seed, 1)))
		got, completed := apply(t, mixed)
		body, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if string(body) != string(want) {
			t.Fatalf("seed %d:\n got %s\nwant %s", seed, body, want)
		}
		for _, late := range mixed[completed+1:] {
			if counted[late.Type] {
				t.Fatalf("seed %d: completed before %s %s", seed, late.Type, late.Subject)
			}
		}
	}
}

// interleave keeps the order within each topic and mixes the topics.
func interleave(records []events.Record, random *rand.Rand) []events.Record {
	lanes := map[events.Topic][]events.Record{}
	var topics []events.Topic
	for _, r := range records {
		if lanes[r.Topic] == nil {
			topics = append(topics, r.Topic)
		}
		lanes[r.Topic] = append(lanes[r.Topic], r)
	}
	out := make([]events.Record, 0, len(records))
	for len(out) < len(records) {
		topic := topics[random.IntN(len(topics))]
		if lane := lanes[topic]; len(lane) > 0 {
			n := min(1+random.IntN(20), len(lane))
			out = append(out, lane[:n]...)
			lanes[topic] = lane[n:]
		}
	}
	return out
}

func TestARunThatFailedEndsAtOnceAndStaysEnded(t *testing.T) {
	failed := projectionstest.Story{Run: run, Fails: "the file is corrupt"}.Records(t)
	whole := projectionstest.Story{Run: run, Claims: 2}.Records(t)
	r, _ := apply(t, append(failed, whole[1:len(whole)-1]...))
	if r.Status != events.RunError || r.Error != "the file is corrupt" || r.FinishedAt == nil {
		t.Errorf("the run is %s: %s", r.Status, r.Error)
	}
}

func TestASecondRevisionIsNotASecondClaim(t *testing.T) {
	records := projectionstest.Story{Run: run, Claims: 2}.Records(t)
	for _, rec := range records {
		if rec.Type != events.VerdictIssued.Type {
			continue
		}
		e, err := events.VerdictIssued.Decode(rec)
		if err != nil {
			t.Fatal(err)
		}
		v := e.Data
		v.Supersedes, v.Revision = v.ID, 2
		again, err := events.VerdictIssued.Draft(rec.Subject+"/2", v).Seal(rec.Envelope, "judge", rec.Time)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, again)
	}
	if r, _ := apply(t, records); r.Progress.ClaimsClosed != 2 {
		t.Errorf("%d claims are closed", r.Progress.ClaimsClosed)
	}
}

func TestFailedSectionsAreNamed(t *testing.T) {
	var records []events.Record
	for n, why := range []string{"", "the page could not be read", ""} {
		r, err := events.SectionExtracted.Draft(events.SectionSubject(n+1), events.SectionClaims{Section: n + 1, Of: 3, Error: why}).
			Seal(events.Envelope{Run: run}, "claims", projectionstest.Began)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	r, _ := apply(t, records)
	if f := r.Progress.SectionsFailed; len(f) != 1 || f[0] != (runs.SectionFailure{Section: 2, Step: "extraction", Error: "the page could not be read"}) ||
		r.Progress.SectionsExtracted != 3 {
		t.Errorf("failed sections %+v of %d", f, r.Progress.SectionsExtracted)
	}
}

// An agent that could not do its work on the whole report leaves the run without facts, checks or gaps: the run says so, in whatever order
// the feed has its events.
func TestWorkOnTheWholeReportThatWasNotDoneIsSaid(t *testing.T) {
	inability := func(agent events.Agent, claim, reason string) events.Record {
		return streamtest.Event(events.FindingUnable, run, events.RunSubject("work", string(agent), reason),
			events.Inability{Agent: agent, ClaimID: claim, Iteration: 1, Reason: reason})
	}
	opened := streamtest.Event(events.RunOpened, run, events.RunSubject("opened"), events.Opening{Warnings: []string{"the report names another company"}})
	lost := []events.Record{
		inability(events.Legal, "", "silent for 2m0s"), inability(events.DataMetrics, "", "timed out"),
		inability(events.DataMetrics, "", "timed out"), inability(events.DataMetrics, "clm_1", "silent for 30s"),
	}
	want := []string{
		"the figures of the report were not read, and nothing was calculated with them: timed out",
		"the report as a whole was not compared with the standards: silent for 2m0s",
	}
	for name, records := range map[string][]events.Record{"opened first": append([]events.Record{opened}, lost...), "opened last": append(lost[:4:4], opened)} {
		t.Run(name, func(t *testing.T) {
			r, _ := apply(t, records)
			if !slices.Equal(r.Undone, want) || len(r.Warnings) != 1 {
				t.Errorf("undone %q, warnings %q", r.Undone, r.Warnings)
			}
		})
	}
}
