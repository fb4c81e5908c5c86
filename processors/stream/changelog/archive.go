package changelog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
)

// Archive reads the outputs of absorbed events back from the state topic. Repeats are rare, so each is read by a client of its own.
type Archive struct {
	topic  events.Topic
	client []kgo.Opt
}

// NewArchive is that of a state topic.
func NewArchive(topic events.Topic, client []kgo.Opt) *Archive {
	return &Archive{topic: topic, client: client}
}

// archivePatience is how long the pages of one event are waited for: a partition must not stand still for a fetch that was lost without an error.
const archivePatience = 30 * time.Second

// read collects the outputs of an event from its pages.
func (a *Archive) read(ctx context.Context, partition int32, key Key, id string, at Place) ([]events.Record, error) {
	ctx, cancel := context.WithTimeout(ctx, archivePatience)
	defer cancel()
	topic := string(a.topic)
	cl, err := kgo.NewClient(append(a.client[:len(a.client):len(a.client)], kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: {partition: kgo.NewOffset().At(at.offset)}}))...)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", a.topic, err)
	}
	defer cl.Close()
	var out []events.Record
	for found := int32(0); found < at.pages; {
		fetches := cl.PollFetches(ctx)
		if err := fetchError(fetches); err != nil {
			return nil, fmt.Errorf("reading %s/%d@%d: %w", topic, partition, at.offset, err)
		}
		for _, r := range fetches.Records() {
			if r.Partition != partition || r.Offset < at.offset || found == at.pages {
				continue
			}
			records, mine, err := part(r, key, id)
			if err != nil {
				return nil, fmt.Errorf("reading %s/%d@%d: %w", topic, partition, r.Offset, err)
			}
			if mine {
				out = append(out, records...)
				found++
			}
		}
	}
	return out, nil
}

// part reads the event's records from a page; mine is false if the page has none of it.
func part(r *kgo.Record, key Key, id string) (records []events.Record, mine bool, err error) {
	sort, owner, err := readStateKey(r.Key)
	if errors.Is(err, errForeign) {
		return nil, false, nil
	}
	if err != nil || sort != sortAbsorbed || owner != key {
		return nil, false, err
	}
	entries, err := readPage(r.Value)
	if err != nil {
		return nil, false, err
	}
	for _, e := range entries {
		if e.id == id {
			return e.records, true, nil
		}
	}
	return nil, false, nil
}
