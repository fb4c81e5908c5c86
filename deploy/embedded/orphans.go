package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
)

// owner is what the note beside a database below rootHome says of the data directory that it belongs to.
type owner struct {
	Dir    string `json:"dir"`
	Device uint64 `json:"device"` // of the file system that it is on
	Handle string `json:"handle"` // which file it is there, wherever it is moved; empty where the file system cannot say
}

// UnmarshalJSON also reads the notes of earlier versions, which hold the path alone.
func (o *owner) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &o.Dir); err == nil {
		return nil
	}
	type plain owner
	return json.Unmarshal(text, (*plain)(o))
}

func ownerAt(dir string) (owner, error) {
	device, err := deviceOf(dir)
	if err != nil {
		return owner{}, fmt.Errorf("locating %s: %w", dir, err)
	}
	return owner{Dir: dir, Device: device, Handle: fileHandle(dir)}, nil
}

func deviceOf(path string) (uint64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, errors.New("the system does not say which file system it is on")
	}
	return uint64(stat.Dev), nil //nolint:unconvert // its type differs between systems
}

// deleted reports whether the directory was certainly deleted: not moved, and not on a disk that is not mounted now. In
// doubt it was not.
func (o owner) deleted() bool {
	if o.Dir == "" || o.Device == 0 {
		return false // an earlier version's note
	}
	if _, err := os.Lstat(o.Dir); !errors.Is(err, fs.ErrNotExist) && (err != nil || o.Handle == "") {
		return false // only a handle tells a directory that was made anew from the one that was there
	}
	above, err := existing(o.Dir)
	if err != nil {
		return false
	}
	device, err := deviceOf(above)
	if err != nil || device != o.Device {
		return false
	}
	return o.Handle == "" || handleGone(above, o.Handle)
}

// Orphan is a database of root's whose data directory is not where it was.
type Orphan struct {
	Home    string `json:"home"`
	DataDir string `json:"data_dir"` // where it was
	PID     int    `json:"pid"`      // of its server, if that still runs
	Deleted bool   `json:"deleted"`  // the data directory is gone for certain, not moved or unmounted
}

// orphansBelow lists those of a home.
func orphansBelow(root string) ([]Orphan, error) {
	notes, err := filepath.Glob(filepath.Join(root, "*.of"))
	if err != nil {
		return nil, fmt.Errorf("looking for databases without a data directory: %w", err)
	}
	var orphans []Orphan
	for _, note := range notes {
		home := note[:len(note)-len(".of")]
		var of owner
		found, err := durable.ReadJSON(note, &of)
		switch {
		case errors.Is(err, fs.ErrPermission):
			continue // root's, and we are not
		case err == nil && !found:
			continue // another process has removed it meanwhile
		case err != nil:
			return nil, fmt.Errorf("looking for the data directory of %s: %w", home, err)
		}
		if id, err := readIdentity(filepath.Join(of.Dir, "id")); err == nil && id == filepath.Base(home) {
			continue
		}
		o := Orphan{Home: home, DataDir: of.Dir, Deleted: identityForm.MatchString(filepath.Base(home)) && of.deleted()}
		data, _ := clusterAt(o.Home)
		if pm, err := readPostmaster(data); err == nil && pm != nil && serves(pm.pid, data) {
			o.PID = pm.pid
		}
		orphans = append(orphans, o)
	}
	return orphans, nil
}

// Remove stops an orphan's server and deletes it.
func (o Orphan) Remove(ctx context.Context) error {
	if err := removeHome(ctx, o.Home); err != nil {
		return fmt.Errorf("removing the database %s: %w", o.Home, err)
	}
	return nil
}

// RemoveOrphans deletes the databases whose data directory is gone for certain and whose server does not run, and lists
// them. Who deletes a data directory means its database, too, and cannot be expected to know where root's is. What is where
// the database of dir will be is gone when this returns; the others, which may take seconds, are when removed has been called.
func RemoveOrphans(ctx context.Context, dir string) (removed func() ([]Orphan, error), err error) {
	own, err := PostgresHome(dir)
	if err != nil {
		return nil, err
	}
	return removeOrphansBelow(ctx, rootHome, own)
}

func removeOrphansBelow(ctx context.Context, root, own string) (removed func() ([]Orphan, error), err error) {
	all, err := orphansBelow(root)
	if err != nil {
		return nil, err
	}
	var gone, others []Orphan
	for _, o := range all {
		switch {
		case !o.Deleted || o.PID != 0:
		case o.Home != own:
			others = append(others, o)
		default:
			if err := o.Remove(ctx); err != nil {
				return nil, err
			}
			gone = append(gone, o)
		}
	}
	return func() ([]Orphan, error) {
		for _, o := range others {
			if err := o.Remove(ctx); err != nil {
				return gone, err
			}
			gone = append(gone, o)
		}
		return gone, nil
	}, nil
}

// claimHome notes which data directory a database below rootHome belongs to, for whoever looks there, and refuses to let
// a copy of a data directory use the original's database: the copy has the same id, but a log of its own.
func claimHome(dir, home string) error {
	if filepath.Dir(home) != rootHome {
		return nil
	}
	if err := os.MkdirAll(rootHome, 0o755); err != nil {
		return fmt.Errorf("making a place for the database: %w", err)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("locating %s: %w", dir, err)
	}
	note := noteOf(home)
	var noted owner
	if _, err := durable.ReadJSON(note, &noted); err != nil {
		return err
	}
	now, err := ownerAt(dir)
	if err != nil {
		return err
	}
	if noted == now {
		return nil
	}
	if noted.Dir != "" && noted.Dir != dir && !sameFolder(noted.Dir, dir) {
		if id, err := readIdentity(filepath.Join(noted.Dir, "id")); err == nil && id == filepath.Base(home) {
			return fmt.Errorf("the data directory %s is a copy of %s, whose database is %s: remove %s to give the copy a database of its own",
				dir, noted.Dir, home, filepath.Join(dir, "id"))
		}
	}
	return durable.WriteJSON(note, now)
}

// noteOf is the file beside a cluster below rootHome that names its data directory.
func noteOf(home string) string { return home + ".of" }

func sameFolder(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
