package conformance

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/deploy/kafka"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/processors/stream/topics"
)

// Broker is what the suite runs on.
type Broker struct {
	Access  kafka.Access
	Restart func(t testing.TB) // stops the broker, as abruptly as it supports, and starts it again; may be nil
}

// patience is how long a test waits for what must happen.
const patience = 2 * time.Minute

// stage is a broker with fresh topics and a processor's name that was never used on it.
type stage struct {
	*streamtest.Cluster
	t      testing.TB
	broker Broker
	admin  *kadm.Client
	name   string
}

// outputs are the topics that the processor under test publishes to.
var outputs = []events.Topic{events.TopicClaimsRouted, events.TopicFindingsProduced, events.TopicDeadLetters}

// input is the topic that it reads.
const input = events.TopicClaimsExtracted

func newStage(t testing.TB, b Broker) *stage {
	t.Helper()
	c := streamtest.Attach(t, streamtest.Target{Brokers: b.Access.Brokers, SASL: b.Access.SASL(), TLS: b.Access.TLS()})
	id := make([]byte, 4)
	if _, err := rand.Read(id); err != nil {
		t.Fatal(err)
	}
	s := &stage{Cluster: c, t: t, broker: b, admin: kadm.NewClient(c.Client()), name: "ledger-" + hex.EncodeToString(id)}
	s.renewTopics()
	return s
}

func (s *stage) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(s.t.Context(), patience)
}

// renewTopics removes what earlier cases have left and creates the topics of this one.
func (s *stage) renewTopics() {
	s.t.Helper()
	ctx, cancel := s.context()
	defer cancel()
	needed := append([]events.Topic{input, events.TopicRunsProgress}, outputs...)
	s.removeTopics(ctx, func(n string) bool {
		return slices.Contains(needed, events.Topic(n)) || strings.HasSuffix(n, ".state")
	})
	specs, err := stream.TopicSpecs([]stream.Declaration{(&book{}).processor(s.name)})
	if err != nil {
		s.t.Fatal(err)
	}
	needed = append(needed, s.state())
	specs = slices.DeleteFunc(specs, func(t events.TopicSpec) bool { return !slices.Contains(needed, t.Name) })
	if err := topics.Ensure(ctx, s.Options(), specs, 1); err != nil {
		s.t.Fatal(err)
	}
}

// removeTopics removes topics and waits until the broker knows them no more: until then it takes what is meant for
// the new ones of the same names. The client is one for this alone. Clients remember for a while what they were told
// of topics, and that some do not exist.
func (s *stage) removeTopics(ctx context.Context, which func(name string) bool) {
	s.t.Helper()
	cl, err := kgo.NewClient(s.Options()...)
	if err != nil {
		s.t.Fatalf("making a client: %v", err)
	}
	defer cl.Close()
	for asked := false; ; asked = true {
		there, err := kmsg.NewPtrMetadataRequest().RequestWith(ctx, cl)
		if err != nil {
			s.t.Fatalf("listing topics: %v", err)
		}
		var old []string
		for _, t := range there.Topics {
			if t.Topic != nil && which(*t.Topic) {
				old = append(old, *t.Topic)
			}
		}
		if len(old) == 0 {
			return
		}
		if asked {
			continue
		}
		deleted, err := kadm.NewClient(cl).DeleteTopics(ctx, old...)
		if err == nil {
			err = deleted.Error()
		}
		if err != nil {
			s.t.Fatalf("removing the topics of the case before: %v", err)
		}
	}
}

func (s *stage) state() events.Topic { return events.Topic(s.name + ".state") }

// read reads a topic from its beginning, as a reader of committed records sees it, until enough says so.
func (s *stage) read(topic events.Topic, enough func([]*kgo.Record) bool) []*kgo.Record {
	s.t.Helper()
	ctx, cancel := s.context()
	defer cancel()
	cl := s.reader(topic)
	defer cl.Close()
	var out []*kgo.Record
	for !enough(out) {
		f := cl.PollFetches(ctx)
		if err := f.Err(); err != nil {
			s.t.Fatalf("waiting for records on %s: %v; seen so far: %d\n%s", topic, err, len(out), s.members())
		}
		f.EachRecord(func(r *kgo.Record) {
			if !r.Attrs.IsControl() {
				out = append(out, r)
			}
		})
	}
	return out
}

// members describes the members of the group under test with their partitions and committed offsets, for the message of
// a failing case.
func (s *stage) members() string {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.t.Context()), 10*time.Second)
	defer cancel()
	var b strings.Builder
	groups, err := s.admin.DescribeGroups(ctx, s.name)
	if err != nil {
		return fmt.Sprintf("describing the group: %v", err)
	}
	for _, g := range groups.Sorted() {
		fmt.Fprintf(&b, "group %s: %s, protocol %s, error %v\n", g.Group, g.State, g.Protocol, g.Err)
		for _, m := range g.Members {
			name := "no instance id"
			if m.InstanceID != nil {
				name = *m.InstanceID
			}
			if a, ok := m.Assigned.AsConsumer(); ok {
				fmt.Fprintf(&b, "  %s (%s): %+v\n", name, m.MemberID, a.Topics)
			}
		}
	}
	at, err := s.admin.Lag(ctx, s.name)
	if err != nil {
		return b.String() + fmt.Sprintf("reading its lag: %v", err)
	}
	for _, l := range at[s.name].Lag.Sorted() {
		fmt.Fprintf(&b, "  %s/%d: committed %d of %d\n", l.Topic, l.Partition, l.Commit.At, l.End.Offset)
	}
	return b.String()
}

// readerWait distinguishes the fetches of the test from those of the processor.
const readerWait = 101 * time.Millisecond

func (s *stage) reader(topic events.Topic) *kgo.Client {
	s.t.Helper()
	cl, err := kgo.NewClient(s.Options(kgo.ConsumeTopics(string(topic)), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.KeepControlRecords(), kgo.FetchMaxWait(readerWait))...)
	if err != nil {
		s.t.Fatalf("making a client: %v", err)
	}
	return cl
}

// all reads a topic to the end that it has for readers of committed records now.
func (s *stage) all(topic events.Topic) []*kgo.Record {
	s.t.Helper()
	ctx, cancel := s.context()
	defer cancel()
	ends, err := s.admin.ListCommittedOffsets(ctx, string(topic))
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		s.t.Fatalf("listing the ends of %s: %v", topic, err)
	}
	left := map[int32]int64{}
	ends.Each(func(o kadm.ListedOffset) {
		if o.Offset > 0 {
			left[o.Partition] = o.Offset
		}
	})
	if len(left) == 0 {
		return nil
	}
	cl := s.reader(topic)
	defer cl.Close()
	var out []*kgo.Record
	for len(left) > 0 {
		f := cl.PollFetches(ctx)
		if err := f.Err(); err != nil {
			s.t.Fatalf("reading %s to its end: %v; still to come: %v", topic, err, left)
		}
		f.EachRecord(func(r *kgo.Record) {
			if !r.Attrs.IsControl() {
				out = append(out, r)
			}
			if end, waiting := left[r.Partition]; waiting && r.Offset+1 >= end {
				delete(left, r.Partition)
			}
		})
	}
	return out
}

// decoded are the events among records.
func decoded(records []*kgo.Record) []events.Record {
	var out []events.Record
	for _, k := range records {
		if r, err := wire.Decode(k); err == nil {
			out = append(out, r)
		}
	}
	return out
}
