package feed_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/feed"
)

func TestFeedReadsEveryTopicOfRunsAndNotItself(t *testing.T) {
	p := feed.New()
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	d := p.Describe()
	if d.Stateful {
		t.Error("the feed keeps state")
	}
	apart := []events.Topic{events.TopicRunsFeed, events.TopicReportSubmitted, events.TopicReportPreviewed}
	for _, spec := range events.Topics() {
		reads := slices.Contains(d.Inputs, spec.Name)
		if want := !slices.Contains(apart, spec.Name); reads != want {
			t.Errorf("topic %s: read %v, want %v", spec.Name, reads, want)
		}
	}
	for _, k := range events.Kinds() {
		handled := slices.Contains(d.Kinds, k.Type)
		if want := !slices.Contains(apart, k.Topic); handled != want {
			t.Errorf("kind %s: handled %v, want %v", k.Type, handled, want)
		}
	}
}

func TestCopyKeepsTheEventAndKeysItByRun(t *testing.T) {
	cause := events.Envelope{ID: "cause", Run: "run-1", Iteration: 2, IterationCap: 3}
	draft := events.CaseClosed.Draft("claim/c1/closed/r1", events.Closure{ClaimID: "c1", Verdict: events.Verified, Revision: 1})
	original, err := draft.Seal(cause, "judge", time.Unix(100, 0))
	if err != nil {
		t.Fatal(err)
	}
	drafts, err := feed.Copy(context.Background(), original)
	if err != nil || len(drafts) != 1 {
		t.Fatalf("got %d drafts, error %v", len(drafts), err)
	}
	copied, err := drafts[0].Seal(original.Envelope, feed.Name, time.Unix(999, 0))
	if err != nil {
		t.Fatal(err)
	}
	if copied.Topic != events.TopicRunsFeed || copied.Key != "run-1" {
		t.Errorf("copy went to %s under key %q", copied.Topic, copied.Key)
	}
	if copied.Envelope != original.Envelope || string(copied.Data) != string(original.Data) {
		t.Errorf("copy differs from its original:\n%+v\n%+v", copied, original)
	}
}

func TestCopyPassesOverEventsWithoutARun(t *testing.T) {
	drafts, err := feed.Copy(context.Background(), events.Record{Envelope: events.Envelope{ID: "e", Type: "report.previewed"}})
	if err != nil || len(drafts) != 0 {
		t.Errorf("got %v, %v", drafts, err)
	}
}

// A dead letter bears the run of the record that was given up on, which may be garbage.
func TestCopyPassesOverDeadLettersOfRunsThatCannotBe(t *testing.T) {
	for run, want := range map[string]int{"run-1": 1, strings.Repeat("r", 16<<10): 0, "\xff": 0, "a\x00b": 0} {
		r := events.Record{Envelope: events.Envelope{ID: "e", Type: "dead.letter", Subject: "dead/x", Run: run}}
		if drafts, err := feed.Copy(context.Background(), r); err != nil || len(drafts) != want {
			t.Errorf("run of %d bytes: %d copies, %v; want %d", len(run), len(drafts), err, want)
		}
	}
}
