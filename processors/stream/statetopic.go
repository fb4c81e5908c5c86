package stream

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
)

// The state topic holds two sorts of records, told apart by the first part of their key:
//
//	s \0 run \0 key                     the key's state, JSON; null when it holds none
//	a \0 run \0 id \0 number \0 key     a page of absorbed events (see page.go)
//
// Both carry the input offset after the event that made them; the state carries its wake.
const (
	sortState    = "s"
	sortAbsorbed = "a"

	headerOffset = "offset"
	headerWake   = "wake"
)

// fingerprint identifies an absorbed event of a key within a partition. It takes sixteen bytes instead of the strings:
// a long report has thirty thousand of them.
type fingerprint [16]byte

func fingerprintOf(key stateKey, id string) fingerprint {
	sum := sha256.Sum256([]byte(key.run + "\x00" + key.key + "\x00" + id))
	return fingerprint(sum[:16])
}

func stateRecord(topic events.Topic, partition int32, key stateKey, h held, next int64) (*kgo.Record, error) {
	r := &kgo.Record{
		Topic: string(topic), Partition: partition, Value: h.data,
		Key:     []byte(sortState + "\x00" + key.run + "\x00" + key.key),
		Headers: []kgo.RecordHeader{{Key: headerOffset, Value: strconv.AppendInt(nil, next, 10)}},
	}
	if h.wake != nil {
		w, err := json.Marshal(h.wake)
		if err != nil {
			return nil, fmt.Errorf("encoding the wake of %s: %w", key.key, err)
		}
		r.Headers = append(r.Headers, kgo.RecordHeader{Key: headerWake, Value: w})
	}
	return r, nil
}

func pageRecord(topic events.Topic, partition int32, key stateKey, p page) *kgo.Record {
	first := sha256.Sum256([]byte(p.first))
	return &kgo.Record{
		Topic: string(topic), Partition: partition, Value: p.value,
		Key:     []byte(sortAbsorbed + "\x00" + key.run + "\x00" + hex.EncodeToString(first[:16]) + "\x00" + strconv.Itoa(p.number) + "\x00" + key.key),
		Headers: []kgo.RecordHeader{{Key: headerOffset, Value: strconv.AppendInt(nil, p.next, 10)}},
	}
}

var (
	// errForeign says that somebody else wrote a record: a key of ours has three parts, whatever its version.
	errForeign  = errors.New("the key is nobody's of ours")
	errStateKey = errors.New("the key is not one of ours")
)

// readStateKey returns the sort of a record and the key that it belongs to.
func readStateKey(k []byte) (sort string, key stateKey, err error) {
	parts := bytes.SplitN(k, []byte{0}, 3)
	if len(parts) != 3 {
		return "", stateKey{}, errForeign
	}
	sort = string(parts[0])
	key = stateKey{run: string(parts[1]), key: string(parts[2])}
	switch sort {
	case sortState:
		return sort, key, nil
	case sortAbsorbed:
		rest := bytes.SplitN(parts[2], []byte{0}, 3)
		if len(rest) != 3 {
			return "", stateKey{}, errStateKey
		}
		key.key = string(rest[2])
		return sort, key, nil
	}
	return "", stateKey{}, errStateKey
}

// readStateHeaders returns the input offset and the wake of a record.
func readStateHeaders(headers []kgo.RecordHeader) (next int64, w *wake, err error) {
	next = -1
	for _, h := range headers {
		switch h.Key {
		case headerOffset:
			if next, err = strconv.ParseInt(string(h.Value), 10, 64); err != nil {
				return 0, nil, fmt.Errorf("reading its offset: %w", err)
			}
		case headerWake:
			w = &wake{}
			if err := json.Unmarshal(h.Value, w); err != nil {
				return 0, nil, fmt.Errorf("reading its wake: %w", err)
			}
		}
	}
	if next < 0 {
		return 0, nil, errors.New("it has no input offset")
	}
	return next, w, nil
}
