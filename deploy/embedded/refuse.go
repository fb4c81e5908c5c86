package embedded

import (
	"log/slog"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// storage supervises what the broker writes. Two things must not happen on a full disk: that a write is cut short and
// later ones follow it, and that a marker or an offset that could not be written is taken for written, since the broker
// only logs warnings for both. So events are refused, with a retriable error, while there is still space for markers
// and offsets; and a write that fails nonetheless ends the process before any client is told that it succeeded. The
// next start then finds an unclean end and repairs the log as after any other crash.
type storage struct {
	path string
	free func(path string) (int64, error)
	log  *slog.Logger
	full bool // what was found last, so that a change is said once
}

// accepts reports whether events may be written now.
func (s *storage) accepts() bool {
	err := roomAt(s.path, Room, s.free)
	if full := err != nil; full != s.full {
		s.full = full
		if full {
			s.log.Error("no more events are taken", "error", err)
		} else {
			s.log.Warn("events are taken again: the disk has room", "path", s.path)
		}
	}
	return err == nil
}

// control answers requests to produce that must not be carried out; others the broker answers itself. The broker calls
// it for one request at a time.
func (s *storage) control(request kmsg.Request) (kmsg.Response, error, bool) { //nolint:revive // the broker's signature
	produce, ok := request.(*kmsg.ProduceRequest)
	if !ok || s.accepts() {
		return nil, nil, false
	}
	answer := produce.ResponseKind().(*kmsg.ProduceResponse)
	answer.Version = produce.Version
	for _, t := range produce.Topics {
		topic := kmsg.NewProduceResponseTopic()
		topic.Topic, topic.TopicID = t.Topic, t.TopicID
		for _, p := range t.Partitions {
			partition := kmsg.NewProduceResponseTopicPartition()
			partition.Partition, partition.ErrorCode = p.Partition, kerr.KafkaStorageError.Code
			topic.Partitions = append(topic.Partitions, partition)
		}
		answer.Topics = append(answer.Topics, topic)
	}
	return answer, nil, true
}

// unwritten reports whether the broker says that it could not write something that it goes on as if it had. The broker
// has no other way to say so; TestAFailedWriteEndsTheBroker holds these words against it.
func unwritten(message string) bool {
	return strings.HasPrefix(message, "persist ") || strings.Contains(message, "failed to persist")
}

// quiet lets consumers' long polls wait longer once nothing happens any more. Processors ask for short ones, since a
// partition that is assigned or resumed during a long poll is first fetched after it: a dozen consumer groups that have
// nothing to do would ask seventy times a second for ever. An event ends each wait as before.
type quiet struct {
	changed time.Time // when a request last had another position or partition than the one before
}

const (
	quietAfter = 2 * time.Second
	quietWait  = 5 * time.Second // well within the ten that clients give an answer beyond their own wait

	// A client has its first partitions before it knows where the others begin, and asks for these when the answer is there: with an
	// event in one of them, everybody would wait for as long as a request that finds nothing may take.
	beginWait = 5 * time.Millisecond
)

// control changes requests to fetch, which the broker then answers itself. The broker calls it for one request at a time.
func (q *quiet) control(request kmsg.Request) (kmsg.Response, error, bool) { //nolint:revive // the broker's signature
	fetch, ok := request.(*kmsg.FetchRequest)
	switch {
	case !ok:
	// In a fetch session, a request names what has changed since the one before. One that ends a session is answered as
	// soon as it wishes: a client that closes waits for that.
	case fetch.SessionEpoch <= 0 && len(fetch.Topics) == 0:
	case len(fetch.Topics) > 0 || len(fetch.ForgottenTopics) > 0:
		q.changed = time.Now()
		if fetch.SessionEpoch == 0 {
			fetch.MaxWaitMillis = min(fetch.MaxWaitMillis, int32(beginWait.Milliseconds()))
		}
	case time.Since(q.changed) > quietAfter:
		fetch.MaxWaitMillis = max(fetch.MaxWaitMillis, int32(quietWait.Milliseconds()))
	}
	return nil, nil, false
}
