package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// verdictsOf lists the verdicts among a run's events, each with its record.
func verdictsOf(t *testing.T, records []events.Record) (all []events.Verdict, at []events.Record) {
	t.Helper()
	for _, r := range records {
		if r.Type != events.VerdictIssued.Type {
			continue
		}
		e, err := events.VerdictIssued.Decode(r)
		if err != nil {
			t.Fatal(err)
		}
		all, at = append(all, e.Data), append(at, r)
	}
	return all, at
}

// revised plays the judge: it answers a ruling with a revision.
func revised(t *testing.T, v events.Verdict, r events.Record, o events.Override, revision int) events.Record {
	t.Helper()
	v.Override = &events.Overruled{
		ID: o.ID, Verdict: o.Verdict, By: o.By, Reason: o.Reason, At: projectionstest.Began,
		Machine: events.MachineVerdict{Verdict: v.Verdict, Confidence: v.Confidence, ConfidenceScore: v.ConfidenceScore},
	}
	v.ID, v.Supersedes, v.Revision, v.Verdict = fmt.Sprintf("%s_%d", v.ID, revision), v.ID, revision, o.Verdict
	out, err := events.VerdictIssued.Draft(fmt.Sprintf("%s/r%d", r.Subject, revision), v).Seal(r.Envelope, "judge", r.Time)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRulingOnAClaim(t *testing.T) {
	w := newWorld(t, nil)
	w.log.Append(t, projectionstest.Submission(t)...)
	records := projectionstest.Story{Run: run, Claims: 6}.Records(t)
	w.log.Append(t, projectionstest.Feed(records...)...)
	await(t, w, "/api/v1/runs/"+run, `"status":"completed"`)
	issued, at := verdictsOf(t, records)
	machine := issued[0]
	if machine.Verdict != events.Contradicted {
		t.Fatalf("the story has changed: %s", machine.Verdict)
	}
	rule := func(of, claim, verdict, by, reason, wait string) answer {
		t.Helper()
		body, err := json.Marshal(map[string]string{"claim_id": claim, "verdict": verdict, "by": by, "reason": reason})
		if err != nil {
			t.Fatal(err)
		}
		return w.do("POST", "/api/v1/runs/"+of+"/overrides"+wait, strings.NewReader(string(body)), "Content-Type", "application/json")
	}

	// Nobody judges here: the ruling is on record, and its revision is still to come.
	first := into[api.Ruled](t, rule(run, machine.ClaimID, "verified", " Jane  Doe", "seen in "+run, "?wait=1").want(t, http.StatusAccepted))
	if o := first.Override; first.Verdict != nil || o.By != "Jane Doe" || o.Reason != "seen in this run" || o.ClaimID != machine.ClaimID ||
		o.ReportID != projectionstest.Report {
		t.Errorf("the answer is %+v", first)
	}
	w.log.Append(t, projectionstest.Feed(revised(t, machine, at[0], first.Override, 2))...)
	await(t, w, "/api/v1/runs/"+run+"/verdicts?claim="+machine.ClaimID, first.Override.ID)

	// Saying it again adds nothing.
	again := into[api.Ruled](t, rule(run, machine.ClaimID, "verified", "Jane Doe", "seen in this  run", "").want(t, http.StatusOK))
	if again.Override.ID != first.Override.ID || again.Verdict == nil || again.Verdict.Revision != 2 || again.Verdict.Supersedes != machine.ID {
		t.Errorf("said twice: %+v", again)
	}

	// With a judge the answer comes with the revision, and not with an earlier one that says the same.
	third := make(chan answer)
	second := into[api.Ruled](t, rule(run, machine.ClaimID, "unverified", "Richard Roe", "not enough", "?wait=1").want(t, http.StatusAccepted))
	w.log.Append(t, projectionstest.Feed(revised(t, machine, at[0], second.Override, 3))...)
	await(t, w, "/api/v1/runs/"+run+"/verdicts?claim="+machine.ClaimID, second.Override.ID)
	go func() { third <- rule(run, machine.ClaimID, "verified", "Jane Doe", "seen in this run", "?wait=60") }()
	w.read(events.TopicFindingsProduced, 3) // it is on record: with its revision there already, it would be one that stands
	w.log.Append(t, projectionstest.Feed(revised(t, machine, at[0], first.Override, 4))...)
	got := into[api.Ruled](t, (<-third).want(t, http.StatusCreated))
	if got.Verdict == nil || got.Verdict.Revision != 4 || got.Verdict.Verdict != events.Verified || got.Verdict.Override.Machine.Verdict != events.Contradicted {
		t.Errorf("the third ruling led to %+v", got.Verdict)
	}

	// Current verdicts, counts, document and exports show what stands, and every revision is kept.
	view := into[struct{ Verdicts map[string]int }](t, w.get("/api/v1/runs/"+run).want(t, 200))
	if view.Verdicts["contradicted"] != 0 || view.Verdicts["verified"] != 2 {
		t.Errorf("counted as %v", view.Verdicts)
	}
	all := into[struct{ Verdicts []struct{ Revision int } }](t, w.get("/api/v1/runs/"+run+"/verdicts?revisions=true&claim="+machine.ClaimID).want(t, 200))
	if len(all.Verdicts) != 4 {
		t.Errorf("%d revisions", len(all.Verdicts))
	}
	for format, says := range map[string]string{"json": `"by": "Jane Doe"`, "md": "**Ruled by Jane Doe** on 2026-03-02", "html": "ruled by Jane Doe"} {
		if body := string(w.get("/api/v1/runs/"+run+"/export."+format).want(t, 200).body); !strings.Contains(body, says) {
			t.Errorf("export.%s does not say %q", format, says)
		}
	}

	refusedRulings(t, w, machine.ClaimID, rule)
}

func issuedClaim(t *testing.T, records []events.Record) string {
	t.Helper()
	all, _ := verdictsOf(t, records)
	return all[0].ClaimID
}

// refusedRulings requires that rulings which cannot be made are refused with a reason.
func refusedRulings(t *testing.T, w *world, claim string, rule func(of, claim, verdict, by, reason, wait string) answer) {
	t.Helper()
	open := "run_0000000002bbbbbbbbbb"
	begun := projectionstest.Story{Run: open, Claims: 2}.Records(t)
	var unjudged []events.Record
	for _, r := range begun {
		if r.Type != events.VerdictIssued.Type && r.Type != events.AnalysisCompleted.Type {
			unjudged = append(unjudged, r)
		}
	}
	w.log.Append(t, projectionstest.Feed(unjudged...)...)
	await(t, w, "/api/v1/runs/"+open, `"assigned":4`)
	const replay = "run_01zzzzzzzzzzzzzzzzzz"
	w.log.Append(t, replayOf(t, run, replay)...)
	await(t, w, "/api/v1/runs/"+replay, `"status":"completed"`)
	for says, a := range map[string]answer{
		"Run not found":               rule("run_none", claim, "verified", "Jane Doe", "seen", "").want(t, 404),
		"Claim not found":             rule(run, "clm_none", "verified", "Jane Doe", "seen", "").want(t, 404),
		"has no verdict yet":          rule(open, issuedClaim(t, begun), "verified", "Jane Doe", "seen", "").want(t, 409),
		"rule on that one":            rule(replay, claim, "unverified", "Jane Doe", "seen", "").want(t, 409),
		"expected value to be one of": rule(run, claim, "true", "Jane Doe", "seen", "").want(t, 422),
		"by must say something":       rule(run, claim, "verified", " ", "seen", "").want(t, 422),
		"expected length >= 1":        rule(run, claim, "verified", "Jane Doe", "", "").want(t, 422),
		"expected length <= 2000":     rule(run, claim, "verified", "Jane Doe", strings.Repeat("x", 2001), "").want(t, 422),
		"expected required property reason": w.do("POST", "/api/v1/runs/"+run+"/overrides", strings.NewReader(`{"claim_id":"c","verdict":"verified","by":"J"}`),
			"Content-Type", "application/json").want(t, 422),
	} {
		if !strings.Contains(string(a.body), says) {
			t.Errorf("%s: the refusal is %s", says, a.body)
		}
	}
}
