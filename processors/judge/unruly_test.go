package judge

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// unruly is one case among agents that may do anything: answer in several findings, fail, stay silent until
// the conductor speaks for them, answer after all, and say everything twice; and people rule when they like.
// Events arrive in any order that the log allows: what one agent says in one pass keeps its order, and so do
// rulings, nothing else does.
type unruly struct {
	*rapid.T
	bench   bench
	limit   int
	state   Case
	waiting [][]message // one queue for each agent and pass, for each opening, and for rulings
	came    []message   // everything delivered, for repeats
	late    bool        // somebody was given up on and answered after all
	issued  []events.Verdict
	asked   []events.Reinvestigation
	n       int // findings made so far
	ruled   *events.Override

	replaying bool // nobody answers a request: the answers are there
}

// rulings draws what people will say. One may say again what was said last.
func (u *unruly) rulings() {
	var out []message
	for i := range rapid.IntRange(0, 2).Draw(u.T, "rulings") {
		out = append(out, message{heard: heard{ruling: &events.Override{
			ID: fmt.Sprintf("ovr_%d", i), ClaimID: testClaim, ReportID: testReport, By: "Jane Doe", Reason: "seen",
			Verdict: rapid.SampledFrom(events.VerdictClasses()).Draw(u.T, "ruling"),
		}}})
	}
	u.waiting = append(u.waiting, out)
}

// plan draws what the agents of a pass will say.
func (u *unruly) plan(pass int, tasks []events.AgentTask) {
	u.waiting = append(u.waiting, []message{{opening: &events.Case{Claim: claimOf(events.Strategic), Iteration: pass, Agents: tasks}}})
	for _, task := range tasks {
		u.waiting = append(u.waiting, u.says(task.Agent, pass))
	}
}

func (u *unruly) says(agent events.Agent, pass int) []message {
	unable := func(givenUp bool) message {
		return message{heard: heard{unable: &events.Inability{
			Agent: agent, ClaimID: testClaim, Iteration: pass, Reason: fmt.Sprintf("given up %v", givenUp), GivenUp: givenUp,
		}}}
	}
	answer := func() []message {
		var out []message
		for i := range rapid.IntRange(1, 3).Draw(u.T, "findings") {
			f := anyFinding(u.T, fmt.Sprintf("f%02d", u.n), []string{"+", "-", "0"}, u.state.findingsFor(agent))
			u.n++
			f.Agent, f.Iteration, f.Last = agent, pass, false
			if i == 0 {
				f.Exhausted = f.Exhausted && rapid.Bool().Draw(u.T, "done")
			}
			out = append(out, message{heard: heard{finding: &f}})
		}
		out[len(out)-1].finding.Last = true
		return out
	}
	switch rapid.SampledFrom([]string{"answers", "answers", "answers", "fails", "stays silent", "answers late", "fails late", "breaks off"}).Draw(u.T, "agent") {
	case "fails":
		return []message{unable(false)}
	case "stays silent":
		return []message{unable(true)}
	case "answers late":
		u.late = true
		return append([]message{unable(true)}, answer()...)
	case "fails late":
		u.late = true
		return []message{unable(true), unable(false)}
	case "breaks off":
		out := answer()
		out[len(out)-1].finding.Last = false
		return append(out, unable(false))
	}
	return answer()
}

func (c *Case) findingsFor(a events.Agent) []events.Finding {
	return slices.DeleteFunc(slices.Clone(c.Findings), func(f events.Finding) bool { return f.Agent != a })
}

func (u *unruly) deliver(m message) {
	var s stream.Step[Case]
	var err error
	if m.opening != nil {
		s, err = u.bench.opened(u.Context(), u.state, events.Event[events.Case]{Envelope: events.Envelope{IterationCap: u.limit}, Data: *m.opening})
	} else {
		s, err = u.bench.listen(u.state, m.heard, u.limit)
	}
	if err != nil {
		u.Fatal(err)
	}
	u.state = s.State
	for _, d := range s.Publish {
		if _, err := d.Seal(events.Envelope{Run: "r", Iteration: 1, IterationCap: u.limit}, Name, noTime); err != nil {
			u.Fatal(err)
		}
	}
	u.issued = append(u.issued, verdicts(s.Publish)...)
	for _, again := range requests(s.Publish) {
		u.asked = append(u.asked, again)
		if len(u.issued) > 0 {
			u.Fatalf("asked again after a verdict: %+v", again)
		}
		if !u.replaying {
			u.plan(len(u.asked)+1, again.Agents)
		}
	}
}

