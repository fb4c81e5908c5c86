package stream

import (
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
)

func TestMarksRoundTrip(t *testing.T) {
	for _, m := range []mark{
		{phase: phaseOpen, instance: "host-1", life: "17-abc"},
		{phase: phaseClosed},
		{phase: phaseTrying, ends: 3, instance: "a", life: "b"},
		{phase: phaseRescuing, ends: 2, instance: "a", life: "b"},
	} {
		if got := readMark(m.String()); got != m {
			t.Errorf("%q is read as %+v, want %+v", m, got, m)
		}
	}
	for _, text := range []string{"", "another client's note", "sibyl", "sibyl open", "sibyl trying x a b", "sibyl trying -1 a b", "sibyl closed now",
		strings.Repeat("sibyl ", 900)} {
		if got := readMark(text); got != (mark{}) {
			t.Errorf("%q is read as %+v, want nothing", text, got)
		}
	}
}

func TestSuspicionAfterUncleanEnd(t *testing.T) {
	const me, life = "me", "now"
	tried := func(ends int, instance, life string) mark {
		return mark{phase: phaseTrying, ends: ends, instance: instance, life: life}
	}
	rescued := mark{phase: phaseRescuing, ends: 2, instance: me, life: "before"}
	for name, c := range map[string]struct {
		mark    mark
		end     End
		inHand  bool
		ends    int
		givenUp bool
		unsaved bool
	}{
		"a crash after another":            {tried(1, me, "before"), EndCrashed, true, 2, true, false},
		"the first crash":                  {tried(0, me, "before"), EndCrashed, true, 1, false, false},
		"a kill":                           {tried(1, me, "before"), EndKilled, true, 1, false, false},
		"a crash while it waited":          {tried(1, me, "before"), EndCrashed, false, 1, false, false},
		"this very life":                   {tried(1, me, life), EndCrashed, true, 1, false, false},
		"an end that nobody saw":           {tried(1, me, "before"), EndUnknown, true, 2, false, false},
		"the fourth that nobody saw":       {tried(3, me, "before"), EndUnknown, true, 4, true, false},
		"another owner's end":              {tried(1, "other", "before"), EndCrashed, true, 2, false, false},
		"another owner's, after three":     {tried(3, "other", "before"), EndKilled, false, 4, true, false},
		"its rescue crashed":               {rescued, EndCrashed, true, 3, true, true},
		"its rescue was killed":            {rescued, EndKilled, true, 2, true, false},
		"its rescue, after a lost session": {mark{phase: phaseRescuing, ends: 2, instance: me, life: life}, EndUnknown, true, 2, true, false},
		"nothing was tried":                {mark{phase: phaseOpen, instance: me, life: "before"}, EndCrashed, true, 0, false, false},
		"nothing was in flight before":     {mark{phase: phaseClosed}, EndCrashed, true, 0, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.mark.after(me, life, c.end, c.inHand, false)
			if got.ends != c.ends || got.givenUp != c.givenUp || got.unsaved != c.unsaved {
				t.Errorf("%d ends, given up %t, unsaved %t; want %d, %t, %t", got.ends, got.givenUp, got.unsaved, c.ends, c.givenUp, c.unsaved)
			}
			if tried := c.mark.phase == phaseTrying || c.mark.phase == phaseRescuing; got.tried != tried {
				t.Errorf("tried is %t, want %t", got.tried, tried)
			}
		})
	}
}

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
				instance: "a", life: string(rune('k' + i)), end: EndUnknown, tried: map[trialAt]int64{},
			}
		}
		m := mark{phase: phaseTrying, instance: "a", life: "the one before"}
		for _, turn := range rapid.SliceOfN(rapid.IntRange(0, lives-1), 1, 40).Draw(t, "turns") {
			q := processes[turn]
			said := q.suspectsOf("counting", in, at, at+1, m, Options{}).atCommitted
			if said.givenUp {
				t.Fatalf("given up on after %d ends that nobody saw, with %d processes alive", said.ends, lives)
			}
			m = mark{phase: phaseTrying, ends: said.ends, instance: q.instance, life: q.life}
			q.marked("counting", &item{window: &window{input: in}, source: &kgo.Record{Offset: at}})
		}
		if m.ends > lives {
			t.Fatalf("%d unclean ends are counted, at most %d happened", m.ends, lives)
		}
		for next := 0; !(m.ends >= unknownAllowed); next++ {
			q := &quarantine{instance: "a", life: strings.Repeat("next", next+1), tried: map[trialAt]int64{}}
			said := q.suspectsOf("counting", in, at, at+1, m, Options{}).atCommitted
			if said.ends != m.ends+1 {
				t.Fatalf("a process that died while it tried the event is not counted: %d ends after %d", said.ends, m.ends)
			}
			m = mark{phase: phaseTrying, ends: said.ends, instance: q.instance, life: q.life}
		}
	})
}
