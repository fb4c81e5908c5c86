package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

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
