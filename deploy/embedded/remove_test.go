package embedded

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
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
		if err := durable.WriteJSON(noteOf(home), dir); err != nil {
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

// Only what was deleted goes: a directory that was moved still wants its database, and so may one whose disk is not
// mounted, or one of which an earlier version has noted no more than the path.
func TestOnlyDatabasesOfDeletedDirectoriesAreRemoved(t *testing.T) {
	root := t.TempDir()
	homes := map[string]string{}
	for _, name := range []string{"kept", "deleted", "in our place", "made anew", "moved", "moved and made anew", "unmounted", "noted before", "running"} {
		dir := filepath.Join(root, name)
		id, err := identify(dir)
		if err != nil {
			t.Fatal(err)
		}
		homes[name] = filepath.Join(root, id)
		of, err := ownerAt(dir)
		if err != nil {
			t.Fatal(err)
		}
		var note any = of
		switch name {
		case "unmounted":
			of.Device++
			note = of
		case "noted before":
			note = dir
		}
		data, _ := clusterAt(homes[name])
		if err := errors.Join(os.MkdirAll(data, 0o700), durable.WriteJSON(noteOf(homes[name]), note)); err != nil {
			t.Fatal(err)
		}
	}
	data, _ := clusterAt(homes["running"])
	server := exec.Command("sh", "-c", "read -r line", "postgres", "-D", data)
	input, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(input.Close(), server.Wait()); err != nil && server.ProcessState.ExitCode() != 1 {
			t.Error(err)
		}
	})
	if err := os.WriteFile(filepath.Join(data, "postmaster.pid"), []byte(strconv.Itoa(server.Process.Pid)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"deleted", "in our place", "made anew", "unmounted", "noted before", "running"} {
		if err := os.RemoveAll(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"moved", "moved and made anew"} {
		if err := os.Rename(filepath.Join(root, name), filepath.Join(root, "once "+name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"made anew", "moved and made anew"} {
		if _, err := identify(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	remove, err := removeOrphansBelow(deadline(t), root, homes["in our place"])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(homes["in our place"]); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a server may be started where a deleted directory's database still is: %v", err)
	}
	if _, err := os.Stat(homes["deleted"]); err != nil {
		t.Errorf("the start waits for the removal of what is in nobody's way: %v", err)
	}
	removed, err := remove()
	if err != nil {
		t.Fatal(err)
	}
	gone := map[string]bool{"deleted": true, "in our place": true, "made anew": true}
	if fileHandle(root) == "" { // this file system cannot tell a move from a removal
		gone["moved"], gone["made anew"] = true, false
	}
	if want := len(slices.DeleteFunc(slices.Collect(maps.Values(gone)), func(gone bool) bool { return !gone })); len(removed) != want {
		t.Errorf("removed %+v, want those of %v", removed, gone)
	}
	for name, home := range homes {
		if _, err := os.Stat(home); errors.Is(err, os.ErrNotExist) != gone[name] {
			t.Errorf("the database of the directory %s: %v", name, err)
		}
	}
}
