//go:build !linux

package parse

import "syscall"

// residentBytes: the BSDs, macOS among them, count in bytes or kilobytes; only Linux is relied on.
func residentBytes(r *syscall.Rusage) int64 { return int64(r.Maxrss) }
