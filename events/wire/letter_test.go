package wire

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
)

// A letter goes through JSON and gives back the record: headers that text can carry by their names, all others
// byte for byte in their order.
func TestALetterHoldsItsRecordWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := &kgo.Record{
			Topic: "claims.extracted", Partition: 3, Offset: 42,
			Key: rapid.SliceOf(rapid.Byte()).Draw(t, "key"), Value: rapid.SliceOf(rapid.Byte()).Draw(t, "value"),
		}
		for range rapid.IntRange(0, 5).Draw(t, "headers") {
			k.Headers = append(k.Headers, kgo.RecordHeader{
				Key:   rapid.OneOf(rapid.String(), rapid.Just("ce_id"), rapid.Just("\xff")).Draw(t, "name"),
				Value: rapid.SliceOf(rapid.Byte()).Draw(t, "header"),
			})
		}
		l, whole := Letter(k)
		if !whole {
			t.Fatal("a small record is left where it is")
		}
		data, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(`\u0000`)) {
			t.Fatalf("the letter holds zero bytes: %s", data)
		}
		var back events.DeadLetter
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		got := FromLetter(back)
		if got.Topic != k.Topic || !bytes.Equal(got.Key, k.Key) || !bytes.Equal(got.Value, k.Value) || len(got.Headers) != len(k.Headers) {
			t.Fatalf("have %v, want %v", got, k)
		}
		want := map[string][]string{}
		for _, h := range k.Headers {
			want[h.Key] = append(want[h.Key], string(h.Value))
		}
		for _, h := range got.Headers {
			if len(want[h.Key]) == 0 || want[h.Key][0] != string(h.Value) {
				t.Fatalf("header %q is %q, want %q", h.Key, h.Value, want[h.Key])
			}
			want[h.Key] = want[h.Key][1:]
		}
	})
}

// What text carries stands there once: most letters are read by people.
func TestOrdinaryLettersHoldNoBytesBesideTheirData(t *testing.T) {
	l, whole := Letter(Encode(sample()))
	if !whole || l.KeyBytes != nil || l.HeaderBytes != nil || l.Headers["ce_id"] != sample().ID || string(l.Data) != `{"id":"clm_1"}` {
		t.Errorf("the letter is %+v", l)
	}
}

// Broker limits are about a megabyte; control characters are six bytes each in JSON.
func TestALetterFitsTheBroker(t *testing.T) {
	for name, k := range map[string]*kgo.Record{
		"data":                       {Value: make([]byte, 599_000)},
		"more data":                  {Value: make([]byte, 900_000)},
		"headers of control bytes":   {Headers: []kgo.RecordHeader{{Key: "h", Value: bytes.Repeat([]byte{1}, 85_000)}}},
		"more of them":               {Headers: []kgo.RecordHeader{{Key: "h", Value: bytes.Repeat([]byte{1}, 300_000)}}},
		"a key that is no text":      {Key: bytes.Repeat([]byte{0xff}, 85_000)},
		"a larger key that is none":  {Key: bytes.Repeat([]byte{0xff}, 300_000)},
		"a name of half a megabyte":  {Headers: []kgo.RecordHeader{{Key: string(bytes.Repeat([]byte{'<'}, 500_000))}}},
		"ten thousand empty headers": {Headers: make([]kgo.RecordHeader, 10_000)},
	} {
		l, whole := Letter(k)
		data, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 950_000 {
			t.Errorf("%s: the letter has %d bytes (whole: %v)", name, len(data), whole)
		}
	}
}
