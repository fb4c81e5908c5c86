package claims

import (
	"slices"
	"strings"
	"unicode"
)

// How things are done is mostly told without saying by whom: "New suppliers are screened before a contract is awarded".
// Where the entity is spoken of shortly before, that is about it.

// reach is how many sentences a page may go on about the entity without naming it.
const reach = 12

var (
	// handled are participles of what is done to things as a matter of course.
	handled = wordSet(`screened audited assessed evaluated reviewed monitored treated measured recorded separated trained checked inspected updated conducted reported documented investigated integrated certified recycled
		collected disposed sent tested analyzed analysed surveyed implemented required obliged offered informed verified validated tracked registered communicated published applied performed carried embedded included
		incorporated established introduced appointed adapted revised selected excluded purchased sourced procured installed equipped operated maintained supervised controlled coordinated approved classified prioritized
		prioritised consulted involved linked awarded reused repaired refurbished examined assigned categorized categorised grouped confirmed rated ranked stored forwarded followed discussed headed chaired bound`)
	// own are nouns of what belongs to an entity that reports.
	own = wordSet(`supplier suppliers employee employees manager managers executives staff workforce apprentices contractors site sites plant plants location locations facility facilities department departments unit units team teams
		division divisions organization organisation function functions audit audits assessment assessments analysis analyses inspection inspections training trainings course courses survey surveys system systems process processes
		procedure procedures program programs programme programmes policy policies guideline guidelines code principles incident incidents violation violations complaint complaints report reports reporting channel channels hotline
		waste wastewater water rainwater heat consumption emissions substances chemicals materials packaging energy electricity vehicles fleet building buildings tower office offices warehouse warehouses headquarters factory
		results findings measures contract contracts committee officer officers representative representatives partners questionnaire questionnaires kpis indicators targets scheme data figures disclosures skills competencies members trustees directors participation participants performance progress risk topic topics products product hires council positions parties vendors applicants borrowers colleagues associates crewmembers volunteers statement statements certification certifications certificate certificates impacts risks`)
	adverbs = wordSet(`being again still even just therefore thus furthermore additionally moreover today jointly together once never since also regularly annually continuously currently fully partly always now then already thereby all not both further systematically carefully centrally locally externally internally independently additionally either`)
)

// process reports whether the sentence tells how something of the entity's own is done, without may or should. It is asked
// for by many rules, and looked at once.
func (r *reading) process() bool {
	if r.routine == nil {
		is := r.tellsProcess()
		r.routine = &is
	}
	return *r.routine
}

func (r *reading) tellsProcess() bool {
	if r.others() || r.commits() || r.lawgiver() || r.any("defined", "calculated", "would", "should be", "could be", "may be", "might be", "must be observed", "need to be", "needs to be", "if") {
		return false
	}
	if r.staff() && (r.object(0) || r.has[cueMust] || r.has[cueOften] || r.has[cueAll] || len(r.measured)+len(r.counts)+len(r.places) > 0) && !(r.has[cueHedges] && r.may()) {
		return true
	}
	if r.prescribes() || r.exists() {
		return true
	}
	for i, w := range r.words {
		switch w.low {
		case "is", "are", "was", "were", "been":
			k := i + 1
			for k < min(len(r.words)-1, i+3) && adverbs[r.words[k].low] {
				k++
			}
			if i > 0 && r.words[i-1].low == "which" {
				continue // of something that is mentioned on the way
			}
			if k < len(r.words) && (handled[r.words[k].low] || participle(r.words[k].low) && !furthered[r.words[k].low] && (r.plainly(i) || r.agent(k) || r.resumes(i)) || r.words[k].low == "mandatory" || r.words[k].low == "compulsory" || r.words[k].low == "obligatory" || r.words[k].low == "responsible" || r.words[k].low == "accountable") {
				return r.owns(i) || r.agent(k) || r.resumes(i) || handled[r.words[k].low] && !placed[r.words[k].low] && r.amongIts(i)
			}
			if k+1 < len(r.words) && (r.words[k].low == "binding" || r.words[k].low == "a" && r.words[k+1].low == "binding") {
				return r.owns(len(r.words))
			}
			if i+2 < len(r.words) && (r.words[i+1].low == "a" && r.words[i+2].low == "mandatory" || r.words[i+1].low == "in" && r.words[i+2].low == "place" || r.words[i+1].low == "open" && r.words[i+2].low == "to") {
				return r.owns(i)
			}
		case "take", "takes", "took":
			if i+1 < len(r.words) && (r.words[i+1].low == "place" || r.words[i+1].low == "part") {
				return r.owns(i)
			}
		case "receive", "receives", "undergo", "undergoes", "attend", "attends", "complete", "completes":
			if r.owns(i) {
				return true
			}
		case "received", "obtained", "achieved":
			if r.has[cueAssured] && r.owns(i) {
				return true
			}
		case "can":
			if i+2 < len(r.words) && r.words[i+1].low == "be" && (r.words[i+2].low == "reported" || r.words[i+2].low == "submitted" || r.words[i+2].low == "raised") && r.has[cueConduct] {
				return true
			}
		case "have":
			if i+2 < len(r.words) && (r.words[i+1].low == "the" && r.words[i+2].low == "opportunity" || r.words[i+1].low == "access" && r.words[i+2].low == "to") && r.owns(i) {
				return true
			}
		}
	}
	return false
}

