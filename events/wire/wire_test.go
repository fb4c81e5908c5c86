package wire

import (
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
)

func sample() events.Record {
	return events.Record{
		Envelope: events.Envelope{
			ID: "0123456789abcdef0123456789abcdef", Type: "claim.extracted", Source: "/sibyl/claims.reduce",
			Subject: "claim/clm_1", Time: time.Date(2026, 3, 4, 5, 6, 7, 890, time.UTC),
			DataSchema: "schemas/claim.extracted.v1.schema.json", Run: "run_1", Causation: "feed",
			Iteration: 2, IterationCap: 3, ReplayOf: "run_0",
			TraceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		},
		Topic: events.TopicClaimsExtracted, Key: "clm_1", Data: []byte(`{"id":"clm_1"}`),
	}
}

func header(t *testing.T, k *kgo.Record, name string) string {
	t.Helper()
	for _, h := range k.Headers {
		if h.Key == name {
			return string(h.Value)
		}
	}
	t.Fatalf("no header %s", name)
	return ""
}

// The names and forms are public: other programs read verdicts.issued.
func TestHeadersAreCloudEvents(t *testing.T) {
	k := Encode(sample())
	for name, want := range map[string]string{
		"ce_specversion": "1.0", "ce_id": "0123456789abcdef0123456789abcdef", "ce_type": "claim.extracted",
		"ce_source": "/sibyl/claims.reduce", "ce_time": "2026-03-04T05:06:07.00000089Z",
		"ce_dataschema": "schemas/claim.extracted.v1.schema.json", "ce_subject": "claim/clm_1",
		"ce_correlationid": "run_1", "ce_causationid": "feed", "ce_iteration": "2", "ce_iterationcap": "3",
		"ce_replayof": "run_0", "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		"content-type": "application/json",
	} {
		if got := header(t, k, name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if k.Topic != "claims.extracted" || string(k.Key) != "clm_1" || string(k.Value) != `{"id":"clm_1"}` {
		t.Errorf("topic, key, value = %q, %q, %q", k.Topic, k.Key, k.Value)
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String()
		some := rapid.StringN(1, 40, -1)
		want := events.Record{
			Envelope: events.Envelope{
				ID: some.Draw(t, "id"), Type: some.Draw(t, "type"), Source: some.Draw(t, "source"),
				Subject: some.Draw(t, "subject"), DataSchema: text.Draw(t, "schema"), Run: text.Draw(t, "run"),
				Causation: text.Draw(t, "cause"), ReplayOf: text.Draw(t, "replayof"), TraceParent: text.Draw(t, "trace"),
				Iteration: rapid.IntRange(0, 1<<30).Draw(t, "iteration"), IterationCap: rapid.IntRange(0, 1<<30).Draw(t, "cap"),
				Time: time.Unix(rapid.Int64Range(0, 250_000_000_000).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanos")).UTC(),
			},
			Topic: events.Topic(text.Draw(t, "topic")), Key: text.Draw(t, "key"), Data: rapid.SliceOf(rapid.Byte()).Draw(t, "data"),
		}
		got, err := Decode(Encode(want))
		if err != nil {
			t.Fatalf("decoding what was encoded: %v", err)
		}
		if got.Envelope != want.Envelope || got.Topic != want.Topic || got.Key != want.Key || string(got.Data) != string(want.Data) {
			t.Fatalf("round trip\n got %+v\nwant %+v", got, want)
		}
	})
}

func TestUnknownHeadersAreTolerated(t *testing.T) {
	k := Encode(sample())
	k.Headers = append(k.Headers, kgo.RecordHeader{Key: "x-vendor", Value: []byte("1")}, kgo.RecordHeader{Key: "x-vendor", Value: []byte("2")},
		kgo.RecordHeader{Key: "ce_newattribute", Value: nil})
	got, err := Decode(k)
	if err != nil || got.Envelope != sample().Envelope {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestDefectsAreNamed(t *testing.T) {
	without := func(name string) func(*kgo.Record) {
		return func(k *kgo.Record) {
			kept := k.Headers[:0:0]
			for _, h := range k.Headers {
				if h.Key != name {
					kept = append(kept, h)
				}
			}
			k.Headers = kept
		}
	}
	set := func(name, value string) func(*kgo.Record) {
		return func(k *kgo.Record) {
			without(name)(k)
			k.Headers = append(k.Headers, kgo.RecordHeader{Key: name, Value: []byte(value)})
		}
	}
	for _, c := range []struct {
		name  string
		spoil func(*kgo.Record)
		want  string
	}{
		{"no version", without(HeaderSpecVersion), "ce_specversion is missing"},
		{"other version", set(HeaderSpecVersion, "0.3"), `ce_specversion is "0.3"`},
		{"no id", without(HeaderID), "ce_id is missing"},
		{"empty id", set(HeaderID, ""), "ce_id is missing"},
		{"no type", without(HeaderType), "ce_type is missing"},
		{"no source", without(HeaderSource), "ce_source is missing"},
		{"no subject", without(HeaderSubject), "ce_subject is missing"},
		{"no time", without(HeaderTime), "ce_time is missing"},
		{"bad time", set(HeaderTime, "yesterday"), `ce_time is "yesterday"`},
		{"time past the calendar", set(HeaderTime, "9999-12-31T23:59:59-01:00"), "outside the years"},
		{"no time at all", set(HeaderTime, "0001-01-01T00:00:00Z"), "outside the years"},
		{"bad iteration", set(HeaderIteration, "two"), `ce_iteration is "two"`},
		{"negative cap", set(HeaderIterationCap, "-1"), `ce_iterationcap is "-1"`},
		{"padded count", set(HeaderIteration, "+1"), `ce_iteration is "+1"`},
		{"not JSON", set(HeaderContentType, "application/xml"), `content-type is "application/xml"`},
		{"twice", func(k *kgo.Record) { k.Headers = append(k.Headers, k.Headers[1]) }, "ce_id is there twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := Encode(sample())
			k.Offset, k.Partition = 7, 2
			c.spoil(k)
			r, err := Decode(k)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "claims.extracted/2@7") {
				t.Fatalf("error = %v, want one that says %q and where", err, c.want)
			}
			if r.Key != "clm_1" || r.Run != "run_1" {
				t.Errorf("what could be read is lost: %+v", r)
			}
		})
	}
}

func TestContentTypeMayHaveParametersOrBeAbsent(t *testing.T) {
	for _, value := range []string{"application/json; charset=utf-8", "Application/JSON", ""} {
		k := Encode(sample())
		kept := k.Headers[:0:0]
		for _, h := range k.Headers {
			if h.Key != HeaderContentType {
				kept = append(kept, h)
			}
		}
		if value != "" {
			kept = append(kept, kgo.RecordHeader{Key: HeaderContentType, Value: []byte(value)})
		}
		k.Headers = kept
		if _, err := Decode(k); err != nil {
			t.Errorf("content-type %q: %v", value, err)
		}
	}
}

// FuzzDecode: a record either decodes to an event that encodes to the same attributes, or is refused.
func FuzzDecode(f *testing.F) {
	for _, h := range Encode(sample()).Headers {
		f.Add(h.Key, h.Value, "ce_iteration", []byte("1"))
	}
	f.Add("ce_time", []byte("2026-01-01T00:00:00+05:30"), "ce_id", []byte{0xff})
	f.Fuzz(func(t *testing.T, name1 string, value1 []byte, name2 string, value2 []byte) {
		k := Encode(sample())
		for i := range k.Headers {
			switch k.Headers[i].Key {
			case name1:
				k.Headers[i].Value = value1
			case name2:
				k.Headers[i].Value = value2
			}
		}
		k.Headers = append(k.Headers, kgo.RecordHeader{Key: name1 + name2, Value: value1})
		r, err := Decode(k)
		if err != nil {
			return
		}
		again, err := Decode(Encode(r))
		if err != nil {
			t.Fatalf("an accepted record is refused when encoded again: %v", err)
		}
		if again.Envelope != r.Envelope {
			t.Fatalf("encoded again\n got %+v\nwant %+v", again.Envelope, r.Envelope)
		}
	})
}
