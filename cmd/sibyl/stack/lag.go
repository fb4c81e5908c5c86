package stack

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/api"
)

// lagPatience is how long the broker may take to say how far behind the processors are.
const lagPatience = 5 * time.Second

// LagReader tells how far behind the processors are, by the offsets that their groups have committed. A
// processor that has never run is not in the answer.
//
// Processors write in transactions, and the end of a transaction takes an offset of its own in each partition, which no
// group ever reads: without taking it off, a system at rest would look as if an event waited in every partition. Where a
// user's request was written last, which is no transaction, one event may be missed until it is read.
func LagReader(kafka []kgo.Opt) api.ReadLag {
	var names []string
	byProcessors := map[events.Topic]bool{}
	for _, d := range worker.Declarations(worker.Ports{}) {
		about := d.Describe()
		names = append(names, about.Name)
		byProcessors[about.Copies] = true
		for _, kind := range about.Emits {
			if k, ok := events.KindNamed(kind); ok {
				byProcessors[k.Topic] = true
			}
		}
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
		if err != nil {
			return nil, fmt.Errorf("reading the lag of processors: %w", err)
		}
		out := make(map[string]int64, len(groups))
		for name, g := range groups {
			if err := g.Error(); errors.Is(err, kerr.GroupIDNotFound) {
				continue // it has never run here
			} else if err != nil {
				return nil, fmt.Errorf("reading how far %s is: %w", name, err)
			}
			out[name] = 0
			for _, at := range g.Lag.Sorted() {
				out[name] += waiting(at.Lag, byProcessors[events.Topic(at.Topic)])
			}
		}
		return out, nil
	}
}

// waiting is how many of the offsets before a group are events: all but the mark that ends a transaction.
func waiting(offsets int64, transactions bool) int64 {
	if transactions {
		offsets--
	}
	return max(0, offsets)
}
