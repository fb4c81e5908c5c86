package claims

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// enough is the weight from which a sentence is a claim.
const enough = 6

const (
	fewestWords = 6
	mostWords   = 90
)

// worth weighs the cues of a sentence of prose; ended and item are as the sentence's, and item also holds for the second
// of two assertions. Zero is for what cannot be a claim whatever cues it holds: questions, definitions, disclaimers,
// directions to other places, and statements about somebody else.
func (r *reading) worth(ended, item bool) int {
	if r.barred(item) {
		return 0
	}
	w := r.specific()
	if w < 2 || w < 3 && !r.hard() && !(r.about() && (r.has[cueTool] || r.has[cueClimateRisk] || r.has[cueTransition] || r.has[cuePhysical] || r.has[cuePolicy] && r.has[cueConduct]) && r.has[cueActs]) || !r.asserts() {
		return 0
	}
	add := func(weight int, when bool) {
		if when {
			w += weight
		}
	}
	add(2, r.about() || r.counted())
	add(1, r.topical() || r.practises() || r.joined() || r.lists() || r.process() && r.firm())
	add(1, !r.topical() && r.about() && len(r.counts) > 0 && slices.ContainsFunc(r.words, func(w word) bool { return covered[w.low] }))
	add(1, r.topical() && r.has[cueChange] && len(r.measured) > 0)
	add(1, r.has[cueActs] || r.does() || r.has[cueChange] || r.dated() || r.happened() || r.process() || r.joined() || r.lists() || r.nominal())
	// "Water use fell by 12%" needs no "our"; a sentence without a result does.
	add(-1, !r.about() && !(r.near && (len(r.measured)+len(r.counts) > 0 || len(r.years) > 0 && r.happened())) && !item && !r.concerns() && !r.states() && !(len(r.measured) > 0 && r.has[cueChange]))
	add(2, r.has[cueNetZero] && r.byYear != "")
	add(1, r.none() && len(r.measured) == 0)
	add(-3, r.has[cueDefines] && !r.prepared() && !r.extends() && !r.founded() && !r.composed())
	add(2, r.prepared())
	plain := len(r.measured) == 0 && len(r.counts) == 0 && r.byYear == ""
	add(-2, plain && r.pointsBack())
	add(-2, plain && r.pointsBack() && !r.about() && !r.hard())
	add(-2, plain && r.has[cueVague] && !r.has[cueStandard] && len(r.names) < 2)
	add(-1, r.has[cueHedges] && len(r.measured) == 0)
	add(-3, plain && r.any("outlines our", "outlines the", "underlines our", "further enhance", "continue to enhance"))
	// A wish without a date, a figure or a standard is what everybody says.
	add(-2, r.commits() && !r.dated() && !r.has[cueStandard] && !r.has[cueBody])
	// Without a full stop it may be a label of a chart, unless it is an item of a list or does something.
	add(-2, !ended && !item)
	add(-4, !ended && !item && len(r.names) >= 3)
	add(-2, !ended && item && len(r.measured) == 0 && len(r.counts) == 0 && len(r.years) == 0)
	return max(w, 0)
}

// barred reports whether a sentence can be no claim.
func (r *reading) barred(item bool) bool {
	n := len(r.words)
	switch {
	case n < fewestWords && !(r.part && n >= fewestInClause) && !(item && n == fewestWords-1 && r.commits() && len(r.measured) > 0), n > mostWords,
		strings.HasSuffix(r.text, "?"), strings.Contains(r.text, "?¹"), strings.HasSuffix(r.text, ":") && !(r.about() && len(r.measured) > 0 && (r.has[cueActs] || r.does())),
		strings.Contains(r.text, "...."), mail(r.text),
		r.has[cueDisclaims], r.has[cuePoints] && !r.besides() && !r.extends():
		return true
	}
	switch {
	case !item && startsLower(r.text), // the rest of a sentence that the layout tore apart
		r.asks(), r.lawgiver(), r.bound(), r.commits() && r.has[cueOthers] && !r.has[cueOwn] && !r.house, r.any("the sum of", "a company must", "companies must", "indicates the"),
		r.others() && !r.about(),
		r.commits() && !r.about() && !item && !r.concerns(), // somebody's promise, not said whose
		r.praises() && len(r.measured) == 0, r.creed(),
		r.has[cueDefines] && !r.extends() && !r.founded() && !r.composed() && !r.strong() && !r.prepared() && !(r.about() && r.specific() > 5),
		r.has[cueOpinion] && (r.specific() < 3 || len(r.measured) == 0 && len(r.places) == 0 && len(r.years) == 0),
		!r.about() && r.any("can help", "can reduce", "can contribute", "could help", "could reduce", "can lead"),
		r.has[cueHedges] && r.may() && !r.process() && !r.strong() && !r.has[cueBody] && !(r.about() && r.specific() > 3),
		len(r.measured) == 0 && r.any("mission is", "our mission", "our purpose", "purpose is", "our vision", "vision is"),
		r.ofReport() && !r.extends(), r.generic(),
		r.tells(): // the meaning of a word
		return true
	}
	return false
}

