package embedded

import (
	"slices"
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// makeTopic creates a topic of one partition.
func makeTopic(t *testing.T, addr, topic string, configs map[string]*string) {
	t.Helper()
	c := client(t, addr)
	defer c.Close()
	admin := kadm.NewClient(c)
	if _, err := admin.CreateTopic(deadline(t), 1, 1, configs, topic); err != nil {
		t.Fatal(err)
	}
}

// produce writes key=value records, each as a batch of its own.
func produce(t *testing.T, c *kgo.Client, topic string, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		record := &kgo.Record{Topic: topic, Key: []byte(pairs[i]), Value: []byte(pairs[i+1])}
		if err := c.ProduceSync(deadline(t), record).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the committed values of a topic's only partition, up to its end.
func read(t *testing.T, addr, topic string) []string {
	t.Helper()
	ctx := deadline(t)
	asker := client(t, addr)
	defer asker.Close()
	ends, err := kadm.NewClient(asker).ListEndOffsets(ctx, topic)
	if err != nil {
		t.Fatal(err)
	}
	end, _ := ends.Lookup(topic, 0)
	// Control records are kept, so that the end is seen even if nothing but a marker stands there.
	c := client(t, addr, kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.KeepControlRecords(),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: {0: kgo.NewOffset().AtStart()}}))
	// Closed at once: a consumer says goodbye to its broker, and would wait for one that is gone by the end of the test.
	defer c.Close()
	var values []string
	for next := int64(0); next < end.Offset; {
		fetches := c.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			t.Fatalf("reading %s up to %d: at %d: %v", topic, end.Offset, next, err)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			next = r.Offset + 1
			if !r.Attrs.IsControl() {
				values = append(values, string(r.Value))
			}
		})
	}
	return values
}

func wantValues(t *testing.T, addr, topic string, want ...string) {
	t.Helper()
	if got := read(t, addr, topic); !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", topic, got, want)
	}
}
