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
var attitudes = wordSet(`explore explores explored base bases procure procures believe believes think thinks know knows hope hopes aim aims strive strives want wants wish wishes seek seeks try tries intend intends plan plans endeavor endeavour recognize recognizes recognise recognises
	understand understands value values respect respects appreciate appreciates welcome welcomes care cares feel feels consider considers regard regards view views see sees face faces need needs expect expects embrace embraces
	love loves help helps enable enables empower empowers foster fosters promote promotes encourage encourages inspire inspires drive drives pursue pursues contribute contributes continue continues focus focuses rely relies
	look looks like play plays remain remains enhance enhances strengthen strengthens improve improves benefit benefits champion champions prioritize prioritizes prioritise commit commits attach attaches make makes ensure ensures
	place places do does did don act acts go goes get gets leverage leverages address addresses tackle tackles acknowledge acknowledges assume assumes anticipate anticipates demonstrate demonstrates show shows thank say says
	live lives stand stands treat treats build builds create creates accelerate shape shapes advance advances align can could may might will would should shall must to and or in of for with as on at by from who that which
	not also depend depends tend emphasize emphasizes emphasise highlight highlights underscore underscores aspire aspires dedicate believe trust trusts push work works become becomes mean means constitute constitutes serve serves represent represents describe describes explain explains outline outlines discuss anchor anchors present presents summarize summarizes sell sells initiate initiates support supports focused engage engages focussed utilize maintained`)

// loose are participles of what is felt or thought, or only placed in words.
var loose = wordSet(`indicated noted stated explored demonstrated evidenced underlined underpinned needed considered believed expected concerned related based committed dedicated intended aimed supposed limited associated interested convinced anchored rooted pleased determined excited inspired engaged focused
	required reflected valued respected encouraged empowered guided driven affected influenced described mentioned defined called named shown outlined presented listed summarized summarised explained displayed estimated assumed
	projected unchanged detailed continued deemed structured observed converted divided subdivided geared tailored designed organized organised faced exposed viewed regarded seen known understood characterized shaped improved enhanced strengthened aligned`)

// irregular are participles and pasts that do not end as others do.
var irregular = wordSet(`held made given taken paid sent kept built bought sold led met spent written chosen laid put run shown brought won done begun become became began took gave drew drawn ran undertaken undertook grown grew risen rose fallen fell
	cut set left found went came drove driven`)

// participle reports whether a word is one of something done.
func participle(w string) bool {
	return (len(w) > 4 && strings.HasSuffix(w, "ed") && !adjectives[w] || irregular[w]) && !loose[w]
}

// does reports whether the entity is the subject of a verb of doing: "we use", "Acme has established".
func (r *reading) does() bool { return r.doneAt() >= 0 }

// doneAt is the word of the first verb of the entity's doing, -1 if there is none.
func (r *reading) doneAt() int {
	if r.doing == nil {
		at := -1
		for _, i := range r.subjects() {
			if at = r.doesAt(i); at >= 0 {
				break
			}
		}
		r.doing = &at
	}
	return *r.doing
}

// subjects are the words behind which a verb of the entity's may stand.
func (r *reading) subjects() []int {
	var out []int
	for i, w := range r.words {
		if i > 0 && subordinators[r.words[i-1].low] {
			continue // only under a condition, or what else is said of something
		}
		switch {
		case i == 0 && r.near && r.startsWithDeed():
			out = append(out, 0)
		case w.low == "we" && r.startsClause(i), w.low == "it" && r.inherits, w.low == "they" && r.inherits:
			out = append(out, i+1)
		case r.named(i) && !(i+1 < len(r.words) && (r.named(i+1) || tails[r.words[i+1].low])):
			out = append(out, i+1)
		case tails[w.low] && i > 0 && (r.named(i-1) || r.words[i-1].low == "the"):
			out = append(out, i+1)
		}
	}
	return out
}

