package claims

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

// cue is a matter that words of a sentence, or of a row's label, name.
type cue int

// The cues, in the order in which a claim's reasoning names them.
const (
	cueCommitment cue = iota // a promise about the future
	cueTarget                // a target, as a thing
	cueBody                  // a body that governs
	cuePay
	cueStandard
	cueAssured // certified, validated, verified by others
	cueScope1
	cueScope2
	cueScope3
	cueGHG
	cueNetZero
	cueEnergy
	cueRenewable
	cueWater
	cueWaste
	cueNature
	cueSocial
	cuePhysical
	cueTransition
	cueCarbonPrice
	cueCredits
	cueInvest
	cueConduct // compliance, safety, the rights of people
	cueChange  // went up, went down, was reached
	cueActs    // it is done in fact: a verb of what somebody did, does or has
	cueSite    // a place with a physical condition
	cueLately  // in which period, without naming a year
	cues
)

// says is how a claim's reasoning names a cue.
var says = map[cue]string{
	cueTarget: "a target", cueBody: "a governing body",
	cuePay: "pay", cueStandard: "a standard", cueAssured: "outside assurance",
	cueScope1: "Scope 1", cueScope2: "Scope 2", cueScope3: "Scope 3", cueGHG: "emissions", cueNetZero: "net zero",
	cueEnergy: "energy", cueRenewable: "renewable energy", cueWater: "water", cueWaste: "waste and materials", cueNature: "nature",
	cueSocial: "people", cuePhysical: "physical risk", cueTransition: "transition risk",
	cueCarbonPrice: "an internal carbon price",
	cueCredits:     "carbon credits", cueInvest: "investment", cueConduct: "compliance, safety or rights",
	cueChange: "a change", cueSite: "a physical condition",
}

// lexical finds the cues: the entries of their sections in data/lexicon/claims.txt.
var lexical = func() phrasebook {
	l := phrasebook{}
	for c, section := range map[cue]string{
		cueCommitment:  "commitment",
		cueTarget:      "target",
		cueBody:        "body",
		cuePay:         "pay",
		cueStandard:    "standard",
		cueAssured:     "assured",
		cueScope1:      "scope 1",
		cueScope2:      "scope 2",
		cueScope3:      "scope 3",
		cueGHG:         "emissions",
		cueNetZero:     "net zero",
		cueEnergy:      "energy",
		cueRenewable:   "renewable",
		cueWater:       "water",
		cueWaste:       "waste",
		cueNature:      "nature",
		cueSocial:      "social",
		cuePhysical:    "physical",
		cueTransition:  "transition",
		cueCarbonPrice: "carbon price",
		cueCredits:     "credits",
		cueInvest:      "invest",
		cueConduct:     "conduct",
		cueActs:        "acts",
		cueLately:      "lately",
		cueChange:      "change",
		cueSite:        "site",
	} {
		l.add(c, lexicon.Entries("claims."+section))
	}
	return l
}()

// Phrases that are a part of something else, and mean that.

// boardOfWood reports whether a hit for a governing body is a board that is made rather than elected.
func (r *reading) boardOfWood(h hit) bool {
	if h.cue != cueBody || h.to-h.from > 1 || r.words[h.from].low != "board" && r.words[h.from].low != "boards" {
		return false
	}
	if h.from > 0 && (r.words[h.from-1].low == "on" || h.from > 1 && r.words[h.from-1].low == "the" && r.words[h.from-2].low == "across") {
		return true // "across the board", "on board"
	}
	if r.words[h.from].low == "boards" {
		return h.from == 0 || !plural[r.words[h.from-1].low]
	}
	if h.to < len(r.words) {
		switch r.words[h.to].low {
		case "machine", "machines", "mill", "mills", "production", "products", "plant", "line", "lines", "game":
			return true
		}
	}
	if r.text[r.words[h.from].start] == 'B' {
		return false
	}
	return h.from == 0 || !determiners[r.words[h.from-1].low]
}

// misreading is a cue that means something else beside certain words: non-renewable, a target group.
type misreading struct {
	cue           cue
	first         string // how the cue's first word begins
	before, after map[string]bool
}

var misreadings = []misreading{
	{cueRenewable, "renewable", wordSet(`non`), nil},
	{cueScope2, "indirect", wordSet(`other`), nil},
	{cueGHG, "emission", nil, wordSet(`free`)},                                              // the name of a certificate
	{cueSite, "building", nil, wordSet(`on up a upon trust our resilience awareness`)},      // the verb
	{cueSite, "acre", nil, wordSet(`feet foot ft`)},                                         // a volume of water
	{cueWaste, "circular", wordSet(`information proxy management`), nil},                    // what is sent to shareholders
	{cueConduct, "climate", wordSet(`economic business working political investment`), nil}, // not that of the planet
	{cueTarget, "target", nil, wordSet(`group groups audience audiences training market markets compensation language`)},
}

// misread reports whether a hit is a part of something that means something else.
func (r *reading) misread(h hit) bool {
	if (h.cue == cueScope1 || h.cue == cueScope2) && r.leftOut(h.from) { // "activities not included in direct emissions"
		return true
	}
	return slices.ContainsFunc(misreadings, func(m misreading) bool {
		return h.cue == m.cue && strings.HasPrefix(r.words[h.from].low, m.first) &&
			(h.from > 0 && m.before[r.words[h.from-1].low] || h.to < len(r.words) && m.after[r.words[h.to].low])
	})
}

// leftOut reports whether it is said shortly before word i that something is not part of what stands there.
func (r *reading) leftOut(i int) bool {
	for k := max(0, i-8); k+2 < i; k++ {
		if r.words[k].low == "not" && r.words[k+1].low == "included" && r.words[k+2].low == "in" {
			return true
		}
	}
	return false
}

// plural are words after which several boards govern.
var plural = wordSet(`supervisory management managing executive both respective advisory governing company corporate`)
