package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Remove ends what runs on a data directory that nobody uses and deletes it, with its database. Deleting only the folder
// would leave root's database behind, which lies elsewhere.
func Remove(ctx context.Context, dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	data, err := Open(dir)
	if err != nil {
		return err
	}
	err = data.clear(ctx)
	if err == nil {
		err = os.RemoveAll(data.Path)
	}
	if err = errors.Join(err, data.Close()); err != nil {
		return fmt.Errorf("removing data directory %s: %w", data.Path, err)
	}
	return nil
}

// clear stops the survivors of a data directory and deletes its database.
func (d *DataDir) clear(ctx context.Context) error {
	running, err := isHeld(alivePath(d.Path))
	if err != nil {
		return err
	}
	if running {
		b, err := adoptBroker(ctx, d.Path)
		if err == nil {
			err = b.Stop(ctx)
		}
		if err != nil && !errors.Is(err, errBrokerEnded) {
			return err
		}
	}
	home, err := PostgresHome(d.Path)
	if err != nil {
		return err
	}
	return removeHome(ctx, home)
}

// removeHome stops the server of a cluster, if it runs, and deletes the cluster.
func removeHome(ctx context.Context, home string) error {
	data, _ := clusterAt(home)
	left, err := survivor(data)
	if err != nil {
		return err
	}
	if left != nil {
		if err := stopPostmaster(ctx, left.pid); err != nil {
			return err
		}
		removeSockets(left.sockets)
	}
	if err := os.RemoveAll(home); err != nil {
		return err
	}
	if err := os.Remove(noteOf(home)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Orphan is a database of root's whose data directory is gone. It is never deleted unasked: the directory may be on a
// disk that is not mounted now.
type Orphan struct {
	Home    string `json:"home"`
	DataDir string `json:"data_dir"` // where it was
	PID     int    `json:"pid"`      // of its server, if that still runs
}

// Orphans lists them.
func Orphans() ([]Orphan, error) { return orphansBelow(rootHome) }

func orphansBelow(root string) ([]Orphan, error) {
	notes, err := filepath.Glob(filepath.Join(root, "*.of"))
	if err != nil {
		return nil, fmt.Errorf("looking for databases without a data directory: %w", err)
	}
	var orphans []Orphan
	for _, note := range notes {
		o := Orphan{Home: note[:len(note)-len(".of")]}
		if found, err := readJSON(note, &o.DataDir); errors.Is(err, fs.ErrPermission) {
			continue // root's, and we are not
		} else if err != nil || !found {
			return nil, errors.Join(err, fmt.Errorf("looking for the data directory of %s", o.Home))
		}
		if id, err := readIdentity(filepath.Join(o.DataDir, "id")); err == nil && id == filepath.Base(o.Home) {
			continue
		}
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
