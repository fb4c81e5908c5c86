package judge

import (
	"slices"

	"github.com/sibyl-project/sibyl/events"
)

// Withdrawal is a finding that its own agent has taken back.
type Withdrawal struct {
	Finding events.Finding
	By      string // the first finding in its place
}

// standing lists the findings that count: those of all passes but the ones that their own agent has
// withdrawn, which are told apart.
func (r Rubric) standing(c Case) ([]events.Finding, []Withdrawal) {
	all := make([]events.Finding, len(c.Findings))
	for i, f := range c.Findings {
		if slices.Contains(r.Neutral, f.EvidenceType) {
			f.SupportsClaim = nil
		}
		all[i] = f
	}
	var stand []events.Finding
	var withdrawn []Withdrawal
	for _, g := range all {
		i := slices.IndexFunc(all, func(f events.Finding) bool { return f.RefersTo == g.ID && r.withdraws(f, g) })
		if i < 0 {
			stand = append(stand, g)
		} else {
			withdrawn = append(withdrawn, Withdrawal{g, all[i].ID})
		}
	}
	return stand, withdrawn
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
