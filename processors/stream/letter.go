package stream

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// maxErrorLength is how many characters of an error a dead letter carries; the rest is in the logs.
const maxErrorLength = 2_000

// giveUp makes what is published for an event that no retry can fix: the dead letter, and what the processor wants to
// tell the others, so that nobody waits for a finding that will never come.
func (l *logic) giveUp(it *item, cause error, at time.Time) []output {
	envelope := clipped(it.record.Envelope)
	var rescued []output
	if it.suspicion.Unsaved {
		cause = fmt.Errorf("%w%s", cause, unsavedText)
	} else if l.rescue != nil && it.defect == nil {
		letter := Letter{Record: it.record, Err: cause, Attempts: it.attempts}
		drafts, err := l.callRescue(letter)
		if err != nil {
			cause = fmt.Errorf("%w; rescuing it failed too: %w", cause, err)
		}
		for _, d := range drafts {
			r, err := l.sealOne(d, envelope, at)
			if err != nil {
				cause = fmt.Errorf("%w; a rescue event is missing: %w", cause, err)
				continue
			}
			rescued = append(rescued, r)
		}
	}
	return append([]output{outputOf(l.letter(it, envelope, cause, at))}, rescued...)
}

// letter holds the event itself, complete enough to be retried. Sealing it cannot fail: the payload is plain data and
// the envelope within its cap.
func (l *logic) letter(it *item, envelope events.Envelope, cause error, at time.Time) events.Record {
	subject := fmt.Sprintf("dead/%s/%s", l.Name, it.record.ID)
	if it.defect != nil || !events.Nameable(it.record.ID) {
		subject = fmt.Sprintf("dead/%s/%s/%d/%d", l.Name, it.source.Topic, it.source.Partition, it.source.Offset)
	}
	if !events.Nameable(envelope.Run) {
		envelope.Run = "" // no run has such a name
	}
	payload, whole := wire.Letter(it.source)
	if !whole {
		cause = fmt.Errorf("%w; its %d bytes are left where they are, at %s/%d@%d", cause, size(it.source), it.source.Topic, it.source.Partition, it.source.Offset)
	}
	payload.Processor, payload.Reason, payload.Error, payload.Attempts = l.Name, reasonOf(it, cause), short(cause.Error()), it.attempts
	r, err := events.DeadLettered.Draft(subject, payload).Seal(envelope, l.Name, at)
	if err != nil {
		panic(fmt.Sprintf("sealing the dead letter %s: %v", subject, err))
	}
	r.TraceParent = traceFrom(envelope, r.ID)
	return r
}

// reasonOf classifies a refusal.
func reasonOf(it *item, cause error) events.DeadReason {
	switch {
	case it.defect != nil, errors.Is(cause, events.ErrUndecodable):
		return events.DeadUndecodable
	case errors.Is(cause, events.ErrIterationCap):
		return events.DeadIterationCap
	case errors.Is(cause, errCrashed):
		return events.DeadCrashed
	case errors.Is(cause, errTimedOut):
		return events.DeadTimedOut
	case Rejected(cause) || it.attempts == 0:
		return events.DeadRejected
	}
	return events.DeadExhausted
}

func (l *logic) callRescue(letter Letter) (drafts []events.Draft, err error) {
	defer func() {
		if v := recover(); v != nil {
			drafts, err = nil, fmt.Errorf("panic: %v\n%s", v, shortStack())
		}
	}()
	return l.rescue(letter), nil
}

// clipped reduces the iteration of an envelope to its cap, so that the answer to a refused record can be sealed.
func clipped(e events.Envelope) events.Envelope {
	if e.IterationCap > 0 && e.Iteration > e.IterationCap {
		e.Iteration = e.IterationCap
	}
	return e
}

func size(k *kgo.Record) int {
	n := len(k.Key) + len(k.Value)
	for _, h := range k.Headers {
		n += len(h.Key) + len(h.Value)
	}
	return n
}

func short(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if r := []rune(s); len(r) > maxErrorLength {
		return string(r[:maxErrorLength]) + " ..."
	}
	return s
}
