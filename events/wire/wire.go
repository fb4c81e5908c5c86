// Package wire maps events to Kafka records and back: CloudEvents 1.0, Kafka protocol binding, binary
// mode. Attributes are headers, the payload is the record's value, the key is the record's key.
//
// Decode tolerates headers it does not know (a newer writer, a tracing tool) and refuses a record that
// lacks one it needs, carries one twice or carries one it cannot read: guessing an identity would turn
// one event into two. All functions are pure and safe for concurrent use.
package wire

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
)

// The header names. CloudEvents attributes carry the prefix that the Kafka binding prescribes.
const (
	HeaderSpecVersion  = "ce_specversion"
	HeaderID           = "ce_id"
	HeaderType         = "ce_type"
	HeaderSource       = "ce_source"
	HeaderTime         = "ce_time"
	HeaderDataSchema   = "ce_dataschema"
	HeaderSubject      = "ce_subject"
	HeaderCorrelation  = "ce_correlationid"
	HeaderCausation    = "ce_causationid"
	HeaderIteration    = "ce_iteration"
	HeaderIterationCap = "ce_iterationcap"
	HeaderReplayOf     = "ce_replayof"
	HeaderTraceParent  = "traceparent"
	HeaderContentType  = "content-type"
)

const (
	specVersion = "1.0"
	contentType = "application/json"
)

// Encode returns r as it is produced. Attributes without a value have no header. The partition is left to
// the producer; the value is r.Data itself, not a copy.
func Encode(r events.Record) *kgo.Record {
	headers := make([]kgo.RecordHeader, 0, 14)
	add := func(name, value string) {
		if value != "" {
			headers = append(headers, kgo.RecordHeader{Key: name, Value: []byte(value)})
		}
	}
	number := func(name string, n int) {
		if n != 0 {
			add(name, strconv.Itoa(n))
		}
	}
	add(HeaderSpecVersion, specVersion)
	add(HeaderID, r.ID)
	add(HeaderType, r.Type)
	add(HeaderSource, r.Source)
	if !r.Time.IsZero() {
		add(HeaderTime, r.Time.UTC().Format(time.RFC3339Nano))
	}
	add(HeaderDataSchema, r.DataSchema)
	add(HeaderSubject, r.Subject)
	add(HeaderCorrelation, r.Run)
	add(HeaderCausation, r.Causation)
	number(HeaderIteration, r.Iteration)
	number(HeaderIterationCap, r.IterationCap)
	add(HeaderReplayOf, r.ReplayOf)
	add(HeaderTraceParent, r.TraceParent)
	add(HeaderContentType, contentType)
	// A key that is present but empty is still hashed to one partition; a nil key would be spread.
	return &kgo.Record{Topic: string(r.Topic), Key: []byte(r.Key), Value: r.Data, Headers: headers}
}

// Decode reads a consumed record. On error it still returns what could be read, so that a dead letter
// can say whose event it was.
func Decode(k *kgo.Record) (events.Record, error) {
	r := events.Record{Topic: events.Topic(k.Topic), Key: string(k.Key), Data: k.Value}
	var d decoding
	d.read(k.Headers, &r.Envelope)
	if err := d.problem(); err != nil {
		return r, fmt.Errorf("decoding the record at %s/%d@%d: %w", k.Topic, k.Partition, k.Offset, err)
	}
	return r, nil
}

// decoding collects every defect of a record's headers, so that one dead letter names them all.
type decoding struct {
	seen    uint16 // a bit per attribute, in the order of known
	defects []string
}

// known are the headers that mean something to us.
var known = [...]string{
	HeaderSpecVersion, HeaderID, HeaderType, HeaderSource, HeaderTime, HeaderDataSchema, HeaderSubject, HeaderCorrelation,
	HeaderCausation, HeaderIteration, HeaderIterationCap, HeaderReplayOf, HeaderTraceParent, HeaderContentType,
}

func (d *decoding) read(headers []kgo.RecordHeader, e *events.Envelope) {
	for _, h := range headers {
		if d.first(h.Key) {
			d.attribute(h.Key, string(h.Value), e)
		}
	}
	d.need(HeaderSpecVersion, d.has(HeaderSpecVersion))
	d.need(HeaderID, e.ID != "")
	d.need(HeaderType, e.Type != "")
	d.need(HeaderSource, e.Source != "")
	d.need(HeaderTime, d.has(HeaderTime))
	d.need(HeaderSubject, e.Subject != "")
}

func (d *decoding) attribute(name, value string, e *events.Envelope) {
	switch name {
	case HeaderID:
		e.ID = value
	case HeaderType:
		e.Type = value
	case HeaderSource:
		e.Source = value
	case HeaderDataSchema:
		e.DataSchema = value
	case HeaderSubject:
		e.Subject = value
	case HeaderCorrelation:
		e.Run = value
	case HeaderCausation:
		e.Causation = value
	case HeaderReplayOf:
		e.ReplayOf = value
	case HeaderTraceParent:
		e.TraceParent = value
	case HeaderIteration:
		e.Iteration = d.count(name, value)
	case HeaderIterationCap:
		e.IterationCap = d.count(name, value)
	case HeaderTime:
		e.Time = d.instant(value)
	case HeaderSpecVersion:
		if value != specVersion {
			d.fail("%s is %q, not %q", name, value, specVersion)
		}
	case HeaderContentType:
		if !isJSON(value) {
			d.fail("%s is %q, not %q", name, value, contentType)
		}
	}
}

func (d *decoding) has(name string) bool { return d.seen&(1<<slices.Index(known[:], name)) != 0 }

func (d *decoding) need(name string, there bool) {
	if !there {
		d.fail("%s is missing", name)
	}
}

// first reports whether a header is one of ours and was not there before; two values for one attribute
// are a defect.
func (d *decoding) first(name string) bool {
	i := slices.Index(known[:], name)
	if i < 0 {
		return false
	}
	if d.seen&(1<<i) != 0 {
		d.fail("%s is there twice", name)
		return false
	}
	d.seen |= 1 << i
	return true
}

func (d *decoding) count(name, value string) int {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || strconv.Itoa(n) != value {
		d.fail("%s is %q, not a count", name, value)
		return 0
	}
	return n
}

func (d *decoding) instant(value string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, value)
	if err != nil {
		d.fail("%s is %q, not an RFC 3339 time", HeaderTime, value)
		return time.Time{}
	}
	// What UTC turns into a year that RFC 3339 cannot write would be unreadable for the next one.
	if t = t.UTC(); t.IsZero() || t.Year() < 1 || t.Year() > 9999 {
		d.fail("%s is %q, outside the years 1 to 9999", HeaderTime, value)
		return time.Time{}
	}
	return t
}

func (d *decoding) fail(format string, args ...any) {
	d.defects = append(d.defects, fmt.Sprintf(format, args...))
}

func (d *decoding) problem() error {
	if len(d.defects) == 0 {
		return nil
	}
	return fmt.Errorf("not a CloudEvents 1.0 record: %s", strings.Join(d.defects, "; "))
}

// isJSON accepts parameters such as a charset.
func isJSON(value string) bool {
	media, _, _ := strings.Cut(value, ";")
	return strings.EqualFold(strings.TrimSpace(media), contentType)
}
