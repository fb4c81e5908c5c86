package claims

import (
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

// worth weighs the cues of a sentence of prose; ended and item are as the sentence's, and item also holds
// for the second of two assertions. Zero is for what
// cannot be a claim whatever cues it holds: questions, definitions, disclaimers, directions to other
// places, and statements about somebody else.
func (r *reading) worth(ended, item bool) int {
	n := len(r.words)
	switch {
	case n < fewestWords || n > mostWords,
		strings.HasSuffix(r.text, "?"), strings.HasSuffix(r.text, ":"),
		strings.Contains(r.text, "...."), strings.Contains(r.text, "@"),
		r.has[cueDisclaims], r.has[cuePoints]:
		return 0
	}
	own := r.has[cueOwn] || r.house || r.has[cueBody]
	switch {
	case !item && startsLower(r.text), // the rest of a sentence that the layout tore apart
		r.has[cueOthers] && !own,
		r.commits() && !own && !item, // somebody's promise, not said whose
		r.has[cueDefines] && !r.strong(),
		r.has[cueOpinion] && len(r.measured) == 0 && r.byYear == "":
		return 0
	}
	w := 0
	add := func(weight int, when bool) {
		if when {
			w += weight
		}
	}
	add(3, len(r.measured) > 0)
	add(1, len(r.measured) > 1)
	add(2, len(r.measured) == 0 && len(r.counts) > 0)
	add(2, r.commits())
	add(2, r.byYear != "")
	add(1, r.byYear == "" && len(r.years) > 0)
	add(2, r.has[cueBody])
	add(2, r.has[cueBody] && r.has[cueOversight])
	add(3, r.has[cuePay] && r.topical())
	add(2, r.has[cuePolicy])
	add(1, r.has[cuePolicy] && r.has[cueEnacts])
	add(2, r.has[cueCarbonPrice] || r.has[cueScenario] || r.has[cuePlan])
	add(2, r.has[cueStandard])
	add(1, r.has[cueAssured])
	add(1, len(r.places) > 0)
	add(1, len(r.places) > 0 && r.has[cueSite])
	add(1, r.topical())
	add(1, r.has[cueChange])
	add(1, r.has[cueDid] || r.has[cueChange] || r.has[cueCommitment])
	add(1, own)
	// "Water use fell by 12%" needs no "our"; a sentence without a result does.
	add(-2, !own && !item && !(len(r.measured) > 0 && r.has[cueChange]))
	add(-3, r.has[cueDefines])
	// Without a full stop it may be a label of a chart, unless it is an item of a list or does something.
	add(-2, !ended && !item)
	if !r.checkable() {
		return 0
	}
	return w
}

// strong reports whether a sentence asserts a measured result, so that explaining it on the way does no
// harm.
func (r *reading) strong() bool {
	return len(r.measured) > 0 && r.has[cueChange] && r.topical()
}

// topical reports whether the sentence is about something that sustainability reports are about.
func (r *reading) topical() bool {
	for c := cueScope1; c <= cueSupply; c++ {
		if r.has[c] && c != cueMoney {
			return true
		}
	}
	return false
}

// checkable reports whether there is anything in the sentence that somebody could look up: without it,
// it is a phrase however many good words it holds ("we are committed to a sustainable future").
func (r *reading) checkable() bool {
	switch {
	case len(r.measured) > 0 && (r.topical() || r.has[cueStandard] || r.has[cuePolicy] || r.has[cueBody] || r.has[cuePay] || r.has[cueTarget]):
	case len(r.counts) > 0 && (r.topical() || len(r.places) > 0):
	case r.has[cueBody] && r.has[cueOversight]:
	case r.has[cuePay] && r.topical(), r.has[cueCarbonPrice]:
	case r.byYear != "" && r.commits():
	case len(r.years) > 0 && r.topical() && (r.has[cueChange] || r.has[cueDid]):
	case r.has[cueStandard] && (r.has[cueAssured] || r.has[cueDid]):
	case len(r.places) > 0 && r.has[cueSite] && r.topical():
	case r.has[cuePolicy] && r.has[cueEnacts]:
	case r.has[cuePhysical] && r.has[cueScenario], r.has[cueTransition] && r.has[cueScenario]:
	default:
		return false
	}
	return true
}

func startsLower(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(first)
}
