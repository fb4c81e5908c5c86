package replay_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/replay"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// brief is an orchestra without long wakes: the closer ends the run when the third verdict is in.
func brief(find stream.Declaration) []stream.Declaration {
	decls := orchestra(find)
	decls[2], decls[3] = hasty(), last()
	return decls
}

// begin asks for a run and waits until the feed shows its end.
func begin(t *testing.T, c *streamtest.Cluster, name string) {
	t.Helper()
	r, err := events.AnalysisRequested.Draft("run/requested", events.AnalysisRequest{
		Run: name, ReportID: "rep_1", Mode: events.ModeLive, AsOf: time.Now(), Iterations: 3,
	}).Seal(events.Envelope{Run: name, Iteration: 1, IterationCap: 3}, "intent", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	c.Produce(r)
	c.Await(events.TopicRunsFeed, ended(name))
}

func ended(name string) func([]events.Record) bool {
	return func(seen []events.Record) bool {
		return slices.ContainsFunc(seen, func(r events.Record) bool {
			return r.Run == name && r.Type == events.AnalysisCompleted.Type
		})
	}
}

func config(t *testing.T, c *streamtest.Cluster, decls func() []stream.Declaration) replay.Config {
	return replay.Config{
		Kafka: []kgo.Opt{kgo.SeedBrokers(c.Brokers...)}, Instance: "test", Store: artefact.NewMemory(), Now: time.Now,
		Declare: func(replay.Ports) []stream.Declaration { return decls() },
		Repeat: func(q events.AnalysisRequest) (events.Record, error) {
			parent := q.Run
			q.Run, q.Parent, q.Mode = parent+"+", parent, events.ModeExact
			return events.AnalysisRequested.Draft("run/requested", q).Seal(
				events.Envelope{Run: q.Run, Iteration: 1, IterationCap: q.Iterations, ReplayOf: parent}, "intent", time.Now())
		},
	}
}

// of collects a run's events from every topic.
func of(t *testing.T, c *streamtest.Cluster, name string) []replay.Entry {
	t.Helper()
	h, err := replay.Read(t.Context(), []kgo.Opt{kgo.SeedBrokers(c.Brokers...)}, name, time.Time{}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []replay.Entry
	for _, e := range append(h.Entries, h.Feed...) {
		out = append(out, *e)
	}
	return out
}

// TestAReplayOnABrokerBesideLiveProcessors: the runtime makes two runs, one of them is replayed while the
// processors go on, and its replay is replayed.
func TestAReplayOnABrokerBesideLiveProcessors(t *testing.T) {
	decls := func() []stream.Declaration { return brief(finder(pure)) }
	c := streamtest.NewCluster(t, decls()...)
	c.Start(stream.Options{}, decls()...)
	begin(t, c, "run_a")
	begin(t, c, "run_b")
	before := of(t, c, "run_a")
	cfg := config(t, c, decls)
	done, err := replay.Run(t.Context(), cfg, replay.Request{Parent: "run_a", Since: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	if done.Run != "run_a+" || done.Steps == 0 || done.Compared == 0 || done.Copied != 1 {
		t.Errorf("outcome %+v, want all but the request taken again", done)
	}
	if _, err := replay.Run(t.Context(), cfg, replay.Request{Parent: "run_a+", From: events.TopicClaimsExtracted}); err != nil {
		t.Fatalf("replaying the replay: %v", err)
	}
	// A run begun afterwards shows that the live processors have read beyond the replays.
	begin(t, c, "run_c")
	for _, name := range []string{"run_a+", "run_a++"} {
		made := of(t, c, name)
		if len(made) != len(before) {
			t.Errorf("%d events in %s, %d in its parent", len(made), name, len(before))
		}
		for i := range min(len(made), len(before)) {
			a, b := before[i], made[i]
			if a.Topic != b.Topic || a.Type != b.Type || a.Subject != b.Subject || a.Source != b.Source {
				t.Errorf("%s: %s %s on %s stands where %s %s was on %s", name, b.Type, b.Subject, b.Topic, a.Type, a.Subject, a.Topic)
			}
			if a.Type != events.AnalysisRequested.Type && a.Type != events.RunOpened.Type && string(a.Data) != string(b.Data) {
				t.Errorf("%s: %s %s holds %s, was %s", name, b.Type, b.Subject, b.Data, a.Data)
			}
		}
	}
	if after := of(t, c, "run_a"); len(after) != len(before) {
		t.Errorf("the parent has %d events, had %d", len(after), len(before))
	}
}

// TestAFailedReplayLeavesNothing: what cannot be repeated is not published.
func TestAFailedReplayLeavesNothing(t *testing.T) {
	find := finder(counting())
	decls := func() []stream.Declaration { return brief(find) }
	c := streamtest.NewCluster(t, decls()...)
	c.Start(stream.Options{}, decls()...)
	begin(t, c, "run_a")
	_, err := replay.Run(t.Context(), config(t, c, decls), replay.Request{Parent: "run_a"})
	var diverged replay.DivergedError
	if !errors.As(err, &diverged) || !strings.Contains(err.Error(), "finder on claim.extracted claim/clm_") {
		t.Errorf("error %v, want a divergence of the finder", err)
	}
	if left := of(t, c, "run_a+"); len(left) > 0 {
		t.Errorf("%d events of the failed replay are on the log", len(left))
	}
}

func TestARunThatCannotBeReplayed(t *testing.T) {
	decls := func() []stream.Declaration { return brief(finder(pure)) }
	c := streamtest.NewCluster(t, decls()...)
	cfg := config(t, c, decls)
	var topic replay.TopicError
	if _, err := replay.Run(t.Context(), cfg, replay.Request{Parent: "run_a", From: "report.submitted"}); !errors.As(err, &topic) {
		t.Errorf("a topic without runs: %v", err)
	}
	var damaged replay.DamagedError
	if _, err := replay.Run(t.Context(), cfg, replay.Request{Parent: "run_a"}); !errors.As(err, &damaged) {
		t.Errorf("a run that the log does not hold: %v", err)
	}
	r, err := events.AnalysisRequested.Draft("run/requested", events.AnalysisRequest{Run: "run_a"}).Seal(events.Envelope{Run: "run_a"}, "intent", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	c.Produce(r)
	var unfinished replay.UnfinishedError
	if _, err := replay.Run(t.Context(), cfg, replay.Request{Parent: "run_a"}); !errors.As(err, &unfinished) {
		t.Errorf("a run that has not ended: %v", err)
	}
}

// TestARunIsReadWhenTheWorkOnItIsDone: an event of the run that a processor has not read yet is waited for,
// since what it leads to is part of the history.
func TestARunIsReadWhenTheWorkOnItIsDone(t *testing.T) {
	decls := func() []stream.Declaration { return brief(finder(pure)) }
	c := streamtest.NewCluster(t, decls()...)
	live := c.Start(stream.Options{}, decls()...)
	begin(t, c, "run_a")
	settled := len(of(t, c, "run_a"))
	if err := live.Stop(); err != nil {
		t.Fatal(err)
	}
	late, err := events.ClaimExtracted.Draft("claim/late", events.Claim{ID: "late", Text: "late"}).
		Seal(events.Envelope{Run: "run_a", ID: "x"}, "someone", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	c.Produce(late)
	kafka := []kgo.Opt{kgo.SeedBrokers(c.Brokers...)}
	var unfinished replay.UnfinishedError
	if _, err := replay.Read(t.Context(), kafka, "run_a", time.Time{}, decls(), time.Millisecond); !errors.As(err, &unfinished) ||
		!strings.Contains(err.Error(), "has not read all of its events") {
		t.Fatalf("a run that is being worked on was read; error: %v", err)
	}
	type result struct {
		h   *replay.History
		err error
	}
	read := make(chan result, 1)
	go func() {
		h, err := replay.Read(t.Context(), kafka, "run_a", time.Time{}, decls(), streamtest.Patience)
		read <- result{h, err}
	}()
	c.Start(stream.Options{}, decls()...)
	got := <-read
	if got.err != nil {
		t.Fatal(got.err)
	}
	// The late claim, its finding, its activity, a verdict, a closed case and one more end, and copies of these.
	if n := len(got.h.Entries) + len(got.h.Feed); n != settled+12 {
		t.Errorf("%d events were read, want %d", n, settled+12)
	}
}
