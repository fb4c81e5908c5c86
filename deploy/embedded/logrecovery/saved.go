package logrecovery

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
)

// Earlier versions compacted the log at start. Before that they gave its files a second name each, and a start that finds such names
// after a kill puts them back: the broker compacts a partition by deleting its files and writing new ones.

// savedDir holds the second names while compaction runs, savingDir while they are being made.
func savedDir(records string) string  { return records + ".saved" }
func savingDir(records string) string { return records + ".saving" }

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
