package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"
)

// atOnce is how many files are written out at once: a file system joins those that wait together into one write of its journal.
const atOnce = 16

// CopyTree copies the folders and regular files below a folder to one that is not there yet. made is called for each that was made. What
// was copied is not safe from a crash of the machine until SyncTree has returned.
func CopyTree(from, to string, made func(path string) error) error {
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		within, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		place := filepath.Join(to, within)
		switch {
		case d.IsDir():
			err = os.Mkdir(place, info.Mode().Perm())
		case info.Mode().IsRegular():
			err = copyFile(path, place, info.Mode().Perm())
		default:
			return fmt.Errorf("%s is neither a folder nor a file", path)
		}
		if err != nil {
			return err
		}
		return made(place)
	})
	if err != nil {
		return fmt.Errorf("copying %s: %w", from, err)
	}
	return nil
}

func copyFile(from, to string, mode fs.FileMode) error {
	data, err := os.ReadFile(from) // the largest of a cluster are the 16 MB of its log
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, mode)
}

// SyncTree makes everything below a folder, and the folder's own name, survive a crash of the machine.
func SyncTree(dir string) error {
	var all errgroup.Group
	all.SetLimit(atOnce)
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed meanwhile by whoever uses it
		}
		if err == nil {
			all.Go(func() error { return syncOne(path) })
		}
		return err
	})
	if err = errors.Join(err, all.Wait()); err != nil {
		return fmt.Errorf("syncing %s: %w", dir, err)
	}
	return SyncDir(filepath.Dir(dir))
}

func syncOne(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
