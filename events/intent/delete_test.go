package intent_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// TestARemovedReportStaysRemoved has the log bring late events of a removed report, and all of it once more, before
// and after the same file is handed in again.
func TestARemovedReportStaysRemoved(t *testing.T) {
	pool := projectionstest.Database(t)
	o := intent.New(pool)
	submission := projectionstest.Submission(t)
	settle(t, pool, submission...)
	const ended = "run_0000000001aaaaaaaaaa"
	run := projectionstest.Story{Run: ended, Claims: 1}.Records(t)
	settle(t, pool, run...)
	item := events.LibraryItem{SHA256: strings.Repeat("e", 64), Filename: "a.txt", Kind: events.KindNews, Publisher: "P", ReportID: projectionstest.Report}
	if _, _, err := o.AddEvidence(t.Context(), item); err != nil {
		t.Fatal(err)
	}
	item.ReportID = "" // the same for every report
	if _, _, err := o.AddEvidence(t.Context(), item); err != nil {
		t.Fatal(err)
	}
	active, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	gone, err := o.DeleteReport(t.Context(), projectionstest.Report)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(gone.Runs, []string{ended, active.Run}) || !slices.Equal(gone.Ended, []string{active.Run}) || gone.Attempt != 1 || gone.Evidence != 1 {
		t.Errorf("it removed %+v", gone)
	}
	published := outbox(t, pool)
	var said []string
	for _, r := range published {
		said = append(said, r.Type+" "+r.Run)
	}
	want := []string{"analysis.requested " + active.Run, "run.deleted " + ended, "run.failed " + active.Run, "run.deleted " + active.Run, "report.deleted "}
	slices.Sort(said)
	slices.Sort(want)
	if !slices.Equal(said, want) {
		t.Errorf("it says %v, want %v", said, want)
	}
	if _, err := o.DeleteReport(t.Context(), projectionstest.Report); !errors.Is(err, intent.ErrUnknownReport) {
		t.Errorf("removed twice: %v", err)
	}
	if _, err := o.Request(t.Context(), active.Run); !errors.Is(err, intent.ErrUnknownRun) {
		t.Errorf("its run is still known: %v", err)
	}
	if list, err := o.ListEvidence(t.Context(), ""); err != nil || len(list) != 1 || list[0].ReportID != "" {
		t.Errorf("the shelf holds %+v, %v", list, err)
	}

	nothing := func(when string) {
		t.Helper()
		if _, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{}); !errors.Is(err, intent.ErrUnknownReport) {
			t.Errorf("%s: the report is there: %v", when, err)
		}
		if runs, err := o.ActiveRuns(t.Context()); err != nil || len(runs) != 0 {
			t.Errorf("%s: runs go on: %v, %v", when, runs, err)
		}
	}
	all := append(append(slices.Clone(submission), run...), published...)
	settle(t, pool, append(all, completion(t, active.Run, events.RunError))...)
	nothing("folded again")
	backwards := slices.Clone(all)
	slices.Reverse(backwards)
	settle(t, pool, backwards...)
	nothing("folded backwards")

	// The second life counts its attempts on, and neither the first one's end nor its late preview touches it.
	u := upload
	u.SHA256 = projectionstest.SHA256
	again, err := o.SubmitReport(t.Context(), u)
	if err != nil || again.Known || again.Attempt != 2 || again.ReportID != projectionstest.Report {
		t.Fatalf("handed in again: %+v, %v", again, err)
	}
	settle(t, pool, all...)
	if again, err = o.SubmitReport(t.Context(), u); err != nil || !again.Known || again.Status != intent.ReportUploaded || again.Attempt != 2 {
		t.Errorf("after the log was folded again the second life is %+v, %v", again, err)
	}
	second := outbox(t, pool)
	if ids := map[string]bool{submission[0].ID: true}; slices.ContainsFunc(second, func(r events.Record) bool {
		return r.Type == events.ReportSubmitted.Type && ids[r.ID]
	}) {
		t.Error("the second submission has the id of the first")
	}

	// A database that is younger than the log comes to the same, whichever topic is ahead.
	for _, order := range [][]events.Record{all, backwards} {
		young := projectionstest.Database(t)
		settle(t, young, order...)
		if _, err := intent.New(young).StartAnalysis(t.Context(), projectionstest.Report, intent.Options{}); !errors.Is(err, intent.ErrUnknownReport) {
			t.Errorf("a new database knows the report: %v", err)
		}
	}
}

// TestADecisionIsMadeOnce decides about a dead letter from two sides, loses the relay in between, and folds the log
// into a new database.
func TestADecisionIsMadeOnce(t *testing.T) {
	pool, log := projectionstest.Database(t), projectionstest.NewLog(t)
	o := intent.New(pool)
	settle(t, pool, projectionstest.Submission(t)...)
	event := projectionstest.Submission(t)[0]
	letter := events.DeadDecision{Letter: strings.Repeat("a", 32), Round: 1}
	log.Append(t, event) // it is on the log already: that its id is there must not keep it from going there again
	for i, want := range []bool{false, true} {
		if known, err := o.RetryDead(t.Context(), letter, event); err != nil || known != want {
			t.Fatalf("retry %d: known %v, %v", i+1, known, err)
		}
	}
	var decided intent.DecidedError
	if err := o.DiscardDead(t.Context(), letter); !errors.As(err, &decided) || decided.Decision != events.LetterRetried {
		t.Errorf("discarding what was retried: %v", err)
	}
	next := events.DeadDecision{Letter: letter.Letter, Round: 2}
	if err := o.DiscardDead(t.Context(), next); err != nil {
		t.Errorf("the second round: %v", err)
	}
	if _, err := o.RetryDead(t.Context(), next, event); !errors.As(err, &decided) || decided.Decision != events.LetterDiscarded {
		t.Errorf("retrying what was discarded: %v", err)
	}
	failed := events.DeadDecision{Letter: strings.Repeat("b", 32), Round: 1}
	ofRun := projectionstest.Story{Run: "run_0000000009bbbbbbbbbb", Claims: 1}.Records(t)[0]
	if _, err := o.RetryDead(t.Context(), failed, ofRun); !errors.As(err, new(intent.FailedRunError)) {
		t.Errorf("an event of a run that is no more: %v", err)
	}
	if err := o.DiscardDead(t.Context(), failed); err != nil {
		t.Errorf("a refusal decides nothing: %v", err)
	}

	// The relay died after it had marked the rows, and before it sent them.
	if _, err := pool.Exec(t.Context(), `update app.outbox set attempted = true`); err != nil {
		t.Fatal(err)
	}
	rows := relayed(t, pool, log, 5)
	var back []events.Record
	for _, r := range rows {
		if r.ID == event.ID {
			back = append(back, r)
		}
	}
	if len(back) != 2 || !reflect.DeepEqual(back[0], back[1]) {
		t.Errorf("what went back is %+v", back)
	}

	young := projectionstest.Database(t)
	for _, r := range rows {
		if r.Topic == events.TopicDeadLetters {
			settle(t, young, r)
		}
	}
	if known, err := intent.New(young).RetryDead(t.Context(), letter, event); err != nil || !known {
		t.Errorf("a new database does not know of the retry: %v, %v", known, err)
	}
	if err := intent.New(young).DiscardDead(t.Context(), next); !errors.As(err, &decided) {
		t.Errorf("a new database does not know that it was discarded: %v", err)
	}
}
