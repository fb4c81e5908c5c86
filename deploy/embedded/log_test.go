package embedded

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/deploy/embedded/logrecovery"
)

var compacted = map[string]*string{"cleanup.policy": kmsg.StringPtr("compact")}

// transact writes records in a transaction of a producer of its own and ends it as told.
func transact(t *testing.T, addr, id, topic string, end func(context.Context, *kgo.Client) error, pairs ...string) {
	t.Helper()
	c := client(t, addr, kgo.TransactionalID(id))
	defer c.Close()
	if err := c.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	produce(t, c, topic, pairs...)
	if err := end(deadline(t), c); err != nil {
		t.Fatal(err)
	}
}

func commit(ctx context.Context, c *kgo.Client) error { return c.EndTransaction(ctx, kgo.TryCommit) }

// leaveOpen ends nothing; the transaction stays open until its timeout of 40 seconds.
func leaveOpen(context.Context, *kgo.Client) error { return nil }

// killBroker ends the broker as kill -9 does and waits until that is known.
func killBroker(t *testing.T, b *Broker) {
	t.Helper()
	if err := syscall.Kill(b.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-b.Lost():
		if !errors.Is(err, errBrokerEnded) {
			t.Fatal(err)
		}
	case <-deadline(t).Done():
		t.Fatal("nobody said that the broker was lost")
	}
}

// State of a key is written anew with each step, and what compaction leaves is larger than all of it: nothing is removed.
func TestStateIsNotCompacted(t *testing.T) {
	data := open(t, newDir(t))
	broker := startBroker(t, data)
	makeTopic(t, broker.Addr, "judge.state", compacted)
	produce(t, client(t, broker.Addr), "judge.state", "c1", "old", "c1", "new", "c2", "other")
	stop(t, broker)
	broker = startBroker(t, data)
	wantValues(t, broker.Addr, "judge.state", "old", "new", "other")
}

// records counts the batches on disk of a topic's only partition.
func records(t *testing.T, dir, topic string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(recordsPath(dir), "partitions", topic+"-0", "*.dat"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n += len(logrecovery.ReadBatches(text))
	}
	return n
}

// Records are left alone that are merely old, and the ages that topics are set to.
func TestNothingIsForgottenByAge(t *testing.T) {
	data := open(t, newDir(t))
	broker := startBroker(t, data)
	makeTopic(t, broker.Addr, "agent.activity", map[string]*string{"retention.ms": kmsg.StringPtr("1")})
	makeTopic(t, broker.Addr, "verdicts.issued", nil)
	makeTopic(t, broker.Addr, "judge.state", compacted)
	produce(t, client(t, broker.Addr), "agent.activity", "r1", "thinking")
	produce(t, client(t, broker.Addr), "judge.state", "c1", "old", "c1", "new")
	stop(t, broker)
	broker = startBroker(t, data)
	wantValues(t, broker.Addr, "agent.activity", "thinking")
	configs, err := kadm.NewClient(client(t, broker.Addr)).DescribeTopicConfigs(deadline(t), "agent.activity", "verdicts.issued")
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range configs {
		for _, config := range topic.Configs {
			if config.Key != "retention.ms" {
				continue
			}
			if topic.Name == "agent.activity" && config.MaybeValue() != "1" {
				t.Errorf("agent.activity is now kept for %s ms, want the 1 it was set to", config.MaybeValue())
			}
			if topic.Name == "verdicts.issued" && config.Source == kmsg.ConfigSourceDynamicTopicConfig {
				t.Errorf("verdicts.issued now has a retention of its own: %s", config.MaybeValue())
			}
		}
	}
}

// A transaction that a kill tore stays aborted, also when its producer's successor commits and the broker is killed
// again: only a marker in the log tells the two transactions apart then.
func TestTornTransactionStaysAborted(t *testing.T) {
	data := open(t, newDir(t))
	broker := startBroker(t, data)
	makeTopic(t, broker.Addr, "verdicts.issued", nil)
	transact(t, broker.Addr, "judge", "verdicts.issued", commit, "c1", "first")
	transact(t, broker.Addr, "judge", "verdicts.issued", leaveOpen, "c1", "torn")
	killBroker(t, broker)

	broker = startBroker(t, data)
	wantValues(t, broker.Addr, "verdicts.issued", "first")
	transact(t, broker.Addr, "judge", "verdicts.issued", commit, "c1", "second")
	killBroker(t, broker)

	broker = startBroker(t, data)
	wantValues(t, broker.Addr, "verdicts.issued", "first", "second")
}

// A clean stop with an open transaction writes it down. Neither a kill of the next broker nor one at the very end of the
// stop must leave it hanging for ever, or make its records look committed.
func TestTransactionOpenAtAStopAndThenKilled(t *testing.T) {
	for name, kill := range map[string]func(t *testing.T, data *DataDir){
		"while running": func(t *testing.T, data *DataDir) { killBroker(t, startBroker(t, data)) },
		"while stopping": func(t *testing.T, data *DataDir) { // all is saved but the word that it is
			if _, _, err := beginLife(data.Path, "0123"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := newDir(t)
			data := open(t, dir)
			broker := startBroker(t, data)
			makeTopic(t, broker.Addr, "verdicts.issued", nil)
			transact(t, broker.Addr, "judge", "verdicts.issued", leaveOpen, "c1", "open")
			stop(t, broker)
			kill(t, data)

			broker = startBroker(t, data)
			produce(t, client(t, broker.Addr), "verdicts.issued", "c2", "after")
			wantValues(t, broker.Addr, "verdicts.issued", "after")
			left, err := openTransactions(deadline(t), client(t, broker.Addr))
			if err != nil || len(left) > 0 {
				t.Errorf("open: %v, %v", left, err)
			}
		})
	}
}

