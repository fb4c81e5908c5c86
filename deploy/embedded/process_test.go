package embedded

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/twmb/franz-go/pkg/kgo"
)

// The tests run real processes: this binary again, as a broker or as a parent that can be killed.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "broker-child":
			os.Exit(BrokerMain(os.Args[2:]))
		case "parent":
			if err := parentMain(os.Args[2], os.Args[3]); err != nil {
				fmt.Fprintln(os.Stderr, "parent:", err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// started is what a parent process prints when everything runs.
type started struct {
	DSN         string
	PostgresPID int
	Broker      string
	BrokerPID   int
}

// parentMain starts everything on a data directory, says so, and stops in order at the end of its input.
func parentMain(dir, grace string) error {
	ctx := context.Background()
	length, err := time.ParseDuration(grace)
	if err != nil {
		return err
	}
	data, err := Open(dir)
	if err != nil {
		return err
	}
	pg, err := StartPostgres(ctx, dir)
	if err != nil {
		return err
	}
	broker, err := StartBroker(ctx, BrokerOptions{Data: data, Grace: length})
	if err != nil {
		return err
	}
	if err := data.Announce(Info{API: "127.0.0.1:8080", Kafka: broker.Addr, Database: pg.DSN(), Since: time.Now()}); err != nil {
		return err
	}
	out := started{DSN: pg.DSN(), PostgresPID: pg.PID(), Broker: broker.Addr, BrokerPID: broker.PID}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	if err := broker.Stop(ctx); err != nil {
		return err
	}
	if err := pg.Stop(ctx); err != nil {
		return err
	}
	return data.Close()
}

// parent is a running parent process.
type parent struct {
	started
	cmd   *exec.Cmd
	input io.WriteCloser
}

// startParent runs a parent, as another user if one is given.
func startParent(t *testing.T, dir string, grace time.Duration, as *syscall.Credential) *parent {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if as != nil {
		exe = copyExecutable(t, exe)
	}
	cmd := exec.Command(exe, "parent", dir, grace.String())
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	cmd.Stderr = os.Stderr
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &parent{cmd: cmd, input: input}
	line, err := bufio.NewReader(output).ReadBytes('\n')
	if err != nil {
		t.Fatalf("the parent process said nothing: %v", err)
	}
	if err := json.Unmarshal(line, &p.started); err != nil {
		t.Fatal(err)
	}
	return p
}

// copyExecutable puts this program where every user can run it.
func copyExecutable(t *testing.T, exe string) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "sibyl-exe-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	text, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "embedded.test")
	if err := os.WriteFile(path, text, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// kill ends the parent as kill -9 does.
func (p *parent) kill(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.cmd.Wait() // reports the kill
}

// finish lets the parent stop in order.
func (p *parent) finish(t *testing.T) {
	t.Helper()
	if err := p.input.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Fatalf("the parent did not stop in order: %v", err)
	}
}

// newDir is a data directory for a test. Whatever still runs on it in the end is stopped, and it is removed with its
// database.
func newDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() {
		if err := Remove(context.Background(), dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// deadline is how long a test waits for what must come.
func deadline(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// open opens a data directory until the test ends.
func open(t *testing.T, dir string) *DataDir {
	t.Helper()
	data, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { data.Close() })
	return data
}

// startBroker starts a broker that is stopped at the latest when the test ends.
func startBroker(t *testing.T, data *DataDir) *Broker {
	t.Helper()
	broker, err := StartBroker(deadline(t), BrokerOptions{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	stopAtEnd(t, broker)
	return broker
}

// startPostgres starts a database that is stopped at the latest when the test ends.
func startPostgres(t *testing.T, dir string) *Postgres {
	t.Helper()
	pg, err := StartPostgres(deadline(t), dir)
	if err != nil {
		t.Fatal(err)
	}
	stopAtEnd(t, pg)
	return pg
}

// stopAtEnd stops what the test has not stopped or killed.
func stopAtEnd(t *testing.T, s interface{ Stop(context.Context) error }) {
	t.Helper()
	t.Cleanup(func() {
		if err := s.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// stop stops a process in order.
func stop(t *testing.T, s interface{ Stop(context.Context) error }) {
	t.Helper()
	if err := s.Stop(deadline(t)); err != nil {
		t.Fatal(err)
	}
}

// query runs one statement and returns its first value as text, if any.
func query(t *testing.T, dsn, statement string) string {
	t.Helper()
	ctx := deadline(t)
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, statement)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var value string
	if rows.Next() {
		if err := rows.Scan(&value); err != nil {
			t.Fatal(err)
		}
	}
	rows.Close()
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return value
}

// client connects to a broker until the test ends.
func client(t *testing.T, addr string, opts ...kgo.Opt) *kgo.Client {
	t.Helper()
	c, err := kgo.NewClient(append([]kgo.Opt{kgo.SeedBrokers(addr)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}
