package claims

import (
	"slices"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What a sentence bears on beyond its cues: asked for the type, the priority and the paragraphs of a claim only, so that
// nothing here decides whether a sentence is one.

var (
	// layings are verbs by which an entity lays something down, or is bound by it.
	layings = wordSet(`formulated formulates developed develops established establishes adopted adopts issued issues defined defines introduced introduces published updated updates revised follow follows followed drew drawn`)
	// rules are nouns of what is laid down.
	rules = wordSet(`requirement requirements standard standards guideline guidelines criteria principles rules rule protocol protocols regulations`)
)

// ordains reports whether the entity lays down rules of its own, whatever they are about: "we developed an internal standard
// for plastics" tells of a policy.
func (r *reading) ordains() bool {
	at := r.doneAt()
	if r.row || at < 0 || !layings[r.words[at].low] || r.promisesCuts() {
		return false
	}
	for k := at + 1; k < min(len(r.words), at+7) && !r.commaBefore(k) && !prepositions[r.words[k].low]; k++ {
		if rules[r.words[k].low] {
			return true
		}
	}
	return false
}

// surroundings are words before "environment" where it is that of people at work.
var surroundings = wordSet(`work working employment office learning changing business economic regulatory inclusive safe`)

// mostlySocial reports whether the environment is named once, among several matters of people, conduct or suppliers, or is
// that of people at work.
func (r *reading) mostlySocial() bool {
	social, environment, around := map[int]bool{}, 0, 0
	for _, h := range r.hits {
		switch h.cue {
		case cueScope1, cueScope2, cueScope3, cueGHG, cueNetZero, cueEnergy, cueRenewable, cueWater, cueWaste, cueNature, cuePhysical, cueTransition:
			return false
		case cueSocial, cueSupply, cueConduct:
			if w := r.words[h.from].low; h.to-h.from > 1 || w != "environmental" && w != "environment" && w != "sustainability" && w != "sustainable" && w != "esg" {
				social[h.from] = true
			}
		}
	}
	for i, w := range r.words {
		switch {
		case w.low == "environment" && i > 0 && surroundings[r.words[i-1].low]:
			around++
		case w.low == "environmental" || w.low == "environment":
			environment++
		}
	}
	return (len(social) >= 3 && environment == 1 || around > 0 && environment == 0) && !r.any("climate", "taxonomy", "fuel cell", "life cycle", "lifecycle")
}

// building reports whether the sentence is about the technology of buildings, by which energy is saved.
func (r *reading) building() bool {
	return !r.row && r.any("building management technology", "building management system", "building management systems", "building automation", "building technology", "building services technology", "smart meters", "heat recovery")
}

// ofEnvironment reports whether the sentence is about a management system for the environment or for energy.
func (r *reading) ofEnvironment() bool {
	return r.has[cueStandard] && r.any("environmental management", "energy management", "environmental management system", "environmental management systems") && !r.commits()
}

// covering reports whether the sentence says for which companies the report is made.
func (r *reading) covering() bool {
	if r.row || !r.extends() {
		return false
	}
	for i, w := range r.words[:min(len(r.words), 6)] {
		if (w.low == "report" || w.low == "statement") && (i == 0 || !prepositions[r.words[i-1].low]) {
			return r.any("companies", "company", "subsidiaries", "entities", "consolidated", "divisions", "segments", "locations", "sites")
		}
	}
	return false
}

// delimits reports whether the sentence says what figures of emissions hold and what they leave out.
func (r *reading) delimits() bool {
	if at := r.doneAt(); at >= 0 && !r.row && !r.commits() && reported[r.words[at].low] {
		return true
	}
	return !r.commits() && r.any("figures", "figure", "data", "inventory", "calculation", "boundary", "numbers") && r.any("included", "excluded", "include", "exclude", "includes", "excludes", "covered", "not covered")
}

// reported are the verbs of those who publish figures.
var reported = wordSet(`report reports reported disclose discloses disclosed`)

// gathers reports whether the sentence says which data there are.
func (r *reading) gathers() bool {
	return slices.ContainsFunc(r.words[:min(len(r.words), 3)], func(w word) bool { return w.low == "data" }) &&
		r.any("monitored", "collected", "recorded", "tracked", "measured", "available", "gathered", "estimated")
}

// judged reports whether somebody outside judged how sustainable the entity is.
func (r *reading) judged() bool {
	return !r.has[cueSupply] && r.any("msci", "ecovadis", "cdp", "iss esg", "sustainalytics", "ftse4good", "dow jones sustainability", "gresb") &&
		r.any("rated", "rating", "ratings", "score", "scored", "medal", "ranked", "listed", "index")
}

// steers reports whether a part of the entity's organization is said to run something, or to see to targets.
func (r *reading) steers() bool {
	if r.row || r.commits() || r.climate() {
		return false
	}
	if r.has[cueTarget] && r.any("functions", "ous", "units", "business units", "departments", "divisions", "subsidiaries") && r.any("responsible for", "break down", "broken down", "monitor progress", "track progress", "tracks progress") {
		return true
	}
	for i, w := range r.words[:min(len(r.words), 10)] {
		if i == 0 || !steering[w.low] && !agents[w.low] {
			continue
		}
		rest := r.words[i+1 : min(len(r.words), i+4)]
		if len(rest) == 3 && (rest[0].low == "is" || rest[0].low == "are") && rest[1].low == "responsible" && rest[2].low == "for" {
			return true
		}
		for _, next := range rest[:min(len(rest), 2)] {
			if !steering[w.low] {
				break
			}
			switch next.low {
			case "manages", "coordinates", "oversees", "controls", "steers", "directs", "supervises":
				return true
			}
		}
	}
	return false
}

// steering are nouns of those parts of an entity that run others.
var steering = wordSet(`management team department organization organisation unit function office network`)

// bars reports whether the sentence says with what business the entity does not deal, or only on conditions.
func (r *reading) bars() bool {
	return !r.row && len(r.measured) == 0 && !r.commits() && r.about() && !r.has[cueBody] &&
		(r.any("controversial", "exclusion criteria", "exclusion list", "armaments") || r.has[cuePolicy] && r.any("coal", "fossil fuels"))
}

// tallied reports whether something is counted by more than the number of a standard: "ISO 14001 and 50001".
func (r *reading) tallied() bool {
	return slices.ContainsFunc(r.counts, func(q quantity.Quantity) bool { return !r.numbersStandard(q) })
}

func (r *reading) numbersStandard(q quantity.Quantity) bool {
	for i, w := range r.words {
		if w.start != q.Start || i < 2 || !r.has[cueStandard] {
			continue
		}
		before := r.words[i-1].low
		return (before == "and" || before == "or") && slices.ContainsFunc(r.hits, func(h hit) bool { return h.cue == cueStandard && h.to == i-1 })
	}
	return false
}

// rose reports whether a sentence without a figure says what became of emissions. One that names their reduction as an aim, or
// as somebody's task, does not.
func (r *reading) rose() bool {
	if r.has[cueTarget] || r.commits() || r.offers() {
		return false
	}
	return slices.ContainsFunc(r.hits, func(h hit) bool {
		if h.cue != cueChange || h.from > 0 && (articles[r.words[h.from-1].low] || befores[r.words[h.from-1].low]) && came[r.words[h.from].low] {
			return false
		}
		w := r.words[h.from].low
		return came[w] || w == "reduction" || w == "increase" || w == "represents"
	})
}

// offers reports whether the entity tells what it does for the climate through customers: what it sells, finances or advises.
func (r *reading) offers() bool {
	if r.row || len(r.measured) > 0 || r.commits() || r.has[cueCredits] || r.has[cueBody] || r.has[cueClimateRisk] || r.has[cuePhysical] || r.has[cueTransition] || r.has[cueScenario] || !r.climate() && !r.has[cueEnergy] {
		return false
	}
	at := r.doneAt()
	return at >= 0 && offering[r.words[at].low] || r.any("customers", "clients") && (r.has[cueActs] || r.does()) ||
		(r.has[cueRenewable] || r.any("decarbonization", "decarbonisation")) && r.any("financing", "finances", "financiers", "impact fund", "asset fund")
}

// offering are the verbs of those who sell or advise.
var offering = wordSet(`offer offers offered advise advises advised`)

// asksSuppliers reports whether emissions of suppliers are looked after: their data asked for, their footprint modelled.
func (r *reading) asksSuppliers() bool {
	return !r.row && len(r.measured) == 0 && !r.commits() && r.has[cueSupply] && r.has[cueGHG] && !r.delimits() && r.about()
}

// followsRisks reports whether it is told how environmental risks or effects are followed.
func (r *reading) followsRisks() bool {
	return !r.row && len(r.measured) == 0 && !r.commits() && !r.has[cueClimateRisk] &&
		r.any("environmental risks", "environmental and social risks", "environmental impacts", "environmental incidents", "social risks") &&
		r.any("monitor", "monitors", "monitored", "managed", "assess", "assessed", "identify", "identified", "document", "evaluate", "evaluated", "review")
}

// charged reports whether a part of the entity is made to answer for emissions or for other matters of the climate.
func (r *reading) charged() bool {
	return !r.row && !r.commits() && r.climate() && r.any("responsible for", "in charge of", "accountable for") && slices.ContainsFunc(r.words, func(w word) bool { return agents[w.low] })
}

// imagines reports whether scenarios were analysed.
func (r *reading) imagines() bool {
	return !r.row && r.any("scenario analysis", "scenario analyses", "scenario based")
}

// incidents reports whether it is told how incidents are found and followed.
func (r *reading) incidents() bool {
	return r.any("incidents", "incident") && r.any("investigate", "investigates", "investigated", "monitor", "monitors", "monitored", "reported", "report", "record", "recorded")
}

// aimed reports whether only what something was done for is told, as a thing of the past: "our aim was to identify".
func (r *reading) aimed() bool {
	return r.byYear == "" && r.any("aim was", "aims were", "goal was", "goals were", "objective was", "aimed to") && !r.any("will", "plan to", "intend to")
}
