package judge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// Case is everything the judge has heard about one claim of one run. It is kept until the report is
// deleted: a late finding reopens nothing, but it leads to a new revision of the verdict. What it holds is
// a function of the set of events heard, never of their order.
type Case struct {
	Claim    *events.Claim      `json:"claim,omitempty"`
	Cap      int                `json:"cap,omitempty"`      // on passes; 0 while no event has named it
	Passes   []Pass             `json:"passes,omitempty"`   // by iteration
	Findings []events.Finding   `json:"findings,omitempty"` // canonical order, without details and quotes
	Unable   []events.Inability `json:"unable,omitempty"`   // at most one per pass and agent
	Asked    int                `json:"asked,omitempty"`    // the pass waited for; 0 is the first
	Cycles   []events.Cycle     `json:"cycles,omitempty"`
	Revision int                `json:"revision,omitempty"` // of the last verdict; 0 while the case is open
	Verdict  string             `json:"verdict,omitempty"`  // its id
	Content  string             `json:"content,omitempty"`  // digest of what it says
	Ruling   *Ruling            `json:"ruling,omitempty"`   // what a person has ruled

	Checks []Seen   `json:"checks,omitempty"` // what was recalculated, for the words of the reasoning; they weigh nothing
	Needs  []Lookup `json:"needs,omitempty"`  // what findings say of where they looked, for the same
}

// Pass is the agents one pass waits for.
type Pass struct {
	Iteration int                `json:"iteration"`
	Agents    []events.AgentTask `json:"agents"`
}

// current is the pass that is being waited for or, once closed, in which the case was ruled.
func (c *Case) current() int { return max(c.Asked, 1) }

func (c *Case) closed() bool { return c.Revision > 0 }

// open takes in what a pass waits for.
func (c *Case) open(e events.Case) {
	if c.Claim == nil {
		claim := e.Claim
		c.Claim = &claim
	}
	i, there := slices.BinarySearchFunc(c.Passes, e.Iteration, func(p Pass, n int) int { return cmp.Compare(p.Iteration, n) })
	if there {
		return
	}
	agents := make([]events.AgentTask, 0, len(e.Agents))
	for _, t := range e.Agents {
		if rank(t.Agent) < len(events.Agents()) { // nobody else would ever answer
			agents = append(agents, events.AgentTask{Agent: t.Agent, Required: t.Required})
		}
	}
	c.Passes = slices.Insert(c.Passes, i, Pass{Iteration: e.Iteration, Agents: agents})
}

// sofar is the case as of the pass that is being decided. Answers of a later pass wait for it, so that
// each decision rests on the same evidence in whatever order the events arrive.
func (c *Case) sofar() Case {
	n := c.current()
	v := *c
	v.Passes = slices.DeleteFunc(slices.Clone(c.Passes), func(p Pass) bool { return p.Iteration > n })
	v.Findings = slices.DeleteFunc(slices.Clone(c.Findings), func(f events.Finding) bool { return f.Iteration > n })
	v.Unable = slices.DeleteFunc(slices.Clone(c.Unable), func(u events.Inability) bool { return u.Iteration > n })
	v.Checks = slices.DeleteFunc(slices.Clone(c.Checks), func(s Seen) bool { return s.Iteration > n })
	v.Needs = slices.DeleteFunc(slices.Clone(c.Needs), func(l Lookup) bool { return l.Iteration > n })
	return v
}

