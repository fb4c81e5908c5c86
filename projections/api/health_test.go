package api_test

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"testing"

	"github.com/sibyl-project/sibyl/projections/api"
)

func TestProcessorsAreListedWithTheirLag(t *testing.T) {
	type list struct{ Processors []api.ProcessorView }
	for name, c := range map[string]struct {
		lag    api.ReadLag
		status int
		want   []api.ProcessorView
	}{
		"by name": {func(context.Context) (map[string]int64, error) { return map[string]int64{"legal": 3, "judge": 0}, nil }, http.StatusOK,
			[]api.ProcessorView{{Processor: "judge"}, {Processor: "legal", Lag: 3}}},
		"a server that knows no log": {nil, http.StatusOK, []api.ProcessorView{}},
		"a broker that does not answer": {func(context.Context) (map[string]int64, error) { return nil, errors.New("dial tcp: refused") },
			http.StatusServiceUnavailable, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(cfg *api.Config) { cfg.Lag = c.lag })
			got := w.get("/api/v1/processors").want(t, c.status)
			if c.status == http.StatusOK && !reflect.DeepEqual(into[list](t, got).Processors, c.want) {
				t.Errorf("listed %s", got.body)
			}
		})
	}
}
