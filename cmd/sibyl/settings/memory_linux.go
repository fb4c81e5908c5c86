package settings

import (
	"fmt"
	"syscall"
)

// limitMemory bounds the data of this process: its heap and its private mappings.
func limitMemory(most uint64) error {
	var now syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &now); err != nil {
		return fmt.Errorf("reading the limit of memory: %w", err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: min(most, now.Max), Max: now.Max}); err != nil {
		return fmt.Errorf("limiting memory: %w", err)
	}
	return nil
}
