package logrecovery

import (
	"os"
	"path/filepath"
	"testing"
)

func TestHalfMadeNamesOfACompactionAreRemoved(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	partition := filepath.Join(partitionsDir(log), "a-0")
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(partition, "0.dat"), "whole")
	// Killed while names were being made: the log is as it was, and the names go.
	write(filepath.Join(savingDir(log), "a-0", "0.dat"), "half")
	if err := UndoCompaction(log); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(partition, "0.dat"))
	if err != nil || string(text) != "whole" {
		t.Errorf("the log holds %q, %v", text, err)
	}
	if _, err := os.Stat(savingDir(log)); !os.IsNotExist(err) {
		t.Errorf("half-made names were left: %v", err)
	}
}

func TestPartitionOf(t *testing.T) {
	topic, partition, err := partitionOf("verdicts.issued-12")
	if err != nil || topic != "verdicts.issued" || partition != 12 {
		t.Errorf("%q %d %v", topic, partition, err)
	}
	for _, name := range []string{"verdicts", "verdicts-x", "%zz-1"} {
		if _, _, err := partitionOf(name); err == nil {
			t.Errorf("%q was taken for a partition", name)
		}
	}
}
