package embedded

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A full disk refuses events and nothing else: what is written when there is room again is there once.
func TestAFullDiskRefusesEventsUntilThereIsRoom(t *testing.T) {
	var free atomic.Int64
	free.Store(Room)
	guard := &storage{path: "/data", free: func(string) (int64, error) { return free.Load(), nil }, log: slog.New(slog.DiscardHandler)}
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "runs.progress"))
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	var refused atomic.Int64
	full := make(chan struct{}, 1)
	cluster.ControlKey(int16(kmsg.Produce), func(r kmsg.Request) (kmsg.Response, error, bool) { //nolint:revive // the broker's signature
		answer, err, handled := guard.control(r)
		if handled {
			refused.Add(1)
			select {
			case full <- struct{}{}:
			default:
			}
		}
		return answer, err, handled
	})
	addr := cluster.ListenAddrs()[0]
	c := client(t, addr)
	produce(t, c, "runs.progress", "r1", "before")
	free.Store(Room - 1)
	done := make(chan error, 1)
	c.Produce(deadline(t), &kgo.Record{Topic: "runs.progress", Key: []byte("r1"), Value: []byte("while full")}, func(_ *kgo.Record, err error) { done <- err })
	<-full
	free.Store(Room)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if refused.Load() == 0 {
		t.Error("the full disk refused nothing")
	}
	wantValues(t, addr, "runs.progress", "before", "while full")
}

// TestAFailedWriteEndsTheBroker makes a write fail that the broker itself only warns of.
func TestAFailedWriteEndsTheBroker(t *testing.T) {
	dir := newDir(t)
	data := open(t, dir)
	broker := startBroker(t, data)
	makeTopic(t, broker.Addr, "runs.progress", nil)
	makeTopic(t, broker.Addr, "runs.feed", nil)
	c := client(t, broker.Addr)
	produce(t, c, "runs.feed", "r1", "kept")
	blocked := filepath.Join(recordsPath(dir), "partitions", "runs.progress-0")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(deadline(t))
	answered := make(chan error, 1)
	c.Produce(ctx, &kgo.Record{Topic: "runs.progress", Value: []byte("x")}, func(_ *kgo.Record, err error) { answered <- err })
	select {
	case err := <-broker.Lost():
		if !errors.Is(err, errBrokerEnded) {
			t.Fatal(err)
		}
	case err := <-answered:
		t.Fatalf("a write that failed was answered with %v", err)
	case <-deadline(t).Done():
		t.Fatal("the broker went on after a write that failed")
	}
	cancel()
	if said := readFrom(brokerLog(dir), 0); !strings.Contains(said, "the log cannot be written") || !strings.Contains(said, recordsPath(dir)) {
		t.Errorf("the broker's log does not say what it could not write: %s", lastLines(said, 5))
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	again := startBroker(t, data)
	if !again.Unclean {
		t.Error("the next broker does not know that the one before it was lost")
	}
	wantValues(t, again.Addr, "runs.feed", "kept")
}

func TestRoomForNamesTheDisk(t *testing.T) {
	data := open(t, newDir(t))
	if err := data.RoomFor(0); err != nil {
		t.Fatal(err)
	}
	var full *DiskFullError
	if err := data.RoomFor(1 << 60); !errors.As(err, &full) || full.Needed != Room+1<<60 || !strings.Contains(err.Error(), data.Path) {
		t.Errorf("asking for an exabyte: %v", err)
	}
	if free, err := Free(filepath.Join(data.Path, "not", "there", "yet")); err != nil || free <= 0 {
		t.Errorf("the disk of what is yet to be made: %d, %v", free, err)
	}
}

// A log that was deleted or exchanged under a database is told, whichever of the two; the same log is not.
func TestALogThatWasReplacedIsFound(t *testing.T) {
	dir := newDir(t)
	data := open(t, dir)
	pg, broker := startPostgres(t, dir), startBroker(t, data)
	db, err := pgx.Connect(deadline(t), pg.DSN())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	for range 2 {
		if err := data.ClaimLog(deadline(t), db); err != nil {
			t.Fatal(err)
		}
	}
	stop(t, broker)
	broker = startBroker(t, data)
	if err := data.ClaimLog(deadline(t), db); err != nil {
		t.Errorf("the same log after a restart: %v", err)
	}
	stop(t, broker)
	away := recordsPath(dir) + ".away"
	if err := os.Rename(recordsPath(dir), away); err != nil {
		t.Fatal(err)
	}
	broker = startBroker(t, data)
	var replaced *LogReplacedError
	if err := data.ClaimLog(deadline(t), db); !errors.As(err, &replaced) || !strings.Contains(err.Error(), "put the folder back") {
		t.Errorf("a log that was deleted: %v", err)
	}
	stop(t, broker)
	if err := errors.Join(os.RemoveAll(recordsPath(dir)), os.Rename(away, recordsPath(dir))); err != nil {
		t.Fatal(err)
	}
	startBroker(t, data)
	if err := data.ClaimLog(deadline(t), db); err != nil {
		t.Errorf("after the log was put back: %v", err)
	}
}
