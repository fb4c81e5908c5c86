package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
)

// A lock is an flock on a file. The kernel releases it when its holder ends in whatever way, and it does not pass to
// children, because Go opens files close-on-exec: so "is it held" answers "does it live" without process ids, which the
// system gives to others in time.
type lock struct{ file *os.File }

// tryLock takes the lock, or returns nil if another process holds it.
func tryLock(path string) (*lock, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening a lock file: %w", err)
	}
	err = flock(file, syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return &lock{file}, nil
	}
	closeErr := file.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) && closeErr == nil {
		return nil, nil
	}
	return nil, fmt.Errorf("locking %s: %w", path, errors.Join(err, closeErr))
}

// takeLock waits for the lock.
func takeLock(ctx context.Context, path string) (*lock, error) {
	var taken *lock
	err := await(ctx, "waiting for "+path, func() (bool, error) {
		l, err := tryLock(path)
		taken = l
		return l != nil, err
	})
	return taken, err
}

// isHeld reports whether some process holds the lock.
func isHeld(path string) (bool, error) {
	l, err := tryLock(path)
	if err != nil || l == nil {
		return l == nil && err == nil, err
	}
	return false, l.release()
}

// awaitFree blocks until no process holds the lock. It occupies an OS thread instead of polling.
func awaitFree(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("opening a lock file: %w", err)
	}
	// Closing releases the lock: it was only taken to learn that it is free.
	return errors.Join(flock(file, syscall.LOCK_SH), file.Close())
}

func (l *lock) release() error {
	if err := l.file.Close(); err != nil {
		return fmt.Errorf("releasing %s: %w", l.file.Name(), err)
	}
	return nil
}

func flock(file *os.File, how int) error {
	for {
		err := syscall.Flock(int(file.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
