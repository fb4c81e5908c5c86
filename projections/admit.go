package projections

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"unicode/utf8"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// longestError is how much of an error a dead letter holds.
const longestError = 2000

// refusal is why an event is set aside, by all read models alike.
type refusal struct {
	reason events.DeadReason
	err    error
}

func unfoldable(format string, args ...any) *refusal {
	return &refusal{events.DeadUnfoldable, fmt.Errorf(format, args...)}
}

// admit makes an entry of a record and looks whether it can be folded at all. It looks at nothing but the
// record, so its answer is the same whenever the log is folded.
func (r *runner) admit(rec *kgo.Record) *Entry {
	e := &Entry{Partition: rec.Partition, Offset: rec.Offset, source: rec}
	var err error
	if e.Record, err = wire.Decode(rec); err != nil {
		e.refused = &refusal{events.DeadUndecodable, err}
		return e
	}
	if e.refused = names(e); e.refused != nil {
		return e
	}
	if e.refused = e.read(); e.refused != nil {
		return e
	}
	e.refused = r.misplaced(e)
	return e
}

// names refuses what cannot be in a row's key. The rest of an envelope is shown as it is, whatever it is: dead
// letters bear the paths and ids of what was given up on.
func names(e *Entry) *refusal {
	for _, n := range []struct{ what, value string }{{"id", e.ID}, {"run", e.Run}} {
		switch {
		case len(n.value) > events.LongestName:
			return unfoldable("its %s has %d bytes; %d are allowed", n.what, len(n.value), events.LongestName)
		case !events.Nameable(n.value):
			return unfoldable("its %s is not plain text", n.what)
		}
	}
	return nil
}

// read decodes the payload by its kind, whether or not a model folds it: which models there are must not
// change the answer. Kinds of a newer writer only have to be JSON.
func (e *Entry) read() *refusal {
	k, known := events.KindNamed(e.Type)
	if !known {
		if !json.Valid(e.Data) || !utf8.Valid(e.Data) {
			return &refusal{events.DeadUndecodable, errors.New("its payload is no JSON")}
		}
		return nil
	}
	if e.Topic != events.TopicRunsFeed && e.Topic != k.Topic {
		return unfoldable("an event of kind %s stands on %s; its topic is %s", k.Type, e.Topic, k.Topic)
	}
	payload, err := k.Decode(e.Data)
	if err != nil {
		return &refusal{events.DeadUndecodable, err}
	}
	e.payload = payload
	return nil
}

// misplaced refuses what is not in the partition of what it speaks of. Partitions have no order among one
// another: a run in two partitions would be numbered differently by every rebuild.
func (r *runner) misplaced(e *Entry) *refusal {
	key := e.Run
	switch e.Topic {
	case events.TopicRunsFeed:
		if e.Run == "" {
			return unfoldable("an event of no run stands on %s", e.Topic)
		}
	case events.TopicReportSubmitted, events.TopicReportPreviewed:
		k, known := events.KindNamed(e.Type)
		if !known {
			return nil // of a newer writer: no model folds it
		}
		if key = k.Key(e.Run, e.payload); key == "" {
			return unfoldable("it names no report")
		}
	default:
		return nil
	}
	topic, known := partitioned()[e.Topic]
	if !known {
		return unfoldable("topic %q is not in the catalogue", e.Topic)
	}
	if home := topic.home(key); home != e.Partition {
		return unfoldable("it stands in partition %d of %s, and %s in partition %d", e.Partition, e.Topic, key, home)
	}
	return nil
}

// partitions are those of a topic.
type partitions struct {
	count int
	keyed kgo.TopicPartitioner
}

// home is the partition of a key, as every Kafka client hashes it. With a key it depends on nothing else.
func (p partitions) home(key string) int32 {
	return int32(p.keyed.Partition(&kgo.Record{Key: []byte(key)}, p.count))
}

// partitioned are the topics of the catalogue. They are looked up for every event, and a partitioner is slow to make.
var partitioned = sync.OnceValue(func() map[events.Topic]partitions {
	out := map[events.Topic]partitions{}
	for _, spec := range events.Topics() {
		out[spec.Name] = partitions{int(spec.Partitions), kgo.StickyKeyPartitioner(nil).ForTopic(string(spec.Name))}
	}
	return out
})
