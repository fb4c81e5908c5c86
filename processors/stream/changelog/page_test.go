package changelog

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

func recordOf(n, bytes int) events.Record {
	return events.Record{
		Envelope: events.Envelope{ID: fmt.Sprint("id", n), Type: "claim.extracted", Source: "/sibyl/x", Subject: fmt.Sprint("claim/", n),
			Time: time.Unix(int64(n), 0).UTC(), Run: "run_1"},
		Topic: events.TopicClaimsExtracted, Key: fmt.Sprint("clm", n), Data: []byte(strings.Repeat("x", bytes)),
	}
}

// largest is the size of the largest event.
const largest = 256 << 10

func decoded(t *rapid.T, records []*kgo.Record) []events.Record {
	out := make([]events.Record, len(records))
	for i, k := range records {
		var err error
		if out[i], err = wire.Decode(k); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// What is laid out on pages is read back complete and in order, for every event, and no page is larger than one event
// can make it.
func TestPagesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var batch []Absorbed
		n := 0
		for i := range rapid.IntRange(1, 6).Draw(t, "events") {
			a := Absorbed{ID: fmt.Sprint("event", i), Next: int64(i + 1)}
			for range rapid.IntRange(0, 12).Draw(t, "records") {
				a.Records = append(a.Records, wire.Encode(recordOf(n, rapid.SampledFrom([]int{0, 10, 10, 5_000, 70_000, largest}).Draw(t, "bytes"))))
				n++
			}
			batch = append(batch, a)
		}
		got := map[string][]events.Record{}
		names := map[string]bool{}
		for i, p := range Paginate(batch) {
			if len(p.value) > largest+4096 {
				t.Fatalf("page %d has %d bytes", i, len(p.value))
			}
			name := fmt.Sprint(p.first, "/", p.number)
			if names[name] {
				t.Fatalf("two pages are named %s", name)
			}
			names[name] = true
			entries, err := readPage(p.value)
			if err != nil {
				t.Fatal(err)
			}
			ids, err := readIDs(p.value)
			if err != nil || fmt.Sprint(ids) != fmt.Sprint(p.IDs) || len(ids) != len(entries) {
				t.Fatalf("ids %v, %v; want %v", ids, err, p.IDs)
			}
			for j, e := range entries {
				if e.id != ids[j] {
					t.Fatalf("entry %d is %s, want %s", j, e.id, ids[j])
				}
				got[e.id] = append(got[e.id], e.records...)
			}
		}
		for _, a := range batch {
			records, known := got[a.ID]
			same := func(x, y events.Record) bool {
				return x.Envelope == y.Envelope && x.Topic == y.Topic && x.Key == y.Key && string(x.Data) == string(y.Data)
			}
			if !known || !slices.EqualFunc(records, decoded(t, a.Records), same) {
				t.Fatalf("%s: known %v, %d records, want %d", a.ID, known, len(records), len(a.Records))
			}
		}
	})
}

func FuzzReadPage(f *testing.F) {
	for _, p := range Paginate([]Absorbed{{ID: "a", Records: []*kgo.Record{wire.Encode(recordOf(1, 10)), wire.Encode(recordOf(2, 0))}}, {ID: "b"}}) {
		f.Add(p.value)
	}
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, value []byte) {
		entries, err := readPage(value)
		ids, idErr := readIDs(value)
		if err == nil && (idErr != nil || len(ids) != len(entries)) {
			t.Fatalf("the page reads as %d entries, its ids as %d, %v", len(entries), len(ids), idErr)
		}
	})
}

func TestStateRecordsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := rapid.StringMatching(`[a-z0-9_]{0,12}`).Draw(t, "run")
		key := Key{run, rapid.String().Draw(t, "key")}
		next := rapid.Int64Range(0, 1<<60).Draw(t, "next")
		h := State{Data: []byte(`{"a":1}`), Wake: &Wake{At: 5, For: time.Second, Cause: "c", Iteration: 1, Cap: 3, Trace: "t"}}
		k, err := StateRecord("x.state", 3, key, h, next)
		if err != nil {
			t.Fatal(err)
		}
		p := NewPartition(3, nil)
		if err := p.absorb(k); err != nil {
			t.Fatal(err)
		}
		got := p.Hold(key)
		if string(got.Data) != string(h.Data) || *got.Wake != *h.Wake || p.Next != next {
			t.Fatalf("held %+v at %d", got, p.Next)
		}
		tomb, err := StateRecord("x.state", 3, key, State{}, next+1)
		if err != nil || tomb.Value != nil {
			t.Fatalf("tombstone %v, %v", tomb, err)
		}
		pg := PageRecord("x.state", 3, key, Paginate([]Absorbed{{ID: "e", Next: next}})[0])
		pg.Offset = 42
		for _, k := range []*kgo.Record{tomb, pg} {
			if err := p.absorb(k); err != nil {
				t.Fatal(err)
			}
		}
		if len(p.keys) != 0 || p.seen[fingerprintOf(key, "e")] != (Place{42, 1}) || p.Next != next+1 {
			t.Fatalf("after the tombstone: %+v", p)
		}
	})
	for _, foreign := range []string{"", "k", "s\x00run"} {
		if err := NewPartition(0, nil).absorb(&kgo.Record{Key: []byte(foreign)}); !errors.Is(err, errForeign) {
			t.Errorf("the key %q: %v, want that it is foreign", foreign, err)
		}
	}
	for _, bad := range []string{"", "s", "s\x00run", "a\x00run\x00id", "z\x00run\x00key"} {
		if err := NewPartition(0, nil).absorb(&kgo.Record{Key: []byte(bad), Headers: []kgo.RecordHeader{{Key: headerOffset, Value: []byte("1")}}}); err == nil {
			t.Errorf("the key %q was accepted", bad)
		}
	}
}
