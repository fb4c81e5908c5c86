// Package changelog is what a stateful processor holds for a partition of its input, and the compacted topic that it is
// restored from.
package changelog

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

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

// Key names a state. Claim ids are equal across runs, so the key alone is not enough.
type Key struct{ Run, Key string }

// Wake is a time at which a key wants to be woken, with what the envelope of the due record needs.
type Wake struct {
	At        int64         `json:"at"`  // Unix milliseconds, as asked for; names the wake
	For       time.Duration `json:"for"` // how long after its event: an overdue wake waits this long again
	Cause     string        `json:"cause"`
	Iteration int           `json:"iteration,omitempty"`
	Cap       int           `json:"cap,omitempty"`
	Trace     string        `json:"trace,omitempty"`
}

// Fires is when a wake that is armed now is due. One whose time has already passed waits its full length again: while
// the processor was down nobody could have answered, so the silence means nothing.
func (w Wake) Fires(now time.Time) time.Time {
	if at := time.UnixMilli(w.At); at.After(now) {
		return at
	}
	return now.Add(w.For)
}

// State is what a key holds as of the last commit.
type State struct {
	Data []byte // encoded state, nil if none
	Wake *Wake
}

// fingerprint identifies an absorbed event of a key within a partition. It takes sixteen bytes instead of the strings:
// a long report has thirty thousand of them.
type fingerprint [16]byte

func fingerprintOf(key Key, id string) fingerprint {
	sum := sha256.Sum256([]byte(key.Run + "\x00" + key.Key + "\x00" + id))
	return fingerprint(sum[:16])
}

// StateRecord is what a key holds after the input offset next, for the state topic.
func StateRecord(topic events.Topic, partition int32, key Key, h State, next int64) (*kgo.Record, error) {
	r := &kgo.Record{
		Topic: string(topic), Partition: partition, Value: h.Data,
		Key:     []byte(sortState + "\x00" + key.Run + "\x00" + key.Key),
		Headers: []kgo.RecordHeader{{Key: headerOffset, Value: strconv.AppendInt(nil, next, 10)}},
	}
	if h.Wake != nil {
		w, err := json.Marshal(h.Wake)
		if err != nil {
			return nil, fmt.Errorf("encoding the wake of %s: %w", key.Key, err)
		}
		r.Headers = append(r.Headers, kgo.RecordHeader{Key: headerWake, Value: w})
	}
	return r, nil
}

// PageRecord is a page of what a key has absorbed, for the state topic.
func PageRecord(topic events.Topic, partition int32, key Key, p Page) *kgo.Record {
	first := sha256.Sum256([]byte(p.first))
	return &kgo.Record{
		Topic: string(topic), Partition: partition, Value: p.value,
		Key:     []byte(sortAbsorbed + "\x00" + key.Run + "\x00" + hex.EncodeToString(first[:16]) + "\x00" + strconv.Itoa(p.number) + "\x00" + key.Key),
		Headers: []kgo.RecordHeader{{Key: headerOffset, Value: strconv.AppendInt(nil, p.next, 10)}},
	}
}

var (
	// errForeign says that somebody else wrote a record: a key of ours has three parts, whatever its version.
	errForeign  = errors.New("the key is nobody's of ours")
	errStateKey = errors.New("the key is not one of ours")
)

// readStateKey returns the sort of a record and the key that it belongs to.
func readStateKey(k []byte) (sort string, key Key, err error) {
	parts := bytes.SplitN(k, []byte{0}, 3)
	if len(parts) != 3 {
		return "", Key{}, errForeign
	}
	sort = string(parts[0])
	key = Key{Run: string(parts[1]), Key: string(parts[2])}
	switch sort {
	case sortState:
		return sort, key, nil
	case sortAbsorbed:
		rest := bytes.SplitN(parts[2], []byte{0}, 3)
		if len(rest) != 3 {
			return "", Key{}, errStateKey
		}
		key.Key = string(rest[2])
		return sort, key, nil
	}
	return "", Key{}, errStateKey
}

// readStateHeaders returns the input offset and the wake of a record.
func readStateHeaders(headers []kgo.RecordHeader) (next int64, w *Wake, err error) {
	next = -1
	for _, h := range headers {
		switch h.Key {
		case headerOffset:
			if next, err = strconv.ParseInt(string(h.Value), 10, 64); err != nil {
				return 0, nil, fmt.Errorf("reading its offset: %w", err)
			}
		case headerWake:
			w = &Wake{}
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
