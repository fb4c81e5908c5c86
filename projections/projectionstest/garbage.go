package projectionstest

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// Garbage is one kind of record that no writer of ours makes: what it spoils of a sound one.
type Garbage struct {
	Name  string
	Spoil func(k *kgo.Record)

	// Readable says that the envelope can be read: the feed copies such a record as it is.
	Readable bool
}

// Garbages lists the kinds of garbage that are tried on every topic.
func Garbages() []Garbage {
	return append(payloads(), envelopes()...)
}

func payloads() []Garbage {
	of := func(name string, data func(sound []byte) []byte) Garbage {
		return Garbage{name, func(k *kgo.Record) { k.Value = data(k.Value) }, true}
	}
	is := func(name, data string) Garbage { return of(name, func([]byte) []byte { return []byte(data) }) }
	return []Garbage{
		is("an object that breaks off", `{"a":`),
		is("nothing", ``),
		{"a tombstone", func(k *kgo.Record) { k.Value = nil }, true},
		is("null", `null`),
		is("an empty object", `{}`),
		is("an empty array", `[]`),
		is("an array of nulls", `[null, null]`),
		is("a number", `42`),
		is("a string", `"claim"`),
		is("true", `true`),
		is("words", `hello, is anybody there?`),
		is("spaces", strings.Repeat(" ", 4096)),
		is("an object of other fields", `{"colour": "green", "size": 7}`),
		is("fields that are null", `{"id": null, "report_id": null, "run": null, "claim": null, "page": null}`),
		is("a page of 1e30", `{"id": "x", "report_id": "x", "page": 1e30}`),
		is("a number with an exponent without end", `{"page": 1e999999999}`),
		is("fields of wrong types", `{"id": 7, "report_id": [], "run": {}, "claim": "c", "agent": 3, "iteration": "two"}`),
		is("twice an object", `{} {}`),
		is("ten thousand brackets", strings.Repeat("[", 10_001)),
		is("a million brackets in a field", `{"claim":`+strings.Repeat(`{"a":`, 100_000)),
		is("a byte order mark", "\uFEFF{}"),
		is("UTF-16", "\xff\xfe{\x00}\x00"),
		is("bytes", string([]byte{0, 1, 2, 0x80, 0xfe, 0xff})),
		is("XML", `<?xml version="1.0"?><claim/>`),
		of("a payload cut in half", func(sound []byte) []byte { return sound[:len(sound)/2] }),
		of("a payload within a list", func(sound []byte) []byte { return fmt.Appendf(nil, "[%s]", sound) }),
		of("a payload with text that is no UTF-8", func(sound []byte) []byte {
			return append(bytes.TrimSuffix(bytes.TrimSpace(sound), []byte("}")), ", \"note\": \"\xc3\x28\"}"...)
		}),
		of("a payload with a zero byte after it", func(sound []byte) []byte { return append(bytes.Clone(sound), 0) }),
		is("most of a megabyte", `{"a": "`+strings.Repeat("x", 900_000)+`"`),
	}
}

func envelopes() []Garbage {
	long := strings.Repeat("0123456789abcdef", 1024)
	without := func(name string) func(*kgo.Record) {
		return func(k *kgo.Record) {
			var kept []kgo.RecordHeader
			for _, h := range k.Headers {
				if h.Key != name {
					kept = append(kept, h)
				}
			}
			k.Headers = kept
		}
	}
	with := func(name, value string) func(*kgo.Record) {
		return func(k *kgo.Record) {
			without(name)(k)
			k.Headers = append(k.Headers, kgo.RecordHeader{Key: name, Value: []byte(value)})
		}
	}
	broken := func(k *kgo.Record) { k.Value = []byte(`{"a":`) }
	both := func(a, b func(*kgo.Record)) func(*kgo.Record) { return func(k *kgo.Record) { a(k); b(k) } }
	return []Garbage{
		{"no headers at all", func(k *kgo.Record) { k.Headers = nil }, false},
		{"no key and no value", func(k *kgo.Record) { k.Headers, k.Key, k.Value = nil, nil, nil }, false},
		{"no id", without(wire.HeaderID), false},
		{"an id that is there twice", func(k *kgo.Record) {
			k.Headers = append(k.Headers, kgo.RecordHeader{Key: wire.HeaderID, Value: []byte("other")})
		}, false},
		{"a time that is none", with(wire.HeaderTime, "yesterday"), false},
		{"a time beyond every calendar", with(wire.HeaderTime, "+292277026596-12-04T15:30:07Z"), false},
		{"a pass that is no number", with(wire.HeaderIteration, "1e9"), false},
		{"another version of the envelope", with(wire.HeaderSpecVersion, "9.9"), false},
		{"another content type", with(wire.HeaderContentType, "text/html"), false},
		{"headers that are no UTF-8", both(without(wire.HeaderTime), func(k *kgo.Record) {
			k.Headers = append(k.Headers, kgo.RecordHeader{Key: "\xff\xfe", Value: []byte("\xc3\x28\x00")}, kgo.RecordHeader{Key: "", Value: nil})
		}), false},
		{"an id of 16 KB", both(broken, with(wire.HeaderID, long)), true},
		{"a run of 16 KB", both(broken, with(wire.HeaderCorrelation, long)), true},
		{"a path of 16 KB", both(broken, with(wire.HeaderSubject, long)), true},
		{"a key of 16 KB", both(broken, func(k *kgo.Record) { k.Key = []byte(long) }), true},
		{"an id that is no UTF-8", both(broken, with(wire.HeaderID, "\xc3\x28")), true},
		{"a run that is no UTF-8", both(broken, with(wire.HeaderCorrelation, "\xff\xfe")), true},
		{"a key of zero bytes", both(broken, func(k *kgo.Record) { k.Key = []byte{0, 0, 0} }), true},
		{"a thousand headers", both(broken, func(k *kgo.Record) {
			for i := range 1000 {
				k.Headers = append(k.Headers, kgo.RecordHeader{Key: fmt.Sprint("x-", i), Value: []byte("y")})
			}
		}), true},
	}
}

// Sound is a record with an envelope such as ours have, for garbage to spoil. Its id is nobody's.
func Sound(topic events.Topic, k *events.Definition, run, key string, n int) *kgo.Record {
	return wire.Encode(events.Record{
		Envelope: events.Envelope{
			ID: fmt.Sprintf("garbage-%s-%d", topic, n), Type: k.Type, Source: "/sibyl/kcat", Subject: fmt.Sprintf("garbage/%s/%d", topic, n),
			Time: time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC), DataSchema: k.DataSchema(), Run: run, Iteration: 1, IterationCap: 3,
		},
		Topic: topic, Key: key, Data: []byte(`{"garbage": true, "of": "` + string(topic) + `"}`),
	})
}
