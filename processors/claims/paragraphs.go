package claims

import (
	"slices"

	"github.com/sibyl-project/sibyl/events"
)

const (
	governance     = "governance"
	strategy       = "strategy"
	riskManagement = "risk_management"
	metricsTargets = "metrics_targets"

	generalRequirements = "general_requirements"
)

// maxParagraphs keeps a preliminary mapping to the likeliest few; the legal agent maps for good.
const maxParagraphs = 5

// link leads to a paragraph when a claim says what the paragraph asks for.
type link struct {
	id, pillar, relevance string
	when                  func(*reading) bool
}

// links lead from what a claim says to the paragraphs that ask for it, the most telling first. when must
// be about the claim alone; relevance completes "This claim ...".
var links = []link{
	{"S2.29(f)", metricsTargets, "speaks of an internal carbon price, which this paragraph asks for", func(r *reading) bool { return r.has[cueCarbonPrice] }},
	{"S2.29(g)", metricsTargets, "links pay to climate or sustainability results, which this paragraph asks for", func(r *reading) bool {
		return !r.row && r.has[cuePay] && (r.climate() || r.any("co2")) && (len(r.measured) > 0 ||
			r.any("linked", "tied", "component", "criteria", "criterion", "bonus", "bonuses", "variable", "incentive", "weight", "weighted", "embedded", "metric", "metrics", "target", "targets", "stock awards", "performance", "part of"))
	}},
	{"S2.14(a)(iii)", strategy, "tells of emissions that customers or suppliers avoid", func(r *reading) bool {
		return r.has[cueGHG] && r.any("avoid", "avoided", "avoids", "avoiding", "save", "saved", "saves") && r.any("customers", "customer", "clients", "suppliers", "portfolio", "products", "sold", "offering", "offerings")
	}},
	{"S2.14(a)(ii)", strategy, "tells what its own equipment will save", func(r *reading) bool {
		return r.saves() && (r.climate() || r.has[cueEnergy]) && !r.any("customers", "customer", "clients") && !r.has[cueScope1] && !r.has[cueScope2] && !r.has[cueScope3]
	}},
	{"S2.35", metricsTargets, "holds what was reached against a climate target", func(r *reading) bool {
		return r.target != noTarget && r.target == targetAndResult && (r.climate() || r.has[cueEnergy])
	}},
	{"S2.33", metricsTargets, "states a climate target", func(r *reading) bool { return r.target != noTarget && (r.climate() || r.has[cueEnergy]) }},
	{"S1.51", metricsTargets, "states a sustainability target, or holds what was reached against it", func(r *reading) bool {
		return r.target != noTarget && !r.climate() && !r.has[cueEnergy]
	}},
	{"S2.29(d)", metricsTargets, "states how much business goes along with climate opportunities", func(r *reading) bool {
		return (r.any("taxonomy", "green asset ratio", "gar", "green bond", "green bonds", "social bonds", "dnsh", "alignment criteria", "technical screening criteria", "sustainable bonds", "sustainable finance", "sustainable financing", "sustainable loans", "environmental financing", "environmental finance", "climate finance", "climate financing", "green finance", "green financing", "sustainability linked", "transition finance", "sustainable products", "environmental portfolio", "green loans") ||
			r.has[cueMoney] && (r.has[cueRenewable] || r.has[cueEnergy]) && r.money()) && len(r.measured) > 0
	}},
	{"S2.29(d)", metricsTargets, "tells how the criteria of taxonomy-aligned business are met", func(r *reading) bool {
		return !r.row && !r.commits() && !r.has[cuePhysical] && !r.has[cueClimateRisk] && !r.any("climate risk") && (r.any("dnsh", "do no significant harm", "alignment criteria", "technical screening criteria") || len(r.measured) == 0 && (r.has[cueEnergy] || r.has[cueRenewable]) && r.any("taxonomy", "green asset ratio"))
	}},
	{"S2.29(a)(iii)", metricsTargets, "tells how emissions are measured", func(r *reading) bool {
		return r.has[cueGHG] && r.any("ghg protocol", "greenhouse gas protocol", "iso 14064", "pcaf", "emission factors", "emission factor", "emissions factors", "calculating and reporting emissions", "determines its greenhouse gas emissions", "conversion factors", "ghg factors", "operational control") && len(r.measured) == 0 && !r.commits()
	}},
	{"S2.29(a)(vi)(1)", metricsTargets, "names categories of Scope 3 emissions", func(r *reading) bool {
		return !r.row && r.has[cueScope3] && r.any("category", "categories", "screening") && len(r.measured) == 0 && !r.commits()
	}},
	{"S2.29(a)(i)(1)", metricsTargets, "states or bears on Scope 1 emissions, whose absolute amount this paragraph asks for", func(r *reading) bool {
		return r.has[cueScope1] && (r.emitted() || r.delimits())
	}},
	{"S2.29(a)(i)(2)", metricsTargets, "states or bears on Scope 2 emissions, whose absolute amount this paragraph asks for", func(r *reading) bool {
		return r.has[cueScope2] && (r.emitted() || r.delimits())
	}},
	{"S2.29(a)(i)(3)", metricsTargets, "states or bears on Scope 3 emissions, whose absolute amount this paragraph asks for", func(r *reading) bool {
		return r.has[cueScope3] && (r.emitted() || r.delimits())
	}},
	{"S2.29(a)(v)", metricsTargets, "tells on which basis, or by which contracts, Scope 2 is accounted for", func(r *reading) bool {
		return r.has[cueScope2] && r.has[cueRenewable] && !r.climateTarget() || r.any("market based", "location based", "energy certificates", "guarantees of origin", "rec purchases", "recs purchased") && !r.commits()
	}},
	{"S2.29(a)(i)", metricsTargets, "states emissions without naming their scope", func(r *reading) bool {
		return !r.beside && !r.any("taxonomy") && !r.has[cueScenario] && (!r.has[cueCredits] || len(r.measured) > 0) && r.has[cueGHG] && r.emitted() && r.amounts() && (r.row || len(r.measured) > 0 || r.rose()) && !r.has[cueScope1] && !r.has[cueScope2] && !r.has[cueScope3]
	}},
	{"S2.33(e)", metricsTargets, "gives the base period of a target", func(r *reading) bool { return r.climateTarget() && r.has[cueBase] }},
	{"S2.33(d)", metricsTargets, "says until when a climate target runs", func(r *reading) bool { return r.climateTarget() && r.byYear != "" }},
	{"S2.33", metricsTargets, "sets or repeats a climate target", func(r *reading) bool { return r.climateTarget() && r.byYear == "" }},
	{"S2.33(f)", metricsTargets, "names a milestone or interim target", func(r *reading) bool {
		return r.climateTarget() && r.any("interim", "milestone", "milestones")
	}},
	{"S2.33(h)", metricsTargets, "ties a target to the latest international climate agreement", func(r *reading) bool {
		return r.climateTarget() && r.any("paris", "1 5")
	}},
	{"S2.34(a)", metricsTargets, "says that a target was validated by others", func(r *reading) bool {
		return (r.has[cueTarget] || r.climateTarget() || r.has[cueStandard]) && r.any("validated", "validation", "validate", "approved by the science", "verified") && (r.climate() || r.has[cueTarget]) ||
			r.has[cueTarget] && !r.commits() && r.any("sbti", "science based targets initiative") && r.any("confirmation", "confirmed", "approval", "approved")
	}},
	{"S2.35", metricsTargets, "reports progress against a target", func(r *reading) bool {
		return r.has[cueTarget] && r.has[cueChange] && len(r.measured) > 0 && r.climate()
	}},
	{"S2.36(b)", metricsTargets, "says which scopes a target covers", func(r *reading) bool {
		return r.climateTarget() && (r.has[cueScope1] || r.has[cueScope2] || r.has[cueScope3])
	}},
	{"S2.36(c)", metricsTargets, "says whether a target is gross or net", func(r *reading) bool { return r.climateTarget() && r.has[cueNetZero] }},
	{"S2.36(e)", metricsTargets, "speaks of carbon credits beside a net target", func(r *reading) bool { return r.has[cueCredits] }},
	{"S2.29(c)", metricsTargets, "bears on how much is exposed to physical risk", func(r *reading) bool {
		return r.any("physical risk", "physical risks", "physical climate risks") && len(r.measured) > 0
	}},
	{"S2.29(b)", metricsTargets, "bears on how much is exposed to transition risk", func(r *reading) bool { return r.has[cueTransition] && len(r.measured) > 0 }},
	{"S2.29(e)", metricsTargets, "states money put toward climate matters", func(r *reading) bool {
		return r.has[cueInvest] && r.money() && r.climate()
	}},
	{"S2.25(c)", riskManagement, "says that climate risk is part of overall risk management", func(r *reading) bool {
		return r.climate() && r.any("erm", "enterprise risk management", "group wide risk management", "risk inventory")
	}},
	{"S2.25(a)", riskManagement, "tells how physical risks are found and followed", func(r *reading) bool {
		return !r.row && r.has[cuePhysical] && len(r.measured) == 0 && !r.commits() && !r.has[cueScenario] && r.about() && r.any("analyze", "analyzes", "analyzing", "analyse", "analysing", "evaluate", "evaluates", "evaluating", "screen", "screens")
	}},
	{"S2.10(b)", strategy, "tells physical from transition risk", func(r *reading) bool {
		return (r.has[cuePhysical] && r.any("risk", "risks") || r.has[cueTransition]) && !r.has[cueScenario]
	}},
	{"S2.22(b)", strategy, "tells how scenarios were used", func(r *reading) bool { return r.has[cueScenario] && (r.climate() || r.has[cuePhysical]) }},
	{"S2.14(a)(iv)", strategy, "speaks of a transition plan", func(r *reading) bool { return r.has[cuePlan] && r.climate() }},
	{"S1.44(a)", riskManagement, "tells with which business the entity deals only on conditions, or not at all", (*reading).bars},
	{"S1.44(a)", riskManagement, "tells of the system by which environmental risks are followed", func(r *reading) bool {
		return r.ofEnvironment() && r.any("environmental management") && !r.climate() && !r.has[cueTarget] && len(r.measured) == 0 && !r.tallied()
	}},
	{"S1.44(a)", riskManagement, "tells how environmental risks and effects are followed", (*reading).followsRisks},
	{"S2.14(a)(iii)", strategy, "tells what the entity does for the climate through its customers", (*reading).offers},
	{"S2.14(a)(iii)", strategy, "tells of efforts through suppliers", (*reading).asksSuppliers},
	{"S2.14(a)(ii)", strategy, "tells of direct efforts to cut emissions in its own operations", func(r *reading) bool {
		return !r.row && (r.has[cueEnergy] || r.has[cueRenewable]) && r.has[cueDid] && !r.has[cueSupply] && !r.has[cueBody] && !r.climateTarget() && !r.any("water scarcity", "water stress", "water risk", "water risks")
	}},
	{"S2.14(a)(iii)", strategy, "tells of efforts through suppliers or customers", func(r *reading) bool { return r.has[cueSupply] && r.climate() }},
	{"S2.6(a)(v)", governance, "says how a body oversees targets or pay", func(r *reading) bool {
		return r.board() && r.climate() && (r.has[cueTarget] || r.has[cuePay])
	}},
	{"S2.6(a)(iii)", governance, "says how often, or by what way, a body is informed of climate matters", func(r *reading) bool {
		return r.board() && r.climate() && r.informed()
	}},
	{"S2.6(a)", governance, "names the body that oversees climate matters", func(r *reading) bool { return r.board() && r.climate() && r.has[cueOversight] }},
	{"S2.6(b)", governance, "tells of management's part in climate matters", func(r *reading) bool { return r.management() && r.climate() }},
	{"S2.29(g)", metricsTargets, "links pay to results that a target names", func(r *reading) bool { return r.has[cuePay] && r.has[cueEnergy] && r.has[cueBody] }},
	{"S1.27(a)(v)", governance, "says how pay and sustainability targets hang together", func(r *reading) bool { return r.has[cuePay] && (r.has[cueBody] || r.has[cueTarget]) }},
	{"S2.29(g)", metricsTargets, "links pay to sustainability results, of which climate may be a part", func(r *reading) bool {
		return !r.row && r.has[cuePay] && r.any("esg", "sustainability", "sustainable") && (len(r.measured) > 0 || r.has[cueTarget] || r.any("linked", "tied", "criteria", "component", "embedded", "part of"))
	}},
	{"S1.27(a)(ii)", governance, "says how a body sees to the skills it needs", func(r *reading) bool {
		return r.board() && !r.climate() && r.any("skills", "skills matrix", "competencies", "competences", "expertise")
	}},
	{"S1.27(a)(iii)", governance, "says how often, or by what way, a body is informed of sustainability matters", func(r *reading) bool {
		return r.board() && !r.climate() && r.informed()
	}},
	{"S1.27(a)", governance, "names the body that oversees sustainability matters", func(r *reading) bool {
		return r.board() && !r.climate() && r.has[cueOversight]
	}},
	{"S1.27(b)", governance, "tells of management's part in sustainability matters", func(r *reading) bool {
		return r.management() && !r.climate()
	}},
	{"S2.25(a)", riskManagement, "tells how climate risks are found and followed", func(r *reading) bool {
		return r.has[cueClimateRisk] && r.climate() && r.any("identify", "identified", "identifies", "assess", "assessed", "process", "processes", "monitored")
	}},
	{"S2.25(c)", riskManagement, "says that climate risk is part of overall risk management", func(r *reading) bool {
		return r.has[cueClimateRisk] && r.any("integrated", "integration", "embedded", "incorporated") && r.any("risk management")
	}},
	{"S1.44(a)", riskManagement, "tells how sustainability risks are found and followed", func(r *reading) bool {
		return r.has[cueClimateRisk] && !r.climate() && r.any("identify", "identified", "identifies", "assess", "assessed", "process", "processes", "monitored")
	}},
	{"S1.44(a)", riskManagement, "tells how sustainability risks are assessed", func(r *reading) bool {
		return r.has[cueClimateRisk] && !r.climate() && !r.commits() && len(r.measured) == 0 && r.any("risk assessment", "risk assessments", "risk analysis", "risk analyses")
	}},
	{"S1.51", metricsTargets, "sets a sustainability target that is not about climate", func(r *reading) bool {
		return !r.climate() && !r.energyTarget() && r.commits() && (r.has[cueTarget] || r.byYear != "")
	}},
	{"S1.46(b)", metricsTargets, "states a sustainability metric that is not about climate", func(r *reading) bool {
		return !r.climate() && len(r.measured) > 0 && (r.has[cueWater] || r.has[cueWaste] || r.has[cueNature] || r.has[cueSocial]) && !r.commits()
	}},
	{"S2.32", metricsTargets, "states an energy metric, typical of many industries", func(r *reading) bool {
		return (len(r.measured) > 0 || r.row) && (r.has[cueEnergy] || r.has[cueRenewable]) && !r.has[cueGHG] && !r.commits() && !r.charging()
	}},
}

