package stream_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// fanOut publishes many events for one: more than fits into one record of the state topic.
func fanOut(calls *atomic.Int64, n int) stream.Processor[tally] {
	return stream.Processor[tally]{
		Name: "fanning", Emits: []*events.Definition{events.ClaimExtracted.Definition},
		Routes: []stream.Route[tally]{
			stream.On(events.SectionExtracted, func(_ context.Context, s tally, e events.Event[events.SectionClaims]) (stream.Step[tally], error) {
				calls.Add(1)
				step := stream.Step[tally]{State: s}
				for i := range n {
					id := fmt.Sprintf("clm_%d_%d", e.Data.Section, i)
					step.Publish = append(step.Publish, events.ClaimExtracted.Draft("claim/"+id, events.Claim{ID: id, Context: strings.Repeat("words ", 250)}))
				}
				return step, nil
			}),
		},
	}
}

// A repeated event is answered with its outputs, read back from the log: by the process that handled it, and by one
// that has restored its state, which does not include the five megabytes of outputs.
func TestRepeatsAreReadBackFromTheLog(t *testing.T) {
	const n = 3_000
	var calls atomic.Int64
	p := fanOut(&calls, n)
	c := streamtest.NewCluster(t, p)
	section := func(i int) events.Record {
		return streamtest.Event(events.SectionExtracted, "run_1", events.SectionSubject(i), events.SectionClaims{Section: i, Count: n})
	}
	reg := prometheus.NewRegistry()
	// Small fetches, so that the pages of one event need several.
	small := []kgo.Opt{kgo.FetchMaxPartitionBytes(1 << 10)}
	first := c.Start(stream.Options{Registerer: reg, Client: small}, p)
	c.Produce(section(1), section(2))
	c.AwaitN(events.TopicClaimsExtracted, 2*n)
	c.Produce(section(1))
	c.AwaitN(events.TopicClaimsExtracted, 3*n)
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	c.Start(stream.Options{Client: small}, p)
	c.Produce(section(2))
	all := c.AwaitN(events.TopicClaimsExtracted, 4*n)
	if calls.Load() != 2 {
		t.Errorf("the handler ran %d times for two events", calls.Load())
	}
	times := map[string]int{}
	for _, r := range all {
		times[r.ID]++
	}
	for i := range n {
		for s := 1; s <= 2; s++ {
			id := events.EventID("run_1", "claim.extracted", fmt.Sprintf("claim/clm_%d_%d", s, i))
			if times[id] != 2 {
				t.Fatalf("claim %d of section %d was published %d times, want twice", i, s, times[id])
			}
		}
	}
	largest := 0
	c.AwaitRaw("fanning.state", func(raw []*kgo.Record) bool {
		pages := 0
		for _, k := range raw {
			largest = max(largest, len(k.Value))
			if k.Key[0] == 'a' {
				pages++
			}
		}
		return pages >= 20
	})
	if largest > stream.MaxBytes {
		t.Errorf("a state record has %d bytes", largest)
	}
	if got := counter(t, reg, "sibyl_stream_published_total", "fanning"); got != 3*n {
		t.Errorf("published_total is %v, want %d", got, 3*n)
	}
}

// counter reads one processor's counter.
func counter(t testing.TB, reg *prometheus.Registry, name, processor string) float64 {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == name && m.GetLabel()[0].GetValue() == processor {
				return m.GetCounter().GetValue()
			}
		}
	}
	t.Fatalf("no counter %s of %s", name, processor)
	return 0
}

