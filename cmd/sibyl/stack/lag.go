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
	"github.com/sibyl-project/sibyl/projections/api"
)

// lagPatience is how long the broker may take to say how far behind the processors are.
const lagPatience = 5 * time.Second

// near is how many offsets of a partition may lie before a group for them to be read and counted. A group that is further
// behind is behind, and how many of so many offsets are marks matters to nobody.
const near = 16

// LagReader tells how far behind the processors are, by the offsets that their groups have committed. A
// processor that has never run is not in the answer.
//
// Processors write in transactions. The end of each takes an offset of its own in every partition that it wrote to, and
// what an aborted one wrote keeps its offsets, too. Nobody reads these, so that no group ever commits past those at the
// end of a partition; how many there are depends on which transactions happened to end last. So the offsets that are left
// before a group are read, and only events are counted.
func LagReader(kafka []kgo.Opt) api.ReadLag {
	var names []string
	for _, d := range worker.Declarations(worker.Ports{}) {
		names = append(names, d.Describe().Name)
	}
	return func(ctx context.Context) (map[string]int64, error) {
		ctx, cancel := context.WithTimeout(ctx, lagPatience)
		defer cancel()
		client, err := kgo.NewClient(append(kafka[:len(kafka):len(kafka)], kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.KeepControlRecords())...)
		if err != nil {
			return nil, fmt.Errorf("connecting to the broker: %w", err)
		}
		defer client.Close()
		groups, err := kadm.NewClient(client).Lag(ctx, names...)
		if err != nil {
			return nil, fmt.Errorf("reading the lag of processors: %w", err)
		}
		out := make(map[string]int64, len(groups))
		var left []remainder
		for name, g := range groups {
			if err := g.Error(); errors.Is(err, kerr.GroupIDNotFound) {
				continue // it has never run here
			} else if err != nil {
				return nil, fmt.Errorf("reading how far %s is: %w", name, err)
			}
			out[name] = 0
			for _, at := range g.Lag.Sorted() {
				switch {
				case at.Lag > near:
					out[name] += at.Lag
				case at.Lag > 0:
					left = append(left, remainder{name, partition{at.Topic, at.Partition}, at.End.Offset - at.Lag})
				}
			}
		}
		if err := count(ctx, client, left, out); err != nil {
			return nil, fmt.Errorf("counting what processors have not read: %w", err)
		}
		return out, nil
	}
}

type partition struct {
	topic  string
	number int32
}

// remainder is what a group has not committed of a partition.
type remainder struct {
	group string
	of    partition
	from  int64
}

// count adds to each group the events from where it is to where the partition is stable: what an open transaction has
// written is no event yet. The client reads committed records and the marks that end transactions, by which it sees that
// it has come to the end.
func count(ctx context.Context, client *kgo.Client, left []remainder, out map[string]int64) error {
	if len(left) == 0 {
		return nil
	}
	from := map[string]map[int32]kgo.Offset{}
	first := map[partition]int64{}
	var topics []string
	for _, r := range left {
		if from[r.of.topic] == nil {
			from[r.of.topic] = map[int32]kgo.Offset{}
			topics = append(topics, r.of.topic)
		}
		if at, ok := first[r.of]; !ok || r.from < at {
			first[r.of] = r.from
		}
	}
	stable, err := kadm.NewClient(client).ListCommittedOffsets(ctx, topics...)
	if err != nil {
		return err
	}
	open := map[partition]int64{} // the last offset of each partition that is still to be seen
	for of, at := range first {
		if end, ok := stable.Lookup(of.topic, of.number); ok && end.Offset > at {
			from[of.topic][of.number] = kgo.NewOffset().At(at)
			open[of] = end.Offset - 1
		}
	}
	client.AddConsumePartitions(from)
	for len(open) > 0 {
		fetches := client.PollFetches(ctx)
		if errs := fetches.Errors(); len(errs) > 0 {
			return errs[0].Err
		}
		fetches.EachRecord(func(read *kgo.Record) {
			of := partition{read.Topic, read.Partition}
			last, ok := open[of]
			if !ok {
				return // written since
			}
			for _, r := range left {
				if r.of == of && read.Offset >= r.from && !read.Attrs.IsControl() {
					out[r.group]++
				}
			}
			if read.Offset >= last {
				delete(open, of)
			}
		})
	}
	return nil
}
