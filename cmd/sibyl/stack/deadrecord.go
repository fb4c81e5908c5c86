package stack

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/api"
)

// recordPatience is how long one record is waited for.
const recordPatience = 10 * time.Second

// RecordReader reads single records of the log for the API.
func RecordReader(kafka []kgo.Opt) api.ReadRecord {
	return func(ctx context.Context, topic events.Topic, partition int32, offset int64) (*kgo.Record, error) {
		ctx, cancel := context.WithTimeout(ctx, recordPatience)
		defer cancel()
		client, err := kgo.NewClient(append(append([]kgo.Opt{}, kafka...),
			kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{string(topic): {partition: kgo.NewOffset().At(offset)}}),
			kgo.ConsumeResetOffset(kgo.NoResetOffset()),
			kgo.KeepControlRecords(), // one may stand where the record has gone
		)...)
		if err != nil {
			return nil, fmt.Errorf("reading %s/%d@%d: %w", topic, partition, offset, err)
		}
		defer client.Close()
		// Beyond the end nothing would ever come.
		ends, err := kadm.NewClient(client).ListEndOffsets(ctx, string(topic))
		if err == nil {
			err = ends.Error()
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s/%d@%d: %w", topic, partition, offset, err)
		}
		if end, ok := ends.Lookup(string(topic), partition); !ok || offset >= end.Offset {
			return nil, fmt.Errorf("reading %s/%d@%d: %w", topic, partition, offset, api.ErrNoRecord)
		}
		fetches := client.PollRecords(ctx, 1)
		if err := fetches.Err(); errors.Is(err, kerr.OffsetOutOfRange) {
			return nil, fmt.Errorf("reading %s/%d@%d: %w", topic, partition, offset, api.ErrNoRecord)
		} else if err != nil {
			return nil, fmt.Errorf("reading %s/%d@%d: %w", topic, partition, offset, err)
		}
		for r := range fetches.RecordsAll() {
			if r.Offset == offset && !r.Attrs.IsControl() {
				return r, nil
			}
		}
		return nil, fmt.Errorf("reading %s/%d@%d: %w", topic, partition, offset, api.ErrNoRecord)
	}
}