// A handler that takes long is announced to its run again and again until it returns, and to no other run.
func TestLongHandlerIsAnnounced(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until a handler has taken ten seconds")
	}
	release := make(chan struct{})
	p := on(func(s tally, e claimEvent) (tallyStep, error) {
		if e.Run == "run_slow" {
			<-release
		}
		return tallyStep{State: seen(s, e), Publish: []events.Draft{routed(e)}}, nil
	})
	c := streamtest.NewCluster(t, p)
	slow := claim("run_slow", "clm_1", "a")
	c.Produce(slow, claim("run_quick", "clm_2", "a"))
	c.Start(stream.Options{}, p)
	of := func(records []events.Record) (out []events.Record) {
		for _, r := range records {
			if r.Type == events.AgentWorking.Type {
				out = append(out, r)
			}
		}
		return out
	}
	told := of(c.Await(events.TopicRunsProgress, func(r []events.Record) bool { return len(of(r)) >= 2 }))
	close(release)
	c.AwaitN(events.TopicClaimsRouted, 2)
	ids := map[string]bool{}
	for _, e := range streamtest.Decoded(t, events.AgentWorking, told) {
		if e.Run != "run_slow" || e.Data.Agent != "tested" || e.Data.On != slow.ID {
			t.Errorf("told run %s: %+v", e.Run, e.Data)
		}
		ids[e.ID] = true
	}
	if len(ids) != len(told) {
		t.Errorf("%d announcements have %d ids: a reader takes the second for a repeat", len(told), len(ids))
	}
}

// A broken dependency holds events back, is announced once per run, and releases them when it recovers.
func TestPauseAndResume(t *testing.T) {
	var down atomic.Bool
	down.Store(true)
	var tries atomic.Int64
	patient := make(chan struct{})
	p := on(func(s tally, e claimEvent) (tallyStep, error) {
		if tries.Add(1) == 100 {
			close(patient)
		}
		if down.Load() {
			return tallyStep{}, stream.Pause(errors.New("model endpoint down\nwith details"))
		}
		return tallyStep{State: seen(s, e), Publish: []events.Draft{routed(e)}}, nil
	})
	c := streamtest.NewCluster(t, p)
	var batch []events.Record
	for i := range 6 {
		batch = append(batch, claim(fmt.Sprintf("run_%d", i%2), fmt.Sprintf("clm_%d", i), "a"))
	}
	c.Produce(batch...)
	c.Start(stream.Options{Patience: 20 * time.Millisecond}, p)
	kinds := func(records []events.Record, typ string) map[string]int {
		runs := map[string]int{}
		for _, r := range records {
			if r.Type == typ {
				runs[r.Run]++
			}
		}
		return runs
	}
	told := c.Await(events.TopicRunsProgress, func(r []events.Record) bool { return len(kinds(r, "agent.paused")) == 2 })
	if e := streamtest.Decoded(t, events.AgentPaused, told)[0].Data; e.Agent != "tested" || e.Reason != "model endpoint down" {
		t.Errorf("paused says %+v", e)
	}
	<-patient // far beyond the attempts an event is given
	down.Store(false)
	c.AwaitN(events.TopicClaimsRouted, 6)
	told = c.Await(events.TopicRunsProgress, func(r []events.Record) bool { return len(kinds(r, "agent.resumed")) == 2 })
	for _, typ := range []string{"agent.paused", "agent.resumed"} {
		ids := map[string]bool{}
		for _, r := range told {
			if r.Type == typ {
				ids[r.ID] = true
			}
		}
		if n := kinds(told, typ); n["run_0"] < 1 || n["run_1"] < 1 || len(ids) != n["run_0"]+n["run_1"] {
			t.Errorf("%s was told %v with %d ids", typ, n, len(ids))
		}
	}
}

// waking asks for a wake of the length its claim names and publishes when it comes.
func waking() stream.Processor[tally] {
	p := on(nil)
	p.Rescue = nil
	p.Routes = []stream.Route[tally]{
		stream.On(events.ClaimExtracted, func(_ context.Context, s tally, e claimEvent) (tallyStep, error) {
			d, err := time.ParseDuration(e.Data.Text)
			if err != nil {
				return tallyStep{}, stream.Reject(err)
			}
			return tallyStep{State: seen(s, e), Wake: e.Time.Add(d)}, nil
		}),
		stream.Due(func(_ context.Context, s tally, e events.Event[events.Due]) (tallyStep, error) {
			return tallyStep{State: s, Publish: []events.Draft{events.FindingUnable.Draft("silent/"+e.Data.Key, events.Inability{ClaimID: e.Data.Key})}}, nil
		}),
	}
	return p
}

