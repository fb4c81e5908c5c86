package streamtest

import (
	"crypto/tls"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"
)

// Target is a broker that was started elsewhere.
type Target struct {
	Brokers []string
	SASL    []kgo.Opt   // what clients have to prove, if anything
	TLS     *tls.Config // nil for plain connections
}

// Attach returns a Cluster on a broker that was started elsewhere; its Fake is nil. It creates no topics.
func Attach(t testing.TB, target Target) *Cluster {
	t.Helper()
	c := &Cluster{Brokers: target.Brokers, t: t, sasl: target.SASL, tls: target.TLS}
	c.producer = c.newClient(kgo.ProducerLinger(0), kgo.RecordPartitioner(kgo.StickyKeyPartitioner(nil)))
	return c
}

// Options are those of a client of the test's own.
func (c *Cluster) Options(opts ...kgo.Opt) []kgo.Opt { return c.client(opts...) }