// play delivers until nobody has anything more to say.
func (u *unruly) play() {
	for {
		u.waiting = slices.DeleteFunc(u.waiting, func(q []message) bool { return len(q) == 0 })
		if len(u.waiting) == 0 {
			return
		}
		if len(u.came) > 0 && rapid.IntRange(0, 4).Draw(u.T, "repeat") == 0 {
			if m := rapid.SampledFrom(u.came).Draw(u.T, "repeated"); m.ruling == nil || m.ruling == u.ruled {
				u.deliver(m) // an earlier ruling would be a further one: the runtime absorbs it by its event's id
			}
			continue
		}
		i := rapid.IntRange(0, len(u.waiting)-1).Draw(u.T, "next")
		m := u.waiting[i][0]
		u.waiting[i] = u.waiting[i][1:]
		u.came = append(u.came, m)
		if m.ruling != nil {
			u.ruled = m.ruling
		}
		u.deliver(m)
	}
}

// again is what the same events lead to, each handed in once: pass by pass, agent by agent, rulings last.
func (u *unruly) again() []events.Verdict {
	v := &unruly{T: u.T, bench: u.bench, limit: u.limit, replaying: true}
	for pass := 1; pass <= u.limit; pass++ {
		for _, m := range u.came {
			if m.opening != nil && m.opening.Iteration == pass {
				v.deliver(m)
			}
		}
		for _, agent := range events.Agents() {
			for _, m := range u.came {
				if m.finding != nil && m.finding.Agent == agent && m.finding.Iteration == pass || m.unable != nil && m.unable.Agent == agent && m.unable.Iteration == pass {
					v.deliver(m)
				}
			}
		}
	}
	for _, m := range u.came {
		if m.ruling != nil {
			v.deliver(m)
		}
	}
	return v.issued
}

// checks is how many draws a test makes unless it is told otherwise.
func checks(t *testing.T, n string) {
	t.Helper()
	f := flag.Lookup("rapid.checks")
	if f.Value.String() != f.DefValue {
		return // told how many
	}
	if err := flag.Set("rapid.checks", n); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := flag.Set("rapid.checks", f.DefValue); err != nil {
			t.Error(err)
		}
	})
}

// TestUnrulyAgents lets up to five agents do anything over up to four passes, in any order.
func TestUnrulyAgents(t *testing.T) {
	checks(t, "5000")
	ends := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		u := &unruly{T: t, bench: bench{defaultRubric}, limit: rapid.IntRange(1, 4).Draw(t, "cap")}
		var first []events.AgentTask
		for _, a := range rapid.SliceOfNDistinct(rapid.SampledFrom(events.Agents()), 1, 5, rapid.ID[events.Agent]).Draw(t, "agents") {
			first = append(first, events.AgentTask{Agent: a, Required: rapid.Bool().Draw(t, "required")})
		}
		u.plan(1, first)
		u.rulings()
		u.play()

		if len(u.issued) == 0 || len(u.asked) >= u.limit {
			t.Fatalf("%d verdicts, %d requests under a cap of %d", len(u.issued), len(u.asked), u.limit)
		}
		for i, v := range u.issued {
			if v.Revision != i+1 || i > 0 && v.Supersedes != u.issued[i-1].ID || i == 0 && v.Supersedes != "" || v.Iteration != len(u.asked)+1 || v.Iteration > u.limit {
				t.Fatalf("revision %d: %+v", i, v)
			}
			if !strings.Contains(v.Reasoning, "It would change") {
				t.Fatalf("reasoning %s", v.Reasoning)
			}
		}
		last := u.issued[len(u.issued)-1]
		// Whatever came when: what stands in the end is the verdict on everything that was heard.
		now := u.state.sofar()
		if want := Decide(u.bench.rubric, now, Evaluate(u.bench.rubric, now)); stated(t, want) != stated(t, last) {
			t.Fatalf("stands\n%s\nthe case says\n%s", stated(t, last), stated(t, want))
		}
		if last.Final == u.state.outstanding() {
			t.Fatalf("final %v, outstanding %v", last.Final, u.state.outstanding())
		}
		if o := last.Override; (o == nil) != (u.ruled == nil) || o != nil && (o.Verdict != u.ruled.Verdict || last.Verdict != o.Verdict) {
			t.Fatalf("ruled %+v, stands %s, %+v", u.ruled, last.Verdict, o)
		}
		if !u.late {
			if u.ruled == nil && len(u.issued) != 1 {
				t.Fatalf("%d revisions though nobody was late", len(u.issued))
			}
			same := u.again()
			if len(same) == 0 || stated(t, same[len(same)-1]) != stated(t, last) {
				t.Fatalf("in order\n%+v\nas it came\n%+v", same, last)
			}
		}
		ends[fmt.Sprintf("%s, pass %d, late %v, ruled %v", last.Verdict, last.Iteration, u.late, u.ruled != nil)]++
	})
	t.Logf("%v", ends)
}

// stated is a verdict as text, whichever revision it is.
func stated(t *rapid.T, v events.Verdict) string {
	v.ID, v.Revision, v.Supersedes = "", 0, ""
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
