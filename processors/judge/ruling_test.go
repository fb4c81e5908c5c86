package judge

import (
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// TestARulingIsAnsweredOverTheRuntime hands a ruling in as the log holds it: the revision, its closure and what
// people are told come out, a repeat of the event is published again and not decided again, and a ruling that
// says nothing is a dead letter that harms nobody.
func TestARulingIsAnsweredOverTheRuntime(t *testing.T) {
	const run = "run_1"
	d := streamtest.New(t, New(DefaultRubric()))
	f := *parseLine(t, 1, "legal 0 high standard").finding
	d.Given(
		streamtest.Event(events.CaseOpened, run, events.PassSubject(testClaim, 1, "opened"),
			events.Case{Claim: claimOf(events.LegalGovernance), Iteration: 1, Agents: tasks("legal!")}, streamtest.Pass(1, 2)),
		streamtest.Event(events.FindingProduced, run, events.PassSubject(testClaim, 1, "legal", "0"),
			func() events.Finding { f.Exhausted = true; return f }(), streamtest.Pass(1, 2)),
	)
	ruling := func(id, by string) events.Record {
		return streamtest.Event(events.VerdictOverridden, run, events.ClaimSubject(testClaim, "override", id),
			events.Override{ID: id, ClaimID: testClaim, ReportID: testReport, Verdict: events.Verified, By: by, Reason: "seen"}, streamtest.Pass(1, 2))
	}
	// The claim's type has a helpful agent that was not asked yet: the case is still open.
	d.When(ruling("ovr_1", "Jane Doe")).ThenPublishes()
	d.Given(
		streamtest.Event(events.CaseOpened, run, events.PassSubject(testClaim, 2, "opened"),
			events.Case{Claim: claimOf(events.LegalGovernance), Iteration: 2, Agents: tasks("news_media")}, streamtest.Pass(2, 2)),
	)
	d.When(streamtest.Event(events.FindingUnable, run, events.PassSubject(testClaim, 2, "news_media", "unable"),
		events.Inability{Agent: events.NewsMedia, ClaimID: testClaim, Iteration: 2, Reason: "down"}, streamtest.Pass(2, 2))).
		ThenPublishes("activity.reported", "verdict.issued", "case.closed", "activity.reported")
	if v := streamtest.One(d, events.VerdictIssued).Data; v.Verdict != events.Verified ||
		v.Revision != 1 || v.Override == nil || v.Override.Machine.Verdict != events.Unverified {
		t.Errorf("the first verdict of a case that was ruled on is %+v", v)
	}

	second := ruling("ovr_2", "Richard Roe")
	d.When(second).ThenPublishes("activity.reported", "verdict.issued", "case.closed", "activity.reported")
	v := streamtest.One(d, events.VerdictIssued)
	o := v.Data.Override
	if v.Data.Revision != 2 || v.Data.Supersedes == "" || o == nil || o.By != "Richard Roe" ||
		o.Replaces != "ovr_1" || !o.At.Equal(second.Time) || o.At.Location() != time.UTC {
		t.Errorf("the revision is %+v, the override %+v, ruled at %v", v.Data, o, second.Time)
	}
	if v.Iteration != 2 {
		t.Errorf("the revision is of pass %d", v.Iteration)
	}
	if c := streamtest.One(d, events.CaseClosed).Data; c.Verdict != events.Verified || c.Revision != 2 || c.Unable != 1 {
		t.Errorf("closed as %+v", c)
	}
	issued := v.ID
	d.When(second)
	if again := streamtest.One(d, events.VerdictIssued); again.ID != issued || again.Data.Revision != 2 {
		t.Errorf("a repeated ruling was decided again: %+v", again.Data)
	}
	for _, spoil := range []func(*events.Override){
		func(o *events.Override) { o.By = " " },
		func(o *events.Override) { o.Reason = "" },
		func(o *events.Override) { o.Reason = strings.Repeat("x", events.MaxOverrideReason+1) },
		func(o *events.Override) { o.Verdict = "true" },
		func(o *events.Override) { o.ID = "" },
	} {
		bad := events.Override{ID: "ovr_3", ClaimID: testClaim, ReportID: testReport, Verdict: events.Contradicted, By: "Jane Doe", Reason: "seen"}
		spoil(&bad)
		d.When(streamtest.Event(events.VerdictOverridden, run,
			events.ClaimSubject(testClaim, "override", bad.ID, bad.By, string(bad.Verdict), bad.Reason[:min(len(bad.Reason), 9)]), bad,
			streamtest.Pass(1, 2))).
			ThenRefuses("hearing override", "activity.reported")
	}
}