// others reports whether the sentence begins with somebody else: the industry, the world, a regulation.
func (r *reading) others() bool {
	for _, h := range r.hits {
		if h.cue == cueOthers && (h.from <= 5 || h.from <= 14 && r.commaBefore(h.from) && h.to < len(r.words) && !r.commaBefore(h.to) && participle(r.words[h.to].low)) {
			return true
		}
	}
	return false
}

// concerns reports whether a dated promise is about sites, people or standards of which only the entity can speak: "By
// 2030 all plants are to be certified".
func (r *reading) concerns() bool {
	return r.impersonal() || r.near && len(r.years) > 0 && !r.any("shall") && r.owns(min(8, len(r.words))) && !r.others() && !slices.ContainsFunc(r.words, func(w word) bool { return elsewhere[w.low] }) || r.byYear != "" && !r.others() && (r.has[cueSite] || r.has[cueStandard] || r.any("all employees", "all suppliers", "all vehicles", "all sites", "all new"))
}

// mail reports whether a text holds an address.
func mail(text string) bool {
	at := strings.IndexByte(text, '@')
	return at >= 0 && strings.Contains(text[at:], ".") && !strings.ContainsAny(text[at:at+strings.IndexByte(text[at:], '.')], " ")
}

// asks reports whether a sentence tells the reader what to do, as forms and instructions do.
func (r *reading) asks() bool {
	switch r.words[0].low {
	case "please", "show", "describe", "disclose", "provide", "explain", "indicate", "see", "select", "refer", "read", "if", "imagine", "did", "which", "what", "how", "why", "note":
		return true
	}
	for _, w := range r.words {
		if w.low == "your" || w.low == "you" {
			return !r.has[cueOwn]
		}
	}
	return false
}

// lawgivers are what a sentence begins with that says what others have laid down.
var lawgivers = wordSet(`un sdgs sdg regulation regulations directive directives act acts nations nation safeguards law laws legislation agenda parliament legislator legislators governments`)

// lawgiver reports whether the sentence says what a law or a body of states lays down.
func (r *reading) lawgiver() bool {
	reach := 5
	if len(r.words) > 0 && r.words[0].low == "with" {
		reach = 9
	}
	for i, w := range r.words[:min(len(r.words), reach)] {
		if w.low == "we" || w.low == "our" || w.low == "in" && i == 0 {
			return false
		}
		if lawgivers[w.low] {
			return !r.house
		}
	}
	return false
}

// bound reports whether the sentence only says that laws hold: "The GDPR and national laws must be observed".
func (r *reading) bound() bool {
	return r.any("must be observed", "must be complied with", "must be adhered to", "have to be observed") && r.any("law", "laws", "regulation", "regulations", "directive", "gdpr", "legislation") && !r.has[cueOwn] && !r.house
}

// about reports whether the sentence speaks of the reporting entity: it says so, or goes on about it.
func (r *reading) about() bool { return r.spoken() || r.near && r.process() }

// spoken is about without what only tells of processes: the rules that find processes ask it.
func (r *reading) spoken() bool {
	return r.has[cueOwn] || r.house || r.has[cueBody] || r.inherits || r.near && (r.extends() || r.lists() || r.prepared() || r.nominal() || r.startsWithDeed() || r.scopeFigure())
}

// strong reports whether a sentence asserts a measured result, so that explaining it on the way does no
// harm.
func (r *reading) strong() bool {
	return len(r.measured) > 0 && r.has[cueChange] && r.topical()
}

// topical reports whether the sentence is about something that sustainability reports are about.
func (r *reading) topical() bool {
	for c := cueScope1; c <= cueConduct; c++ {
		if r.has[c] && c != cueMoney {
			return true
		}
	}
	return false
}

// asserts reports whether the sentence says that something is so: that it was done, came to an amount, is laid down, or
// is promised.
func (r *reading) asserts() bool {
	switch {
	case !r.matters():
		return false
	case r.about() && r.process(), r.prepared(), r.excludes(), r.practises(), r.charges(), r.extends(), r.joined(), r.lists(), r.shifted(), r.nominal(), r.does() && r.hard():
		return true
	case r.has[cueActs], r.has[cueChange] && (len(r.measured) > 0 || len(r.counts) > 0), r.commits() && r.dated():
		return true
	case r.about() && r.hard() && (r.has[cueDid] || r.happened()), r.topical() && r.hard() && r.happened():
		return true
	case len(r.measured) > 0 && r.about(), r.states(), r.about() && r.portion():
		return true
	case r.has[cueBody] && r.has[cueOversight], r.led(), r.has[cuePay] && r.topical(), r.has[cueCarbonPrice]:
		return true
	case r.has[cueStandard] && (r.has[cueAssured] || r.has[cueDid]), len(r.places) > 0 && r.has[cueSite]:
		return true
	}
	return len(r.years) > 0 && r.has[cueChange]
}