// armed waits until so many state records are committed and, with an event that is refused after them, until their
// wakes are armed: a batch is finished before the next one starts.
func armed(c *streamtest.Cluster, states, markers int) {
	c.AwaitRaw("tested.state", func(r []*kgo.Record) bool { return len(r) >= states })
	if markers > 0 {
		c.Produce(claim("run_1", "clm_9", "no duration"))
		c.AwaitN(events.TopicDeadLetters, markers)
	}
}

// A wake is a record on the input topic, on the partition of its key; it is published after its time, and once.
func TestWakeIsARecord(t *testing.T) {
	p := waking()
	c := streamtest.NewCluster(t, p)
	clock := streamtest.NewClock(streamtest.Start)
	c.Start(stream.Options{Clock: clock}, p)
	for i := range 5 {
		c.Produce(claim("run_1", fmt.Sprintf("clm_%d", i), "30s"))
	}
	armed(c, 10, 1)
	clock.AwaitTimer(t, 29*time.Second)
	clock.Advance(30 * time.Second)
	unable := c.AwaitN(events.TopicFindingsProduced, 5)
	if len(unable) != 5 {
		t.Errorf("%d wakes were handled, want 5", len(unable))
	}
	home := map[string]int32{}
	due := 0
	for _, k := range c.AwaitRaw(events.TopicClaimsExtracted, func(r []*kgo.Record) bool { return len(r) >= 10 }) {
		r, err := wire.Decode(k)
		if err != nil {
			t.Fatal(err)
		}
		if r.Type == "claim.extracted" {
			home[r.Key] = k.Partition
			continue
		}
		due++
		e := events.DueKind("tested", events.TopicClaimsExtracted)
		if r.Type != e.Type || k.Partition != home[r.Key] || r.Run != "run_1" || r.Iteration != 1 || r.IterationCap != 3 ||
			r.ID != events.EventID("run_1", "tested.due", fmt.Sprintf("due/%s/%d", r.Key, streamtest.Start.Add(30*time.Second).UnixMilli())) {
			t.Errorf("wake %+v on partition %d; its key lives on %d", r, k.Partition, home[r.Key])
		}
	}
	if due != 5 {
		t.Errorf("%d due records, want 5", due)
	}
}

// Downtime is not silence: a wake that fell due while the process was down waits its full length again.
func TestOverdueWakeWaitsAgainAfterRestart(t *testing.T) {
	p := waking()
	c := streamtest.NewCluster(t, p)
	clock := streamtest.NewClock(streamtest.Start)
	first := c.Start(stream.Options{Clock: clock}, p)
	c.Produce(claim("run_1", "clm_1", "30s"))
	armed(c, 2, 0)
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	clock.Advance(time.Hour)
	c.Start(stream.Options{Clock: clock}, p)
	c.Produce(claim("run_1", "clm_2", "29s"))
	armed(c, 4, 1)
	clock.Advance(30 * time.Second)
	got := streamtest.Decoded(t, events.FindingUnable, c.AwaitN(events.TopicFindingsProduced, 2))
	for _, e := range got {
		if want := streamtest.Start.Add(time.Hour + 30*time.Second); !e.Time.Equal(want) {
			t.Errorf("woken at %v, want %v", e.Time, want)
		}
	}
}

