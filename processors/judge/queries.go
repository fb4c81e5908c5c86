package judge

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// told is how an agent is spoken of.
type told struct {
	name   string // how people are told of it
	angle  string // what it looks at, in their words
	wanted string // what would be sufficient evidence from it
}

// agents has all of them; what to ask one in a later pass is in query.
var agents = map[events.Agent]told{
	events.Legal: {"the legal agent", "the paragraphs of the standards",
		"A status for each paragraph with a quotation for every sub-requirement addressed."},
	events.DataMetrics: {"the data and metrics agent", "the arithmetic of its figures",
		"The calculation redone on figures with their pages, units checked, benchmark compared."},
	events.Geography: {"the geography agent", "the place itself",
		"Imagery of the place with its vegetation index before and after and the uncertainty."},
	events.NewsMedia: {"the news and media agent", "press and regulators",
		"Coverage by publishers of tier 1 or 2 that corroborates or contradicts the claim, with dates."},
	events.Academic: {"the academic agent", "research and registers",
		"Peer-reviewed research, a recognised benchmark or a registry entry, with a reference that resolves."},
}

func name(a events.Agent) string {
	if t, ok := agents[a]; ok {
		return t.name
	}
	return "agent " + string(a)
}

func nameAll(all []events.Agent) string {
	out := make([]string, len(all))
	for i, a := range all {
		out[i] = name(a)
	}
	return enumerate(out)
}

func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// query is the refined question to one agent: what to look for, in the claim's own particulars, and what
// the earlier passes left open.
func query(a events.Agent, c events.Claim, ev Evaluation) string {
	claim := fmt.Sprintf("%q", shorten(c.Text, 300))
	e := c.Entities
	var q string
	switch a {
	case events.Geography:
		q = fmt.Sprintf("Verify %s against imagery%s%s, the same season before and after.", claim, of(e.Places), during(e.Periods))
	case events.Legal:
		q = fmt.Sprintf("Assess %s again, sub-requirement by sub-requirement, searching the report itself and not only its claims", claim)
		if ids := partly(ev.Paragraphs); len(ids) > 0 {
			q += ": " + enumerate(ids) + " is addressed only in part"
		}
		q += "."
	case events.NewsMedia:
		q = fmt.Sprintf("Search for coverage of %s%s by publishers of tier 1 and 2; look for contradiction as well as corroboration.", claim, during(e.Periods))
	case events.Academic:
		q = fmt.Sprintf("Compare %s with peer-reviewed research, recognised methods%s and registries.", claim, such(e.Standards))
	case events.DataMetrics:
		q = fmt.Sprintf("Recalculate %s%s%s; check units and compare with benchmarks.", claim, with(e.Figures), during(e.Periods))
	}
	if ev.Contradictory {
		q += fmt.Sprintf(" Findings for the claim (%s) and against it (%s) have to be reconciled.", cited(ev.Support), cited(ev.Contradict))
	}
	return q
}

func of(places []string) string    { return prefixed(" of ", places) }
func during(p []string) string     { return prefixed(" for ", p) }
func with(figures []string) string { return prefixed(" with the figures ", figures) }
func such(s []string) string       { return prefixed(" such as ", s) }

func prefixed(prefix string, words []string) string {
	if len(words) == 0 {
		return ""
	}
	return prefix + enumerate(words[:min(len(words), 4)])
}

// cited lists the findings behind sources, each once.
func cited(sources []Source) string {
	seen := map[string]bool{}
	var ids []string
	for _, s := range sources {
		for _, id := range s.Findings {
			if !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	if len(ids) == 0 {
		return "none"
	}
	const shown = 6
	if len(ids) > shown {
		return fmt.Sprintf("%s and %d more", strings.Join(ids[:shown], ", "), len(ids)-shown)
	}
	return strings.Join(ids, ", ")
}

func requiredEvidence(tasks []events.AgentTask) string {
	out := make([]string, 0, len(tasks))
	for _, t := range tasks {
		out = append(out, agents[t.Agent].wanted)
	}
	return strings.Join(out, " ")
}
