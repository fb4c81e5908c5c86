package stream

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// memory is where lanes read the state of their keys: an assigned partition, or a Local.
type memory interface {
	history
	hold(key stateKey) held
}

// lanes groups items by key, in the order in which the keys first appear. Keys belong to their partition: a record that
// a foreign producer wrote to another one does not see their state.
func (l *logic) lanes(items []*item, memories func(partition int32) memory, p *policy) []*lane {
	type place struct {
		partition int32
		key       stateKey
	}
	var lanes []*lane
	byPlace := map[place]*lane{}
	for _, it := range items {
		at := place{key: stateKey{it.record.Run, it.record.Key}}
		if l.Stateful {
			at.partition = it.source.Partition
		}
		ln := byPlace[at]
		if ln == nil {
			ln = &lane{logic: l, key: at.key, partition: at.partition, policy: p}
			if l.Stateful {
				m := memories(at.partition)
				ln.base, ln.history = m.hold(at.key), m
			}
			byPlace[at] = ln
			lanes = append(lanes, ln)
		}
		ln.items = append(ln.items, it)
	}
	return lanes
}

// runLanes runs at most workers lanes at a time. The first error ends the others: their batch will not be committed.
func runLanes(ctx context.Context, lanes []*lane, workers int) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(workers)
	for _, l := range lanes {
		g.Go(func() error { return l.run(ctx) })
	}
	return g.Wait()
}
