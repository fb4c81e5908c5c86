package conductor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

func checkIteration(claim string, n int) error {
	if n < 1 || n > maxIteration {
		return stream.Reject(fmt.Errorf("following claim %s: pass %d is out of bounds", claim, n))
	}
	return nil
}

func (d desk) started(t *turn, e events.Event[events.AgentRef]) error {
	at := t.agent(e.Data.Agent)
	at.Started = true
	t.seen(e.Data.Agent)
	if t.Told {
		t.tellStarted(e.Data.Agent)
	}
	t.publish(t.status(e.Data.Agent, "started", statusWord(at)))
	return nil
}

// tell says which agents have started once it is known how many claims each of them has.
func (t *turn) tell() {
	if t.Told || t.Totals == nil || len(t.Claims) < *t.Totals {
		return
	}
	t.Told = true
	for _, a := range events.Agents() {
		if t.agent(a).Started {
			t.tellStarted(a)
		}
	}
}

func (t *turn) tellStarted(a events.Agent) {
	t.publish(activity(Name, "agent_started", string(a), "agent_started", map[string]any{"claims_assigned": t.agent(a).Claims}))
}

func (t *turn) seen(a events.Agent) {
	at := t.agent(a)
	at.Seen, at.Quiet = max(at.Seen, t.now), 0
}

// registered notes who was asked in a pass. Of a closed claim nothing is awaited any more.
func (d desk) registered(t *turn, e events.Event[events.Registration]) error {
	id, n := e.Data.ClaimID, e.Data.Iteration
	if err := checkIteration(id, n); err != nil {
		return err
	}
	t.seen(router)
	p := t.Claims[id]
	if p.closed() {
		return nil
	}
	q := p.at(n)
	added := maskOf(e.Data.Agents...) &^ q.asked
	for _, a := range added.agents() {
		at := t.agent(a)
		answered := q.answered&maskOf(a) != 0
		if t.owes(a) == 0 && !answered {
			at.Since = t.now
		}
		at.Assigned++
		if !p.asked(a) {
			at.Claims++
		}
		if answered {
			at.Completed++
		}
	}
	q.asked |= added
	t.keep(id, p)
	return nil
}

// reported notes an answer, once: a repeat, or an agent's late word after it was given up on, changes
// nothing but that the agent is known to be alive.
func (d desk) reported(t *turn, e events.Event[events.Receipt]) error {
	r := e.Data
	at := t.agent(r.Agent)
	at.count(r)
	if e.Source != source {
		at.Started = true
		t.seen(r.Agent)
	}
	for _, a := range r.Heard {
		t.agent(a).Quiet = 0
	}
	if r.ClaimID == "" {
		t.answeredReport(r.Agent, r)
		return nil
	}
	if err := checkIteration(r.ClaimID, r.Iteration); err != nil {
		return err
	}
	if t.answered(r.ClaimID, r) {
		t.mark(r.Agent)
	}
	return nil
}

// answered marks an agent's answer for a claim and reports whether one answer less is awaited.
func (t *turn) answered(id string, r events.Receipt) bool {
	p := t.Claims[id]
	m := maskOf(r.Agent)
	if p.closed() || m == 0 {
		return false
	}
	q := p.at(r.Iteration)
	if q.answered&m != 0 {
		return false
	}
	q.answered |= m
	awaited := q.asked&m != 0
	if awaited {
		t.agent(r.Agent).Completed++
	}
	t.keep(id, p)
	return awaited
}

// answeredReport marks an agent's report-level answer, the first of it.
func (t *turn) answeredReport(a events.Agent, r events.Receipt) {
	q := t.Report.at(1)
	m := maskOf(a)
	if q.answered&m != 0 || m == 0 {
		return
	}
	q.answered |= m
	if r.Outcome == events.OutcomeUnable {
		t.Unable++
		if a == events.Legal && t.Gaps == nil {
			t.Gaps = &events.GapTotals{} // no comparison with the standards will come
		}
	}
}

// count sums what receipts say for people and read models. Late answers count too; that no receipt counts
// twice is the runtime's doing, which absorbs repeats by their id.
func (at *attendance) count(r events.Receipt) {
	at.Records += r.Records
	at.Findings += r.Findings
	at.Passed += r.ChecksPassed
	at.Failed += r.ChecksFailed
	at.Requests += r.Requests
	at.Answered += r.Answered
}

// closed notes a verdict. Only the highest revision counts, and a claim counts once.
func (d desk) closed(t *turn, e events.Event[events.Closure]) error {
	c := e.Data
	p := t.Claims[c.ClaimID]
	if c.Revision <= p.revision {
		return nil
	}
	if _, known := initials[c.Verdict]; !known {
		return stream.Reject(fmt.Errorf("closing claim %s: no verdict %q", c.ClaimID, c.Verdict))
	}
	if t.Verdicts == nil {
		t.Verdicts = map[events.VerdictClass]int{}
	}
	first := !p.closed()
	if first {
		t.Closed++
		t.Rounds += c.Iteration
		for i := range p.passes { // whoever has not answered is no longer waited for
			for _, a := range p.outstanding(i + 1).agents() {
				t.agent(a).Completed++
			}
		}
	} else {
		t.Verdicts[p.verdict]--
		t.Unable -= p.unable
	}
	t.Verdicts[c.Verdict]++
	t.Unable += c.Unable
	t.keep(c.ClaimID, progress{verdict: c.Verdict, revision: c.Revision, iteration: c.Iteration, unable: c.Unable})
	if first {
		t.markJudge()
	}
	return nil
}

func (t *turn) keep(id string, p progress) {
	if t.Claims == nil {
		t.Claims = map[string]progress{}
	}
	if len(t.order) != len(t.Claims) {
		t.order = slices.Sorted(maps.Keys(t.Claims))
	}
	if at, known := slices.BinarySearch(t.order, id); !known {
		t.order = slices.Insert(t.order, at, id)
	}
	t.Claims[id] = p
}

// assessed notes the end of the comparison with the standards. It comes with the legal agent's receipt,
// and stands even if the agent had been given up on in the meantime.
func (d desk) assessed(t *turn, e events.Event[events.GapTotals]) error {
	t.seen(events.Legal)
	gaps := e.Data
	t.Gaps = &gaps
	return nil
}

func (d desk) paused(t *turn, e events.Event[events.Pause]) error {
	at := t.pause(e.Data.Agent, true)
	t.publish(t.status(events.Agent(e.Data.Agent), "paused/"+strconv.Itoa(at.Pauses), "paused"))
	return nil
}

func (d desk) resumed(t *turn, e events.Event[events.Pause]) error {
	at := t.pause(e.Data.Agent, false)
	t.publish(t.status(events.Agent(e.Data.Agent), "resumed/"+strconv.Itoa(at.Pauses), statusWord(at)))
	return nil
}

// working is a sign of life: an agent that is busy with one event for long is not silent. What never returns is ended by
// the runtime's time limit for handlers.
func (d desk) working(t *turn, e events.Event[events.Work]) error {
	if a := events.Agent(e.Data.Agent); maskOf(a) != 0 || a == router {
		t.seen(a)
	}
	return nil
}

// pause notes that a processor waits for a broken dependency, or no longer does. Silence is not counted
// meanwhile.
func (t *turn) pause(processor string, paused bool) *attendance {
	at := t.agent(events.Agent(processor))
	if paused && !at.Paused {
		at.Pauses++
	}
	at.Paused = paused
	t.seen(events.Agent(processor))
	return at
}
