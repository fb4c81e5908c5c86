package projections

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// Name is who gives up on what read models cannot fold, in dead letters and metrics.
const Name = "projections"

var setAside = prometheus.NewCounterVec(prometheus.CounterOpts{
	Namespace: "sibyl", Subsystem: "projections", Name: "dead_letters_total",
	Help: "Events set aside because read models cannot fold them.",
}, []string{"topic", "reason"})

// Metrics is what runners of this process count.
func Metrics() prometheus.Collector { return setAside }

// bury publishes the dead letters of entries that are set aside, unless it has been done: before a crash, or
// when the log was folded before. It comes before the offsets advance, so no letter is lost; one that is
// published twice has the same id both times.
func (r *runner) bury(ctx context.Context, entries []*Entry) error {
	var due []*Entry
	for _, e := range entries {
		if e.refused != nil && !e.buried {
			due = append(due, e)
		}
	}
	if len(due) == 0 {
		return nil
	}
	if err := markBuried(ctx, r.pool, due); err != nil {
		return err
	}
	var letters []*kgo.Record
	for _, e := range due {
		if e.buried {
			continue
		}
		l, err := letterOf(e)
		if err != nil {
			return err
		}
		r.opts.Logger.Warn("an event is set aside: read models cannot fold it", "topic", e.Topic, "partition", e.Partition,
			"offset", e.Offset, "reason", e.refused.reason, "error", l.Error)
		if echo(e) {
			continue // a letter about a letter of ours: one more would have the same fate
		}
		letters = append(letters, l.record)
	}
	if len(letters) > 0 {
		if err := r.publish(ctx, letters); err != nil {
			return err
		}
	}
	for _, e := range due {
		if !e.buried {
			setAside.WithLabelValues(string(e.Topic), string(e.refused.reason)).Inc()
			e.buried = true
		}
	}
	return nil
}

// publish waits until the broker has the letters. Most runners never need the producer.
func (r *runner) publish(ctx context.Context, letters []*kgo.Record) error {
	if r.writer == nil {
		w, err := kgo.NewClient(append(append([]kgo.Opt{}, r.opts.Kafka...),
			kgo.ProducerLinger(0), kgo.RecordPartitioner(kgo.StickyKeyPartitioner(nil)), kgo.RecordDeliveryTimeout(letterTimeout))...)
		if err != nil {
			return fmt.Errorf("connecting the projections to Kafka: %w", err)
		}
		r.writer = w
	}
	if err := r.writer.ProduceSync(ctx, letters...).FirstErr(); err != nil {
		return fmt.Errorf("publishing %d dead letters: %w", len(letters), err)
	}
	return nil
}

const letterTimeout = 10 * time.Second

func (r *runner) close() {
	if r.writer != nil {
		r.writer.Close()
	}
}

type letter struct {
	events.DeadLetter
	record *kgo.Record
}

// letterOf makes the dead letter of an entry: a function of the record and of why it is refused. Whatever the
// record says of itself, its letter can be read, copied and folded, or it would be the next one to be refused.
func letterOf(e *Entry) (letter, error) {
	body, whole := wire.Letter(e.source)
	cause := e.refused.err
	if !whole {
		cause = fmt.Errorf("%w; it is too large to stand here", cause)
	}
	body.Processor, body.Reason, body.Error = Name, e.refused.reason, shortened(cause.Error())
	by := events.Envelope{Run: nameOrNone(e.Run), Causation: nameOrNone(e.ID), ReplayOf: nameOrNone(e.ReplayOf)}
	by.ID = by.Causation
	if len(e.TraceParent) == len("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01") && events.Nameable(e.TraceParent) {
		by.TraceParent = e.TraceParent
	}
	subject := fmt.Sprintf("dead/%s/%s/%d/%d", Name, e.source.Topic, e.Partition, e.Offset)
	rec, err := events.DeadLettered.Draft(subject, body).Seal(by, Name, given(e))
	if err != nil {
		return letter{}, fmt.Errorf("sealing the dead letter of %s/%d@%d: %w", e.source.Topic, e.Partition, e.Offset, err)
	}
	return letter{body, wire.Encode(rec)}, nil
}

// given is when the record came to the log, so that a letter that is published again is the same.
func given(e *Entry) time.Time {
	if t := e.source.Timestamp.UTC(); t.Year() >= 1970 && t.Year() <= 9999 {
		return t
	}
	return time.Unix(0, 0).UTC()
}

// nameOrNone keeps a name that rows can hold.
func nameOrNone(s string) string {
	if !events.Nameable(s) {
		return ""
	}
	return s
}

func shortened(s string) string {
	s = wire.Text(s)
	if r := []rune(s); len(r) > longestError {
		return string(r[:longestError]) + " ..."
	}
	return s
}

// echo reports whether an entry is a letter of ours about a letter of ours. Such letters can be folded, so
// this is a defect or a forgery; either way it ends here, in the log of the process.
func echo(e *Entry) bool {
	about, ok := e.payload.(events.DeadLetter)
	return ok && about.Processor == Name && about.Headers[wire.HeaderType] == events.DeadLettered.Type &&
		about.Headers[wire.HeaderSource] == "/sibyl/"+Name
}
