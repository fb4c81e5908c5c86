// Package wire maps events to Kafka records and back: CloudEvents 1.0, Kafka protocol binding, binary
// mode. Attributes are headers, the payload is the record's value, the key is the record's key.
//
// Decode tolerates headers it does not know (a newer writer, a tracing tool) and refuses a record that
// lacks one it needs, carries one twice or carries one it cannot read: guessing an identity would turn
// one event into two. All functions are pure and safe for concurrent use.
package wire

import (
	"fmt"
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
	seen    map[string]bool
	defects []string
}

func (d *decoding) read(headers []kgo.RecordHeader, e *events.Envelope) {
	text := map[string]*string{
		HeaderID: &e.ID, HeaderType: &e.Type, HeaderSource: &e.Source, HeaderDataSchema: &e.DataSchema,
		HeaderSubject: &e.Subject, HeaderCorrelation: &e.Run, HeaderCausation: &e.Causation,
		HeaderReplayOf: &e.ReplayOf, HeaderTraceParent: &e.TraceParent,
	}
	numbers := map[string]*int{HeaderIteration: &e.Iteration, HeaderIterationCap: &e.IterationCap}
	d.seen = make(map[string]bool, len(headers))
	for _, h := range headers {
		value := string(h.Value)
		switch {
		case text[h.Key] != nil:
			if d.first(h.Key) {
				*text[h.Key] = value
			}
		case numbers[h.Key] != nil:
			if d.first(h.Key) {
				*numbers[h.Key] = d.count(h.Key, value)
			}
		case h.Key == HeaderTime:
			if d.first(h.Key) {
				e.Time = d.instant(value)
			}
		case h.Key == HeaderSpecVersion:
			if d.first(h.Key) && value != specVersion {
				d.fail("%s is %q, not %q", h.Key, value, specVersion)
			}
		case h.Key == HeaderContentType:
			if d.first(h.Key) && !isJSON(value) {
				d.fail("%s is %q, not %q", h.Key, value, contentType)
			}
		}
	}
	for _, name := range []string{HeaderID, HeaderType, HeaderSource, HeaderSubject} {
		if *text[name] == "" {
			d.fail("%s is missing", name)
		}
	}
	for _, name := range []string{HeaderSpecVersion, HeaderTime} {
		if !d.seen[name] {
			d.fail("%s is missing", name)
		}
	}
}

// first reports whether the header was not there before; two values for one attribute are a defect.
func (d *decoding) first(name string) bool {
	if d.seen[name] {
		d.fail("%s is there twice", name)
		return false
	}
	d.seen[name] = true
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
