package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Topic is the name of a Kafka topic.
type Topic string

// Definition describes one kind of event without its payload's Go type, so that kinds of different
// payloads can stand in one catalogue.
type Definition struct {
	Type    string // CloudEvents type, e.g. "claim.extracted"
	Topic   Topic
	Version int    // schema version; the committed schema of a version only ever grows
	Summary string // one line for people: AsyncAPI, `sibyl topology`

	payload any // zero value of the payload, for schema generation
	key     func(run string, payload any) string
	decode  func(data []byte) (any, error)
}

// Payload returns the zero value of the payload type.
func (d *Definition) Payload() any { return d.payload }

// Decode reads a payload of this kind; the result has the kind's payload type. It refuses what no writer of
// this kind has ever written: broken text, null, a property missing that is always there.
func (d *Definition) Decode(data []byte) (any, error) { return d.decode(data) }

// Key is the record key that an event of this kind has in a run; payload has the kind's payload type.
func (d *Definition) Key(run string, payload any) string { return d.key(run, payload) }

// DataSchema is the URI reference that ce_dataschema carries.
func (d *Definition) DataSchema() string {
	return "schemas/" + d.Type + ".v" + strconv.Itoa(d.Version) + ".schema.json"
}

// Kind is a Definition with its payload type.
type Kind[E any] struct{ *Definition }

// newKind builds a kind. key must be a function of run and payload alone: replay computes it again.
func newKind[E any](typ string, topic Topic, version int, summary string, key func(run string, e E) string) Kind[E] {
	var zero E
	return Kind[E]{&Definition{
		Type: typ, Topic: topic, Version: version, Summary: summary, payload: zero,
		key: func(run string, p any) string { return key(run, p.(E)) },
		decode: func(data []byte) (any, error) {
			e, err := decodeAs[E](data)
			if err != nil {
				return nil, fmt.Errorf("decoding %s: %w: %w", typ, ErrUndecodable, err)
			}
			return e, nil
		},
	}}
}

// Draft returns an event of this kind that is not yet part of any run. subject is its stable path;
// run, cause, iteration and trace are added by whoever publishes it, from the event it answers.
func (k Kind[E]) Draft(subject string, payload E) Draft {
	return Draft{Kind: k.Definition, Subject: subject, Payload: payload}
}

// ErrUndecodable says that a record's payload is not what its kind says.
var ErrUndecodable = errors.New("the payload is not of its kind")

// Decode reads a record of this kind.
func (k Kind[E]) Decode(r Record) (Event[E], error) {
	if r.Type != k.Type {
		return Event[E]{}, fmt.Errorf("decoding event %s: %w: want type %s, have %s", clip(r.ID), ErrUndecodable, k.Type, clip(r.Type))
	}
	e, err := decodeAs[E](r.Data)
	if err != nil {
		return Event[E]{}, fmt.Errorf("decoding %s event %s: %w: %w", k.Type, clip(r.ID), ErrUndecodable, err)
	}
	return Event[E]{Envelope: r.Envelope, Data: e}, nil
}

// Draft is an event a step wants published.
type Draft struct {
	Kind    *Definition
	Subject string
	Payload any

	// Iteration replaces the cause's iteration when positive: the judge sends a case round again with
	// Iteration = the cause's + 1.
	Iteration int

	copied *Record // set by CopyTo: the record goes as it is
}

// CopyTo returns a draft that publishes r once more, unchanged but for its topic, keyed by its run. The
// feed is made of such copies: the id stays the original's, so a repeated copy is recognised.
func CopyTo(topic Topic, r Record) Draft {
	c := r
	c.Topic, c.Key = topic, r.Run
	return Draft{Subject: r.Subject, copied: &c}
}

// Copied reports whether the draft was made by CopyTo.
func (d Draft) Copied() bool { return d.copied != nil }

// Type is the CloudEvents type of the event this draft would become.
func (d Draft) Type() string {
	if d.copied != nil {
		return d.copied.Type
	}
	return d.Kind.Type
}

// Envelope is what every event carries beside its payload: CloudEvents 1.0 attributes and ours.
type Envelope struct {
	ID           string    // ce_id: hash of run, type and subject
	Type         string    // ce_type
	Source       string    // ce_source: "/sibyl/<processor>"
	Subject      string    // ce_subject: stable path, equal across runs
	Time         time.Time // ce_time
	DataSchema   string    // ce_dataschema
	Run          string    // ce_correlationid; empty for events of a report that is in no run
	Causation    string    // ce_causationid: id of the event this one answers; empty at the root
	Iteration    int       // ce_iteration: first pass 1
	IterationCap int       // ce_iterationcap
	ReplayOf     string    // ce_replayof: the run this one replays; live groups pass such events over
	TraceParent  string    // traceparent, W3C
}

// Sealed reports whether the event has the id that its run, type and path give it, as every event of ours has.
func (e Envelope) Sealed() bool { return e.ID == EventID(e.Run, e.Type, e.Subject) }

// Stray reports whether an event was given up on because it cannot be read and has no id of ours either:
// nobody waits for what it should have led to, and it must not end the run that it names.
func Stray(r Record, err error) bool { return errors.Is(err, ErrUndecodable) && !r.Sealed() }

// clip shortens a name for an error: whoever wrote it may have written megabytes.
func clip(s string) string {
	const most = 100
	if len(s) > most {
		s = s[:most] + "..."
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// Event is a decoded record.
type Event[E any] struct {
	Envelope
	Data E
}

// Record is an event as it goes to or comes from a topic.
type Record struct {
	Envelope
	Topic Topic
	Key   string
	Data  []byte
}

// Seal makes a draft a record of the run and iteration of its cause. The result is a function of its
// arguments alone. It fails if the draft has no subject, cannot be encoded, or would pass the cap.
func (d Draft) Seal(cause Envelope, source string, at time.Time) (Record, error) {
	if d.copied != nil {
		return *d.copied, nil
	}
	if d.Kind == nil || d.Subject == "" {
		return Record{}, fmt.Errorf("sealing an event caused by %s: draft has no kind or no subject", cause.ID)
	}
	iteration := cause.Iteration
	if d.Iteration > 0 {
		iteration = d.Iteration
	}
	if cause.IterationCap > 0 && iteration > cause.IterationCap {
		return Record{}, fmt.Errorf("sealing %s %s: %w (%d of %d)", d.Kind.Type, d.Subject, ErrIterationCap, iteration, cause.IterationCap)
	}
	data, err := json.Marshal(d.Payload)
	if err != nil {
		return Record{}, fmt.Errorf("encoding %s %s: %w", d.Kind.Type, d.Subject, err)
	}
	return Record{
		Envelope: Envelope{
			ID:           EventID(cause.Run, d.Kind.Type, d.Subject),
			Type:         d.Kind.Type,
			Source:       "/sibyl/" + source,
			Subject:      d.Subject,
			Time:         at.UTC(),
			DataSchema:   d.Kind.DataSchema(),
			Run:          cause.Run,
			Causation:    cause.ID,
			Iteration:    iteration,
			IterationCap: cause.IterationCap,
			ReplayOf:     cause.ReplayOf,
			TraceParent:  cause.TraceParent,
		},
		Topic: d.Kind.Topic,
		Key:   d.Kind.key(cause.Run, d.Payload),
		Data:  data,
	}, nil
}
