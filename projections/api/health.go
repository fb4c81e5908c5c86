package api

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Probes and metrics are served at the root, where orchestrators look, and under the API.
var probes = []string{"/healthz", "/readyz"}

const metrics = "/metrics"

func (s *server) registerHealth(mux *http.ServeMux) {
	for _, prefix := range []string{"", "/api/v1"} {
		mux.HandleFunc("GET "+prefix+"/healthz", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok\n") })
		mux.HandleFunc("GET "+prefix+"/readyz", s.readyz)
		if s.Metrics != nil {
			mux.Handle("GET "+prefix+metrics, s.Metrics)
		}
	}
}

// readyz says in plain words what is down.
func (s *server) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	var down []string
	pinged := make(chan error, 1)
	go func() { pinged <- s.Pool.Ping(ctx) }()
	if s.Ready != nil {
		if err := s.Ready(ctx); err != nil {
			down = append(down, err.Error())
		}
	}
	if err := <-pinged; err != nil {
		s.Logger.Warn("the database does not answer", "error", err)
		down = append([]string{"the database does not answer"}, down...)
	}
	if len(down) > 0 {
		text := strings.Join(down, "; ")
		s.Logger.Warn("not ready", "because", text)
		problem(w, http.StatusServiceUnavailable, text)
		return
	}
	io.WriteString(w, "ready\n")
}

// ReadLag tells how many records of its input each processor has not handled yet.
type ReadLag func(ctx context.Context) (map[string]int64, error)

// ProcessorView is a processor and how far behind it is.
type ProcessorView struct {
	Processor string `json:"processor"`
	Lag       int64  `json:"lag" doc:"records of its input that it has not handled yet"`
}

type processorList struct {
	Processors []ProcessorView `json:"processors"`
}

func (s *server) registerProcessors(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "list-processors", Method: http.MethodGet, Path: "/api/v1/processors", Tags: []string{"Operations"},
		Summary:     "Processors by name, with how far behind they are",
		Description: "The list is empty on a server that is not told where the log is.",
		Errors:      []int{http.StatusServiceUnavailable},
	}, func(ctx context.Context, _ *struct{}) (*struct{ Body processorList }, error) {
		out := processorList{Processors: []ProcessorView{}}
		if s.Lag == nil {
			return &struct{ Body processorList }{out}, nil
		}
		lag, err := s.Lag(ctx)
		if err != nil {
			s.Logger.Warn("the lag of processors cannot be read", "error", err)
			return nil, huma.Error503ServiceUnavailable("the broker does not answer, so it is not known how far behind processors are")
		}
		for name, n := range lag {
			out.Processors = append(out.Processors, ProcessorView{name, n})
		}
		slices.SortFunc(out.Processors, func(a, b ProcessorView) int { return cmp.Compare(a.Processor, b.Processor) })
		return &struct{ Body processorList }{out}, nil
	})
}
