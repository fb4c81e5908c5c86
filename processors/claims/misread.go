package claims

import "strings"

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

// misread reports whether a hit is a part of something that means something else: non-renewable, a target group.
func (r *reading) misread(h hit) bool {
	first := r.words[h.from].low
	switch {
	case h.cue == cueRenewable && h.from > 0 && strings.HasPrefix(first, "renewable"):
		return r.words[h.from-1].low == "non"
	case (h.cue == cueScope1 || h.cue == cueScope2) && h.from > 0 && r.leftOut(h.from): // "activities not included in direct emissions"
		return true
	case h.cue == cueScope2 && first == "indirect" && h.from > 0 && r.words[h.from-1].low == "other":
		return true
	case h.cue == cueGHG && strings.HasPrefix(first, "emission") && h.to < len(r.words) && r.words[h.to].low == "free":
		return true // the name of a certificate, no emissions
	case h.cue == cueSite && first == "building" && h.to < len(r.words): // the verb
		switch r.words[h.to].low {
		case "on", "up", "a", "upon", "trust", "our", "resilience", "awareness":
			return true
		}
	case h.cue == cuePoints && r.bracketed(h): // "(for more information, see page 4)" takes nothing away
		return true
	case h.cue == cueDefines && r.words[h.from].low == "this" && h.from > 5 && r.words[h.from-1].low != "in": // what else is said of the report
		return true
	case h.cue == cuePoints && first == "listed" && r.any("index", "indices", "list", "stock exchange"):
		return true
	case h.cue == cueDisclaims && r.words[h.to-1].low == "engagement" && first != "our" && r.any("audited", "reviewed", "as part of a limited", "subject to", "subjected to"):
		return true // that there was one, rather than what it is
	case h.cue == cueDefines && first == "calculation" && r.any("was audited", "was also audited", "were audited", "was verified", "were verified", "was updated", "was also updated", "was changed", "was reviewed"):
		return true // what was done with it
	case h.cue == cueDefines && h.from == 0 && first == "to": // what for: "To determine the origin, we visit ..."
		return true
	case h.cue == cueDefines && h.from > 5: // only what is added says how: "The courses differ by roles, which are determined ..."
		before := r.words[h.from-1].low
		return before == "which" || before == "that" && strings.HasSuffix(r.words[h.from-2].low, "s")
	case h.cue == cueWaste && first == "circular" && h.from > 0: // what is sent to shareholders
		return r.words[h.from-1].low == "information" || r.words[h.from-1].low == "proxy" || r.words[h.from-1].low == "management"
	case h.cue == cueConduct && first == "climate" && h.from > 0:
		return climates[r.words[h.from-1].low]
	case h.cue == cueTarget && h.to < len(r.words) && h.to-h.from == 1:
		switch r.words[h.to].low {
		case "group", "groups", "audience", "audiences", "training", "market", "markets", "compensation", "language":
			return true
		}
	}
	return false
}

// bracketed reports whether a hit stands in brackets behind which, or before which, the sentence says something.
func (r *reading) bracketed(h hit) bool {
	start, end := r.words[h.from].start, r.words[h.to-1].end
	open := strings.LastIndexByte(r.text[:start], '(')
	if open < 0 || strings.IndexByte(r.text[open:start], ')') >= 0 || open < len(r.text)/4 {
		return false
	}
	return strings.IndexByte(r.text[end:], ')') >= 0
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

// climates are words before "climate" where it is not that of the planet.
var climates = wordSet(`economic business working political investment`)

// plural are words after which several boards govern.
var plural = wordSet(`supervisory management managing executive both respective advisory governing company corporate`)
