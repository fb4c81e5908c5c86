package claims

import (
	"slices"
	"strings"
)

// What a deed is done with or to: something that is there or not, or what everybody has.

// concrete are nouns of what is there or is not.
var concrete = wordSet(`protocol protocols equipment supplies system systems process processes procedure procedures program programs programme programmes policy policies platform platforms tool tools software portal hotline newsletter handbook manual database dashboard questionnaire
	questionnaires survey surveys audit audits assessment assessments analysis analyses inspection inspections training trainings course courses workshop workshops seminar seminars webinar webinars certificate certificates certification
	contract contracts agreement agreements clause clauses committee team teams department departments unit units network networks function functions organization organisation office offices officer officers index ratings rating guideline guidelines
	standard standards requirement requirements code codes criteria checklist checklists methodology framework register catalog catalogue plan plans fund insurance mentoring scholarship scholarships leave benefits pension childcare bonus
	meters sensors panels lamps lighting leds charging vehicles fleet packaging suppliers supplier contractors apprentices apprenticeships interns incidents complaints assurance reports report dialog dialogue dialogs roundtable forum conference
	committees council working mobile bicycles trees solar heat pumps filters servers tests test controls control review reviews meetings meeting channels channel app materials products certified kpis indicators targets scenarios inventory`)

// grips are words that say of how much, of whom or in which manner something holds, so that it can be denied.
var grips = wordSet(`two four five six seven eight nine ten called named web all every each worldwide global globally international companywide groupwide nationwide central local dedicated mandatory binding internal external independent annual regular quarterly monthly weekly standardized standardised certified
	new first third both multiple several systematic structured automated digital online electronic anonymous anonymity confidential confidentiality confidentially interdisciplinary cross risk`)

// cardinal are numbers in words.
var cardinal = wordSet(`two three four five six seven eight nine ten eleven twelve fifteen twenty thirty fifty`)

// object reports whether what is done is done with, or to, something that is there or not, and how.
func (r *reading) object(from int) bool {
	gripped := len(r.names) > 0 || slices.ContainsFunc(r.words, func(w word) bool { return grips[w.low] })
	if at := r.doneAt(); at > 0 && r.topical() && slices.ContainsFunc(r.words[max(0, at-3):at], func(w word) bool { return w.low == "not" }) {
		return true // "does not make political donations"
	}
	if at := r.doneAt(); at >= 0 && r.topical() && !softVerbs[r.words[at].low] && at+1 < len(r.words) && cardinal[r.words[at+1].low] {
		return true // "has helped seven communities"
	}
	if at := r.doneAt(); at >= 0 && r.topical() && !softVerbs[r.words[at].low] && !routines[r.words[at].low] && r.direct(at+1) {
		return true
	}
	if slices.ContainsFunc(r.words[from:], func(w word) bool { return concrete[w.low] }) {
		return gripped || r.enumerates() || r.any("such as", "including", "for example", "e g")
	}
	if r.topical() && slices.ContainsFunc(r.names, func(n string) bool { return strings.Contains(n, " ") }) {
		return true
	}
	return gripped && (r.has[cueWater] || r.has[cueWaste] || r.has[cueEnergy] || r.has[cueRenewable] || r.has[cueNature])
}

// softly are nouns of what everybody has or takes, and nobody can look at.
var softly = wordSet(`potential success successes relationship relationships focus approach overview progress attention account care view views interest interests way ways steps step part role responsibility importance value values culture efforts effort strides impact
	contribution contributions advantage balance challenges opportunities opportunity methods understanding insight insights picture information priority priorities emphasis`)

// softVerbs are the verbs that say little without their object.
var softVerbs = wordSet(`achieved achieve achieves identified identifies maintain maintains keep keeps take takes took taken have has made make employ employs provide provides provided pay pays offer offers develop developed give gives adopt adopts follow follows build built hold set sets put
	conclude concluded disclose discloses present presents report reports gain gained find found`)

// soft reports whether the first object of a verb that says little is one of what everybody has: "we maintain strong
// relationships".
func (r *reading) soft() bool {
	if len(r.names) == 0 && !r.has[cueStandard] && r.any("a variety of", "a range of", "a wide range", "broad variety", "wide variety", "many aspects", "many ways", "numerous", "various", "a number of", "diverse range") {
		return true
	}
	subjects := r.subjects()
	if at := r.done(); at > 0 {
		subjects = append(subjects, at)
	}
	for _, i := range subjects {
		at := r.pastAdverbs(i)
		if at < len(r.words) && (r.words[at].low == "have" || r.words[at].low == "has") {
			at = r.pastAdverbs(at + 1)
		}
		if at >= len(r.words) || !softVerbs[r.words[at].low] {
			continue
		}
		for k := at + 1; k < min(len(r.words), at+7) && !r.commaBefore(k) && (r.words[k].low == "with" || !prepositions[r.words[k].low]); k++ {
			if softly[r.words[k].low] {
				return true
			}
		}
	}
	return false
}

var prepositions = wordSet(`of in for with on to at by from through under across within among between about via that which who`)

// routines are verbs of what everybody does with everything.
var routines = wordSet(`use uses used using integrate integrates integrated introduce introduces introduced review reviews reviewed monitor monitors monitored enforce enforces enforced build builds built evaluate evaluates evaluated
	select selects incorporate incorporates incorporated embed embeds embedded apply applies applied implement implements implemented manage manages established establish establishes create created founded`)

// direct reports whether the object that begins at word i is something concrete: "subsidises electric vehicles in ...".
func (r *reading) direct(i int) bool {
	for k := i; k < min(len(r.words), i+6) && !r.commaBefore(k) && !prepositions[r.words[k].low]; k++ {
		if concrete[r.words[k].low] {
			return true
		}
	}
	return false
}

// enumerates reports whether the sentence lists three things or more.
func (r *reading) enumerates() bool {
	return strings.Count(r.text, ", ") >= 2 && r.any("and", "or", "as well as")
}
