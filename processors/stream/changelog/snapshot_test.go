package changelog

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
)

var taken = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// filled is a partition that has applied state of some keys, of which one is gone again, and pages.
func filled(t rapid.TB, offset int64, keys map[string]string) *Partition {
	p := NewPartition(2, nil)
	apply := func(r *kgo.Record) {
		offset++
		r.Offset = offset
		if err := p.take(r); err != nil {
			t.Fatal(err)
		}
	}
	for k, data := range keys {
		h := State{Data: []byte(data)}
		if len(data) == 0 {
			h = State{Wake: &Wake{At: 7, For: time.Second, Cause: k}}
		}
		r, err := StateRecord("x.state", 2, Key{"run", k}, h, offset)
		if err != nil {
			t.Fatal(err)
		}
		apply(r)
		for _, page := range Paginate([]Absorbed{{ID: "e" + k, Next: offset}}) {
			apply(PageRecord("x.state", 2, Key{"run", k}, page))
		}
	}
	gone, err := StateRecord("x.state", 2, Key{"run", "gone"}, State{}, offset)
	if err != nil {
		t.Fatal(err)
	}
	apply(gone)
	return p
}

func TestSnapshotHoldsWhatThePartitionHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.MapOf(rapid.String(), rapid.SampledFrom([]string{"", "{}", `{"a":1}`})).Draw(t, "keys")
		p := filled(t, rapid.Int64Range(0, 1<<40).Draw(t, "offset"), keys)
		data, err := p.encode(taken)
		if err != nil {
			t.Fatal(err)
		}
		q := NewPartition(2, nil)
		if err := q.decode(data, taken.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(p.keys, q.keys) || !reflect.DeepEqual(p.seen, q.seen) || p.Next != q.Next || p.last != q.last || q.from != p.last {
			t.Fatalf("written\n%+v\nread\n%+v", p, q)
		}
	})
}

func TestSnapshotIsNotTaken(t *testing.T) {
	good, err := filled(t, 5, map[string]string{"k": `{"a":1}`, "w": ""}).encode(taken)
	if err != nil {
		t.Fatal(err)
	}
	sealed := func(b []byte) []byte { return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)) }
	body := good[:len(good)-checksumSize]
	for name, c := range map[string]struct {
		data []byte
		at   time.Time
	}{
		"empty":                {nil, taken},
		"of another version":   {sealed(append([]byte("sibyl state 2\n"), body[len(snapshotMagic):]...)), taken},
		"torn":                 {good[:len(good)/2], taken},
		"a bit is wrong":       {append(append([]byte{}, good[:30]...), append([]byte{good[30] ^ 1}, good[31:]...)...), taken},
		"it ends early":        {sealed(append([]byte{}, body[:len(body)-3]...)), taken},
		"more follows":         {sealed(append(append([]byte{}, body...), 0)), taken},
		"as old as tombstones": {good, taken.Add(Kept + time.Minute)},
		"of the future":        {good, taken.Add(-time.Minute)},
	} {
		t.Run(name, func(t *testing.T) {
			p := NewPartition(2, nil)
			if err := p.decode(c.data, c.at); err == nil {
				t.Fatal("it was taken")
			}
			if len(p.keys)+len(p.seen) > 0 || p.from.offset >= 0 || p.last.offset >= 0 {
				t.Fatalf("something is held: %+v", p)
			}
		})
	}
	t.Run("of another partition", func(t *testing.T) {
		if err := NewPartition(3, nil).decode(good, taken); err == nil {
			t.Fatal("it was taken")
		}
	})
}

func TestRestoreBehindASnapshotBeginsAtItsLastRecord(t *testing.T) {
	p := filled(t, 5, map[string]string{"k": `{"a":1}`})
	data, err := p.encode(taken)
	if err != nil {
		t.Fatal(err)
	}
	last, err := StateRecord("x.state", 2, Key{"run", "gone"}, State{}, 5)
	if err != nil {
		t.Fatal(err)
	}
	last.Offset = p.last.offset
	other := *last
	other.Key = []byte("s\x00run\x00other")
	later := *last
	later.Offset++
	for name, c := range map[string]struct {
		first *kgo.Record
		want  error
	}{"unchanged": {last, nil}, "another record": {&other, errStale}, "a later one": {&later, errStale}} {
		t.Run(name, func(t *testing.T) {
			q := NewPartition(2, nil)
			if err := q.decode(data, taken); err != nil {
				t.Fatal(err)
			}
			if err := q.take(c.first); !errors.Is(err, c.want) {
				t.Fatalf("%v, want %v", err, c.want)
			}
		})
	}
}

func TestSnapshotIsWrittenWhenItSparesReading(t *testing.T) {
	s := Snapshots{Dir: t.TempDir(), Topic: events.Topic("x.state")}
	written := func(p *Partition) bool {
		t.Helper()
		if err := os.RemoveAll(s.path(2)); err != nil {
			t.Fatal(err)
		}
		if err := s.Save(p, taken); err != nil {
			t.Fatal(err)
		}
		_, err := os.Stat(s.path(2))
		return err == nil
	}
	if written(filled(t, 5, map[string]string{"k": `{}`})) {
		t.Error("a few bytes were saved")
	}
	p := filled(t, 5, map[string]string{"k": `"` + strings.Repeat("x", 20*worthSaving) + `"`})
	if !written(p) {
		t.Fatal("a large state was not saved")
	}
	q := NewPartition(2, nil)
	if err := s.Save(p, taken); err != nil {
		t.Fatal(err)
	}
	p.unsaved = p.saved
	if !written(p) {
		t.Fatal("what has doubled was not saved")
	}
	if err := s.Load(q, taken); err != nil || !reflect.DeepEqual(p.keys, q.keys) {
		t.Fatalf("loaded %v, %v", q.keys, err)
	}
	q.unsaved = worthSaving
	if written(q) {
		t.Error("it was written anew for less than an eighth of it")
	}
}
