package intent

import (
	"context"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// lookBack is how far before an event's own time its record is looked for: clocks of instances differ.
const lookBack = time.Minute

// sent tells which of the events are on the log already. It is asked after a crash or a failed attempt only,
// and reads each topic from shortly before the oldest of them to the end it has now.
func (r relay) sent(ctx context.Context, doubtful []pending) (map[string]bool, error) {
	since := map[events.Topic]time.Time{}
	for _, p := range doubtful {
		if at, ok := since[p.Topic]; !ok || p.Time.Before(at) {
			since[p.Topic] = p.Time
		}
	}
	found := map[string]bool{}
	for topic, at := range since {
		if err := r.read(ctx, topic, at.Add(-lookBack), func(id string) { found[id] = true }); err != nil {
			return nil, fmt.Errorf("looking on %s for what was sent: %w", topic, err)
		}
	}
	return found, nil
}

// read hands the id of every event of a topic since a time to each. Uncommitted records count, too: the
// outbox does not write in transactions, so what is there stays there.
func (r relay) read(ctx context.Context, topic events.Topic, since time.Time, each func(id string)) error {
	admin := kadm.NewClient(r.client)
	starts, err := admin.ListOffsetsAfterMilli(ctx, since.UnixMilli(), string(topic))
	if err == nil {
		err = starts.Error()
	}
	if err != nil {
		return err
	}
	ends, err := admin.ListEndOffsets(ctx, string(topic))
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		return err
	}
	left, from := map[int32]int64{}, map[int32]kgo.Offset{}
	ends.Each(func(end kadm.ListedOffset) {
		if start, ok := starts.Lookup(string(topic), end.Partition); ok && start.Offset >= 0 && start.Offset < end.Offset {
			left[end.Partition], from[end.Partition] = end.Offset, kgo.NewOffset().At(start.Offset)
		}
	})
	if len(left) == 0 {
		return nil
	}
	reader, err := kgo.NewClient(append(append([]kgo.Opt{}, r.kafka...),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{string(topic): from}),
		kgo.KeepControlRecords(), // other writers' commit markers may be the last thing there
	)...)
	if err != nil {
		return err
	}
	defer reader.Close()
	for len(left) > 0 {
		fetches := reader.PollFetches(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, e := range fetches.Errors() {
			return e.Err
		}
		fetches.EachRecord(func(k *kgo.Record) {
			if k.Offset+1 >= left[k.Partition] {
				delete(left, k.Partition)
			}
			if k.Attrs.IsControl() {
				return
			}
			if rec, err := wire.Decode(k); err == nil { // what is no event is none of ours
				each(rec.ID)
			}
		})
	}
	return nil
}
