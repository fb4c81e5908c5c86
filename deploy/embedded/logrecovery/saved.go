package logrecovery

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
)

// The broker compacts a partition by deleting its files and writing new ones: killed in between, it would have lost
// committed records. So before compacting, the files are given a second name each, which costs no copying; a start that
// finds such names puts them back. The broker never writes into an existing file while it compacts, so what the second
// names show stays as it was.

// savedDir holds the second names while compaction runs, savingDir while they are being made.
func savedDir(records string) string  { return records + ".saved" }
func savingDir(records string) string { return records + ".saving" }

// SaveForCompaction gives the files their second names.
func SaveForCompaction(records string) error {
	saving := savingDir(records)
	if err := os.RemoveAll(saving); err != nil {
		return fmt.Errorf("saving the log before compaction: %w", err)
	}
	partitions := partitionsDir(records)
	err := filepath.WalkDir(partitions, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if path == partitions && errors.Is(err, fs.ErrNotExist) {
				return nil // a log without topics
			}
			return err
		}
		below, err := filepath.Rel(partitions, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(saving, below), 0o700)
		}
		return os.Link(path, filepath.Join(saving, below))
	})
	if err != nil {
		return fmt.Errorf("saving the log before compaction: %w", err)
	}
	if err := os.MkdirAll(saving, 0o700); err != nil {
		return fmt.Errorf("saving the log before compaction: %w", err)
	}
	if err := os.Rename(saving, savedDir(records)); err != nil {
		return fmt.Errorf("saving the log before compaction: %w", err)
	}
	return durable.SyncDir(filepath.Dir(records))
}

// ForgetSaved says that compaction is complete. Renaming first makes it one step: a half-removed folder is not one that
// could be put back.
func ForgetSaved(records string) error {
	if err := os.Rename(savedDir(records), savingDir(records)); err != nil {
		return fmt.Errorf("ending compaction: %w", err)
	}
	if err := os.RemoveAll(savingDir(records)); err != nil {
		return fmt.Errorf("ending compaction: %w", err)
	}
	return durable.SyncDir(filepath.Dir(records))
}

// UndoCompaction puts the files back that a killed compaction was working on.
func UndoCompaction(records string) error {
	if err := os.RemoveAll(savingDir(records)); err != nil {
		return fmt.Errorf("removing what was saved before a compaction: %w", err)
	}
	if _, err := os.Stat(savedDir(records)); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("looking for an unfinished compaction: %w", err)
	}
	// Removing and renaming may be cut short too; the saved folder is there until the renaming is done.
	if err := os.RemoveAll(partitionsDir(records)); err != nil {
		return fmt.Errorf("undoing an unfinished compaction: %w", err)
	}
	if err := os.Rename(savedDir(records), partitionsDir(records)); err != nil {
		return fmt.Errorf("undoing an unfinished compaction: %w", err)
	}
	return durable.SyncDir(records)
}
