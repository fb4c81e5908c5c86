//go:build unix

package stream

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
)

func openedInflight(t *testing.T, path string) *inflight {
	t.Helper()
	in, err := openInflight(path)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func inFlightItem(partition int32, offset int64, subject string) *item {
	return &item{
		source: &kgo.Record{Topic: "claims.extracted", Partition: partition, Offset: offset},
		record: events.Record{Envelope: events.Envelope{Type: "claim.extracted", Run: "run_1", Subject: subject}},
	}
}

// Events that were in flight when a process ended are known to the next process, and to the one after that, until the
// committed offset of their partition has passed them.
func TestInFlightFileSurvivesRestarts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "in-flight")
	first := openedInflight(t, path)
	if first.existed {
		t.Error("a new file is taken for that of a previous process")
	}
	first.begin("legal", inFlightItem(3, 7, "claim/a"))
	done := first.begin("legal", inFlightItem(3, 8, "claim/b"))
	first.begin("judge", inFlightItem(3, 9, strings.Repeat("x", 5_000)))
	first.end(done)
	if err := first.close(); err != nil { // the end of a process closes nothing, but leaves the same bytes
		t.Fatal(err)
	}
	list, err := ReadInFlight(path)
	if err != nil || len(list) != 2 || list[0].Subject != "claim/a" || list[0].Offset != 7 || list[0].Partition != 3 || list[0].Processor != "legal" {
		t.Fatalf("in flight were %+v, %v; want claim/a and the long one", list, err)
	}

	second := openedInflight(t, path)
	if !second.existed {
		t.Error("the file of a previous process is taken for a new one")
	}
	at := input{"claims.extracted", 3}
	if got := fmt.Sprint(second.of("legal", at, 0)); got != "map[7:false]" {
		t.Errorf("suspect are %s, want offset 7", got)
	}
	if got := second.of("router", at, 0); len(got) != 0 {
		t.Errorf("suspect of another processor are %v", got)
	}
	if err := second.close(); err != nil {
		t.Fatal(err)
	}
	if list, err := ReadInFlight(path); err != nil || len(list) != 0 {
		t.Errorf("the second process had %+v in flight, %v; want nothing", list, err)
	}

	third := openedInflight(t, path)
	defer third.close()
	if got := fmt.Sprint(third.of("legal", at, 5)); got != "map[7:false]" {
		t.Errorf("in the third process, suspect are %s, want offset 7", got)
	}
	if got := third.of("legal", at, 8); len(got) != 0 || len(third.prior) != 1 {
		t.Errorf("beyond its offset it is still suspect: %v, %d left", got, len(third.prior))
	}
}

func TestDamagedInFlightFileNamesNoEvents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "in-flight")
	for name, data := range map[string]string{
		"another file":    strings.Repeat("no such thing\n", 30_000),
		"cut off":         inflightMagic,
		"slots of noise":  inflightMagic + strings.Repeat("\xff\x00\x07", 100_000),
		"lengths of 2^32": inflightMagic + strings.Repeat("\xff", 300_000),
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
			if list, err := ReadInFlight(path); err != nil || len(list) != 0 {
				t.Errorf("it names %v, %v", list, err)
			}
			in := openedInflight(t, path)
			defer in.close()
			if len(in.prior) != 0 || len(in.free) != inflightSlots {
				t.Errorf("%d events are named, %d slots are free", len(in.prior), len(in.free))
			}
		})
	}
}

func TestInFlightFileWithoutFreeSlots(t *testing.T) {
	in := openedInflight(t, filepath.Join(t.TempDir(), "in-flight"))
	defer in.close()
	for n := range inflightSlots {
		if in.begin("legal", inFlightItem(0, int64(n), "claim/a")) == noSlot {
			t.Fatalf("no slot for the %dth", n)
		}
	}
	if i := in.begin("legal", inFlightItem(1, 0, "claim/b")); i != noSlot {
		t.Errorf("slot %d was given twice", i)
	}
	in.end(noSlot)
}
