package embedded

import (
	"log/slog"
	"strings"

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
