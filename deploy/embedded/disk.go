package embedded

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Room is what must stay free on a disk: the broker takes no further events below it, so that it can always write what
// ends a transaction and where its readers stand, which cannot be refused without tearing something.
const Room = 32 << 20

// Free is how many bytes an ordinary user may still write on the disk that a path is on, or will be once it is made.
func Free(path string) (int64, error) {
	at, err := existing(path)
	if err != nil {
		return 0, err
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(at, &disk); err != nil {
		return 0, fmt.Errorf("asking how full the disk of %s is: %w", path, err)
	}
	return int64(disk.Bavail) * int64(disk.Bsize), nil //nolint:unconvert // other systems count in other types
}

// existing is the path itself, or the nearest folder above it that is there.
func existing(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("locating %s: %w", path, err)
	}
	for {
		if _, err := os.Lstat(path); err == nil || filepath.Dir(path) == path {
			return path, nil
		}
		path = filepath.Dir(path)
	}
}

// Disks are the folders that a data directory writes to: itself, and for root the database's, which lies elsewhere.
func (d *DataDir) Disks() ([]string, error) {
	home, err := PostgresHome(d.Path)
	if err != nil {
		return nil, err
	}
	if filepath.Dir(home) == d.Path {
		return []string{d.Path}, nil
	}
	return []string{d.Path, home}, nil
}

// DiskFullError says that a disk has not the room that something needs.
type DiskFullError struct {
	Path         string
	Free, Needed int64
}

func (e *DiskFullError) Error() string {
	return fmt.Sprintf("the disk that holds %s is full: %d MB are free, %d MB are needed", e.Path, e.Free>>20, e.Needed>>20)
}

// RoomFor reports, by a *DiskFullError, whether every disk of a data directory has room for so many bytes beside Room.
func (d *DataDir) RoomFor(bytes int64) error {
	paths, err := d.Disks()
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := roomAt(path, Room+bytes, Free); err != nil {
			return err
		}
	}
	return nil
}

func roomAt(path string, needed int64, free func(string) (int64, error)) error {
	left, err := free(path)
	if err != nil {
		return err
	}
	if left < needed {
		return &DiskFullError{Path: path, Free: left, Needed: needed}
	}
	return nil
}
