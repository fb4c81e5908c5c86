//go:build kafka

package conformance_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/deploy/kafka"
	"github.com/sibyl-project/sibyl/processors/stream/conformance"
)

// apacheKafka starts a broker that is killed and started again by Restart.
func apacheKafka(t *testing.T, o kafka.Options) conformance.Broker {
	t.Helper()
	k, err := kafka.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := k.Stop(); err != nil {
			t.Error(err)
		}
	})
	return conformance.Broker{Access: k.Access(), Restart: func(t testing.TB) {
		t.Helper()
		k.Kill()
		if err := k.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
	}}
}

// The suites wait for session timeouts most of the time, each for those of its own broker, so they run side by side.
func TestApacheKafka(t *testing.T) {
	t.Parallel()
	conformance.Suite(t, apacheKafka(t, kafka.Options{}))
}

func TestApacheKafkaSecured(t *testing.T) {
	t.Parallel()
	conformance.Suite(t, apacheKafka(t, kafka.Options{SASL: true, TLS: true}))
}

func TestChurnApacheKafka(t *testing.T) {
	t.Parallel()
	churn(t, apacheKafka(t, kafka.Options{}))
}
