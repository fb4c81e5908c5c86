package wire

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
)

// largestLetter is how many bytes a record may have in a dead letter, in which data is base64 and text is
// escaped: the broker takes about a megabyte.
const largestLetter = 600_000

// Letter is the record's part of its dead letter: where it stands, and all of it if it fits. Text in it can
// be shown and stored anywhere: what is no UTF-8 or holds zero bytes is replaced there, and stands byte for
// byte beside it. whole is false if the record is too large and has to be fetched from where it stands.
func Letter(k *kgo.Record) (l events.DeadLetter, whole bool) {
	l = events.DeadLetter{
		Topic: events.Topic(k.Topic), Partition: k.Partition, Offset: k.Offset,
		Key: Text(string(k.Key)), Headers: map[string]string{},
	}
	if n := weight(k); n > largestLetter {
		l.Key = Text(string(k.Key[:min(len(k.Key), 200)]))
		return l, false
	}
	l.Data = k.Value
	if l.Key != string(k.Key) {
		l.KeyBytes = k.Key
	}
	exact := true
	for _, h := range k.Headers {
		name, value := Text(h.Key), Text(string(h.Value))
		_, twice := l.Headers[name]
		exact = exact && !twice && name == h.Key && value == string(h.Value)
		l.Headers[name] = value
	}
	if !exact {
		for _, h := range k.Headers {
			l.HeaderBytes = append(l.HeaderBytes, events.DeadHeader{Name: []byte(h.Key), Value: h.Value})
		}
	}
	return l, true
}

// FromLetter is the record that a letter holds, for its topic; who produces it chooses the partition.
func FromLetter(l events.DeadLetter) *kgo.Record {
	k := &kgo.Record{Topic: string(l.Topic), Key: []byte(l.Key), Value: l.Data}
	if l.KeyBytes != nil {
		k.Key = l.KeyBytes
	}
	if l.HeaderBytes != nil {
		for _, h := range l.HeaderBytes {
			k.Headers = append(k.Headers, kgo.RecordHeader{Key: string(h.Name), Value: h.Value})
		}
		return k
	}
	for _, name := range slices.Sorted(maps.Keys(l.Headers)) {
		k.Headers = append(k.Headers, kgo.RecordHeader{Key: name, Value: []byte(l.Headers[name])})
	}
	return k
}

// Text is s as it can be stored and shown: UTF-8 without zero bytes, which databases refuse.
func Text(s string) string {
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// weight estimates what a record takes in a letter, measured in bytes of data: headers and key may be
// escaped, six bytes for one, and stand there a second time as base64.
func weight(k *kgo.Record) int {
	n := len(k.Value) + text(k.Key)
	for _, h := range k.Headers {
		n += text([]byte(h.Key)) + text(h.Value)
	}
	return n
}

func text(b []byte) int {
	n := 2 * len(b)
	for _, c := range b {
		if c < ' ' || c > '~' || c == '<' || c == '>' || c == '&' {
			n += 5
		}
	}
	return n
}
