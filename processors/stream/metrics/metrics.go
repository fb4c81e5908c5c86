// Package metrics are what processors tell Prometheus.
package metrics

import (
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are shared by all processors of a process; the label tells them apart.
type Metrics struct {
	records, steps, published, commits, aborts, retries, deadLetters, sessions *prometheus.CounterVec
	restore, batch                                                             *prometheus.HistogramVec
}

// Meter is one processor's share of the metrics.
type Meter struct {
	Records, Steps, Published, Commits, Aborts, Retries, DeadLetters, Sessions prometheus.Counter
	Restore, Batch                                                             prometheus.Observer
}

// New registers the metrics, or finds those that are registered already. reg may be nil.
func New(reg prometheus.Registerer) (*Metrics, error) {
	label := []string{"processor"}
	counter := func(name, help string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "sibyl", Subsystem: "stream", Name: name, Help: help}, label)
	}
	seconds := func(name, help string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "sibyl", Subsystem: "stream", Name: name, Help: help,
			Buckets: prometheus.ExponentialBuckets(0.001, 2.5, 12),
		}, label)
	}
	m := &Metrics{
		records:     counter("records_total", "Records read, passed-over ones included; again after an abort."),
		steps:       counter("steps_total", "Events committed whose handler ran."),
		published:   counter("published_total", "Events published in committed transactions."),
		commits:     counter("commits_total", "Transactions committed."),
		aborts:      counter("aborts_total", "Batches that were not committed and will be read again."),
		retries:     counter("retries_total", "Handler calls repeated after an error."),
		deadLetters: counter("dead_letters_total", "Events given up on."),
		sessions:    counter("sessions_total", "Sessions opened with the broker; more than one means that one was lost."),
		restore:     seconds("restore_seconds", "Time to restore the state of newly assigned partitions."),
		batch:       seconds("batch_seconds", "Time from reading a batch to its commit."),
	}
	if reg == nil {
		return m, nil
	}
	for _, c := range []prometheus.Collector{m.records, m.steps, m.published, m.commits, m.aborts, m.retries, m.deadLetters, m.sessions, m.restore, m.batch} {
		if err := reg.Register(c); err != nil {
			// A second Run of the process shares the first one's collectors.
			var there prometheus.AlreadyRegisteredError
			if !errors.As(err, &there) {
				return nil, fmt.Errorf("registering metrics: %w", err)
			}
			if err := m.adopt(c, there.ExistingCollector); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// adopt replaces one of our collectors by the one that is registered already.
func (m *Metrics) adopt(ours, theirs prometheus.Collector) error {
	for _, p := range []**prometheus.CounterVec{&m.records, &m.steps, &m.published, &m.commits, &m.aborts, &m.retries, &m.deadLetters, &m.sessions} {
		if v, ok := theirs.(*prometheus.CounterVec); ok && prometheus.Collector(*p) == ours {
			*p = v
			return nil
		}
	}
	for _, p := range []**prometheus.HistogramVec{&m.restore, &m.batch} {
		if v, ok := theirs.(*prometheus.HistogramVec); ok && prometheus.Collector(*p) == ours {
			*p = v
			return nil
		}
	}
	return errors.New("registering metrics: a collector of another type has the same name")
}

// Of are those of a processor.
func (m *Metrics) Of(processor string) *Meter {
	return &Meter{
		Records: m.records.WithLabelValues(processor), Steps: m.steps.WithLabelValues(processor),
		Published: m.published.WithLabelValues(processor), Commits: m.commits.WithLabelValues(processor),
		Aborts: m.aborts.WithLabelValues(processor), Retries: m.retries.WithLabelValues(processor),
		DeadLetters: m.deadLetters.WithLabelValues(processor), Sessions: m.sessions.WithLabelValues(processor),
		Restore: m.restore.WithLabelValues(processor), Batch: m.batch.WithLabelValues(processor),
	}
}
