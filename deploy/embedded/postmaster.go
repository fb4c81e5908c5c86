package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// postmaster is what a running server says of itself in postmaster.pid, one value a line.
type postmaster struct {
	pid     int
	port    int
	sockets string // the folder of its unix socket
	status  string // starting, stopping, ready, standby
}

// readPostmaster reads the file; nil means that there is none, or one that was only half written when the machine
// stopped, which no running server leaves behind for long.
func readPostmaster(data string) (*postmaster, error) {
	text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading who serves the database in %s: %w", data, err)
	}
	lines := strings.Split(string(text), "\n")
	line := func(i int) string {
		if i < len(lines) {
			return strings.TrimSpace(lines[i])
		}
		return ""
	}
	pid, err := strconv.Atoi(line(0))
	if err != nil {
		return nil, nil
	}
	// A server that has only just begun has not written its port yet: zero, and nobody can connect.
	port, _ := strconv.Atoi(line(3))
	return &postmaster{pid: pid, port: port, sockets: line(4), status: line(7)}, nil
}

// survivor is a server of this cluster that still runs, or nil. What a server that is gone left behind is cleared: its
// socket folder, and the file itself, which could keep a new server from starting when the process id has been given to
// another of the same user's processes since.
func survivor(data string) (*postmaster, error) {
	pm, err := readPostmaster(data)
	if err != nil || pm == nil {
		return nil, err
	}
	if serves(pm.pid, data) {
		return pm, nil
	}
	removeSockets(pm.sockets)
	if err := os.Remove(filepath.Join(data, "postmaster.pid")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("removing the stale postmaster.pid of %s: %w", data, err)
	}
	return nil, nil
}

// stopPostmaster asks a server to end its sessions and stop, and waits; one that does not is made to by force, from which
// it recovers at the next start.
func stopPostmaster(ctx context.Context, pid int) error {
	if err := send(pid, syscall.SIGINT); err != nil {
		return fmt.Errorf("stopping postgres %d: %w", pid, err)
	}
	patient, cancel := context.WithTimeout(ctx, stopWithin)
	defer cancel()
	if awaitEnd(patient, pid) == nil {
		return nil
	}
	if err := send(pid, syscall.SIGQUIT); err != nil {
		return fmt.Errorf("stopping postgres %d at once: %w", pid, err)
	}
	// The caller's context may be over; a server left running would be worse than these seconds.
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), forceWithin)
	defer cancel()
	return awaitEnd(last, pid)
}

const (
	stopWithin  = 20 * time.Second
	forceWithin = 5 * time.Second
)

// send reaches a process; that it is already gone is what the sender of a stop wants.
func send(pid int, s syscall.Signal) error {
	if err := syscall.Kill(pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

// socketPrefix marks the folders we make, so that only those are ever removed.
const socketPrefix = "sibyl-pg-"

// longestSocketFolder keeps "<folder>/.s.PGSQL.5432.lock" below the 104 bytes that the strictest system allows.
const longestSocketFolder = 80

// TempBase is a folder for temporary files that the user a database server runs as can reach: the usual one, unless we
// are root and it lies below a folder that is closed to others.
func TempBase() string {
	usual := os.TempDir()
	if os.Geteuid() != 0 || passable(usual) {
		return usual
	}
	return "/tmp"
}

// passable reports whether every user can pass through the folder and all above it.
func passable(dir string) bool {
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return true
		}
		dir = parent
	}
}

// makeSockets makes the folder of the unix socket. Only its owner and root can enter it, which is all the authentication
// this server needs.
func makeSockets(who account) (string, error) {
	base := TempBase()
	if len(base)+len(socketPrefix)+12 > longestSocketFolder {
		base = "/tmp"
	}
	dir, err := os.MkdirTemp(base, socketPrefix)
	if err != nil && base != "/tmp" {
		dir, err = os.MkdirTemp("/tmp", socketPrefix)
	}
	if err != nil {
		return "", fmt.Errorf("making the folder of the database socket: %w", err)
	}
	if err := who.own(dir); err != nil {
		return "", errors.Join(err, os.Remove(dir))
	}
	return dir, nil
}

// removeSockets removes a folder made by makeSockets. It holds nothing but the socket and its lock; that it is gone or
// cannot be removed hinders nobody.
func removeSockets(dir string) {
	if strings.HasPrefix(filepath.Base(dir), socketPrefix) {
		os.RemoveAll(dir)
	}
}
