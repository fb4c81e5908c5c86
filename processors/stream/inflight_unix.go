//go:build unix

package stream

import (
	"os"
	"syscall"
)

// mapFile locks a file, brings it to a size and maps it. The lock is the process's, and waits for a former owner
// that is just ending.
func mapFile(f *os.File, size int) ([]byte, error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return nil, os.NewSyscallError("flock", err)
		}
		break
	}
	if err := f.Truncate(int64(size)); err != nil {
		return nil, err
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	return data, os.NewSyscallError("mmap", err)
}

func unmapFile(data []byte) error { return os.NewSyscallError("munmap", syscall.Munmap(data)) }