// startsWithDeed reports whether a sentence has no subject but begins with what was done, as those of lists of achievements do:
// "Conducted energy audits across the portfolio".
func (r *reading) startsWithDeed() bool {
	return len(r.words) > 1 && participle(r.words[0].low) && !irregular[r.words[0].low] && !prepositions[r.words[1].low] && !adverbs[r.words[1].low] && r.words[1].low != "and" && !strings.HasSuffix(r.words[1].low, "ly") && !unicode.IsUpper(rune(r.text[r.words[1].start])) &&
		r.words[1].start-r.words[0].end == 1 && !r.passive()
}

// passive reports whether a form of "to be" stands in the sentence's first clause, so that a word like "increased" at its
// beginning is none of doing: "Increased requirements are triggered".
func (r *reading) passive() bool {
	for k := 1; k < len(r.words) && !r.commaBefore(k); k++ {
		switch r.words[k].low {
		case "is", "are", "was", "were", "be", "has", "have", "will", "can", "may":
			return true
		}
	}
	return false
}

// startsClause reports whether the pronoun at word i begins a clause of its own, rather than saying what is meant: "the way we
// operate".
func (r *reading) startsClause(i int) bool {
	if i == 0 || r.commaBefore(i) || strings.ContainsAny(r.text[r.words[i-1].end:r.words[i].start], ":;–—()•") {
		return true
	}
	before := r.words[i-1].low
	return before == "and" || before == "but" || before == "year" || before == "period" || before == "this" || adverbs[before] || strings.HasSuffix(before, "ly") || strings.Trim(before, "0123456789fy") == "" ||
		unicode.IsUpper(rune(r.text[r.words[i-1].start]))
}

// done is the word of the verb of what an undertaking of the entity's does, -1 if there is none: "this programme gives ...".
func (r *reading) done() int {
	for i, w := range r.words[:min(len(r.words), 6)] {
		if i > 0 && ((own[w.low] || undertakings[w.low]) && r.owned(i) || r.namedFacility(i)) {
			if at := r.doesAt(i + 1); at >= 0 && (at > i+1 || participle(r.words[at].low) || slices.ContainsFunc(r.hits, func(h hit) bool { return h.cue == cueActs && h.from == at })) {
				return at
			}
		}
	}
	return -1
}

// undertakings are nouns of what an entity does as a whole.
var undertakings = wordSet(`initiative initiatives project projects campaign campaigns network networks platform tool tools fund training subsidiary subsidiaries standard standards framework`)

// owned reports whether the noun at word i is said to be the entity's, or was just spoken of: "our global audit team",
// "this programme".
func (r *reading) owned(i int) bool {
	for k := i - 1; k >= max(0, i-6) && !r.commaBefore(k+1) && !prepositions[r.words[k].low]; k-- {
		if r.named(k) {
			return true // "Acme's Water Services unit"
		}
	}
	for k := i - 1; k >= max(0, i-4) && !r.commaBefore(k+1) && !prepositions[r.words[k].low]; k-- {
		switch r.words[k].low {
		case "our":
			return true
		case "this", "these":
			return r.inherits || r.near
		}
		if strings.HasSuffix(r.words[k].low, "s") {
			return false
		}
	}
	return false
}

// named reports whether word i is of the entity's own name.
func (r *reading) named(i int) bool {
	return r.own[r.words[i].low] && r.text[r.words[i].start:r.words[i].end] != r.words[i].low
}

// tails are what a company's name ends with, or stands for it behind "the".
var tails = wordSet(`aktiengesellschaft gmbh sa nv asa ab ltd limited tbk group company bank ag se plc inc corporation reit holding firm organization organisation`)

