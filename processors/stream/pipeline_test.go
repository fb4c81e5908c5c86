package stream

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream/changelog"
	"github.com/sibyl-project/sibyl/processors/stream/clock"
	"github.com/sibyl-project/sibyl/processors/stream/metrics"
)

// bench is a pipeline without a broker: handlers report that they have started and wait to be released.
type bench struct {
	t     *testing.T
	p     *pipeline
	begun chan string
	goOn  map[string]chan error
	next  map[int32]int64
}

func newBench(t *testing.T, most limits, partitions int32, texts ...string) *bench {
	b := &bench{t: t, begun: make(chan string, 1_000), goOn: map[string]chan error{}, next: map[int32]int64{}}
	for _, text := range texts {
		b.goOn[text] = make(chan error, 10)
	}
	proc := Processor[list]{
		Name: "laned", Emits: []*events.Definition{events.ClaimRouted.Definition},
		Routes: []Route[list]{On(events.ClaimExtracted, func(ctx context.Context, s list, e events.Event[events.Claim]) (Step[list], error) {
			b.begun <- e.Data.Text
			if gate := b.goOn[e.Data.Text]; gate != nil {
				select {
				case err := <-gate:
					if err != nil {
						return Step[list]{}, err
					}
				case <-ctx.Done():
					return Step[list]{}, ctx.Err()
				}
			}
			step := adding(s, e)
			step.Publish[0] = events.ClaimRouted.Draft(e.Subject+"/routed", events.Assignment{EvidenceGap: strings.Repeat("x", 1_000)})
			return step, nil
		})},
	}
	m, err := metrics.New(prometheus.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	l := proc.compile()
	forever := func(int) time.Duration { return time.Hour }
	b.p = newPipeline(l, policy{clock: clock.System{}, attempts: 3, backoff: forever, patience: forever, retried: func() {}}, m.Of("laned"), most)
	b.p.mu.Lock()
	for n := range partitions {
		b.p.assign(input{"claims.extracted", n}, changelog.NewPartition(n, nil))
	}
	b.p.mu.Unlock()
	t.Cleanup(b.p.stop)
	return b
}

// record is an event on a partition; its text names it, its run and key are before it: "run/key/text".
func (b *bench) record(partition int32, path string) *kgo.Record {
	b.t.Helper()
	part := strings.Split(path, "/")
	r, err := events.ClaimExtracted.Draft("claim/"+path, events.Claim{ID: part[1], Text: part[2]}).
		Seal(events.Envelope{Run: part[0], ID: "cause"}, "test", time.Unix(100, 0))
	if err != nil {
		b.t.Fatal(err)
	}
	k := wire.Encode(r)
	k.Topic, k.Partition, k.Offset = "claims.extracted", partition, b.next[partition]
	b.next[partition]++
	return k
}

func (b *bench) dispatch(partition int32, paths ...string) {
	var all []*kgo.Record
	for _, path := range paths {
		all = append(all, b.record(partition, path))
	}
	b.p.dispatch(all)
}

// began returns the names of the next n handlers to start, in order.
func (b *bench) began(n int) []string {
	b.t.Helper()
	var out []string
	for range n {
		select {
		case text := <-b.begun:
			out = append(out, text)
		case <-time.After(10 * time.Second):
			b.t.Fatalf("only %v began", out)
		}
	}
	return out
}

// none requires that no further handler starts: everything waits for something.
func (b *bench) none() {
	b.t.Helper()
	b.quiet(func() bool { return true })
	select {
	case text := <-b.begun:
		b.t.Errorf("%s began", text)
	default:
	}
}

// quiet waits until a condition of the pipeline holds.
func (b *bench) quiet(holds func() bool) {
	b.t.Helper()
	late := false
	timer := time.AfterFunc(10*time.Second, func() {
		b.p.mu.Lock()
		late = true
		b.p.mu.Unlock()
		b.p.changed.Broadcast()
	})
	defer timer.Stop()
	b.p.mu.Lock()
	defer b.p.mu.Unlock()
	for !holds() {
		if late {
			b.t.Fatal("the pipeline did not get there in time")
		}
		b.p.changed.Wait()
	}
}

// commit finishes the next batch and returns its offsets.
func (b *bench) commit(most int) map[int32]int64 {
	b.t.Helper()
	batch := b.p.nextBatch(most)
	w, err := b.p.logic.batchRecords(batch)
	if err != nil {
		b.t.Fatal(err)
	}
	out := map[int32]int64{}
	for _, c := range batch.windows {
		out[c.window.number] = c.last.offset
	}
	b.p.finishBatch(batch, w)
	return out
}

func (b *bench) done(n int) {
	b.quiet(func() bool {
		done := 0
		for _, w := range b.p.windows {
			for _, it := range w.items {
				if it.done {
					done++
				}
			}
		}
		return done == n
	})
}

// The ready queue alternates between runs: a late run does not wait for all events of an early one.
func TestReadyQueueAlternatesBetweenRuns(t *testing.T) {
	b := newBench(t, limits{workers: 1, records: 100, bytes: 1 << 20}, 1, "first")
	b.dispatch(0, "big/a/first", "big/b/b1", "big/c/b2", "big/d/b3", "big/e/b4")
	b.dispatch(0, "small/a/s1", "small/b/s2")
	b.began(1)
	b.goOn["first"] <- nil
	if got, want := fmt.Sprint(b.began(6)), "[b1 s1 b2 s2 b3 b4]"; got != want {
		t.Errorf("began %v, want %v", got, want)
	}
}

// A commit batch holds only the finished prefix of every partition; what is done behind a gap stays.
func TestCommitBatchHoldsOnlyTheFinishedPrefix(t *testing.T) {
	b := newBench(t, limits{workers: 4, records: 100, bytes: 1 << 20}, 2, "slow")
	b.dispatch(0, "r/a/a1", "r/b/slow", "r/c/c1", "r/a/a2")
	b.dispatch(1, "r/x/x1", "r/y/y1")
	b.began(6)
	b.done(5)
	if got := b.commit(100); fmt.Sprint(got) != "map[0:1 1:2]" {
		t.Errorf("committed %v, want the first of partition 0 and both of 1", got)
	}
	if got := b.commit(100); len(got) != 0 {
		t.Errorf("committed %v beyond the gap", got)
	}
	if got := string(b.state(0, "r", "a")); got != `{"texts":["a1"]}` {
		t.Errorf("the state of a is %s: a2 is not committed", got)
	}
	b.goOn["slow"] <- nil
	b.done(3)
	if got := b.commit(100); fmt.Sprint(got) != "map[0:4]" {
		t.Errorf("committed %v", got)
	}
	if got := string(b.state(0, "r", "a")); got != `{"texts":["a1","a2"]}` {
		t.Errorf("the state of a is %s", got)
	}
	b.p.mu.Lock()
	defer b.p.mu.Unlock()
	if b.p.records != 0 || b.p.bytes != 0 || len(b.p.keyQueues) != 0 || b.p.running != 0 {
		t.Errorf("an empty pipeline holds %d records, %d bytes, %d key queues, %d running", b.p.records, b.p.bytes, len(b.p.keyQueues), b.p.running)
	}
}

func (b *bench) state(partition int32, run, key string) []byte {
	b.p.mu.Lock()
	defer b.p.mu.Unlock()
	return b.p.windows[input{"claims.extracted", partition}].memory.Hold(changelog.Key{Run: run, Key: key}).Data
}

// Above the limit of bytes only what a commit waits for is started.
func TestBytesInFlightAreBounded(t *testing.T) {
	b := newBench(t, limits{workers: 2, records: 100, bytes: 4_000}, 1, "slow")
	b.dispatch(0, "r/a/slow", "r/b/b1", "r/c/c1", "r/d/d1", "r/e/e1", "r/f/f1")
	b.quiet(func() bool { return b.p.bytes > 4_000 && b.p.running == 1 })
	var first int
	for len(b.begun) > 0 {
		<-b.begun
		first++
	}
	if first >= 6 {
		t.Fatal("everything has begun")
	}
	b.none()
	b.goOn["slow"] <- nil
	b.quiet(func() bool { return b.p.running == 0 }) // the head is done; the next one is begun and done ...
	for committed := int64(0); committed < 6; {
		got := b.commit(100) // ... and so on
		committed = max(committed, got[0])
	}
}

// A lane is committed as a whole, because there is no state in the middle of it; a prefix can always end after a
// dispatch.
func TestCommittablePrefixHoldsWholeLanes(t *testing.T) {
	w := &window{memory: changelog.NewPartition(0, nil)}
	add := func(l *lane, chunk int) {
		it := &item{lane: l, done: true, dispatch: chunk}
		l.items = append(l.items, it)
		w.items = append(w.items, it)
	}
	a, b, c := &lane{}, &lane{}, &lane{}
	for _, l := range []*lane{a, b, a, b, a, c} { // a and b cross; c follows
		add(l, 1)
	}
	w.advance()
	for _, x := range []struct {
		limit int
		must  bool
		want  int
	}{{10, true, 6}, {6, false, 6}, {5, false, 5}, {4, false, 0}, {4, true, 5}, {0, false, 0}} {
		if got := w.committable(x.limit, x.must); got != x.want {
			t.Errorf("limit %d (must %v): %d items are committable, want %d", x.limit, x.must, got, x.want)
		}
	}
	w.items[4].done, w.donePrefix = false, 0
	w.advance()
	if got := w.committable(10, true); got != 0 {
		t.Errorf("%d items are committable within unfinished lanes", got)
	}
}

// A lane that waits for its retry gives up its worker, and so do lanes that wait for a broken dependency, until as many
// of them wait as there are workers.
func TestWaitingLaneGivesUpItsWorker(t *testing.T) {
	b := newBench(t, limits{workers: 1, records: 100, bytes: 1 << 20}, 1, "retried", "p1", "p2", "p3")
	b.dispatch(0, "r/a/retried", "r/b/b1")
	b.began(1)
	b.goOn["retried"] <- fmt.Errorf("not yet")
	b.began(1) // b1, while the other waits an hour

	b.dispatch(0, "r/c/p1", "r/d/p2", "r/e/p3")
	for _, text := range b.began(1) {
		b.goOn[text] <- Pause(fmt.Errorf("down"))
	}
	for _, text := range b.began(1) { // one is parked: one more may try
		b.goOn[text] <- Pause(fmt.Errorf("down"))
	}
	b.quiet(func() bool { return len(b.p.pauses.waiting) == 2 })
	b.none()
}

// Draining finishes what has started and what precedes it, and starts nothing else.
func TestDrainFinishesWhatPrecedesStartedEvents(t *testing.T) {
	b := newBench(t, limits{workers: 1, records: 100, bytes: 1 << 20}, 1, "a1", "late")
	b.dispatch(0, "r1/a/a1", "r1/b/hole", "r2/c/late", "r1/d/never", "r1/e/never")
	b.began(1)
	b.goOn["a1"] <- nil
	if got := b.began(1); got[0] != "late" { // the other run's turn
		t.Fatalf("began %v", got)
	}
	b.p.drain()
	b.goOn["late"] <- nil
	if got := b.began(1); got[0] != "hole" {
		t.Fatalf("began %v", got)
	}
	b.done(3)
	b.quiet(b.p.idle)
	b.none()
	if got := b.commit(100); got[0] != 3 {
		t.Errorf("committed %v, want the first three", got)
	}
}

// A processor whose handlers wait for answers has as many of them at once as it says; Options hold where they allow for more.
func TestWhoWaitsForAnswersHasMoreHandlers(t *testing.T) {
	m, err := metrics.New(prometheus.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	plain := Processor[struct{}]{Name: "asking"}
	for _, c := range []struct{ option, says, want int }{{8, 0, 8}, {8, 64, 64}, {8, 2, 8}} {
		l := Learning(plain, Learner{Workers: c.says}).compile()
		if got := newRunner(Options{Workers: c.option, Logger: slog.New(slog.DiscardHandler)}, l, m, nil).options.Workers; got != c.want {
			t.Errorf("%+v: %d handlers at once", c, got)
		}
	}
}
