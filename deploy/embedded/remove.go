package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
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
