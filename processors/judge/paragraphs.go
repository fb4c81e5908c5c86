package judge

import (
	"slices"

	"github.com/sibyl-project/sibyl/events"
)

// statuses orders what two findings of one agent and pass may say of one paragraph: the one that quotes
// the most stands.
var statuses = []events.DisclosureStatus{
	events.FullyAddressed, events.PartiallyAddressed, events.ReferencedElsewhere,
	events.NotAddressed, events.Conditional, events.CouldNotAssess,
}

// paragraphs maps a claim to the paragraphs it answers, from its own links and the legal agent's findings.
// A status speaks of compliance and is an axis apart from truth: the legal agent's is shown, that of
// data_metrics only where the legal agent could not assess.
func paragraphs(c Case, standing []events.Finding) []events.ParagraphStatus {
	legal := assessed(standing, events.Legal)
	figures := assessed(standing, events.DataMetrics)
	ids := map[string]bool{}
	if c.Claim != nil {
		for _, p := range c.Claim.Paragraphs {
			ids[p.ID] = true
		}
	}
	for _, given := range []map[string]events.DisclosureStatus{legal, figures} {
		for id := range given {
			ids[id] = true
		}
	}
	out := make([]events.ParagraphStatus, 0, len(ids))
	for id := range ids {
		status := legal[id]
		if status == "" || status == events.CouldNotAssess {
			if s, ok := figures[id]; ok {
				status = s
			}
		}
		if status == "" {
			status = events.CouldNotAssess
		}
		out = append(out, events.ParagraphStatus{ID: id, Status: status})
	}
	slices.SortFunc(out, func(a, b events.ParagraphStatus) int {
		if a.ID < b.ID {
			return -1
		}
		return 1 // ids are distinct
	})
	return out
}

// assessed is an agent's latest status per paragraph.
func assessed(standing []events.Finding, agent events.Agent) map[string]events.DisclosureStatus {
	out := map[string]events.DisclosureStatus{}
	from := map[string]int{}
	for _, f := range standing {
		if f.Agent != agent {
			continue
		}
		for _, p := range f.Paragraphs {
			if !slices.Contains(statuses, p.Status) {
				continue // a closed set: what is not in it says nothing
			}
			old, there := out[p.ID]
			later := f.Iteration > from[p.ID]
			same := f.Iteration == from[p.ID] && slices.Index(statuses, p.Status) < slices.Index(statuses, old)
			if !there || later || same {
				out[p.ID], from[p.ID] = p.Status, f.Iteration
			}
		}
	}
	return out
}
