package legal

import (
	"math"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
)

// pillars in the order in which they are shown.
var pillars = []string{"governance", "strategy", "risk_management", "metrics_targets", "general_requirements"}

// answer makes events of a comparison: a gap for whatever is not fully there, with its status, and the counts
// per pillar.
func answer(all []assessment) specialist.Answer {
	out := specialist.Answer{Assessed: &events.GapTotals{ByKind: map[string]int{}}}
	for _, a := range all {
		if a.status == events.FullyAddressed {
			continue
		}
		out.Assessed.ByKind[string(a.status)]++
		if a.status == events.NotAddressed || a.status == events.PartiallyAddressed {
			out.Assessed.Gaps++ // the others accuse nobody
		}
		p := a.paragraph
		out.Gaps = append(out.Gaps, events.Gap{
			Paragraph: p.ID, Pillar: p.Pillar, Section: p.Section, Requirement: p.Summary, Status: a.status,
			Missing: append([]string{}, a.missing...), Evidence: append([]events.PageQuote{}, a.evidence...),
			Condition: a.condition, Materiality: p.Materiality, S1Counterpart: strings.Join(p.S1Counterparts, ", "),
		})
	}
	for _, pillar := range pillars {
		out.Coverage = append(out.Coverage, coverage(pillar, all))
	}
	return out
}

func coverage(pillar string, all []assessment) events.Coverage {
	c := events.Coverage{Pillar: pillar}
	for _, a := range all {
		if a.paragraph.Pillar != pillar {
			continue
		}
		c.Total++
		switch a.status {
		case events.FullyAddressed:
			c.FullyAddressed++
		case events.PartiallyAddressed:
			c.PartiallyAddressed++
		case events.NotAddressed:
			c.NotAddressed++
		case events.CouldNotAssess:
			c.CouldNotAssess++
		case events.Conditional:
			c.Conditional++
		case events.ReferencedElsewhere:
			c.ReferencedElsewhere++
		}
	}
	if judged := c.FullyAddressed + c.PartiallyAddressed + c.NotAddressed; judged > 0 {
		percent := math.Round(1000*float64(c.FullyAddressed)/float64(judged)) / 10
		c.Percent = &percent
	}
	return c
}

// unassessed is the comparison of a report that could not be compared.
func (s standard) unassessed(reason string) []assessment {
	var all []assessment
	for _, p := range s.GapCapable() {
		all = append(all, assessment{paragraph: p, status: events.CouldNotAssess, missing: []string{reason}, condition: p.Condition})
	}
	return all
}
