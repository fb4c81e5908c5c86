package stream_test

import (
	"net"
	"strconv"
	"testing"

	"github.com/twmb/franz-go/pkg/kfake"

	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// The broker stops and comes back: processors continue where they were, by themselves.
func TestBrokerRestart(t *testing.T) {
	p := counting()
	dir := t.TempDir()
	c := streamtest.NewCluster(t, p)
	c.Fake.Close()
	_, port, err := net.SplitHostPort(c.Brokers[0])
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	restart := func() *kfake.Cluster {
		t.Helper()
		fake, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.Ports(n), kfake.DataDir(dir))
		if err != nil {
			t.Fatalf("starting the broker again: %v", err)
		}
		return fake
	}
	fake := restart()
	c.CreateTopics(p)
	c.Start(stream.Options{}, p)
	const rounds = 9
	for i := 1; i <= rounds; i++ {
		if i%3 == 0 {
			fake.Close()
			fake = restart()
		}
		round(c, i)
	}
	defer func() { fake.Close() }()
	accounted(t, awaitCounts(t, c, rounds), rounds)
}
