package stack_test

import (
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/events"
)

func TestLagCountsEventsAndNoMarks(t *testing.T) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, string(events.TopicReportSubmitted), string(events.TopicClaimsRouted),
		string(events.TopicRunsProgress)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	kafka := []kgo.Opt{kgo.SeedBrokers(cluster.ListenAddrs()...)}
	users := connect(t, kafka)
	for range 3 {
		write(t, users, events.TopicReportSubmitted)
	}
	// Two events in one transaction.
	router := connect(t, kafka, kgo.TransactionalID("router"))
	begin(t, router)
	write(t, router, events.TopicClaimsRouted)
	write(t, router, events.TopicClaimsRouted)
	end(t, router, kgo.TryCommit)
	// Two processors that end side by side leave two marks behind the last event, one that is stopped leaves its event as well.
	judge := connect(t, kafka, kgo.TransactionalID("judge"))
	begin(t, router)
	begin(t, judge)
	write(t, router, events.TopicRunsProgress)
	write(t, judge, events.TopicRunsProgress)
	end(t, router, kgo.TryCommit)
	end(t, judge, kgo.TryCommit)
	begin(t, judge)
	write(t, judge, events.TopicRunsProgress)
	end(t, judge, kgo.TryAbort)
	for group, at := range map[string]struct {
		topic events.Topic
		at    int64
	}{
		"intake": {events.TopicReportSubmitted, 1}, "legal": {events.TopicClaimsRouted, 2}, "academic": {events.TopicClaimsRouted, 0},
		"conductor": {events.TopicRunsProgress, 2}, "feed": {events.TopicRunsProgress, 1},
	} {
		committed := kadm.Offsets{}
		committed.AddOffset(string(at.topic), 0, at.at, -1)
		if err := kadm.NewClient(users).CommitAllOffsets(t.Context(), group, committed); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]int64{"intake": 2, "legal": 0, "academic": 2, "conductor": 0, "feed": 1}
	behind := func() {
		t.Helper()
		lag, err := stack.LagReader(kafka)(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range want {
			if got, ok := lag[name]; !ok || got != want {
				t.Errorf("%s is %d behind, want %d (in %v)", name, got, want, lag)
			}
		}
	}
	behind()
	// What an open transaction has written is no event yet.
	begin(t, judge)
	write(t, judge, events.TopicRunsProgress)
	behind()
	end(t, judge, kgo.TryCommit)
	want["conductor"], want["feed"] = 1, 2
	behind()

	cluster.Close()
	if lag, err := stack.LagReader(kafka)(t.Context()); err == nil {
		t.Errorf("without a broker: %v", lag)
	}
}

func connect(t *testing.T, kafka []kgo.Opt, more ...kgo.Opt) *kgo.Client {
	t.Helper()
	client, err := kgo.NewClient(append(kafka[:len(kafka):len(kafka)], more...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func write(t *testing.T, client *kgo.Client, topic events.Topic) {
	t.Helper()
	if err := client.ProduceSync(t.Context(), &kgo.Record{Topic: string(topic)}).FirstErr(); err != nil {
		t.Fatal(err)
	}
}

func begin(t *testing.T, client *kgo.Client) {
	t.Helper()
	if err := client.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
}

func end(t *testing.T, client *kgo.Client, how kgo.TransactionEndTry) {
	t.Helper()
	if err := client.EndTransaction(t.Context(), how); err != nil {
		t.Fatal(err)
	}
}