// The index entry size is the broker's own affair; if it changes, repair must change with it.
func TestIndexEntrySize(t *testing.T) {
	dir := newDir(t)
	broker := startBroker(t, open(t, dir))
	makeTopic(t, broker.Addr, "runs.progress", nil)
	produce(t, client(t, broker.Addr), "runs.progress", "a", "1", "b", "2", "c", "3")
	index, err := os.Stat(filepath.Join(recordsPath(dir), "partitions", "runs.progress-0", "0.idx"))
	if err != nil {
		t.Fatal(err)
	}
	if n := records(t, dir, "runs.progress"); n != 3 || index.Size() != int64(n)*logrecovery.IndexEntryBytes {
		t.Errorf("%d batches have an index of %d bytes, want 3 with %d each", n, index.Size(), logrecovery.IndexEntryBytes)
	}
}

// A kill between the two writes of a batch leaves it without an index entry. Nobody was told that it was written.
func TestRepairCutsWhatWasNotAcknowledged(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, segment string){
		"batch without index entry": func(t *testing.T, segment string) { cut(t, segment+".idx", logrecovery.IndexEntryBytes) },
		"half an index entry":       func(t *testing.T, segment string) { cut(t, segment+".idx", 7) },
		"half a batch":              func(t *testing.T, segment string) { cut(t, segment+".dat", 5) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := newDir(t)
			data := open(t, dir)
			broker := startBroker(t, data)
			makeTopic(t, broker.Addr, "runs.progress", nil)
			transact(t, broker.Addr, "conductor", "runs.progress", leaveOpen, "a", "1", "b", "2")
			killBroker(t, broker)
			damage(t, filepath.Join(recordsPath(dir), "partitions", "runs.progress-0", "0"))

			broker = startBroker(t, data)
			wantValues(t, broker.Addr, "runs.progress")
			// One batch was cut, one is left, and the third is its abort marker.
			if n := records(t, dir, "runs.progress"); n != 2 {
				t.Errorf("%d batches, want the whole one and its marker", n)
			}
			transact(t, broker.Addr, "conductor", "runs.progress", commit, "c", "3")
			killBroker(t, broker)
			broker = startBroker(t, data)
			wantValues(t, broker.Addr, "runs.progress", "3")
		})
	}
}

// cut takes bytes off the end of a file.
func cut(t *testing.T, path string, bytes int64) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()-bytes); err != nil {
		t.Fatal(err)
	}
}

// Earlier versions compacted the log, after giving its files second names; a kill in between must not cost a record.
func TestKilledCompactionIsUndone(t *testing.T) {
	dir := newDir(t)
	data := open(t, dir)
	broker := startBroker(t, data)
	makeTopic(t, broker.Addr, "judge.state", compacted)
	produce(t, client(t, broker.Addr), "judge.state", "c1", "old", "c1", "new", "c2", "other")
	stop(t, broker)

	if err := os.CopyFS(recordsPath(dir)+".saved", os.DirFS(filepath.Join(recordsPath(dir), "partitions"))); err != nil {
		t.Fatal(err)
	}
	segment := filepath.Join(recordsPath(dir), "partitions", "judge.state-0", "0.dat")
	if err := os.WriteFile(segment, []byte("half of it"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := beginLife(dir, "0123"); err != nil { // the life that was killed
		t.Fatal(err)
	}

	broker = startBroker(t, data)
	wantValues(t, broker.Addr, "judge.state", "old", "new", "other")
	left, err := filepath.Glob(recordsPath(dir) + ".sav*")
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// kill -9 at any moment, many times over: the broker comes back, has everything that it acknowledged, in order, and
// says that it was killed.
func TestKilledOverAndOverKeepsWhatItAcknowledged(t *testing.T) {
	data := open(t, newDir(t))
	broker := startBroker(t, data)
	makeTopic(t, broker.Addr, "runs.progress", nil)
	var acknowledged []string
	for round := range 5 {
		// An idempotent producer would wait for the broker to come back.
		producer := client(t, broker.Addr, kgo.ProducerLinger(0), kgo.RecordRetries(0), kgo.DisableIdempotentWrite())
		killed := make(chan struct{})
		written := make(chan struct{})
		go func() {
			defer close(killed)
			<-written
			killBroker(t, broker)
		}()
		ctx, cancel := context.WithCancel(deadline(t))
		go func() { <-killed; cancel() }()
		for n := 0; ; n++ {
			value := strings.Repeat(string(rune('a'+round)), 1+n%7)
			err := producer.ProduceSync(ctx, &kgo.Record{Topic: "runs.progress", Key: []byte("r"), Value: []byte(value)}).FirstErr()
			if err != nil {
				break
			}
			acknowledged = append(acknowledged, value)
			if n == 20*round {
				close(written) // the kill lands wherever the producer is by then
			}
		}
		cancel()
		<-killed
		producer.Close()
		broker = startBroker(t, data)
		if !broker.Unclean {
			t.Fatalf("round %d: not unclean", round)
		}
		if err := broker.Settle(); err != nil {
			t.Fatal(err)
		}
		// The record under way at the kill may be there too, unacknowledged.
		got := read(t, broker.Addr, "runs.progress")
		if len(got) > len(acknowledged) {
			acknowledged = append(acknowledged, got[len(acknowledged)])
		}
		if !slices.Equal(got, acknowledged) {
			t.Fatalf("round %d: %d records are there, %d were acknowledged, or they differ", round, len(got), len(acknowledged))
		}
	}
}