// matters reports whether the sentence is about something that sustainability reports are for. What the entity says of
// itself with something to look up is, unless it is about business alone.
func (r *reading) matters() bool {
	return r.topical() || r.extends() || r.joined() || r.lists() || r.practises() && !r.business() || r.about() && r.portion() || r.about() && r.has[cueSite] && len(r.counts) > 0 || r.about() && r.process() && !r.business() || r.has[cueStandard] || r.has[cuePolicy] || r.has[cueBody] || r.has[cuePay] || r.has[cueTarget] || r.has[cueAssured] ||
		r.about() && r.hard() && r.specific() > 1 && r.has[cueActs] && !r.business() || r.about() && r.hard() && r.specific() > 2 && (!r.business() || r.ofThings() || r.gives())
}

// business reports whether the sentence is about money and trade.
func (r *reading) business() bool {
	return r.trades() || r.has[cueInvest] || r.money() || r.any("profit", "profits", "earnings", "margin", "dividend", "dividends", "share price", "market", "markets", "order intake", "ebit", "transaction", "transactions", "shareholder", "shareholders", "acquisition", "customers", "product", "products")
}

// happened reports whether the sentence has a verb of what was done: "recorded", "was updated".
func (r *reading) happened() bool {
	for i, w := range r.words {
		if (len(w.low) > 4 && strings.HasSuffix(w.low, "ed") && !adjectives[w.low] || irregular[w.low]) && (i == 0 || !articles[r.words[i-1].low]) {
			return true
		}
	}
	return false
}

// adjectives end as verbs of the past do.
var adjectives = wordSet(`based related limited united detailed dedicated integrated advanced combined need exceed indeed proceed speed hundred experienced skilled qualified renowned
	aged called named mentioned described above said associated involved concerned committed expected`)

// hard reports whether the sentence holds something that is there or not: a figure, a date, a standard, a place, how
// often, who decides. Names and strong words alone must be several.
func (r *reading) hard() bool {
	return len(r.measured) > 0 || len(r.counts) > 0 || len(r.years) > 0 || len(r.places) > 0 ||
		r.has[cueMust] && r.has[cueAll] || r.has[cueStandard] || r.has[cueOften] || r.has[cueBody] || r.led() || r.portion() || r.has[cuePay] || r.has[cueCarbonPrice] || r.has[cueScenario] || r.has[cuePlan] || r.about() && r.process() || r.has[cueLately] && r.has[cueAll] && r.has[cueTool] || r.deed() || r.excludes() || r.practises() || r.charges() || r.extends() || r.joined() || r.lists() || r.shifted() || r.nominal()
}

// specific counts what somebody could look up: without it a sentence is a phrase however many good words it holds ("we
// are committed to a sustainable future").
func (r *reading) specific() int {
	w := 0
	add := func(weight int, when bool) {
		if when {
			w += weight
		}
	}
	add(3, len(r.measured) > 0)
	add(1, len(r.measured) > 1)
	add(2, len(r.measured) == 0 && len(r.counts) > 0)
	add(1, len(r.measured) == 0 && len(r.counts) > 1)
	add(2, r.byYear != "")
	add(2, r.byYear == "" && len(r.years) > 0)
	add(2, r.has[cueStandard])
	add(min(2, len(r.names)), !r.has[cueStandard])
	add(1, len(r.places) > 0)
	add(1, len(r.places) > 0 && r.has[cueSite])
	add(2, r.has[cueOften])
	add(1, r.has[cueLately] && len(r.years) == 0)
	add(1, r.has[cueAll] && len(r.measured) == 0)
	add(1, r.has[cueMust])
	add(1, r.has[cueOutside] || r.has[cueAssured])
	add(2, r.has[cueBody] || r.led())
	add(1, r.has[cueBody] && r.has[cueOversight])
	add(1, r.has[cuePolicy])
	add(1, r.has[cuePolicy] && r.has[cueEnacts])
	add(1, r.has[cueTool] && r.has[cueActs])
	add(2, r.has[cuePay] && r.topical())
	add(2, r.has[cueCarbonPrice] || r.has[cueScenario] || r.has[cuePlan])
	add(2, r.about() && r.process())
	add(2, r.deed() && !r.process())
	add(3, r.extends())
	add(2, r.practises() && !r.process() && !r.deed())
	add(2, r.charges() && !r.has[cueBody] && !r.process())
	add(3, r.neutral())
	add(2, r.shifted())
	add(2, r.excludes())
	add(1, r.joined())
	add(2, r.lists() && !r.process() && !r.practises() && !r.extends())
	add(2, r.about() && r.has[cueActs] && r.any("identified", "rated", "assessed", "classified") && (r.has[cueTransition] || r.has[cuePhysical] || r.has[cueClimateRisk]) && !r.process())
	return w
}

func startsLower(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(first) {
		return false
	}
	word, _, _ := strings.Cut(s, " ")
	return strings.ToLower(word) == word // "mBank" is a name
}
