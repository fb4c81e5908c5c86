package stack

import (
	"context"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/projections/api"
)

// lagPatience is how long the broker may take to say how far behind the processors are.
const lagPatience = 5 * time.Second

// LagReader tells how far behind the processors are, by the offsets that their groups have committed. A group that has
// committed nothing has everything before it.
func LagReader(kafka []kgo.Opt) api.ReadLag {
	var names []string
	for _, d := range worker.Declarations(worker.Ports{}) {
		names = append(names, d.Describe().Name)
	}
	return func(ctx context.Context) (map[string]int64, error) {
		ctx, cancel := context.WithTimeout(ctx, lagPatience)
		defer cancel()
		client, err := kgo.NewClient(kafka...)
		if err != nil {
			return nil, fmt.Errorf("connecting to the broker: %w", err)
		}
		defer client.Close()
		groups, err := kadm.NewClient(client).Lag(ctx, names...)
		if err == nil {
			err = groups.Error()
		}
		if err != nil {
			return nil, fmt.Errorf("reading the lag of processors: %w", err)
		}
		out := make(map[string]int64, len(groups))
		for name, g := range groups {
			out[name] = g.Lag.Total()
		}
		return out, nil
	}
}
