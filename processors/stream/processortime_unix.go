//go:build unix

package stream

import (
	"syscall"
	"time"
)

// processorTime is the CPU time that this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0 // then only the wall clock counts
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
