package embedded

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"
)

// A port that is asked for moves a surviving broker there, without a loss.
func TestAskedForPortMovesASurvivor(t *testing.T) {
	dir := newDir(t)
	p := startParent(t, dir, time.Minute, nil)
	p.kill(t)
	data := open(t, dir)
	free, err := ListenAnywhere()
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	broker, err := StartBroker(deadline(t), BrokerOptions{Data: data, Port: port})
	if err != nil {
		t.Fatal(err)
	}
	stopAtEnd(t, broker)
	if broker.Port() != port || broker.PID == p.BrokerPID || broker.Unclean {
		t.Errorf("asked for port %d: %+v", port, broker)
	}
}

func TestTakenPortIsAnErrorThatSaysSo(t *testing.T) {
	taken, err := ListenAnywhere()
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	data := open(t, newDir(t))
	_, err = StartBroker(deadline(t), BrokerOptions{Data: data, Port: taken.Addr().(*net.TCPAddr).Port})
	if !errors.Is(err, errBrokerEnded) || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("starting on a taken port: %v", err)
	}
	if broker := startBroker(t, data); broker.Unclean {
		t.Error("a start that failed before the log was touched counts as a loss")
	}
}

func TestBrokerChildNeedsItsDirectory(t *testing.T) {
	if code := BrokerMain(nil); code != 2 {
		t.Errorf("exit code %d, want 2", code)
	}
}