// exists reports whether it is said that there is something definite: "There is a designated review process for these risks".
func (r *reading) exists() bool {
	for i, w := range r.words[:min(max(len(r.words)-2, 0), 8)] {
		if w.low != "there" || i > 0 && subordinators[r.words[i-1].low] {
			continue
		}
		next := r.pastAdverbs(i + 2)
		switch r.words[i+1].low {
		case "is", "are", "was", "were":
		case "has", "have":
			if r.words[i+2].low != "been" {
				return false
			}
			next++
		default:
			return false
		}
		return !r.has[cueHedges] && (r.leavesBehind(next) || len(r.counts) > 0 && r.near)
	}
	return false
}

// resumes reports whether the verb at word i has a pronoun for its subject that goes on about the entity: "It is supplemented by
// further rules".
func (r *reading) resumes(i int) bool {
	return i == 1 && r.inherits && (r.words[0].low == "it" || r.words[0].low == "they")
}

// placed are those participles that only place a matter within another: "our values are embedded in our practices".
var placed = wordSet(`embedded integrated incorporated included linked followed implemented`)

// amongIts reports whether what stands before the verb at word i is told among the entity's own matters, as its effects and
// requirements are, and of it how much, how often, by whom or in which manner: "Effects were evaluated with internal scenarios".
func (r *reading) amongIts(i int) bool {
	return r.near && i < 8 && r.topical() && (r.gripped() || r.enumerates() && r.spoken()) && !r.has[cueVague] && !r.has[cueHedges] && !r.has[cueDefines] && !r.has[cueOpinion] &&
		!slices.ContainsFunc(r.words, func(w word) bool {
			return elsewhere[w.low] || partners[w.low] || everybody[w.low] || subordinators[w.low] && w.low != "as"
		})
}

// furthered are participles that say of a process only that it is better than before.
var furthered = wordSet(`developed refined intensified advanced optimized optimised increased simplified accelerated enabled`)

// prescribes reports whether the entity's rules say how something is to be, or its people have to do something: "The
// travel policy envisages rail", "Employees have a duty to report hazards".
func (r *reading) prescribes() bool {
	if !r.near && !r.has[cueOwn] && !r.house {
		return false
	}
	if r.any("we require all", "we require every", "we require each", "we require our") {
		return true
	}
	for i, w := range r.words[:min(len(r.words), 14)] {
		if rulings[w.low] && r.laysDown(i+1) {
			return true
		}
		if rulings[w.low] && r.doesAt(i+1) >= 0 && !r.commaBefore(i+1) && !r.has[cueVague] {
			return true
		}
		if !doers[w.low] || i+2 >= len(r.words) || r.commaBefore(i+1) {
			continue
		}
		switch next := r.words[i+1].low + " " + r.words[i+2].low; {
		case r.words[i+1].low == "must", next == "have to", next == "has to", next == "have a", next == "have an", next == "are obliged", next == "are required", next == "are not":
			return r.has[cueMust] || next == "have to" || next == "has to"
		}
	}
	return false
}

// laysDown reports whether what stands before word i is said to lay something down: "This policy for suppliers sets minimum
// standards".
func (r *reading) laysDown(i int) bool {
	for k := i; k < min(len(r.words), i+12) && !subordinators[r.words[k].low] && !r.commaBefore(k); k++ {
		switch r.words[k].low {
		case "defines", "sets", "specifies", "stipulates", "regulates", "prohibits", "requires", "prescribes", "obliges", "governs":
			return k > i && prepositions[r.words[i].low] || k <= i+1
		}
	}
	return false
}

