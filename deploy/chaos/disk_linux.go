package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/sibyl-project/sibyl/deploy/embedded"
)

// diskBytes is the size of the disk that is filled.
const diskBytes = 600 << 20

// smallDisk makes a data directory on a small disk of its own, with its database, and returns what takes all of it away.
func smallDisk(ctx context.Context, work string) (dir string, remove func() error, err error) {
	disk := filepath.Join(work, "disk")
	if err := os.Mkdir(disk, 0o711); err != nil {
		return "", nil, fmt.Errorf("making a small disk: %w", err)
	}
	if err := syscall.Mount("none", disk, "tmpfs", 0, fmt.Sprintf("size=%d,mode=711", diskBytes)); err != nil {
		return "", nil, fmt.Errorf("making a small disk, for which chaos must be root: %w", err)
	}
	dir = filepath.Join(disk, "data")
	home, err := embedded.PostgresHome(dir)
	if err != nil {
		return "", nil, errors.Join(err, syscall.Unmount(disk, 0))
	}
	elsewhere := filepath.Dir(home) != dir
	if elsewhere {
		inside := filepath.Join(disk, "postgres")
		if err := errors.Join(os.Mkdir(inside, 0o700), os.MkdirAll(home, 0o700)); err != nil {
			return "", nil, errors.Join(err, syscall.Unmount(disk, 0))
		}
		if err := syscall.Mount(inside, home, "", syscall.MS_BIND, ""); err != nil {
			return "", nil, errors.Join(fmt.Errorf("bringing the database onto the small disk: %w", err), syscall.Unmount(disk, 0))
		}
	}
	return dir, func() error {
		var errs []error
		if elsewhere {
			errs = append(errs, syscall.Unmount(home, 0))
		}
		return errors.Join(append(errs, embedded.Remove(ctx, dir), syscall.Unmount(disk, 0))...)
	}, nil
}
