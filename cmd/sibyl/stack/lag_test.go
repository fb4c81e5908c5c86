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
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, string(events.TopicReportSubmitted), string(events.TopicClaimsRouted)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	kafka := []kgo.Opt{kgo.SeedBrokers(cluster.ListenAddrs()...)}
	// Three events that users asked for, and two that a processor wrote, in one transaction.
	users, err := kgo.NewClient(kafka...)
	if err != nil {
		t.Fatal(err)
	}
	defer users.Close()
	for range 3 {
		if err := users.ProduceSync(t.Context(), &kgo.Record{Topic: string(events.TopicReportSubmitted)}).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	processor, err := kgo.NewClient(append(kafka, kgo.TransactionalID("router"))...)
	if err != nil {
		t.Fatal(err)
	}
	defer processor.Close()
	if err := processor.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := processor.ProduceSync(t.Context(), &kgo.Record{Topic: string(events.TopicClaimsRouted)}).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	if err := processor.EndTransaction(t.Context(), kgo.TryCommit); err != nil {
		t.Fatal(err)
	}
	committed := kadm.Offsets{}
	committed.AddOffset(string(events.TopicReportSubmitted), 0, 1, -1)
	commit(t, users, "intake", committed)
	committed = kadm.Offsets{}
	committed.AddOffset(string(events.TopicClaimsRouted), 0, 2, -1)
	commit(t, users, "legal", committed)
	committed = kadm.Offsets{}
	committed.AddOffset(string(events.TopicClaimsRouted), 0, 0, -1)
	commit(t, users, "academic", committed)

	lag, err := stack.LagReader(kafka)(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int64{"intake": 2, "legal": 0, "academic": 2} {
		if got, ok := lag[name]; !ok || got != want {
			t.Errorf("%s is %d behind, want %d (in %v)", name, got, want, lag)
		}
	}
	cluster.Close()
	if lag, err := stack.LagReader(kafka)(t.Context()); err == nil {
		t.Errorf("without a broker: %v", lag)
	}
}

func commit(t *testing.T, client *kgo.Client, group string, at kadm.Offsets) {
	t.Helper()
	if err := kadm.NewClient(client).CommitAllOffsets(t.Context(), group, at); err != nil {
		t.Fatal(err)
	}
}
