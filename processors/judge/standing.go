package judge

import (
	"slices"

	"github.com/sibyl-project/sibyl/events"
)

// standing lists the findings that count: those of all passes but the ones that their own agent has
// withdrawn.
func (r Rubric) standing(c Case) []events.Finding {
	withdrawn := map[string]bool{}
	for _, f := range c.Findings {
		for _, g := range c.Findings {
			if f.RefersTo == g.ID && r.withdraws(f, g) {
				withdrawn[g.ID] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(c.Findings), func(f events.Finding) bool { return withdrawn[f.ID] })
}

// withdraws reports whether a later finding f takes the place of g, to which it refers. It must read it
// otherwise and rest on every origin that g rested on: an agent that merely found nothing more, or something
// else elsewhere, withdraws nothing. A finding on the same side never does, so that a further finding for a
// claim cannot speak against it.
func (r Rubric) withdraws(f, g events.Finding) bool {
	switch {
	case f.Agent != g.Agent || f.Iteration <= g.Iteration:
		return false
	case g.SupportsClaim == nil:
		return false // it takes no side, and what it says of paragraphs is outdated by later statuses one by one
	case f.SupportsClaim == nil && f.Exhausted:
		return false // nothing new came of asking again
	case f.SupportsClaim != nil && *f.SupportsClaim == *g.SupportsClaim:
		return false
	}
	again := r.traces(f, *g.SupportsClaim)
	for _, t := range r.traces(g, *g.SupportsClaim) {
		if t.origin != originUnstated && !slices.ContainsFunc(again, func(u trace) bool { return u.origin == t.origin }) {
			return false
		}
	}
	return true
}
