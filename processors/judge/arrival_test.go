package judge

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// TestEveryOrderOfArrival delivers the events of a case in every order that there is: for one pass of up to
// four agents, and for all passes of two agents, with the answers of a pass even before its opening. Instead
// of walking every order it visits every set of events heard: if all ways into a set lead to the same case
// and the same things said, the orders cannot differ.
func TestEveryOrderOfArrival(t *testing.T) {
	book := phrases(t, 2)
	sets := 0
	for n := 1; n <= 4; n++ {
		each(n, len(answers), func(choice []int) {
			if !slices.IsSorted(choice) { // the agents are interchangeable here
				return
			}
			sets += confluent(t, passEvents(book, events.Agents()[:n], choice, 1), 1)
		})
	}
	games := 0
	each(2, len(answers), func(choice []int) {
		if !slices.IsSorted(choice) {
			return
		}
		agents := events.Agents()[:2]
		first := passEvents(book, agents, choice, 1)
		_, drafts := deliverAll(t, first, 2)
		again := requests(drafts)
		if len(again) == 0 {
			return
		}
		var next []events.Agent
		for _, task := range again[0].Agents {
			next = append(next, task.Agent)
		}
		each(len(next), len(answers), func(second []int) {
			games++
			sets += confluent(t, append(slices.Clone(first), passEvents(book, next, second, 2)...), 2)
		})
	})
	t.Logf("%d sets of events reached in every way; %d games of two passes", sets, games)
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
			revisions := 2
			if choice[0] == kindUnable && choice[1] != kindSilent && choice[2] != kindSilent {
				revisions = 2 // its own word settles what was said on its behalf
			} else if choice[0] == kindUnable {
				revisions = 1 // others are still outstanding, and nothing has changed
			}
			if len(issued) != revisions || len(requests(got)) != 0 {
				t.Fatalf("%v after %s: %d verdicts", choice, answers[excuse], len(issued))
			}
			last := issued[len(issued)-1]
			if revisions == 2 && (last.Revision != 2 || last.Supersedes != issued[0].ID) {
				t.Fatalf("%v: %+v", choice, last)
			}
			if issued[0].Final != (excuse == kindUnable && choice[1] != kindSilent && choice[2] != kindSilent) || last.Final != c.Final {
				t.Fatalf("%v after %s: first final %v, last %v", choice, answers[excuse], issued[0].Final, last.Final)
			}
			if revisions == 2 {
				last.ID, last.Revision, last.Supersedes = expected.ID, expected.Revision, expected.Supersedes
				if a, b := encoded(t, last), encoded(t, expected); a != b {
					t.Fatalf("%v: late\n%s\nin time\n%s", choice, a, b)
				}
			}
			late++
		}
	})
	t.Logf("%d late answers", late)
}
