package reason

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/sibyl-project/sibyl/rag/ledger"
)

var (
	callsTotal = prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "sibyl", Subsystem: "model", Name: "calls_total", Help: "Calls to language models by role, model and how they ended (see the ledger).",
	}, []string{"role", "model", "state"})
	tokensTotal = prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "sibyl", Subsystem: "model", Name: "tokens_total", Help: "Tokens of answered calls by role, model and direction.",
	}, []string{"role", "model", "direction"})
	dollarsTotal = prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "sibyl", Subsystem: "model", Name: "dollars_total", Help: "What answered calls cost by the price table.",
	}, []string{"role", "model"})
	secondsTotal = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: "sibyl", Subsystem: "model", Name: "call_seconds", Help: "How long answered calls took.", Buckets: prometheus.ExponentialBuckets(0.25, 2, 12),
	}, []string{"role", "model"})
)

// Metrics lists what is measured of calls to models, for a registry.
func Metrics() []prometheus.Collector {
	return []prometheus.Collector{callsTotal, tokensTotal, dollarsTotal, secondsTotal}
}

// measure counts a line of the ledger.
func measure(c ledger.Call) {
	callsTotal.WithLabelValues(c.Role, c.Model, string(c.State)).Inc()
	if c.State != ledger.Paid {
		return
	}
	tokensTotal.WithLabelValues(c.Role, c.Model, "input").Add(float64(c.InputTokens))
	tokensTotal.WithLabelValues(c.Role, c.Model, "output").Add(float64(c.OutputTokens))
	secondsTotal.WithLabelValues(c.Role, c.Model).Observe(c.Took.Seconds())
	if c.USD != nil {
		if usd, err := c.USD.Float64(); err == nil {
			dollarsTotal.WithLabelValues(c.Role, c.Model).Add(usd)
		}
	}
}
