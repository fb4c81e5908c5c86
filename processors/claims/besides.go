package claims

import (
	"slices"
	"strings"
)

// What a sentence leads to, or rests on, beside what it asserts.

// asides are words by which a sentence names a place to look on the way; the others are there for nothing else.
var asides = wordSet(`available found listed presented details our described explained published`)

// ways are what a sentence begins with that is there to lead elsewhere.
var ways = wordSet(`chart details breakdown overview information more further description list table figure chart graphic`)

// ofReport reports whether the sentence is about the report as such and states nothing of what it covers.
func (r *reading) ofReport() bool {
	if len(r.measured)+len(r.counts) > 0 || r.has[cueStandard] || r.prepared() || r.has[cueAssured] || r.has[cueOutside] || r.has[cueAll] || r.has[cueBody] {
		return false
	}
	if first := r.words[0].low; first != "this" && first != "the" && first != "our" && first != "in" {
		return false
	}
	for i, w := range r.words[:min(len(r.words)-1, 8)] {
		switch w.low {
		case "report", "chapter", "section", "document", "disclosure", "publication":
			switch r.words[i+1].low {
			case "is", "are", "was", "has", "have", "were", "focuses", "describes", "provides", "presents", "contains", "shows", "gives", "outlines", "summarizes", "we":
				return true
			}
		}
	}
	return false
}

// besides reports whether the sentence leads to another place on the way only: "Our code, which binds all 12,000 employees,
// is available on the intranet".
func (r *reading) besides() bool {
	for _, h := range r.hits {
		if h.cue == cuePoints && !asides[r.words[h.from].low] && !strings.Contains(r.low, "(see ") {
			return false
		}
	}
	return (r.about() || r.near) && !ways[r.words[0].low] && !ways[r.words[min(1, len(r.words)-1)].low] && r.specific() > 3 && (r.has[cueActs] || r.does() || r.process() || r.happened())
}

// founded reports whether something of the entity's is said to rest on a standard: "our management system is based on ISO 14001".
func (r *reading) founded() bool {
	return r.about() && r.has[cueStandard] && r.any("is based on", "are based on") && !r.any("calculated", "calculation", "determined", "defined")
}

// counted reports whether it is said, shortly behind the entity, how many did something, or in which year: "Over 2,000 students have
// completed an internship".
func (r *reading) counted() bool {
	return r.near && len(r.counts)+len(r.measured)+len(r.years) > 0 && r.topical() && r.camePast() && !r.others() && !r.lawgiver() && len(r.places) == 0 &&
		!slices.ContainsFunc(r.words, func(w word) bool { return elsewhere[w.low] })
}

// camePast reports whether a verb of the past says what was done, behind a subject of its own.
func (r *reading) camePast() bool {
	for i, w := range r.words {
		if i > 0 && participle(w.low) && !articles[r.words[i-1].low] && !prepositions[r.words[i-1].low] {
			return true
		}
	}
	return false
}

// trades reports whether money is named; a portfolio may be one of buildings.
func (r *reading) trades() bool {
	return slices.ContainsFunc(r.hits, func(h hit) bool { return h.cue == cueMoney && r.words[h.from].low != "portfolio" })
}
