package main

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// adoptOrphans makes this process the parent of whatever outlives its own parent below it, so that a
// broker in a process of its own is still found.
func adoptOrphans() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("adopting orphaned processes: %w", err)
	}
	return nil
}