// general are the links of what no link of the first list fits: which pillar a claim belongs to, and the paragraph there
// that asks most widely. The first that fits is the only one.
var general = []link{
	{"S2.33", metricsTargets, "says that the entity has joined those who set climate targets", func(r *reading) bool {
		return !r.commits() && r.any("net zero banking alliance", "science based targets initiative", "sbti", "race to zero", "climate pledge", "net zero asset managers", "net zero asset owner") && r.any("joined", "signatory", "signatories", "signed", "member", "members", "committed")
	}},
	{"S1.27(a)(v)", governance, "says what the pay of those who manage is made of", func(r *reading) bool {
		return !r.row && r.any("variable compensation", "variable remuneration", "target compensation", "stock awards", "management compensation", "executive compensation")
	}},
	{"S1.59(a)", generalRequirements, "names standards that the report was prepared with", func(r *reading) bool {
		return r.any("report", "reporting", "disclosures") && r.any("gri", "gri standards", "sasb", "csrd", "esrs", "tcfd", "tnfd", "hgb", "global compact", "isae 3000")
	}},
	{"S2.14(a)(iii)", strategy, "tells of what customers are offered to cut their emissions", func(r *reading) bool { return !r.row && r.charging() }},
	{"S2.29(d)", metricsTargets, "tells how taxonomy-aligned business was found", func(r *reading) bool {
		return r.any("taxonomy", "eligible activities", "eligibility assessment", "eligibility assessments") && !r.commits()
	}},
	{"S1.20", generalRequirements, "says for which companies the report is made", (*reading).covering},
	{"S1.46(b)", metricsTargets, "says for what the data of a metric were taken", func(r *reading) bool { return r.gathers() && !r.climate() }},
	{"S1.27(b)", governance, "tells which part of the organization runs sustainability matters", (*reading).steers},
	{"S1.46(b)", metricsTargets, "states a sustainability metric that is not about climate", func(r *reading) bool {
		return (len(r.measured) > 0 || r.tallied() && !r.rulesOnly()) && !r.commits() && !r.climate()
	}},
	{"S2.33", metricsTargets, "sets or repeats a climate target", func(r *reading) bool {
		return r.climate() && (r.has[cueTarget] || r.commits() && (len(r.measured) > 0 || r.byYear != "" || r.has[cueNetZero]))
	}},
	{"S1.51", metricsTargets, "sets or repeats a sustainability target", func(r *reading) bool { return !r.climate() && (r.commits() && r.dated() || r.has[cueTarget]) }},
	{"S2.25(a)", riskManagement, "tells how climate risks are found and followed", func(r *reading) bool { return r.has[cueClimateRisk] && r.climate() }},
	{"S1.33(a)", strategy, "tells how others judge what the entity does", (*reading).judged},
	{"S2.22(b)", strategy, "tells how scenarios were used", (*reading).imagines},
	{"S2.6(b)", governance, "tells of management's part in climate matters", (*reading).charged},
	{"S2.14(a)(ii)", strategy, "tells what the entity does about climate change", func(r *reading) bool { return r.climate() || r.building() }},
	{"S1.27(a)", governance, "names a body that oversees sustainability matters", (*reading).board},
	{"S1.27(b)", governance, "tells of management's part in sustainability matters", func(r *reading) bool { return r.management() || r.led() }},
	{"S1.44(a)", riskManagement, "tells of processes and policies by which sustainability risks are found and followed", func(r *reading) bool {
		return r.has[cuePolicy] || r.has[cueClimateRisk] || r.incidents() || r.has[cueSupply] && (r.has[cueMust] || r.has[cueOften] || r.has[cueAssured]) || r.has[cueConduct] && (r.has[cueOften] || r.has[cueAssured] || r.has[cueMust]) ||
			r.any("materiality", "due diligence", "audit", "audits", "risk", "risks", "compliance", "assessment", "assessments", "assessed", "impact analysis", "analysis took into account", "analysis considers", "analysis considered", "analysis covers", "analysis covered", "complaints", "review", "reviewed", "required to", "management system", "information security", "health and safety", "occupational") ||
			r.has[cueStandard] && r.any("iso", "emas", "management systems")
	}},
	{"S1.33(a)", strategy, "tells how the entity responds to sustainability risks and opportunities", func(r *reading) bool {
		return r.topical() || r.acted() || !r.row && r.about() && r.process() || r.has[cueStandard] && r.any("ecovadis", "msci", "cdp", "iss esg", "rating", "rated", "medal", "signatory", "global compact", "charter")
	}},
}

