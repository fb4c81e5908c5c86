package claims

import (
	"slices"
	"strings"
	"unicode"
)

// What an entity says that it does is a claim where somebody could look: the verb is one of a deed, and the deed has an object
// that is there or not. Neither the verbs nor the things can be listed, so the verb is found by where it stands, and
// only attitudes are listed.

// attitudes are verbs of what somebody thinks, wishes or is like: nobody can look at it.
var attitudes = wordSet(`believe believes think thinks know knows hope hopes aim aims strive strives want wants wish wishes seek seeks try tries intend intends plan plans endeavor endeavour recognize recognizes recognise recognises
	understand understands value values respect respects appreciate appreciates welcome welcomes care cares feel feels consider considers regard regards view views see sees face faces need needs expect expects embrace embraces
	love loves help helps enable enables empower empowers foster fosters promote promotes encourage encourages inspire inspires drive drives pursue pursues contribute contributes continue continues focus focuses rely relies
	look looks like play plays remain remains enhance enhances strengthen strengthens improve improves benefit benefits champion champions prioritize prioritizes prioritise commit commits attach attaches make makes ensure ensures
	place places do does did don act acts go goes get gets leverage leverages address addresses tackle tackles acknowledge acknowledges assume assumes anticipate anticipates demonstrate demonstrates show shows thank say says
	live lives stand stands treat treats build builds create creates accelerate shape shapes advance advances align can could may might will would should shall must to and or in of for with as on at by from who that which
	not also depend depends tend emphasize emphasizes emphasise highlight highlights underscore underscores aspire aspires dedicate believe trust trusts push work works become becomes mean means sell sells initiate initiates support supports focused engage engages focussed utilize maintained`)

// loose are participles of what is felt or thought, or only placed in words.
var loose = wordSet(`needed considered believed expected concerned related based committed dedicated intended aimed supposed limited associated interested convinced anchored rooted pleased determined excited inspired engaged focused
	required reflected valued respected encouraged empowered guided driven affected influenced described mentioned defined called named shown outlined presented listed summarized summarised explained displayed estimated assumed
	projected unchanged detailed continued deemed structured observed converted divided subdivided composed geared tailored designed organized organised faced exposed viewed regarded seen known understood characterized shaped improved enhanced strengthened aligned`)

// irregular are participles and pasts that do not end as others do.
var irregular = wordSet(`held made given taken paid sent kept built bought sold led met spent written chosen laid put run shown brought won done begun become became began took gave drew drawn ran undertaken undertook grown grew risen rose fallen fell
	cut set left found went came drove driven`)

// participle reports whether a word is one of something done.
func participle(w string) bool {
	return (len(w) > 4 && strings.HasSuffix(w, "ed") && !adjectives[w] || irregular[w]) && !loose[w]
}

// does reports whether the entity is the subject of a verb of doing: "we use", "Acme has established".
func (r *reading) does() bool {
	if r.doing == nil {
		is := slices.ContainsFunc(r.subjects(), r.doesAfter)
		r.doing = &is
	}
	return *r.doing
}

// subjects are the words behind which a verb of the entity's may stand.
func (r *reading) subjects() []int {
	var out []int
	for i, w := range r.words {
		switch {
		case w.low == "we", w.low == "it" && r.inherits, w.low == "they" && r.inherits:
			out = append(out, i+1)
		case r.named(i) && !(i+1 < len(r.words) && (r.named(i+1) || tails[r.words[i+1].low])):
			out = append(out, i+1)
		case tails[w.low] && i > 0 && (r.named(i-1) || r.words[i-1].low == "the"):
			out = append(out, i+1)
		}
	}
	return out
}

// named reports whether word i is of the entity's own name.
func (r *reading) named(i int) bool {
	return r.own[r.words[i].low] && r.text[r.words[i].start:r.words[i].end] != r.words[i].low
}

// tails are what a company's name ends with, or stands for it behind "the".
var tails = wordSet(`aktiengesellschaft gmbh sa nv asa ab ltd limited tbk group company bank ag se plc inc corporation reit holding firm organization organisation`)

// doesAfter reports whether a finite verb of doing stands at word i.
func (r *reading) doesAfter(i int) bool {
	at := r.pastAdverbs(i)
	if at >= len(r.words) {
		return false
	}
	switch w := r.words[at].low; w {
	case "have", "has", "had", "ve":
		at = r.pastAdverbs(at + 1)
		if at < len(r.words) && (r.words[at].low == "been" || r.words[at].low == "also") {
			at = r.pastAdverbs(at + 1)
		}
		return at < len(r.words) && (participle(r.words[at].low) || articles[r.words[at].low] || len(r.words[at].low) > 5 && strings.HasSuffix(r.words[at].low, "ing"))
	case "is", "are", "was", "were", "re":
		at = r.pastAdverbs(at + 1)
		return at < len(r.words) && (participle(r.words[at].low) || r.words[at].low == "member" || r.words[at].low == "a" && at+1 < len(r.words) && (r.words[at+1].low == "member" || r.words[at+1].low == "signatory"))
	default:
		if attitudes[w] || adjectives[w] || strings.HasSuffix(w, "ing") {
			return false
		}
		we := i > 0 && (r.words[i-1].low == "we" || r.words[i-1].low == "they")
		return we && !irregularNoun(r, at) || len(w) > 3 && (strings.HasSuffix(w, "s") && !own[w] || participle(w))
	}
}

