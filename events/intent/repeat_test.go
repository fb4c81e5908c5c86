package intent_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// TestAReplayDoesNotHoldItsReport: a run can be repeated once it has ended, and whether its report is being
// analysed meanwhile is neither asked nor changed.
func TestAReplayDoesNotHoldItsReport(t *testing.T) {
	pool := projectionstest.Database(t)
	o := intent.New(pool)
	settle(t, pool, projectionstest.Submission(t)...)
	if _, err := o.Repeatable(t.Context(), "run_none"); !errors.Is(err, intent.ErrUnknownRun) {
		t.Errorf("repeating a run that nobody asked for: %v", err)
	}
	parent, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{Iterations: 2, Company: "Nordwind"})
	if err != nil {
		t.Fatal(err)
	}
	var still intent.StillAnalyzingError
	if _, err := o.Repeatable(t.Context(), parent.Run); !errors.As(err, &still) {
		t.Errorf("repeating a run that goes on: %v", err)
	}
	settle(t, pool, completion(t, parent.Run, events.RunCompleted))
	if since, err := o.Repeatable(t.Context(), parent.Run); err != nil || !since.Equal(parent.AsOf) {
		t.Errorf("the run is on the log since %v, %v; want %v", since, err, parent.AsOf)
	}
	// Another analysis of the report goes on while the replay is made and learnt of.
	other, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	written := func() (n int) {
		t.Helper()
		if err := pool.QueryRow(t.Context(), `select count(*) from app.outbox`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := written()
	event, err := o.Repeat(parent)
	if err != nil {
		t.Fatal(err)
	}
	e, err := events.AnalysisRequested.Decode(event)
	if err != nil {
		t.Fatal(err)
	}
	want := parent
	want.Run, want.Parent, want.Mode = e.Run, parent.Run, events.ModeExact
	if !reflect.DeepEqual(e.Data, want) || e.Run == parent.Run || e.ReplayOf != parent.Run || e.IterationCap != 2 || event.Key != e.Run {
		t.Errorf("the request of the replay is %+v", event)
	}
	if after := written(); after != before {
		t.Errorf("asking for a replay wrote %d events to the outbox", after-before)
	}
	settle(t, pool, event)
	if _, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{}); !errors.As(err, new(intent.AnalyzingError)) {
		t.Errorf("a third analysis beside the running one: %v", err)
	}
	active, err := o.ActiveRuns(t.Context())
	if err != nil || len(active) != 1 || active[0].Run != other.Run {
		t.Errorf("active runs: %+v, %v; want the analysis alone", active, err)
	}
	if q, err := o.Request(t.Context(), e.Run); err != nil || !reflect.DeepEqual(q, e.Data) {
		t.Errorf("the replay is known as %+v, %v", q, err)
	}
	settle(t, pool, completion(t, other.Run, events.RunCompleted))
	if _, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{}); err != nil {
		t.Errorf("a replay holds its report: %v", err)
	}
}
