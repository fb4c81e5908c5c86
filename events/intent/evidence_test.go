package intent_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// TestTheShelfHoldsNoMoreThanARunCanTake fills it from several sides at once.
func TestTheShelfHoldsNoMoreThanARunCanTake(t *testing.T) {
	pool := projectionstest.Database(t)
	o := intent.New(pool)
	settle(t, pool, projectionstest.Submission(t)...)
	item := func(n int, report string) events.LibraryItem {
		return events.LibraryItem{SHA256: fmt.Sprintf("%064d", n), Filename: "a.txt", Kind: events.KindNews, Publisher: "P", ReportID: report}
	}
	if _, _, err := o.AddEvidence(t.Context(), item(1, "rep_none")); !errors.Is(err, intent.ErrUnknownReport) {
		t.Errorf("for a report that nobody knows: %v", err)
	}
	const there = intent.MaxEvidence - 5 // the last places are wanted by many
	if _, err := pool.Exec(t.Context(), `
		insert into app.evidence (id, item, added_at)
		select 'evd_' || n, json_build_object('id', 'evd_' || n, 'kind', 'news'), now() from generate_series(1, $1::int) n`, there); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	full := 0
	for n := range 15 {
		wg.Go(func() {
			_, _, err := o.AddEvidence(t.Context(), item(n, []string{"", projectionstest.Report}[n%2]))
			var invalid intent.InvalidError
			mu.Lock()
			defer mu.Unlock()
			switch {
			case errors.As(err, &invalid) && strings.Contains(err.Error(), "remove some first"):
				full++
			case err != nil:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	list, err := o.ListEvidence(t.Context(), projectionstest.Report)
	if err != nil || len(list) != intent.MaxEvidence || full != 10 {
		t.Fatalf("%d documents, %d refused, %v", len(list), full, err)
	}
	run, err := o.StartAnalysis(t.Context(), projectionstest.Report, intent.Options{})
	if err != nil || len(run.Evidence) != intent.MaxEvidence {
		t.Fatalf("the run takes %d documents: %v", len(run.Evidence), err)
	}
	for i, e := range run.Evidence {
		if e != list[i].LibraryItem {
			t.Fatalf("document %d is %+v, on the shelf %+v", i, e, list[i])
		}
	}
	for _, e := range list {
		if e.SHA256 == "" {
			continue // made above, under a name of its own
		}
		if _, known, err := o.AddEvidence(t.Context(), e.LibraryItem); err != nil || !known {
			t.Errorf("one that stands there on a full shelf: %v %v", known, err)
		}
		if err := o.RemoveEvidence(t.Context(), e.ID); err != nil {
			t.Error(err)
		}
		if _, err := o.GetEvidence(t.Context(), e.ID); !errors.Is(err, intent.ErrUnknownEvidence) {
			t.Errorf("what was removed: %v", err)
		}
	}
}