// irregularNoun reports whether what stands at word i is no verb: "we, the people".
func irregularNoun(r *reading, i int) bool {
	return r.commaBefore(i) || articles[r.words[i].low] || unicode.IsDigit(rune(r.text[r.words[i].start]))
}

func (r *reading) pastAdverbs(i int) int {
	for i < len(r.words) && (adverbs[r.words[i].low] || len(r.words[i].low) > 4 && strings.HasSuffix(r.words[i].low, "ly")) {
		i++
	}
	return i
}

// concrete are nouns of what is there or is not.
var concrete = wordSet(`system systems process processes procedure procedures program programs programme programmes policy policies platform platforms tool tools software portal hotline newsletter handbook manual database dashboard questionnaire
	questionnaires survey surveys audit audits assessment assessments analysis analyses inspection inspections training trainings course courses workshop workshops seminar seminars webinar webinars certificate certificates certification
	contract contracts agreement agreements clause clauses committee team teams department departments unit units network networks function functions organization organisation office offices officer officers index ratings rating guideline guidelines
	standard standards requirement requirements code codes criteria checklist checklists methodology framework register catalog catalogue plan plans fund insurance mentoring scholarship scholarships leave benefits pension childcare bonus
	meters sensors panels lamps lighting leds charging vehicles fleet packaging suppliers supplier contractors apprentices apprenticeships interns incidents complaints reports report dialog dialogue dialogs roundtable forum conference
	committees council working mobile bicycles trees solar heat pumps filters servers tests test controls control review reviews meetings meeting channels channel app materials products certified kpis indicators targets scenarios inventory`)

// grips are words that say of how much, of whom or in which manner something holds, so that it can be denied.
var grips = wordSet(`all every each worldwide global globally international companywide groupwide nationwide central local dedicated mandatory binding internal external independent annual regular quarterly monthly weekly standardized standardised certified
	new first third both multiple several systematic structured automated digital online electronic anonymous confidential interdisciplinary cross risk`)

// object reports whether what is done is done with, or to, something that is there or not, and how.
func (r *reading) object() bool {
	gripped := len(r.names) > 0 || slices.ContainsFunc(r.words, func(w word) bool { return grips[w.low] })
	if slices.ContainsFunc(r.words, func(w word) bool { return concrete[w.low] }) {
		return gripped || r.enumerates() || r.any("such as", "including", "for example", "e g")
	}
	return gripped && (r.has[cueWater] || r.has[cueWaste] || r.has[cueEnergy] || r.has[cueRenewable] || r.has[cueNature])
}

// softly are nouns of what everybody has or takes, and nobody can look at.
var softly = wordSet(`relationship relationships focus approach overview progress attention account care view views interest interests way ways steps step part role responsibility importance value values culture efforts effort strides impact
	contribution contributions advantage balance challenges opportunities opportunity methods understanding insight insights picture information priority priorities emphasis`)

// softVerbs are the verbs that say little without their object.
var softVerbs = wordSet(`maintain maintains keep keeps take takes took taken have has made make employ employs provide provides provided pay pays offer offers develop developed give gives adopt adopts follow follows build built hold set sets put
	conclude concluded disclose discloses present presents report reports gain gained find found`)

// soft reports whether the first object of a verb that says little is one of what everybody has: "we maintain strong
// relationships".
func (r *reading) soft() bool {
	if len(r.names) == 0 && !r.has[cueStandard] && r.any("a variety of", "a range of", "a wide range", "numerous", "various", "a number of", "diverse range") {
		return true
	}
	for _, i := range r.subjects() {
		at := r.pastAdverbs(i)
		if at < len(r.words) && (r.words[at].low == "have" || r.words[at].low == "has") {
			at = r.pastAdverbs(at + 1)
		}
		if at >= len(r.words) || !softVerbs[r.words[at].low] {
			continue
		}
		for k := at + 1; k < min(len(r.words), at+7) && !r.commaBefore(k) && !prepositions[r.words[k].low]; k++ {
			if softly[r.words[k].low] {
				return true
			}
		}
	}
	return false
}

var prepositions = wordSet(`of in for with on to at by from through under across within among between about via that which who`)

// enumerates reports whether the sentence lists three things or more.
func (r *reading) enumerates() bool {
	return strings.Count(r.text, ", ") >= 2 && r.any("and", "or", "as well as")
}

// practises reports whether the entity says of itself, without a wish or a may, that it does or has something definite.
func (r *reading) practises() bool {
	if r.practice == nil {
		is := r.does() && r.object() && !r.soft() && !r.commits() && !r.has[cueVague] && !r.has[cueOpinion] && !(r.has[cueHedges] && r.may()) && !r.praises()
		r.practice = &is
	}
	return *r.practice
}

// charges reports whether the sentence says who answers for something.
func (r *reading) charges() bool {
	return (r.about() || r.near) && r.any("responsible for", "responsibility for", "accountable for", "accountability for", "in charge of", "reports to", "report to", "reports directly to", "responsibilities for") && !r.commits() &&
		(r.has[cueBody] || slices.ContainsFunc(r.words, func(w word) bool { return agents[w.low] }) || len(r.names) > 0) && !r.any("shared responsibility", "individual responsibility", "our responsibility for")
}
