package claims

import (
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// rank is a claim's priority: the highest row that fits (decision 10a, FRD 3 2.2).
func (r *reading) rank(t events.ClaimType, paragraphs []events.ParagraphLink) (events.Priority, string) {
	figure := len(r.measured) > 0
	dated := r.byYear != "" || figure
	switch {
	case r.has[cueNetZero] && r.byYear != "" && r.promises():
		return events.High, "a net-zero promise is central to a report"
	case r.row && (r.metric() || r.has[cueConduct]), figure && (r.metric() || r.has[cueTarget] || r.sustains()):
		return events.High, "its figure can be recalculated or compared"
	case dated && core(paragraphs):
		return events.High, "it answers a core metric or target requirement of IFRS S2"
	case t == events.LegalGovernance && r.orders(), t == events.Strategic && (dated || len(r.years) > 0):
		return events.Medium, "a process or a dated plan can be checked in part"
	case figure, len(r.counts) > 0, len(r.places) > 0, len(r.years) > 0, r.has[cueStandard], r.has[cueAssured], len(r.names) > 1, t == events.Quantitative:
		return events.Medium, "it holds something that can be looked up"
	case r.orders() && t != events.Strategic:
		return events.Medium, "a process can be checked in part"
	}
	return events.Low, "little of it can be checked from outside"
}

// orders reports whether the sentence says how something is done or settled: somebody can ask for the paper or be shown it.
func (r *reading) orders() bool {
	if r.said == nil {
		return false
	}
	switch r.said.Kind.Value {
	case "process", "policy", "definition":
		return true
	}
	return r.said.Topic.Value == "governance"
}

// sustains reports whether the sentence states a figure of a matter that is reported on for its own sake.
func (r *reading) sustains() bool {
	if r.said == nil {
		return false
	}
	switch r.said.Kind.Value {
	case "level", "change", "share", "target", "price":
	default:
		return false
	}
	switch r.said.Topic.Value {
	case "climate", "energy", "water", "waste", "nature", "people", "supply_chain":
		return true
	}
	return false
}

// metric reports whether a figure measures what sustainability reports are held to.
func (r *reading) metric() bool {
	for _, c := range []cue{
		cueScope1, cueScope2, cueScope3, cueGHG, cueEnergy, cueRenewable, cueWater, cueWaste, cueNature, cueSocial, cueCarbonPrice, cueCredits,
	} {
		if r.has[c] {
			return true
		}
	}
	for _, q := range r.measured {
		switch q.Unit.Dimension {
		case quantity.Emissions, quantity.CarbonGas, quantity.Energy, quantity.Power, quantity.Volume, quantity.Area:
			return true
		}
	}
	return false
}

// core reports whether a paragraph is one of the metrics and targets of IFRS S2.
func core(paragraphs []events.ParagraphLink) bool {
	for _, p := range paragraphs {
		if p.Pillar == metricsTargets && strings.HasPrefix(p.ID, "S2.") {
			return true
		}
	}
	return false
}