// A wake that was asked for before a restart fires after it. Another one, of the same claim in another run and so on
// the same partition, is asked for afterwards and is due later: when it has fired, the first one has, too.
func TestWakeSurvivesRestart(t *testing.T) {
	p := waking()
	c := streamtest.NewCluster(t, p)
	clock := streamtest.NewClock(streamtest.Start)
	first := c.Start(stream.Options{Clock: clock}, p)
	c.Produce(claim("run_before", "clm_1", "30s"))
	armed(c, 2, 0)
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	clock.Advance(10 * time.Second)
	c.Start(stream.Options{Clock: clock}, p)
	c.Produce(claim("run_after", "clm_1", "40s"))
	armed(c, 4, 1)
	clock.Advance(30 * time.Second)
	var woken []string
	c.Await(events.TopicClaimsExtracted, func(all []events.Record) bool {
		woken = nil
		for _, r := range all {
			if r.Type == "tested.due" {
				woken = append(woken, r.Run)
			}
		}
		return len(woken) > 0 && woken[len(woken)-1] == "run_after"
	})
	if got := fmt.Sprint(woken); got != "[run_before run_after]" {
		t.Errorf("woken %s, want the wake of before the restart and then the other", got)
	}
}

// leaping is a clock that moves by half a minute right before its first timer is set.
type leaping struct {
	*streamtest.Clock
	once sync.Once
}

func (l *leaping) AfterFunc(d time.Duration, f func()) func() bool {
	l.once.Do(func() { l.Advance(30 * time.Second) })
	return l.Clock.AfterFunc(d, f)
}

func TestAWakeIsNotMissedWhenTheClockMovesWhileItsTimerIsSet(t *testing.T) {
	p := waking()
	c := streamtest.NewCluster(t, p)
	c.Start(stream.Options{Clock: &leaping{Clock: streamtest.NewClock(streamtest.Start)}}, p)
	c.Produce(claim("run_1", "clm_1", "30s"))
	c.AwaitN(events.TopicFindingsProduced, 1)
}

// Records that are no events block nothing.
func TestGarbageEndsInDeadLetters(t *testing.T) {
	p := counting()
	c := streamtest.NewCluster(t, p)
	c.Start(stream.Options{}, p)
	huge := wire.Encode(claim("run_1", "clm_1", "huge"))
	huge.Headers = huge.Headers[2:]
	huge.Value = []byte(strings.Repeat("x", 900_000))
	c.ProduceRaw(
		&kgo.Record{Topic: "claims.extracted", Key: []byte("clm_1"), Value: []byte("\xff\x00 no event")},
		&kgo.Record{Topic: "claims.extracted", Value: nil},
		huge,
	)
	c.Produce(claim("run_1", "clm_1", "1"))
	c.AwaitN(events.TopicClaimsRouted, 1)
	letters := streamtest.Decoded(t, events.DeadLettered, c.AwaitN(events.TopicDeadLetters, 3))
	ids := map[string]bool{}
	for _, l := range letters {
		ids[l.ID] = true
		if l.Data.Processor != "counting" || !strings.Contains(l.Data.Error, "ce_id is missing") {
			t.Errorf("letter %+v", l)
		}
		if l.Data.Key == "clm_1" && len(l.Data.Headers) == 0 && l.Data.Data != nil && string(l.Data.Data) != "\xff\x00 no event" {
			t.Errorf("the data came out as %q", l.Data.Data)
		}
	}
	if len(ids) != 3 {
		t.Errorf("%d different letters, want 3", len(ids))
	}
}

// A repeat in the same batch publishes the same event twice, in one transaction.
func TestRepeatWithinABatch(t *testing.T) {
	p := counting()
	c := streamtest.NewCluster(t, p)
	c.Produce(claim("run_1", "clm_1", "1"), claim("run_1", "clm_1", "1"), claim("run_1", "clm_1", "2"))
	c.Start(stream.Options{}, p)
	got := streamtest.Decoded(t, events.ClaimRouted, c.AwaitN(events.TopicClaimsRouted, 3))
	if got[0].ID != got[1].ID || got[0].Data.Iteration != 1 || got[1].Data.Iteration != 1 || got[2].Data.Iteration != 2 {
		t.Errorf("published %+v", got)
	}
}
