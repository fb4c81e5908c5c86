package appraisal

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// paragraphs is how the report answers the paragraphs on metrics and targets that the claim was linked to. A claim linked
// to a part is shown the part; one linked to the whole, its parts.
func paragraphs(s Subject, r *Report) *events.MetricsCompliance {
	c := events.MetricsCompliance{Paragraphs: []events.MetricsParagraph{}, Missing: []string{}}
	for _, p := range r.Paragraphs {
		if !slices.ContainsFunc(s.Claim.Paragraphs, func(l events.ParagraphLink) bool { return within(p.ID, l.ID) || within(l.ID, p.ID) }) {
			continue
		}
		c.Paragraphs = append(c.Paragraphs, events.MetricsParagraph(p))
		for _, m := range r.Missing {
			if strings.HasPrefix(m, p.ID+": ") && !slices.Contains(c.Missing, m) {
				c.Missing = append(c.Missing, m)
			}
		}
	}
	if len(c.Paragraphs) == 0 {
		return nil
	}
	c.Status = together(c.Paragraphs)
	return &c
}

// within reports whether a paragraph is another one, or a part of it: S2.29(a)(i) of S2.29(a), and not of S2.2.
func within(id, of string) bool { return id == of || strings.HasPrefix(id, of+"(") }

// together is the status of several paragraphs: what all have, or in part. What could not be assessed, or depends on a
// condition, neither adds to it nor takes away.
func together(all []events.MetricsParagraph) events.DisclosureStatus {
	var said []events.DisclosureStatus
	for _, p := range all {
		switch p.Status {
		case events.FullyAddressed, events.NotAddressed, events.PartiallyAddressed, events.ReferencedElsewhere:
			if !slices.Contains(said, p.Status) {
				said = append(said, p.Status)
			}
		case events.Conditional, events.CouldNotAssess:
		}
	}
	switch len(said) {
	case 0:
		return all[0].Status
	case 1:
		return said[0]
	}
	return events.PartiallyAddressed
}
