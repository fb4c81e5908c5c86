package worker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/projections"
)

// ChildMetrics asks the processors' process for its metrics over a unix socket and gives them the label
// process="processors", so that both processes stand on one /metrics page.
type ChildMetrics struct {
	Socket string
	client *http.Client
}

// NewChildMetrics makes a folder of its own for the socket: the data directory's path may be too long for one.
func NewChildMetrics() (*ChildMetrics, error) {
	dir, err := os.MkdirTemp("", "sibyl-metrics-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for the processors' metrics: %w", err)
	}
	socket := filepath.Join(dir, "socket")
	return &ChildMetrics{Socket: socket, client: &http.Client{
		Timeout: 2 * time.Second,
		Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", socket)
		}},
	}}, nil
}

// Close removes the socket.
func (m *ChildMetrics) Close() error {
	if m == nil {
		return nil
	}
	return os.RemoveAll(filepath.Dir(m.Socket))
}

// Gather implements prometheus.Gatherer. While the processors restart there is nothing to gather.
func (m *ChildMetrics) Gather() ([]*dto.MetricFamily, error) {
	resp, err := m.client.Get("http://processors/metrics")
	var away *net.OpError
	if errors.As(err, &away) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("asking the processors for their metrics: %w", err)
	}
	defer resp.Body.Close()
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("reading the processors' metrics: %w", err)
	}
	name, value := "process", "processors"
	out := make([]*dto.MetricFamily, 0, len(families))
	for _, f := range families {
		for _, metric := range f.Metric {
			metric.Label = append(metric.Label, &dto.LabelPair{Name: &name, Value: &value})
		}
		out = append(out, f)
	}
	return out, nil
}

// processorsEnded counts the unrequested ends of the supervised processors.
var processorsEnded = prometheus.NewCounterVec(prometheus.CounterOpts{
	Namespace: "sibyl", Subsystem: "processors", Name: "ended_total",
	Help: "Ends of the supervised processors that were not asked for, by cause: crashed, killed, orderly.",
}, []string{"cause"})

// Metrics is the registry of what this process measures, for /metrics.
var Metrics = sync.OnceValue(func() *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(processorsEnded, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), projections.Metrics())
	r.MustRegister(reason.Metrics()...)
	return r
})
