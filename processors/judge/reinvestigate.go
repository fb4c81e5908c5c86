package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// gap is a reason to look again: what is missing, and who could supply it.
type gap struct {
	text   string
	agents []events.Agent
	why    string // said to each of the agents
	thin   bool   // any further evidence could close it
}

// Reinvestigate decides whether to send a case round again, and to whom with which questions. It does not
// where the cap is reached, where nothing is missing, or where nobody is left who could find anything new.
func Reinvestigate(r Rubric, c Case, ev Evaluation) (events.Reinvestigation, bool) {
	if c.Claim == nil || c.current() >= c.passes(r) {
		return events.Reinvestigation{}, false
	}
	gaps := r.gaps(ev)
	if len(gaps) == 0 {
		return events.Reinvestigation{}, false
	}
	tasks := r.targets(c, ev, gaps)
	if len(tasks) == 0 {
		return events.Reinvestigation{}, false
	}
	return events.Reinvestigation{
		Claim:            *c.Claim,
		Gap:              gapText(gaps),
		Agents:           tasks,
		RequiredEvidence: requiredEvidence(tasks),
	}, true
}

func gapText(gaps []gap) string {
	texts := make([]string, len(gaps))
	for i, g := range gaps {
		texts[i] = g.text
	}
	return strings.Join(texts, " ")
}

// passes is the cap of the case's run.
func (c *Case) passes(r Rubric) int {
	if c.Cap > 0 {
		return c.Cap
	}
	return r.Reinvestigate.Passes
}

// gaps lists what keeps the case from being settled. A gap may name nobody who could close it.
func (r Rubric) gaps(ev Evaluation) []gap {
	var out []gap
	if n := len(ev.Support); n < r.Reinvestigate.Origins && ev.Side == SideSupport {
		out = append(out, gap{
			text: fmt.Sprintf("Too few sources: %s corroborated the claim, %d independent ones are needed.",
				counted(n, "independent source has", "independent sources have"), r.Reinvestigate.Origins),
			thin: true,
		})
	}
	if ev.Contradictory {
		why := "findings contradict each other"
		text := fmt.Sprintf("Contradiction: %s against %s for the claim.", counted(len(ev.Contradict), "source", "sources"),
			counted(len(ev.Support), "source", "sources"))
		out = append(out, gap{text, agentsWhere(ev, func(x Expectation) bool { return x.Opinion }), why, true})
	}
	if missing := agentsWhere(ev, func(x Expectation) bool { return !x.Looked }); len(missing) > 0 {
		out = append(out, gap{fmt.Sprintf("Not looked at by %s.", nameAll(missing)), missing, "its view is missing", false})
	}
	if ev.Dimensions.Quality.Level == string(LevelLow) && len(ev.own()) > 0 {
		weak := agentsWhere(ev, func(x Expectation) bool { return x.Weak })
		out = append(out, gap{fmt.Sprintf("Weak sources: the two best reach %.2f.", ev.Quality), weak, "its sources are of low quality", true})
	}
	if ids := partly(ev.Paragraphs); len(ids) > 0 {
		out = append(out, gap{
			fmt.Sprintf("Sub-requirements are missing in %s.", strings.Join(ids, ", ")), []events.Agent{events.Legal}, "sub-requirements are missing", false,
		})
	}
	if len(out) == 0 && ev.Score < r.Reinvestigate.Score {
		out = append(out, gap{text: fmt.Sprintf("The evidence scores %.2f, below %.2f.", ev.Score, r.Reinvestigate.Score), thin: true})
	}
	return out
}

// targets names the agents to ask again: whoever the gaps name, also one not asked so far. Where nobody of them
// could find anything new, it matters what is missing. A view or a sub-requirement is one agent's to supply:
// if that one is exhausted, nobody else is asked in its place. Evidence that is thin or contradictory can be
// anybody's: then it is the helpful agents not asked yet, after them those that answered without taking a side, and
// after these those that took one and could look further. Nobody is asked who has said that nothing new would come of it; when nobody is left the judge rules.
func (r Rubric) targets(c Case, ev Evaluation, gaps []gap) []events.AgentTask {
	known := map[events.Agent]Expectation{}
	for _, x := range ev.Expected {
		known[x.Agent] = x
	}
	why := map[events.Agent][]string{}
	ask := func(a events.Agent, reason string) {
		if !known[a].Exhausted {
			why[a] = append(why[a], reason)
		}
	}
	thin := false
	for _, g := range gaps {
		thin = thin || g.thin
		for _, a := range g.agents {
			ask(a, g.why)
		}
	}
	if len(why) == 0 && thin {
		for _, a := range r.Helpful[c.Claim.Type] {
			if _, asked := known[a]; !asked {
				ask(a, "it has not been asked yet")
			}
		}
	}
	if len(why) == 0 && thin {
		for _, x := range ev.Expected {
			if x.Looked && !x.Opinion {
				ask(x.Agent, "its answer left the claim open")
			}
		}
	}
	if len(why) == 0 && thin { // one that took a side and says that there is more to look at
		for _, x := range ev.Expected {
			if x.Looked && x.Opinion {
				ask(x.Agent, "it has not looked everywhere")
			}
		}
	}
	var out []events.AgentTask
	for _, a := range events.Agents() {
		if reasons := why[a]; len(reasons) > 0 {
			out = append(out, events.AgentTask{
				Agent: a, Required: known[a].Required,
				Reason:  "asked by the judge: " + strings.Join(reasons, "; "),
				Query:   query(a, *c.Claim, ev),
				Earlier: c.findingsOf(a),
			})
		}
	}
	return out
}

func agentsWhere(ev Evaluation, holds func(Expectation) bool) []events.Agent {
	var out []events.Agent
	for _, x := range ev.Expected {
		if holds(x) {
			out = append(out, x.Agent)
		}
	}
	return out
}

// partly lists the paragraphs that are addressed in part.
func partly(paragraphs []events.ParagraphStatus) []string {
	var ids []string
	for _, p := range paragraphs {
		if p.Status == events.PartiallyAddressed && !slices.Contains(ids, p.ID) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

func counted(n int, one, many string) string {
	switch n {
	case 0:
		return "no " + one
	case 1:
		return "one " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
