package embedded

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestRemoveEndsSurvivorsAndLeavesNothing(t *testing.T) {
	dir := newDir(t)
	p := startParent(t, dir, time.Minute, nil)
	home, err := PostgresHome(dir)
	if err != nil {
		t.Fatal(err)
	}
	var inUse *InUseError
	if err := Remove(deadline(t), dir); !errors.As(err, &inUse) {
		t.Fatalf("removing a directory in use: %v", err)
	}
	p.kill(t)
	if err := Remove(deadline(t), dir); err != nil {
		t.Fatal(err)
	}
	for _, pid := range []int{p.BrokerPID, p.PostgresPID} {
		if alive(pid) {
			t.Errorf("process %d still runs", pid)
		}
	}
	for _, path := range []string{dir, home, noteOf(home)} {
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there: %v", path, err)
		}
	}
	if err := Remove(deadline(t), dir); err != nil {
		t.Errorf("removing what is not there: %v", err)
	}
}

func TestOrphansAreThoseWithoutTheirDirectory(t *testing.T) {
	root := t.TempDir()
	kept, gone, other := filepath.Join(root, "kept"), filepath.Join(root, "gone"), filepath.Join(root, "other")
	want := map[string]string{}
	for dir, orphaned := range map[string]bool{kept: false, gone: true, other: true} {
		id, err := identify(dir)
		if err != nil {
			t.Fatal(err)
		}
		home := filepath.Join(root, id)
		if err := writeJSON(noteOf(home), dir); err != nil {
			t.Fatal(err)
		}
		if orphaned {
			want[home] = dir
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := identify(other); err != nil { // made anew at the same place, so with another id
		t.Fatal(err)
	}
	orphans, err := orphansBelow(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(orphans) != len(want) {
		t.Errorf("orphans %+v, want %v", orphans, want)
	}
	for _, o := range orphans {
		if want[o.Home] != o.DataDir || o.PID != 0 {
			t.Errorf("orphan %+v, want %v", o, want)
		}
		if err := o.Remove(deadline(t)); err != nil {
			t.Error(err)
		}
	}
	if left, err := orphansBelow(root); err != nil || len(left) > 0 {
		t.Errorf("left after removing: %+v, %v", left, err)
	}
}
