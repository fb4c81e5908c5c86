package stream

import (
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/crash"
)

// Living processes that take a partition from each other must not make the event at its head look guilty, whatever the
// order of their turns: each counts once at most. A process that the event ends counts every time.
func TestSuspicionAmongLivingProcesses(t *testing.T) {
	const at = 7
	in := input{string(events.TopicClaimsExtracted), 0}
	rapid.Check(t, func(t *rapid.T) {
		lives := rapid.IntRange(1, 3).Draw(t, "lives")
		processes := make([]*quarantine, lives)
		for i := range processes {
			processes[i] = &quarantine{
				instance: "a", life: string(rune('k' + i)), end: crash.EndUnknown, tried: map[trialAt]int64{},
			}
		}
		m := crash.Mark{Phase: crash.Trying, Instance: "a", Life: "the one before"}
		for _, turn := range rapid.SliceOfN(rapid.IntRange(0, lives-1), 1, 40).Draw(t, "turns") {
			q := processes[turn]
			said := q.suspectsOf("counting", in, at, at+1, m, Options{}).atCommitted
			if said.GivenUp {
				t.Fatalf("given up on after %d ends that nobody saw, with %d processes alive", said.Ends, lives)
			}
			m = crash.Mark{Phase: crash.Trying, Ends: said.Ends, Instance: q.instance, Life: q.life}
			q.marked("counting", &item{window: &window{input: in}, source: &kgo.Record{Offset: at}})
		}
		if m.Ends > lives {
			t.Fatalf("%d unclean ends are counted, at most %d happened", m.Ends, lives)
		}
		for next := 0; m.Ends < 4; next++ {
			q := &quarantine{instance: "a", life: strings.Repeat("next", next+1), tried: map[trialAt]int64{}}
			said := q.suspectsOf("counting", in, at, at+1, m, Options{}).atCommitted
			if said.Ends != m.Ends+1 {
				t.Fatalf("a process that died while it tried the event is not counted: %d ends after %d", said.Ends, m.Ends)
			}
			m = crash.Mark{Phase: crash.Trying, Ends: said.Ends, Instance: q.instance, Life: q.life}
		}
	})
}