// rulings are nouns of what an entity lays down.
var rulings = wordSet(`policy policies code guideline guidelines standard standards handbook agreement charter rules`)

// plainly reports whether the verb at word i belongs to the main clause and stands close behind what belongs to an entity,
// so that its participle need not be a known one.
func (r *reading) plainly(i int) bool {
	if r.has[cueDefines] || r.has[cueOpinion] {
		return false
	}
	for k := i - 1; k >= 0 && !r.commaBefore(k+1); k-- {
		if subordinators[r.words[k].low] {
			return false
		}
	}
	return slices.ContainsFunc(r.words[max(0, i-5):i], func(w word) bool { return own[w.low] })
}

// subordinators are words behind which a clause says under which condition, or of what, the main one holds.
var subordinators = wordSet(`when whether if that which who whose where because while how than unless what as`)

// staff reports whether people or parts of an entity are the subject of a verb of doing: "Suppliers sign the code".
func (r *reading) staff() bool {
	for i := 1; i < min(len(r.words), 9); i++ { // "report" is mostly a noun
		if r.words[i].low == "report" && doers[r.words[i-1].low] && !r.commaBefore(i) {
			return true
		}
	}
	for _, h := range r.hits {
		if h.cue != cueActs || h.from == 0 || h.from > 8 && (!r.openedLate(h.from) || auxiliaries[r.words[h.from].low]) || attitudes[r.words[h.from].low] || strings.HasPrefix(r.words[h.from].low, "includ") {
			continue
		}
		before := h.from - 1
		for before > 0 && (adverbs[r.words[before].low] || auxiliaries[r.words[before].low] || strings.HasSuffix(r.words[before].low, "ly")) {
			before--
		}
		before = r.pastPlace(before)
		if doers[r.words[before].low] && !r.commaBefore(h.from) {
			return true
		}
	}
	return false
}

// openedLate reports whether the clause with the verb at word i begins shortly before it, behind a comma: "Through a tool for managing
// risk, the team monitors suppliers".
func (r *reading) openedLate(i int) bool {
	for k := i - 1; k > max(0, i-6); k-- {
		if r.commaBefore(k) {
			return i <= 14 && !subordinators[r.words[k].low]
		}
	}
	return false
}

var auxiliaries = wordSet(`has have had`)

// pastPlace is the word before the place that ends at word i, or i if none does: "A site in Northern California has hosted".
func (r *reading) pastPlace(i int) int {
	k := i
	for k > 0 && unicode.IsUpper(rune(r.text[r.words[k].start])) {
		k--
	}
	if k > 0 && k < i && prepositions[r.words[k].low] {
		return k - 1
	}
	return i
}

// doers are nouns of those who do things for an entity that reports.
var doers = wordSet(`employees managers executives apprentices contractors suppliers officer officers representative representatives auditor auditors committee council board team teams department departments unit units function division divisions
	site sites plant plants location locations facility facilities subsidiaries segments hires trainees experts partners organization organisation members associates crewmembers volunteers participants vendors`)

// owns reports whether what stands before the verb at word i names something that belongs to an entity.
func (r *reading) owns(i int) bool {
	return slices.ContainsFunc(r.words[max(0, i-10):i], func(w word) bool { return own[w.low] })
}

// agent reports whether the participle at word k is followed by who does it: "is assessed by the risk department".
func (r *reading) agent(k int) bool {
	for i := k + 1; i < min(len(r.words), k+4); i++ {
		if r.words[i].low == "by" {
			return slices.ContainsFunc(r.words[i:min(len(r.words), i+9)], func(w word) bool { return agents[w.low] })
		}
	}
	return false
}

// agents are nouns of those within an entity who do things.
var agents = wordSet(`coordinators representatives managers specialists department departments team teams unit units division divisions committee officer officers function auditors experts organization organisation board`)

// prepared reports whether the sentence says by which standards the report was made.
func (r *reading) prepared() bool {
	return r.has[cueStandard] && !r.any("emissions that", "defined") && r.any("report", "reporting", "disclosures", "statement") &&
		r.any("in accordance with", "based on", "oriented", "with reference to", "prepared", "follows", "complies with", "aligned with", "in line with", "takes into account")
}
