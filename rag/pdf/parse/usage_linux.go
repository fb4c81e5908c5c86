package parse

import "syscall"

// residentBytes: Linux counts in kilobytes.
func residentBytes(r *syscall.Rusage) int64 { return int64(r.Maxrss) << 10 } //nolint:unconvert // it has 32 bits on some machines
