package topics

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/clock"
)

// topicReadyTimeout bounds how long new topics may take to become usable.
const topicReadyTimeout = 30 * time.Second

// awaitTopics waits until every partition of newly created topics has a leader that answers requests. The controller
// reports a topic as created before all brokers know of it: a client that uses it at once is told that it does not
// exist.
func awaitTopics(ctx context.Context, cl *kgo.Client, created []events.TopicSpec) error {
	if len(created) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, topicReadyTimeout)
	defer cancel()
	for tries := 1; ; tries++ {
		err := leadersAnswer(ctx, cl, created)
		if err == nil {
			return nil
		}
		if !clock.Pause(ctx, nil, clock.System{}, clock.Doubled(5*time.Millisecond, tries, 250*time.Millisecond)) {
			return fmt.Errorf("waiting for new topics: %w", err)
		}
	}
}

// leadersAnswer asks the leaders of all partitions for an offset; its error names a partition whose leader does not
// answer.
func leadersAnswer(ctx context.Context, cl *kgo.Client, topics []events.TopicSpec) error {
	meta, err := metadata(ctx, cl, topics)
	if err != nil {
		return err
	}
	asked := map[int32]*kmsg.ListOffsetsRequest{}
	for _, t := range meta.Topics {
		err := kerr.ErrorForCode(t.ErrorCode)
		for _, p := range t.Partitions {
			if err == nil {
				err = kerr.ErrorForCode(p.ErrorCode)
			}
			addPartition(asked, p.Leader, *t.Topic, p.Partition)
		}
		if err != nil {
			return fmt.Errorf("finding topic %s: %w", *t.Topic, err)
		}
	}
	for leader, req := range asked {
		got, err := cl.Broker(int(leader)).Request(ctx, req)
		if err != nil {
			return fmt.Errorf("asking broker %d for its partitions: %w", leader, err)
		}
		for _, t := range got.(*kmsg.ListOffsetsResponse).Topics {
			for _, p := range t.Partitions {
				if err := kerr.ErrorForCode(p.ErrorCode); err != nil {
					return fmt.Errorf("asking broker %d for %s/%d: %w", leader, t.Topic, p.Partition, err)
				}
			}
		}
	}
	return nil
}

// addPartition adds a partition to the request for its leader.
func addPartition(asked map[int32]*kmsg.ListOffsetsRequest, leader int32, topic string, partition int32) {
	req := asked[leader]
	if req == nil {
		req = kmsg.NewPtrListOffsetsRequest()
		req.ReplicaID = -1
		asked[leader] = req
	}
	if n := len(req.Topics); n == 0 || req.Topics[n-1].Topic != topic {
		t := kmsg.NewListOffsetsRequestTopic()
		t.Topic = topic
		req.Topics = append(req.Topics, t)
	}
	p := kmsg.NewListOffsetsRequestTopicPartition()
	p.Partition, p.Timestamp, p.CurrentLeaderEpoch = partition, -1, -1
	t := &req.Topics[len(req.Topics)-1]
	t.Partitions = append(t.Partitions, p)
}

// metadata requests the partitions and leaders of topics.
func metadata(ctx context.Context, cl *kgo.Client, topics []events.TopicSpec) (*kmsg.MetadataResponse, error) {
	req := kmsg.NewPtrMetadataRequest()
	req.Topics = []kmsg.MetadataRequestTopic{} // nil would mean all topics
	for _, s := range topics {
		t := kmsg.NewMetadataRequestTopic()
		t.Topic = kmsg.StringPtr(string(s.Name))
		req.Topics = append(req.Topics, t)
	}
	resp, err := req.RequestWith(ctx, cl)
	if err != nil {
		return nil, fmt.Errorf("listing topics: %w", err)
	}
	if len(resp.Topics) != len(topics) {
		return nil, errors.New("listing topics: the broker answered for others")
	}
	return resp, nil
}
