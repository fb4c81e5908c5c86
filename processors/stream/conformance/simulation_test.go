package conformance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// TestSimulation lives the life of one processor on a fake broker, by a clock of its own: events, wakes, faults,
// restarts and crashes in an order that follows from the seed, which is printed. SIBYL_SIMULATION_SEED repeats
// one of them.
func TestSimulation(t *testing.T) {
	first, count := uint64(1), uint64(8)
	if text := os.Getenv("SIBYL_SIMULATION_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		first, count = n, 1
	}
	for seed := first; seed < first+count; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			t.Logf("SIBYL_SIMULATION_SEED=%d", seed)
			s, fake := fakeStage(t)
			m := &simulation{
				stage: s, fake: fake, rng: rand.New(rand.NewPCG(seed, 1)),
				clock: streamtest.NewClock(streamtest.Start), next: map[string]int{},
			}
			m.live()
		})
	}
}

type simulation struct {
	*stage
	fake  *kfake.Cluster
	rng   *rand.Rand
	clock *streamtest.Clock
	next  map[string]int
	now   *streamtest.Running
	did   map[string]int
	wakes int
}

func (m *simulation) live() {
	m.did = map[string]int{}
	m.start()
	for range 60 {
		switch n := m.rng.IntN(20); {
		case n < 11:
			m.did["feed"]++
			m.feed()
		case n < 14:
			m.did["fault"]++
			m.fault()
		case n < 17:
			m.did["advance"]++
			m.clock.Advance(time.Duration(m.rng.IntN(40)) * time.Second)
		case n < 18:
			m.did["restart"]++
			m.stop(m.now)
			m.start()
		case n < 19:
			m.did["crash"]++
			m.now.Crash()
			m.start()
		default:
			m.did["catch up"]++
			m.caughtUp()
		}
	}
	m.wakeAll()
	m.caughtUp()
	m.stop(m.now)
	m.settleWith(stream.Options{Instance: "settling", Clock: m.clock}, "run_1")
	m.t.Logf("it did %v", m.did)
}

func (m *simulation) start() {
	m.now = m.Launch(stream.Options{Clock: m.clock, MaxBatch: 1 + m.rng.IntN(20), Attempts: 3, Backoff: time.Nanosecond}, (&book{}).processor(m.name))
}

func (m *simulation) feed() {
	var batch []events.Record
	for range 1 + m.rng.IntN(30) {
		k := key(m.rng.IntN(keys))
		m.next[k]++
		if m.next[k] > 1 && m.rng.IntN(20) == 0 {
			m.next[k]-- // the one before comes again; if its text is another this time, it must not matter
		}
		text := fmt.Sprint(m.next[k])
		switch m.rng.IntN(12) {
		case 0:
			text += " poison"
		case 1:
			text += " panic"
		case 2, 3, 4:
			// No two wakes of a key at the same time: a wake is named by it, and a name that came before is a repeat.
			m.wakes++
			text += fmt.Sprintf(" wake=%dms", 1000*m.rng.IntN(90)+m.wakes)
		}
		batch = append(batch, claim("run_1", k, text, streamtest.At(m.clock.Now())))
	}
	m.Produce(batch...)
}

// fault has the next request of some kind fail, in one of the ways of TestErrors.
func (m *simulation) fault() {
	kinds := []kmsg.Key{kmsg.EndTxn, kmsg.TxnOffsetCommit, kmsg.Produce, kmsg.Fetch, kmsg.Heartbeat}
	key := kinds[m.rng.IntN(len(kinds))]
	all := errorsOf[key]
	m.fake.Fault(kfake.Fault{Keys: []kmsg.Key{key}, Err: all[m.rng.IntN(len(all))], Count: 1 + m.rng.IntN(2), When: ofOurs})
}

// wakeAll moves the clock, a little at a time, until every key that wants to be woken has been.
func (m *simulation) wakeAll() {
	m.t.Helper()
	ctx, cancel := m.context()
	defer cancel()
	for {
		m.caughtUp()
		left := m.pending(m.all(input))
		if left == 0 {
			return
		}
		if ctx.Err() != nil {
			m.t.Fatalf("%d keys were never woken", left)
		}
		m.clock.Advance(5 * time.Second)
	}
}

func (m *simulation) pending(log []*kgo.Record) int {
	r := m.folded(log)
	n := 0
	for _, a := range r.keys {
		if a.wake != 0 {
			n++
		}
	}
	return n
}
