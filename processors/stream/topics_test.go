package stream_test

import (
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/processors/stream/topics"
)

func TestTopicsAreMadeAndCompared(t *testing.T) {
	c := streamtest.NewCluster(t)
	client := []kgo.Opt{kgo.SeedBrokers(c.Brokers...)}
	specs, err := stream.TopicSpecs([]stream.Declaration{counting()})
	if err != nil {
		t.Fatal(err)
	}
	diff := func() []topics.Difference {
		t.Helper()
		d, err := topics.Diff(t.Context(), client, specs)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if d := diff(); len(d) != 1 || d[0] != (topics.Difference{Topic: "counting.state", Problem: "missing", Curable: true}) {
		t.Fatalf("the cluster lacks %v", d)
	}
	if err := topics.Ensure(t.Context(), client, specs, 1); err != nil {
		t.Fatal(err)
	}
	if d := diff(); len(d) != 0 {
		t.Fatalf("after EnsureTopics: %v", d)
	}

	// Settings that somebody changed are put right.
	req := kmsg.NewPtrIncrementalAlterConfigsRequest()
	r := kmsg.NewIncrementalAlterConfigsRequestResource()
	r.ResourceType, r.ResourceName = kmsg.ConfigResourceTypeTopic, string(events.TopicVerdictsIssued)
	cfg := kmsg.NewIncrementalAlterConfigsRequestResourceConfig()
	cfg.Name, cfg.Value, cfg.Op = "retention.ms", kmsg.StringPtr("604800000"), kmsg.IncrementalAlterConfigOpSet
	r.Configs = append(r.Configs, cfg)
	req.Resources = append(req.Resources, r)
	addPartition(t, c, req)
	if d := diff(); len(d) != 1 || d[0].Problem != "retention.ms is 604800000, want -1" || !d[0].Curable {
		t.Fatalf("after the change: %v", d)
	}
	if err := topics.Ensure(t.Context(), client, specs, 1); err != nil {
		t.Fatal(err)
	}
	if d := diff(); len(d) != 0 {
		t.Fatalf("after putting it right: %v", d)
	}

	// Partitions are never added in place.
	for i := range specs {
		if specs[i].Name == events.TopicVerdictsIssued {
			specs[i].Partitions++
		}
	}
	if d := diff(); len(d) != 1 || d[0].Curable || d[0].Problem != "6 partitions, want 7" {
		t.Fatalf("diff %v", d)
	}
	if err := topics.Ensure(t.Context(), client, specs, 1); err == nil || !strings.Contains(err.Error(), "verdicts.issued: 6 partitions, want 7") {
		t.Errorf("error = %v", err)
	}
}

// The controller reports topics as created before brokers know of them, and brokers know of them before they serve
// them. EnsureTopics must not return before they do.
func TestNewTopicsAreServedWhenEnsured(t *testing.T) {
	c := streamtest.NewCluster(t)
	client := []kgo.Opt{kgo.SeedBrokers(c.Brokers...)}
	specs, err := stream.TopicSpecs([]stream.Declaration{counting()})
	if err != nil {
		t.Fatal(err)
	}
	const late = "counting.state"
	unknown := c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Metadata}, Topic: late, Err: kerr.UnknownTopicOrPartition, Count: 3})
	leaderless := c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.ListOffsets}, Topic: late, Err: kerr.NotLeaderForPartition, Count: 3})
	altered := c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.IncrementalAlterConfigs}, Observe: true, Count: -1})
	if err := topics.Ensure(t.Context(), client, specs, 1); err != nil {
		t.Fatal(err)
	}
	if unknown.Hits() != 3 || leaderless.Hits() != 3 || altered.Hits() != 0 {
		t.Errorf("it asked %d times for a topic that was not known yet and %d times for one that was not served, and corrected %d; want 3, 3 and 0",
			unknown.Hits(), leaderless.Hits(), altered.Hits())
	}
	// What is there is not waited for: processors wait for a broker by themselves.
	c.Fake.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.ListOffsets}, Err: kerr.NotLeaderForPartition, Count: -1})
	if err := topics.Ensure(t.Context(), client, specs, 1); err != nil {
		t.Fatal(err)
	}
}