// doesAt is the finite verb of doing that stands at word i or behind adverbs, -1 if there is none.
func (r *reading) doesAt(i int) int {
	at := r.pastAdverbs(i)
	if at >= len(r.words) {
		return -1
	}
	when := func(ok bool) int {
		if ok {
			return at
		}
		return -1
	}
	if at > 0 && unicode.IsUpper(rune(r.text[r.words[at].start])) {
		return -1 // the name goes on
	}
	switch w := r.words[at].low; w {
	case "do", "does", "did":
		return r.denied(at)
	case "have", "has", "had", "ve":
		at = r.pastAdverbs(at + 1)
		if at < len(r.words) && r.words[at].low == "been" {
			at = r.pastAdverbs(at + 1)
			if at < len(r.words) && underway[r.words[at].low] {
				return at
			}
		}
		return when(at < len(r.words) && (participle(r.words[at].low) || articles[r.words[at].low] || cardinal[r.words[at].low] || r.words[at].low == "one"))
	case "is", "are", "was", "were", "re":
		at = r.pastAdverbs(at + 1)
		return when(at < len(r.words) && (participle(r.words[at].low) || underway[r.words[at].low] || r.words[at].low == "member" || r.words[at].low == "a" && at+1 < len(r.words) && (r.words[at+1].low == "member" || r.words[at+1].low == "signatory")))
	default:
		we := i > 0 && (r.words[i-1].low == "we" || r.words[i-1].low == "they")
		if means[w] && (we || strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ed")) {
			return when(r.instrument(at) || i > 0 && r.words[i-1].low == "it" && r.enumerates())
		}
		if allied[w] {
			return when(len(r.names) > 0)
		}
		if attitudes[w] || adjectives[w] || strings.HasSuffix(w, "ing") {
			return -1
		}
		return when(we && !irregularNoun(r, at) || len(w) > 3 && (strings.HasSuffix(w, "s") && !own[w] && !plurals[w] || participle(w)))
	}
}

// plurals are nouns that a company's name stands before.
var plurals = wordSet(`businesses solutions technologies services values companies customers experts brands shares stores stakeholders tenants investors clients members regions segments operations activities status analyses basis process business goals efforts`)

// means are verbs that say little unless it is also said with what: "we address dust in our HIRARC process".
var means = wordSet(`address addresses addressed ensure ensures ensured promote promotes promoted support supports supported foster fosters fostered encourage encourages enable enables improve improves improved tackle tackles manage manages managed
	help helps helped engage engages engaged contribute contributes contributed work works worked strengthen strengthens strengthened`)

// allied are verbs that say little unless it is said with whom.
var allied = wordSet(`cooperate cooperates cooperated collaborate collaborates collaborated partner partners partnered exchange exchanges interact interacts communicate communicates`)

// instrument reports whether something with a name is named behind word i with which it is done.
func (r *reading) instrument(i int) bool {
	for k := i + 1; k < len(r.words); k++ {
		switch r.words[k].low {
		case "through", "via", "by", "using", "with", "in", "within", "under", "as":
			for m := k + 1; m < min(len(r.words), k+9); m++ {
				if concrete[r.words[m].low] && r.capital(k+1, m+1) {
					return true
				}
			}
		}
	}
	return false
}

// capital reports whether one of words from..to (to excluded) has a capital.
func (r *reading) capital(from, to int) bool {
	return slices.ContainsFunc(r.words[from:min(to, len(r.words))], func(w word) bool { return unicode.IsUpper(rune(r.text[w.start])) })
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

// practises reports whether the entity says of itself, without a wish or a may, that it does or has something definite.
func (r *reading) practises() bool {
	if r.practice == nil {
		is := (r.does() && r.object(0) || r.done() >= 0 && r.object(r.done()) || r.perfected()) && !r.soft() && !r.terms() && !r.commits() && !r.has[cueVague] && !r.has[cueOpinion] && !(r.has[cueHedges] && r.may()) && !r.praises()
		r.practice = &is
	}
	return *r.practice
}

// terms reports whether the entity only says what it understands by a word: "Acme defines environmental risks as ...".
func (r *reading) terms() bool {
	at := r.doneAt()
	return at >= 0 && strings.HasPrefix(r.words[at].low, "defin") && slices.ContainsFunc(r.words[at:], func(w word) bool { return w.low == "as" })
}

// charges reports whether the sentence says who answers for something.
func (r *reading) charges() bool {
	return (r.about() || r.near) && r.any("responsible for", "responsibility for", "accountable for", "accountability for", "in charge of", "reports to", "report to", "reports directly to", "responsibilities for") && !r.commits() &&
		(r.has[cueBody] || slices.ContainsFunc(r.words, func(w word) bool { return agents[w.low] }) || len(r.names) > 0 || r.inherits && (r.words[0].low == "it" || r.words[0].low == "they")) && !r.any("shared responsibility", "individual responsibility", "our responsibility for")
}
