package stream_test

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// Partitions are assigned to another instance while uncommitted work exists on their keys, are processed there, and are
// assigned back. Their first owner continues from the log, not from its own earlier uncommitted state.
func TestReassignedPartitionsRestoreFromTheLog(t *testing.T) {
	atA, atB := newGated("slow"), newGated()
	p, q := atA.processor(), atB.processor()
	c := streamtest.NewCluster(t, p)
	c.Start(stream.Options{Instance: "a", Workers: 16}, p)
	round(c, 1)
	awaitCounts(t, c, 1)
	ahead := goAhead(t, c, atA)
	want := keys + (keys - len(ahead)/2) + len(ahead)

	b := c.Start(stream.Options{Instance: "b", Workers: 16}, q)
	atB.awaitAny(t)
	atA.open("slow")
	c.AwaitN(events.TopicClaimsRouted, want)
	moved := 0
	for range len(atB.begun) {
		if slices.Contains(ahead, <-atB.begun) {
			moved++
		}
	}
	if moved == 0 {
		t.Fatal("no key that was ahead has moved: the test shows nothing")
	}
	roundOf(c, "there")
	want += keys
	c.AwaitN(events.TopicClaimsRouted, want)

	if err := b.Stop(); err != nil {
		t.Fatal(err)
	}
	leave(t, c, "counting", "counting-b")
	roundOf(c, "back")
	want += keys
	inOrder(t, c.AwaitN(events.TopicClaimsRouted, want))
}

// goAhead gives one key of every partition an event that blocks at its gate, and every other key two events that are
// handled behind it. It returns the names of those keys.
func goAhead(t *testing.T, c *streamtest.Cluster, g *gated) (ahead []string) {
	t.Helper()
	home, led := homes(c), map[int32]bool{}
	for n := range keys {
		if !led[home[key(n)]] {
			led[home[key(n)]] = true
			c.Produce(claim("run_1", key(n), "slow"))
			g.await(t, key(n)+"/slow")
			continue
		}
		c.Produce(claim("run_1", key(n), "2"), claim("run_1", key(n), "3"))
		g.await(t, key(n)+"/2", key(n)+"/3")
		ahead = append(ahead, key(n)+"/2", key(n)+"/3")
	}
	return ahead
}

// roundOf produces one more event of every key.
func roundOf(c *streamtest.Cluster, text string) {
	var batch []events.Record
	for n := range keys {
		batch = append(batch, claim("run_1", key(n), text))
	}
	c.Produce(batch...)
}

// leave removes an instance that has ended from the group, which would otherwise wait for it to return.
func leave(t *testing.T, c *streamtest.Cluster, group, instance string) {
	t.Helper()
	req := kmsg.NewPtrLeaveGroupRequest()
	req.Group = group
	m := kmsg.NewLeaveGroupRequestMember()
	m.InstanceID = kmsg.StringPtr(instance)
	req.Members = append(req.Members, m)
	addPartition(t, c, req)
}

// A process loses its partition while it tries a suspect, another one tries it and loses the partition, too, and the
// first one has it back: it has survived the event, so nothing says that the event ended the other.
func TestTakenBackSuspectIsNotCountedAgain(t *testing.T) {
	g := newGated("1")
	p := g.processor()
	c := streamtest.NewCluster(t, p)
	c.Produce(claim("run_1", key(0), "1"))
	home := homeOf(c, key(0))
	says := func(metadata string) {
		t.Helper()
		o := kadm.Offsets{}
		o.Add(kadm.Offset{Topic: string(events.TopicClaimsExtracted), Partition: home, At: 0, LeaderEpoch: -1, Metadata: metadata})
		if err := kadm.NewClient(c.Client()).CommitAllOffsets(t.Context(), p.Name, o); err != nil {
			t.Fatalf("committing %q: %v", metadata, err)
		}
	}
	says("sibyl trying 2 0 dead")
	var away atomic.Bool
	c.Fake.ControlKey(int16(kmsg.JoinGroup), func(kmsg.Request) (kmsg.Response, error, bool) {
		c.Fake.KeepControl()
		return nil, errors.New("the line is cut"), away.Load() // the client asks again
	})
	c.Start(stream.Options{}, p)
	g.await(t, key(0)+"/1")

	away.Store(true)
	leave(t, c, p.Name, p.Name+"-0")
	says("sibyl trying 3 0 another")
	away.Store(false)
	g.await(t, key(0)+"/1")
	g.open("1")
	c.AwaitN(events.TopicClaimsRouted, 1)
}

// A process stalls until the group has removed it, and resumes in the middle of a commit. While the commit is under way its
// client joins again, so that the broker finds another member id under its instance id and calls the commit fenced. That is
// no other process: it goes on with a new session, and nothing happens twice.
func TestACommitThatItsOwnRejoinOvertookIsNotFenced(t *testing.T) {
	g := newGated()
	p := g.processor()
	c := streamtest.NewCluster(t, p)
	committing, rejoined := make(chan struct{}), make(chan struct{})
	var asked atomic.Bool
	c.Fake.ControlKey(int16(kmsg.TxnOffsetCommit), func(r kmsg.Request) (kmsg.Response, error, bool) {
		asked.Store(true)
		close(committing)
		c.Fake.SleepControl(func() { <-rejoined })
		return fencedInstance(r.(*kmsg.TxnOffsetCommitRequest)), nil, true
	})
	var once sync.Once
	c.Fake.ControlKey(int16(kmsg.JoinGroup), func(r kmsg.Request) (kmsg.Response, error, bool) {
		c.Fake.KeepControl()
		if asked.Load() && r.(*kmsg.JoinGroupRequest).MemberID == "" {
			once.Do(func() { close(rejoined) })
		}
		return nil, nil, false
	})
	var said syncBuffer
	running := c.Start(stream.Options{Logger: slog.New(slog.NewTextHandler(&said, nil))}, p)
	c.Produce(claim("run_1", key(0), "1"))
	<-committing
	leave(t, c, p.Name, p.Name+"-0")
	c.AwaitN(events.TopicClaimsRouted, 1)
	c.Produce(claim("run_1", key(0), "2"))
	inOrder(t, c.AwaitN(events.TopicClaimsRouted, 2))
	if err := running.Stop(); err != nil {
		t.Fatalf("a process that was alone under its name ended with: %v", err)
	}
	if strings.Contains(said.String(), "another process runs this processor") || !strings.Contains(said.String(), "admitted it under a new member id") {
		t.Errorf("the commit was taken for one of a process that another fenced:\n%s", said.String())
	}
}

// syncBuffer collects what several goroutines log.
type syncBuffer struct {
	mu  sync.Mutex
	all strings.Builder
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.String()
}

// fencedInstance is the broker's answer to offsets of a member that has lost its instance id to another.
func fencedInstance(req *kmsg.TxnOffsetCommitRequest) kmsg.Response {
	resp := req.ResponseKind().(*kmsg.TxnOffsetCommitResponse)
	for _, t := range req.Topics {
		out := kmsg.NewTxnOffsetCommitResponseTopic()
		out.Topic = t.Topic
		for _, p := range t.Partitions {
			refused := kmsg.NewTxnOffsetCommitResponseTopicPartition()
			refused.Partition, refused.ErrorCode = p.Partition, kerr.FencedInstanceID.Code
			out.Partitions = append(out.Partitions, refused)
		}
		resp.Topics = append(resp.Topics, out)
	}
	return resp
}