// hear takes in a finding and reports whether it is new. Of details and quotations only what the reasoning says is kept:
// the verdict needs neither, and the state must stay small.
func (c *Case) hear(f events.Finding) bool {
	if slices.ContainsFunc(c.Findings, func(g events.Finding) bool { return g.ID == f.ID }) {
		return false
	}
	c.lookedUp(f)
	f.Details = nil
	f.Summary = shorten(f.Summary, 400)
	evidence := make([]events.Evidence, len(f.Evidence))
	for i, e := range f.Evidence {
		if f.SupportsClaim == nil || i >= quotesKept || !tellable(e.Origin) {
			e.Quote = ""
		}
		e.Quote = shorten(e.Quote, 240)
		evidence[i] = e
	}
	f.Evidence = evidence
	c.Findings = append(c.Findings, f)
	slices.SortFunc(c.Findings, func(a, b events.Finding) int {
		return cmp.Or(cmp.Compare(a.Iteration, b.Iteration), cmp.Compare(rank(a.Agent), rank(b.Agent)), strings.Compare(a.ID, b.ID))
	})
	return true
}

// excuse takes in that an agent will not answer in a pass. Of several such words for one pass the agent's
// own counts before what was said on its behalf, so that their order does not matter.
func (c *Case) excuse(u events.Inability) {
	better := func(a, b events.Inability) bool {
		if a.GivenUp != b.GivenUp {
			return !a.GivenUp
		}
		return a.Reason < b.Reason
	}
	for i, old := range c.Unable {
		if old.Agent == u.Agent && old.Iteration == u.Iteration {
			if better(u, old) {
				c.Unable[i] = u
			}
			return
		}
	}
	c.Unable = append(c.Unable, u)
	slices.SortFunc(c.Unable, func(a, b events.Inability) int {
		return cmp.Or(cmp.Compare(a.Iteration, b.Iteration), cmp.Compare(rank(a.Agent), rank(b.Agent)), strings.Compare(string(a.Agent), string(b.Agent)))
	})
}

// finished reports whether an agent has said its last in a pass.
func (c *Case) finished(agent events.Agent, iteration int) bool {
	return slices.ContainsFunc(c.Findings, func(f events.Finding) bool {
		return f.Agent == agent && f.Iteration == iteration && f.Last
	})
}

func (c *Case) excused(agent events.Agent, iteration int) (events.Inability, bool) {
	for _, u := range c.Unable {
		if u.Agent == agent && u.Iteration == iteration {
			return u, true
		}
	}
	return events.Inability{}, false
}

// complete reports whether the pass was opened and every one of its agents has answered.
func (c *Case) complete(iteration int) bool {
	for _, p := range c.Passes {
		if p.Iteration != iteration {
			continue
		}
		for _, t := range p.Agents {
			if _, unable := c.excused(t.Agent, iteration); !unable && !c.finished(t.Agent, iteration) {
				return false
			}
		}
		return true
	}
	return false
}

// unanswered counts the answers that were given up on, over all passes.
func (c *Case) unanswered() int {
	n := 0
	for _, p := range c.Passes {
		for _, t := range p.Agents {
			if _, unable := c.excused(t.Agent, p.Iteration); unable && !c.finished(t.Agent, p.Iteration) {
				n++
			}
		}
	}
	return n
}

// outstanding reports whether an agent may still answer: others gave up on it in its latest pass, but it
// has not said so itself.
func (c *Case) outstanding() bool {
	latest := map[events.Agent]int{}
	for _, p := range c.Passes {
		for _, t := range p.Agents {
			latest[t.Agent] = p.Iteration
		}
	}
	for agent, iteration := range latest {
		if u, unable := c.excused(agent, iteration); unable && u.GivenUp && !c.finished(agent, iteration) {
			return true
		}
	}
	return false
}

// findingsOf lists an agent's findings by id, pass by pass.
func (c *Case) findingsOf(a events.Agent) []string {
	var ids []string
	for _, f := range c.Findings {
		if f.Agent == a {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

// rank is an agent's place in display order; an unknown agent stands last.
func rank(a events.Agent) int {
	if i := slices.Index(events.Agents(), a); i >= 0 {
		return i
	}
	return len(events.Agents())
}

func shorten(s string, runes int) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) <= runes {
		return string(r)
	}
	return strings.TrimRight(string(r[:runes-1]), " ,;:") + "…"
}
