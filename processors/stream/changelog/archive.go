package changelog

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
)

// Archive reads the outputs of absorbed events back from the state topic. Repeats are rare, so it connects when the
// first one comes and reads one at a time.
type Archive struct {
	topic  events.Topic
	client []kgo.Opt

	mu sync.Mutex
	cl *kgo.Client
}

// NewArchive is that of a state topic.
func NewArchive(topic events.Topic, client []kgo.Opt) *Archive {
	return &Archive{topic: topic, client: client}
}

// read collects the outputs of an event from its pages.
func (a *Archive) read(ctx context.Context, partition int32, key Key, id string, at Place) ([]events.Record, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cl == nil {
		cl, err := kgo.NewClient(append(a.client[:len(a.client):len(a.client)], kgo.FetchIsolationLevel(kgo.ReadCommitted()))...)
		if err != nil {
			return nil, fmt.Errorf("opening %s: %w", a.topic, err)
		}
		a.cl = cl
	}
	topic := string(a.topic)
	a.cl.AddConsumePartitions(map[string]map[int32]kgo.Offset{topic: {partition: kgo.NewOffset().At(at.offset)}})
	defer a.cl.RemoveConsumePartitions(map[string][]int32{topic: {partition}})
	var out []events.Record
	for found := int32(0); found < at.pages; {
		fetches := a.cl.PollFetches(ctx)
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

// Close ends its connection, if there is one.
func (a *Archive) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cl != nil {
		a.cl.Close()
		a.cl = nil
	}
}
