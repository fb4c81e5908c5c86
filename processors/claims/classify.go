package claims

import (
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// kind is a claim's type, by the first row that fits (decision 10a); ok is false when none does. why
// says which row it was.
func (r *reading) kind() (t events.ClaimType, why string, ok bool) {
	switch {
	case r.has[cueBody], r.has[cuePolicy] && !r.promisesCuts(), r.has[cuePay]:
		return events.LegalGovernance, "it names a body, a policy or pay", true
	case r.led():
		return events.LegalGovernance, "it says who leads", true
	case r.any("is responsible for", "are responsible for", "is in charge of", "are in charge of", "responsibility for", "responsibility to") && !r.promisesCuts():
		return events.LegalGovernance, "it says who is responsible", true
	case r.ordains() && (r.topical() || r.acted()): // else no row below might fit, and this one would make it a claim
		return events.LegalGovernance, "it lays down rules", true
	case r.covering() && len(r.measured) == 0:
		return events.LegalGovernance, "it says for which companies the report is made", true
	case r.commits() && (!r.social() || r.future()) && !r.aimed():
		return events.Strategic, "it commits to something in the future", true
	case r.has[cuePlan] && r.climate() && len(r.measured) == 0:
		return events.Strategic, "it tells of a plan for the transition", true
	case len(r.places) > 0 && r.has[cueSite] && r.physical():
		return events.Geographic, "it places a physical condition on the map", true
	case r.has[cueWaste], r.has[cueWater], r.has[cueNature], r.has[cueRenewable], r.has[cueAssured] && r.has[cueStandard] && !r.social():
		return events.Environmental, "it is about waste, water, nature, renewables or a certificate", true
	case r.ofEnvironment() && len(r.measured) == 0 && !r.tallied():
		return events.Environmental, "it is about a system that is certified for the environment", true
	case len(r.measured) > 0 || r.tallied():
		return events.Quantitative, "it states a figure", true
	case r.portion() && (r.about() || r.has[cueScope1] || r.has[cueScope2] || r.has[cueScope3] || r.has[cueGHG]):
		return events.Quantitative, "it states a share of emissions", true
	case r.has[cueAssured] && r.any("regulation", "regulations", "directive", "act", "law", "laws", "legislation"):
		return events.LegalGovernance, "it says that a law is followed", true
	case r.has[cueStandard] && !r.any("taxonomy"):
		return events.LegalGovernance, "it says that a standard is followed", true
	case r.social(), r.mostlySocial():
		return events.LegalGovernance, "it says how people, compliance or suppliers are dealt with", true
	case r.topical(), r.building() && r.acted():
		return events.Environmental, "it describes an environmental matter", true
	case r.extends():
		return events.LegalGovernance, "it says what the report covers", true
	case !r.row && r.about() && r.process():
		return events.LegalGovernance, "it says how something is done", true
	case r.acted():
		return events.LegalGovernance, "it says what the entity does", true
	case r.aimed() && r.commits():
		return events.LegalGovernance, "it says what something was done for", true
	}
	return "", "", false
}

// acted reports whether the sentence says when, or how often, the entity did something that no other row knows.
func (r *reading) acted() bool {
	return !r.row && (r.about() && (r.has[cueActs] || r.does()) && (r.practises() || len(r.years) > 0 || r.has[cueLately] || r.has[cueOften]) && !r.business() || r.joined() || r.lists())
}

// partnered reports whether it is said with whom something was done: somebody who could be asked.
func (r *reading) partnered() bool {
	return len(r.names) > 0 && r.any("partnership with", "partnerships with", "together with", "in cooperation with", "in collaboration with", "collaboration with", "agreement with")
}

// led reports whether the sentence says under whom something stands.
func (r *reading) led() bool {
	return r.any("is headed by", "are headed by", "is led by", "are led by", "is chaired by", "are chaired by", "chaired by", "is supervised by", "are supervised by")
}

// portion reports whether a share is stated in words.
func (r *reading) portion() bool {
	return r.any("majority of", "most of", "half of", "two thirds of", "third of", "quarter of", "one in two", "one in three", "one in four", "one in five", "one in ten")
}

// promisesCuts reports whether a dated or measured promise about emissions is made: a policy in passing does not make it
// one of law.
func (r *reading) promisesCuts() bool { return r.commits() && r.dated() && r.climate() }

// physical reports whether the sentence places something on the ground, rather than certifying it or counting its power.
func (r *reading) physical() bool {
	return !(r.has[cueAssured] && r.has[cueStandard]) && !(r.has[cueRenewable] && len(r.measured) > 0)
}

// social reports whether the sentence is about people, conduct or suppliers and about nothing of the environment.
func (r *reading) social() bool {
	for _, c := range []cue{cueScope1, cueScope2, cueScope3, cueGHG, cueNetZero, cueEnergy, cueRenewable, cueWater, cueWaste, cueNature, cuePhysical, cueTransition} {
		if r.has[c] {
			return false
		}
	}
	return (r.has[cueSocial] || r.has[cueConduct] || r.has[cueSupply] || r.has[cueClimateRisk]) && !r.any("environmental", "environment", "climate", "taxonomy", "fuel cell", "life cycle", "lifecycle")
}

// future reports whether a promise looks ahead: it has a date, a figure, or a verb of what is to come. "Its commitment to
// human rights" alone is a policy.
func (r *reading) future() bool {
	return r.byYear != "" || r.any("will", "plan", "plans", "aim", "aims", "goal", "intend", "intends", "target", "set itself", "by the end")
}

// rank is a claim's priority: the highest row that fits (decision 10a, FRD 3 2.2).
func (r *reading) rank(t events.ClaimType, paragraphs []events.ParagraphLink) (events.Priority, string) {
	switch {
	case len(r.measured) > 0 && (r.metric() || r.topical() || r.has[cueTarget]), r.row && (r.metric() || r.has[cueConduct]):
		return events.High, "its figure can be recalculated or compared"
	case r.has[cueNetZero] && r.byYear != "":
		return events.High, "a net-zero promise is central to a report"
	case (r.byYear != "" || len(r.measured) > 0 || r.setsTarget() && r.climate()) && core(paragraphs):
		return events.High, "it answers a core metric or target requirement of IFRS S2"
	case t == events.LegalGovernance, t == events.Strategic && (r.byYear != "" || len(r.years) > 0):
		return events.Medium, "a process or a dated plan can be checked in part"
	case t == events.Environmental && (r.about() && (r.process() || r.practises()) || r.about() && (r.has[cueOften] || r.has[cueMust]) || r.excludes() || r.delimits() || r.imagines() || r.about() && (r.portion() || r.any("analyzing", "analysing")) || r.has[cueClimateRisk] || r.has[cueActs] && r.any("assess", "assessed", "assesses", "assessment", "screen", "screened", "analysis", "audit", "audits")):
		return events.Medium, "a process can be checked in part"
	case len(r.measured) > 0, r.tallied(), len(r.places) > 0, r.has[cueAssured], len(r.years) > 0, r.has[cueStandard], len(r.names) > 1, r.partnered(), t == events.Quantitative:
		return events.Medium, "it holds something that can be looked up"
	}
	return events.Low, "little of it can be checked from outside"
}

// metric reports whether a figure measures what sustainability reports are held to.
func (r *reading) metric() bool {
	for _, c := range []cue{cueScope1, cueScope2, cueScope3, cueGHG, cueEnergy, cueRenewable, cueWater, cueWaste, cueNature, cueSocial, cueCarbonPrice, cueCredits} {
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
		if p.Pillar == metricsTargets && p.ID[:3] == "S2." {
			return true
		}
	}
	return false
}