// rulesOnly reports whether what is counted is beside the point of a sentence on rules: a code "in 24 languages".
func (r *reading) rulesOnly() bool {
	return r.has[cuePolicy] && len(r.measured) == 0 && r.any("languages", "chapters", "principles", "sections", "hours a day", "24 7", "pages")
}

// paragraphs are the likely paragraphs of a claim.
func (r *reading) paragraphs() []events.ParagraphLink {
	out := []events.ParagraphLink{}
	for _, l := range links {
		if len(out) < maxParagraphs && l.when(r) && !slices.ContainsFunc(out, func(p events.ParagraphLink) bool { return p.ID == l.id }) {
			out = append(out, l.made())
		}
	}
	for _, l := range general {
		if len(out) == 0 && l.when(r) {
			out = append(out, l.made())
		}
	}
	return out
}

func (l link) made() events.ParagraphLink {
	return events.ParagraphLink{ID: l.id, Pillar: l.pillar, Relevance: "This claim " + l.relevance + "."}
}

func (r *reading) climate() bool {
	if r.beside {
		return false
	}
	for _, c := range []cue{cueScope1, cueScope2, cueScope3, cueGHG, cueNetZero, cueRenewable, cueCarbonPrice, cueCredits, cueTransition, cuePhysical} {
		if r.has[c] {
			return true
		}
	}
	return r.any("climate", "decarbonization", "decarbonisation", "sbti", "science based targets", "science based")
}

func (r *reading) climateTarget() bool {
	return r.commits() && (r.has[cueTarget] || r.byYear != "" || r.has[cueNetZero] || r.bids() && len(r.measured) > 0) && (r.climate() || r.energyTarget())
}

// energyTarget reports whether the target is to use less or other energy, which is about climate without saying so.
func (r *reading) energyTarget() bool {
	return r.has[cueEnergy] && r.byYear != "" && len(r.measured) > 0 && !r.has[cueWater] && !r.has[cueWaste] && !r.money()
}
