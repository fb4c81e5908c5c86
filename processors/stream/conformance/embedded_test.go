package conformance_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/deploy/kafka"
	"github.com/sibyl-project/sibyl/processors/stream/conformance"
)

// embeddedBroker is the product's own broker, in a process of its own. Restart stops it in order: what it does
// when it is killed is another promise (deploy/embedded).
func embeddedBroker(t *testing.T) conformance.Broker {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() {
		if err := embedded.Remove(context.Background(), dir); err != nil {
			t.Error(err)
		}
	})
	data, err := embedded.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { data.Close() })
	options := embedded.BrokerOptions{Data: data, Args: []string{brokerChild}}
	broker, err := embedded.StartBroker(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	stop := func(t testing.TB) {
		t.Helper()
		if err := broker.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := broker.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return conformance.Broker{Access: kafka.Access{Brokers: []string{broker.Addr}}, Restart: func(t testing.TB) {
		t.Helper()
		stop(t)
		if broker, err = embedded.StartBroker(t.Context(), options); err != nil {
			t.Fatal(err)
		}
	}}
}

func TestEmbeddedBroker(t *testing.T) {
	t.Parallel()
	conformance.Suite(t, embeddedBroker(t))
}
