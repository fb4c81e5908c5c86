package judge

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// TestEveryOrderOfArrival delivers the events of a case in every order that there is, with the answers of a pass
// even before its opening: for one pass of up to four agents, for two passes of two agents, for three passes of
// one agent, each with all answers, and for three passes of two agents that find little or fail.
// Instead of walking every order it visits every set of events heard: if all ways into a set lead to the same
// case and the same things said, the orders cannot differ.
func TestEveryOrderOfArrival(t *testing.T) {
	book := phrases(t, 3)
	all := make([]int, len(answers))
	for i := range all {
		all[i] = i
	}
	sets := 0
	for n := 1; n <= 4; n++ {
		each(n, len(answers), func(choice []int) {
			if !slices.IsSorted(choice) { // the agents are interchangeable here
				return
			}
			sets += confluent(t, passEvents(book, events.Agents()[:n], choice, 1), 1)
		})
	}
	t.Logf("%d sets of events of one pass reached in every way", sets)
	for _, c := range []struct {
		agents, passes int
		kinds          []int
	}{
		{2, 2, all},
		{1, 3, all},
		{2, 3, []int{kindWeak, kindUnable}},
	} {
		games, sets := 0, 0
		follow(t, book, c.kinds, c.passes, nil, events.Agents()[:c.agents], func(ms []message) {
			games++
			sets += confluent(t, ms, c.passes)
		})
		if games == 0 {
			t.Errorf("no game of %d agents goes on for %d passes", c.agents, c.passes)
		}
		t.Logf("%d agents, %d answers: %d games of %d passes, %d sets of events", c.agents, len(c.kinds), games, c.passes, sets)
	}
}

// follow calls f with the events of every game that goes on for so many passes.
func follow(t *testing.T, book phrasebook, kinds []int, passes int, before []message, asked []events.Agent, f func([]message)) {
	t.Helper()
	pass := 1
	for _, m := range before {
		if m.opening != nil {
			pass++
		}
	}
	each(len(asked), len(kinds), func(choice []int) {
		if pass == 1 && !slices.IsSorted(choice) { // as above
			return
		}
		said := make([]int, len(choice))
		for i, k := range choice {
			said[i] = kinds[k]
		}
		ms := append(slices.Clone(before), passEvents(book, asked, said, pass)...)
		if pass == passes {
			f(ms)
			return
		}
		_, drafts := deliverAll(t, ms, passes)
		again := requests(drafts)
		if len(again) < pass {
			return // it has ended
		}
		var next []events.Agent
		for _, task := range again[pass-1].Agents {
			next = append(next, task.Agent)
		}
		follow(t, book, kinds, passes, ms, next, f)
	})
}

func passEvents(book phrasebook, agents []events.Agent, choice []int, pass int) []message {
	var asked []events.AgentTask
	for _, a := range agents {
		asked = append(asked, events.AgentTask{Agent: a, Required: true})
	}
	out := []message{{opening: &events.Case{Claim: claimOf(events.Environmental), Iteration: pass, Agents: asked}}}
	for i, kind := range choice {
		out = append(out, message{heard: book[[3]int{rank(agents[i]), kind, pass}]})
	}
	return out
}

func deliverAll(t *testing.T, ms []message, limit int) (Case, []events.Draft) {
	t.Helper()
	var c Case
	var drafts []events.Draft
	for _, m := range ms {
		var out []events.Draft
		c, out = m.hand(t, bench{defaultRubric}, c.copied(), limit)
		drafts = append(drafts, out...)
	}
	return c, drafts
}

// confluent visits every subset of the events and reports how many there are.
func confluent(t *testing.T, ms []message, limit int) int {
	t.Helper()
	type point struct {
		state Case
		said  string // everything published so far, in no order
	}
	total := 1 << len(ms)
	points := make([]*point, total)
	points[0] = &point{}
	for set := 1; set < total; set++ {
		for i := range ms {
			if set&(1<<i) == 0 {
				continue
			}
			before := points[set&^(1<<i)]
			c, drafts := ms[i].hand(t, bench{defaultRubric}, before.state.copied(), limit)
			p := point{state: c, said: before.said + spoken(t, drafts)}
			if points[set] == nil {
				points[set] = &p
			} else if q := points[set]; q.said != p.said || encoded(t, q.state) != encoded(t, p.state) {
				t.Fatalf("%0*b after event %d: the order matters\n%s\n%s\n%s\n%s", len(ms), set, i, q.said, p.said, encoded(t, q.state), encoded(t, p.state))
			}
		}
	}
	if got := points[total-1]; bits.OnesCount(uint(total-1)) > 1 && !strings.Contains(got.said, events.VerdictIssued.Type) && limit == 1 {
		t.Fatalf("no verdict: %s", got.said)
	}
	return total
}

// spoken is what was published, for comparison. The texts are functions of the verdict and left out.
func spoken(t *testing.T, drafts []events.Draft) string {
	var b strings.Builder
	for _, d := range drafts {
		switch d.Type() {
		case events.VerdictIssued.Type, events.ReinvestigationRequested.Type:
			b.WriteString(d.Type() + " " + encoded(t, d.Payload) + "\n")
		default:
			b.WriteString(d.Type() + " " + d.Subject + "\n")
		}
	}
	return b.String()
}

// TestALateAnswerEndsAsIfItHadBeenInTime lets an agent be given up on and answer after all: the case ends
// with the verdict that it would have had, as a revision that supersedes the one before.
func TestALateAnswerEndsAsIfItHadBeenInTime(t *testing.T) {
	book := phrases(t, 1)
	agents := events.Agents()[:3]
	late := 0
	each(3, len(answers), func(choice []int) {
		if choice[0] == kindSilent {
			return
		}
		for _, excuse := range []int{kindSilent, kindUnable} {
			if choice[0] == kindUnable && excuse == kindUnable {
				continue
			}
			inTime := passEvents(book, agents, choice, 1)
			_, want := deliverAll(t, inTime, 1)
			missed := message{heard: book[[3]int{0, excuse, 1}]}
			answer := inTime[1]
			c, got := deliverAll(t, append(append([]message{inTime[0], missed}, inTime[2:]...), answer), 1)
			issued, expected := verdicts(got), verdicts(want)[0]
			if len(issued) != 2 || len(requests(got)) != 0 {
				t.Fatalf("%v after %s: %d verdicts", choice, answers[excuse], len(issued))
			}
			last := issued[len(issued)-1]
			if last.Revision != 2 || last.Supersedes != issued[0].ID {
				t.Fatalf("%v: %+v", choice, last)
			}
			if issued[0].Final != (excuse == kindUnable && choice[1] != kindSilent && choice[2] != kindSilent) || last.Final == c.outstanding() {
				t.Fatalf("%v after %s: first final %v, last %v", choice, answers[excuse], issued[0].Final, last.Final)
			}
			last.ID, last.Revision, last.Supersedes = expected.ID, expected.Revision, expected.Supersedes
			if a, b := encoded(t, last), encoded(t, expected); a != b {
				t.Fatalf("%v: late\n%s\nin time\n%s", choice, a, b)
			}
			late++
		}
	})
	t.Logf("%d late answers", late)
}
