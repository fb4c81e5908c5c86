package embedded

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSecondOpenerLearnsWhoIsThere(t *testing.T) {
	dir := newDir(t)
	p := startParent(t, dir, time.Minute, nil)
	_, err := Open(dir)
	var inUse *InUseError
	if !errors.As(err, &inUse) {
		t.Fatalf("opening a directory in use: %v", err)
	}
	if inUse.Info == nil || inUse.Info.PID != p.cmd.Process.Pid || inUse.Info.API != "127.0.0.1:8080" || inUse.Info.Kafka != p.Broker ||
		inUse.Info.Database != p.DSN {
		t.Errorf("learned %+v, want what process %d announced", inUse.Info, p.cmd.Process.Pid)
	}
	info, err := os.Stat(filepath.Join(dir, "announcement.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("announcement: %v, %v", info, err)
	}
	p.finish(t)
	if open(t, dir); t.Failed() {
		t.Error("the directory is not free after its process ended")
	}
}

func TestOpenerDuringStartWaits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	data := open(t, dir)
	_, err := Open(dir)
	var inUse *InUseError
	if !errors.As(err, &inUse) || inUse.Info != nil {
		t.Fatalf("opening a directory whose process is starting: %v", err)
	}
	learned := make(chan error, 1)
	go func() {
		info, err := AwaitAnnounced(deadline(t), dir)
		if err == nil && info.API != "127.0.0.1:1234" {
			err = errors.New("learned " + info.API)
		}
		learned <- err
	}()
	if err := data.Announce(Info{API: "127.0.0.1:1234"}); err != nil {
		t.Fatal(err)
	}
	if err := <-learned; err != nil {
		t.Error(err)
	}
	if err := data.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := AwaitAnnounced(deadline(t), dir); err == nil {
		t.Error("waited for a process that has ended")
	}
}

func TestDirectoryIsPrivateAndKeepsItsID(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "data")
	first := open(t, dir)
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("data directory: %v, %v", info.Mode(), err)
	}
	if first.Instance() != first.ID {
		t.Errorf("instance %q, want the id %q", first.Instance(), first.ID)
	}
	first.Close()
	if second := open(t, dir); second.ID != first.ID || len(second.ID) != 16 {
		t.Errorf("the id changed from %q to %q", first.ID, second.ID)
	}
	t.Setenv("SIBYL_INSTANCE", "blue")
	if first.Instance() != "blue" {
		t.Errorf("instance %q in spite of SIBYL_INSTANCE", first.Instance())
	}
}

func TestDefaultDir(t *testing.T) {
	t.Setenv("HOME", "/home/ada")
	for _, c := range []struct{ own, xdg, want string }{
		{"/data", "/xdg", "/data"},
		{"", "/xdg", "/xdg/sibyl"},
		{"", "relative", "/home/ada/.local/share/sibyl"},
		{"", "", "/home/ada/.local/share/sibyl"},
	} {
		t.Setenv("SIBYL_DATA_DIR", c.own)
		t.Setenv("XDG_DATA_HOME", c.xdg)
		if got, err := DefaultDir(); err != nil || got != c.want {
			t.Errorf("SIBYL_DATA_DIR=%q XDG_DATA_HOME=%q: %q, %v, want %q", c.own, c.xdg, got, err, c.want)
		}
	}
}

func TestListen(t *testing.T) {
	taken, err := ListenAnywhere()
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if _, err := Listen(taken.Addr().String()); err == nil {
		t.Error("a taken address that was asked for was given out")
	}
	var others []net.Listener
	for range 2 { // the second finds the default taken, if the first did not
		ln, err := Listen("")
		if err != nil {
			t.Fatal(err)
		}
		others = append(others, ln)
		defer ln.Close()
	}
	if others[0].Addr().String() == others[1].Addr().String() {
		t.Error("one address was given out twice")
	}
}

func TestBrokerPortIsTheRememberedOneIfFree(t *testing.T) {
	first, err := ListenAnywhere()
	if err != nil {
		t.Fatal(err)
	}
	port := first.Addr().(*net.TCPAddr).Port
	second, err := listenBroker("/data", 0, port)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if second.Addr().(*net.TCPAddr).Port == port {
		t.Error("a port was given out twice")
	}
	if _, err := listenBroker("/data", port, 0); err == nil {
		t.Error("a taken port that was asked for was given out")
	}
	first.Close()
	again, err := listenBroker("/data", 0, port)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got := again.Addr().(*net.TCPAddr).Port; got != port {
		t.Errorf("the remembered port %d is free, got %d", port, got)
	}
}

func TestGateAdmitsNobodyBeforeItOpens(t *testing.T) {
	ln, err := ListenAnywhere()
	if err != nil {
		t.Fatal(err)
	}
	g := newGate(ln)
	defer g.Close()
	outside, err := net.Dial("tcp", g.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer outside.Close()
	accepted := make(chan net.Conn, 1)
	accept := func() {
		conn, err := g.Accept()
		if err != nil {
			t.Error(err)
		}
		accepted <- conn
	}
	go accept()
	// The one from outside came first, and yet the first to be accepted is the one from inside.
	inside, err := g.dial(context.Background(), "tcp", "anything")
	if err != nil {
		t.Fatal(err)
	}
	defer inside.Close()
	if conn := <-accepted; conn.RemoteAddr().Network() != "pipe" {
		t.Errorf("accepted %v before the gate opened", conn.RemoteAddr())
	}
	go accept()
	g.open()
	if conn := <-accepted; conn.RemoteAddr().String() != outside.LocalAddr().String() {
		t.Errorf("accepted %v, want the waiting connection", conn.RemoteAddr())
	}
}
