// Package embeddedtest gives each test a fresh PostgreSQL database.
//
// All tests of a test binary share one private cluster, which starts with the first Postgres call. It is fast rather
// than durable. However the binary ends, a watcher outside it stops the cluster and removes its files; Main does so at
// once, so that the next binary does not run beside a dying cluster.
package embeddedtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/deploy/embedded"
)

// within bounds a start or a stop; a cluster that takes longer has failed.
const within = 60 * time.Second

var (
	shared = sync.OnceValues(start)
	begun  atomic.Bool
	count  atomic.Int64
)

type cluster struct {
	server  *embedded.Postgres
	home    string   // the server's folder, in a folder of ours
	watcher *os.File // closing it, or dying, sets the watcher off
}

// Postgres is the address of a database of the test's own, which is dropped when the test ends. Machines without
// PostgreSQL fail the test: they could not run the product either.
func Postgres(t testing.TB) string {
	t.Helper()
	begun.Store(true)
	c, err := shared()
	if err != nil {
		t.Fatalf("starting a database for tests: %v", err)
	}
	name := "test_" + strconv.FormatInt(count.Add(1), 10)
	if err := c.create(name); err != nil {
		t.Fatalf("creating a database for %s: %v", t.Name(), err)
	}
	t.Cleanup(func() {
		if err := c.exec(c.server.DSN(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("dropping the database of %s: %v", t.Name(), err)
		}
	})
	return c.server.DatabaseDSN(name)
}

// Main is for a package's TestMain: it runs the tests, stops the cluster and exits.
func Main(m *testing.M) {
	code := m.Run()
	if err := Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "stopping the database for tests:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// Stop ends the shared cluster, for a TestMain that does more than Main. No test may run after it.
func Stop() error {
	if !begun.Load() {
		return nil
	}
	c, err := shared()
	if err != nil {
		return nil // the tests that wanted it have said so
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	err = errors.Join(c.server.Stop(ctx), os.RemoveAll(filepath.Dir(c.home)))
	_, told := c.watcher.WriteString("done\n")
	return errors.Join(err, told, c.watcher.Close())
}

func start() (*cluster, error) {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	base, err := os.MkdirTemp(embedded.TempBase(), "sibyl-test-")
	if err != nil {
		return nil, fmt.Errorf("making a folder: %w", err)
	}
	// The server may run as another user, who must be able to pass; its own folder inside is closed to all others.
	if err := os.Chmod(base, 0o711); err != nil {
		return nil, fmt.Errorf("opening a folder: %w", err)
	}
	server, err := embedded.PostgresOptions{Home: filepath.Join(base, "pg"), Throwaway: true}.Start(ctx)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(base))
	}
	watcher, err := watch(server.PID(), base, server.SocketDir())
	if err != nil {
		return nil, errors.Join(err, server.Stop(ctx), os.RemoveAll(base))
	}
	return &cluster{server: server, home: filepath.Join(base, "pg"), watcher: watcher}, nil
}

// watch starts a shell that waits for the end of its input, which comes when this process closes it or dies in any way,
// then stops the server and removes the files.
func watch(pid int, folders ...string) (*os.File, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making the watcher's pipe: %w", err)
	}
	defer read.Close()
	const script = `read -r word; [ "$word" = done ] && exit; kill -INT "$1" 2>/dev/null; n=0
while kill -0 "$1" 2>/dev/null && [ $n -lt 50 ]; do sleep 0.1; n=$((n+1)); done
shift; rm -rf "$@"`
	cmd := exec.Command("/bin/sh", append([]string{"-c", script, "watch", strconv.Itoa(pid)}, folders...)...)
	cmd.Stdin, cmd.Dir = read, "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("starting the watcher: %w", err), write.Close())
	}
	// Reaped when Main has stopped the cluster and lives on a little; nobody could use what it exits with.
	go func() { _ = cmd.Wait() }()
	return write, nil
}

// create makes the database, with the vector extension where the machine has it.
func (c *cluster) create(name string) error {
	if err := c.exec(c.server.DSN(), "CREATE DATABASE "+name); err != nil {
		return err
	}
	if !c.server.HasVector {
		return nil
	}
	return c.exec(c.server.DatabaseDSN(name), "CREATE EXTENSION vector")
}

func (c *cluster) exec(dsn, statement string) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fmt.Errorf("connecting to the database for tests: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	if _, err := conn.Exec(ctx, statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}
