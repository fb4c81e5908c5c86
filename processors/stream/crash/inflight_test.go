package crash

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func openedInflight(t *testing.T, path string) *InFlight {
	t.Helper()
	in, err := OpenInFlight(path)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func inHand(processor string, partition int32, offset int64, subject string) InHand {
	return InHand{
		Processor: processor, Topic: "claims.extracted", Partition: partition, Offset: offset,
		Type: "claim.extracted", Run: "run_1", Subject: subject,
	}
}

// Events that were in flight when a process ended are known to the next process, and to the one after that, until the
// committed offset of their partition has passed them.
func TestInFlightFileSurvivesRestarts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "in-flight")
	first := openedInflight(t, path)
	if first.Existed {
		t.Error("a new file is taken for that of a previous process")
	}
	first.Begin(inHand("legal", 3, 7, "claim/a"))
	done := first.Begin(inHand("legal", 3, 8, "claim/b"))
	first.Begin(inHand("judge", 3, 9, strings.Repeat("x", 5_000)))
	first.End(done)
	if err := first.Close(); err != nil { // the end of a process closes nothing, but leaves the same bytes
		t.Fatal(err)
	}
	list, err := ReadInFlight(path)
	if err != nil || len(list) != 2 || list[0].Subject != "claim/a" || list[0].Offset != 7 || list[0].Partition != 3 || list[0].Processor != "legal" {
		t.Fatalf("in flight were %+v, %v; want claim/a and the long one", list, err)
	}

	second := openedInflight(t, path)
	if !second.Existed {
		t.Error("the file of a previous process is taken for a new one")
	}
	of := func(in *InFlight, processor string, from int64) map[int64]bool {
		return in.Of(processor, "claims.extracted", 3, from)
	}
	if got := fmt.Sprint(of(second, "legal", 0)); got != "map[7:false]" {
		t.Errorf("suspect are %s, want offset 7", got)
	}
	if got := of(second, "router", 0); len(got) != 0 {
		t.Errorf("suspect of another processor are %v", got)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if list, err := ReadInFlight(path); err != nil || len(list) != 0 {
		t.Errorf("the second process had %+v in flight, %v; want nothing", list, err)
	}

	third := openedInflight(t, path)
	defer third.Close()
	if got := fmt.Sprint(of(third, "legal", 5)); got != "map[7:false]" {
		t.Errorf("in the third process, suspect are %s, want offset 7", got)
	}
	if got := of(third, "legal", 8); len(got) != 0 || len(third.prior) != 1 {
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
			defer in.Close()
			if len(in.prior) != 0 || len(in.free) != inflightSlots {
				t.Errorf("%d events are named, %d slots are free", len(in.prior), len(in.free))
			}
		})
	}
}

func TestInFlightFileWithoutFreeSlots(t *testing.T) {
	in := openedInflight(t, filepath.Join(t.TempDir(), "in-flight"))
	defer in.Close()
	for n := range inflightSlots {
		if in.Begin(inHand("legal", 0, int64(n), "claim/a")) == NoSlot {
			t.Fatalf("no slot for the %dth", n)
		}
	}
	if i := in.Begin(inHand("legal", 1, 0, "claim/b")); i != NoSlot {
		t.Errorf("slot %d was given twice", i)
	}
	in.End(NoSlot)
}
