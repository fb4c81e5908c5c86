package intent_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

func TestARulingBecomesAnEventOfItsRun(t *testing.T) {
	pool := projectionstest.Database(t)
	o := intent.New(pool)
	ruling := events.Override{ClaimID: "clm_1", Verdict: events.Verified, By: " Jane\tDoe ", Reason: "seen\nin \u202erun_0 \x00twice"}
	if _, err := o.OverrideVerdict(t.Context(), "run_none", ruling); !errors.Is(err, intent.ErrUnknownRun) {
		t.Errorf("of an unknown run: %v", err)
	}
	settle(t, pool, projectionstest.Submission(t)...)
	run, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{Iterations: 2})
	if err != nil {
		t.Fatal(err)
	}
	ruling.Reason = strings.ReplaceAll(ruling.Reason, "run_0", run.Run)
	first, err := o.OverrideVerdict(t.Context(), run.Run, ruling)
	if err != nil {
		t.Fatal(err)
	}
	if first.By != "Jane Doe" || first.Reason != "seen in this run twice" || first.ReportID != projectionstest.Report || !strings.HasPrefix(first.ID, "ovr_") {
		t.Errorf("recorded as %+v", first)
	}
	settle(t, pool, completion(t, run.Run, events.RunCompleted)) // people read verdicts when a run is over
	ruling.Verdict = events.Contradicted
	second, err := o.OverrideVerdict(t.Context(), run.Run, ruling)
	if err != nil || second.ID == first.ID {
		t.Errorf("the second ruling is %+v, %v", second, err)
	}
	var invalid intent.InvalidError
	for says, spoil := range map[string]func(*events.Override){
		"verdict must be one of verified, unverified, contradicted, insufficient_evidence": func(v *events.Override) { v.Verdict = "true" },
		"by must say something":      func(v *events.Override) { v.By = "\u202e\n" },
		"reason must say something":  func(v *events.Override) { v.Reason = "" },
		"by has 201 characters":      func(v *events.Override) { v.By = strings.Repeat("ä", 201) },
		"reason has 2001 characters": func(v *events.Override) { v.Reason = strings.Repeat("ä", 2001) },
		"it names no claim":          func(v *events.Override) { v.ClaimID = "" },
	} {
		bad := ruling
		spoil(&bad)
		if _, err := o.OverrideVerdict(t.Context(), run.Run, bad); !errors.As(err, &invalid) || !strings.Contains(invalid.Detail, says) {
			t.Errorf("%s: %v", says, err)
		}
	}
	var got []events.Record
	for _, r := range outbox(t, pool) {
		if r.Type == events.VerdictOverridden.Type {
			got = append(got, r)
		}
	}
	if len(got) != 2 {
		t.Fatalf("%d rulings on the log", len(got))
	}
	for i, want := range []events.Override{first, second} {
		e, err := events.VerdictOverridden.Decode(got[i])
		if err != nil {
			t.Fatal(err)
		}
		if e.Data != want || e.Run != run.Run || got[i].Key != "clm_1" || got[i].Topic != events.TopicFindingsProduced || e.Time.IsZero() ||
			e.Subject != "claim/clm_1/override/"+want.ID || e.Iteration != 1 || e.IterationCap != 2 || strings.Contains(string(got[i].Data), run.Run) {
			t.Errorf("ruling %d on the log: %+v, key %s", i, e, got[i].Key)
		}
	}
}

func TestAReplayIsNotRuledOn(t *testing.T) {
	pool := projectionstest.Database(t)
	o := intent.New(pool)
	settle(t, pool, projectionstest.Submission(t)...)
	run, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := o.Repeat(run)
	if err != nil {
		t.Fatal(err)
	}
	settle(t, pool, again)
	var replayed intent.ReplayedError
	_, err = o.OverrideVerdict(t.Context(), again.Run, events.Override{ClaimID: "clm_1", Verdict: events.Verified, By: "Jane Doe", Reason: "seen"})
	if !errors.As(err, &replayed) || replayed.Parent != run.Run || !strings.Contains(err.Error(), run.Run) {
		t.Errorf("of a replay: %v", err)
	}
}
