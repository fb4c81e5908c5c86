package claims

import (
	"slices"
	"strings"
	"unicode"
)

// What was done and is there since, what is being done, what was not done, and whom an entity belongs to: said of itself,
// each can be looked at, also where no figure or date stands beside it.

var (
	// kept are nouns of what a deed leaves behind; concrete has those of what goes on.
	kept = wordSet(`data plant plants site sites facility facilities store stores branch branches hub hubs laboratory laboratories campus machine machines cameras trucks buses stations lights bulbs hectares foundation partnership partnerships
		alliance coalition association chapter chapters scheme schemes loan loans bond bonds module modules template templates panel library clinic clinics garden gardens warehouse warehouses map maps guide guides toolkit toolkits toolbox curriculum model models headcount position positions role roles strategy strategies mechanism mechanisms statement statements`)
	// ornaments are words before a noun that say nothing of it.
	ornaments = wordSet(`a an the our its their some any many several various different new robust strong comprehensive effective numerous further additional more clear strict important appropriate suitable necessary relevant such other key own good better best high higher significant all each every both and`)
	// founding are those verbs, of all that say little, by which something new is there.
	founding = wordSet(`developed adopted built set`)
	// underway are verbs of which it can be seen that they are being done.
	underway = wordSet(`investing implementing deploying installing rolling testing piloting constructing replacing converting upgrading partnering participating switching phasing introducing training launching harmonizing harmonising
		migrating electrifying retrofitting equipping conducting carrying supplying funding financing sponsoring collecting recycling`)
)

// perfected reports whether the entity did something definite, or has done it: "we have reviewed our data-sharing agreement".
// A noun alone is not definite, nor one with an ornament: "we have implemented robust processes".
func (r *reading) perfected() bool {
	for _, i := range r.subjects() {
		at := r.pastAdverbs(i)
		if at < len(r.words) && (r.words[at].low == "have" || r.words[at].low == "has" || r.words[at].low == "ve") {
			at = r.pastAdverbs(at + 1)
		}
		if at >= len(r.words) || !participle(r.words[at].low) || attitudes[r.words[at].low] || softVerbs[r.words[at].low] && !founding[r.words[at].low] {
			continue
		}
		if r.leavesBehind(at + 1) {
			return true
		}
	}
	return false
}

// leavesBehind reports whether the object that begins at word i names something that is there, and which.
func (r *reading) leavesBehind(i int) bool {
	told := false // of which kind it is
	for k := i; k < min(len(r.words), i+9) && !prepositions[r.words[k].low]; k++ {
		w := r.words[k].low
		switch {
		case r.commaBefore(k) && !(k > i && ornaments[r.words[k-1].low]): // "a new, science-based strategy" goes on
			return false
		case softly[w]:
			return false
		case concrete[w] || kept[w]:
			if told || k > i && r.words[k-1].low == "our" {
				return true
			}
			told = k+1 < len(r.words) && (concrete[r.words[k+1].low] || kept[r.words[k+1].low]) // "system audits"
		case !ornaments[w] && !(participle(w) && k < i+2):
			told = true
		}
	}
	return false
}

// denied is the verb of what the entity says that it does not do, at word i behind "do not" or "did not", -1 if there is none.
func (r *reading) denied(i int) int {
	if i+2 >= len(r.words) || r.words[i+1].low != "not" {
		return -1
	}
	for k := i + 2; k < min(len(r.words), i+5); k += 2 {
		if w := r.words[k].low; (!attitudes[w] || w == "make") && !adjectives[w] && !strings.HasSuffix(w, "ing") && !(k+1 < len(r.words) && prepositions[r.words[k+1].low] && r.words[k+1].low != "in") {
			return k // "do not stop at" goes further
		}
		if k+1 >= len(r.words) || r.words[k+1].low != "or" {
			return -1
		}
	}
	return -1
}

// joined reports whether the entity is said to belong to something with a name.
func (r *reading) joined() bool {
	if len(r.names) == 0 || !r.has[cueOwn] && !r.house && !r.inherits || r.commits() {
		return false
	}
	if slices.ContainsFunc(r.names, func(n string) bool { return strings.Contains(n, " ") }) {
		for _, i := range r.subjects() {
			at := r.pastAdverbs(i)
			if at+1 >= len(r.words) {
				continue
			}
			switch r.words[at].low + " " + r.words[at+1].low {
			case "reports to", "report to", "participates in", "participate in", "participated in", "subscribes to", "subscribe to", "belongs to", "belong to", "partnered with", "collaborates with", "collaborate with", "collaborated with":
				return true
			}
		}
	}
	return r.any("a member of", "members of the", "active member", "our membership", "membership of", "membership in", "memberships in", "a signatory", "signatory to", "signatory of", "a participant in", "a partner of", "founding member", "is involved in", "are involved in", "is represented in", "are represented in", "joined forces with")
}

// listed are nouns of what an entity has several of, so that they can be told one by one.
var listed = wordSet(`benefits measures actions activities initiatives programs programmes trainings courses channels tools responsibilities tasks criteria projects targets goals meetings discussions`)

// lists reports whether it is told of what something of the entity's consists: "Mobility benefits include parking facilities,
// bicycles, and a subsidy". What may be part of it is none.
func (r *reading) lists() bool {
	if r.composed() {
		return true
	}
	if !(r.has[cueOwn] || r.house || r.near) || r.has[cueOthers] || r.has[cueDefines] || r.has[cueVague] || r.commits() || r.lawgiver() || !r.enumerates() && len(r.names) < 2 && !r.any("such as", "and") {
		return false
	}
	for i, w := range r.words[:min(len(r.words), 6)] {
		if !listed[w.low] || subordinators[r.words[0].low] {
			continue
		}
		for k := i + 1; k < min(len(r.words), i+9); k++ {
			switch r.words[k].low {
			case "include", "includes", "included", "comprise", "comprises", "comprised", "encompass", "encompasses":
				switch r.words[k-1].low {
				case "may", "can", "might", "could", "would", "to", "not":
					return false
				}
				return true
			case "that", "which", "who", "is", "are", "was", "were", "and":
				k = len(r.words)
			}
		}
	}
	return false
}

// framed are nouns of what an entity gives itself, and what has parts.
var framed = wordSet(`program programme strategy strategies system framework policy process model approach assessment analysis concept initiative structure management organization organisation`)

// composed reports whether it is told of how many parts something of the entity's is made, or on what by name it rests: "This
// programme is based on four pillars: ...".
func (r *reading) composed() bool {
	if !(r.has[cueOwn] || r.house || r.near) || r.has[cueHedges] || r.lawgiver() || r.others() {
		return false
	}
	for i := 1; i+2 < min(len(r.words), 14); i++ {
		if !slices.ContainsFunc(r.words[max(0, i-6):i], func(w word) bool { return framed[w.low] }) || r.words[i].low != "is" && r.words[i].low != "consists" && r.words[i].low != "comprises" || subordinators[r.words[0].low] {
			continue
		}
		at := i + 1
		switch r.words[i].low {
		case "is":
			w := r.words[at].low
			if w != "based" && w != "built" && w != "structured" && w != "divided" && w != "made" && w != "organized" && w != "organised" {
				continue
			}
			at++
		}
		for k := at; k < min(len(r.words), at+5); k++ {
			if cardinal[r.words[k].low] || r.words[k].low == "internal" {
				return true
			}
		}
		return false
	}
	return false
}

// facilities are the last words of the names of what an entity runs.
var facilities = wordSet(`helpline hotline department services team unit office program programme academy portal platform app intranet plant site facility campus centre center warehouse division helpdesk desk`)

// namedFacility reports whether the noun at word i ends the name of something that the entity runs: "The Integrity Helpline".
func (r *reading) namedFacility(i int) bool {
	if i == 0 || !facilities[r.words[i].low] || !(r.near || r.has[cueOwn] || r.house) || !unicode.IsUpper(rune(r.text[r.words[i-1].start])) || i == 1 && ordinary[r.words[0].low] {
		return false
	}
	return unicode.IsUpper(rune(r.text[r.words[i].start])) && !slices.ContainsFunc(r.words[:i], func(w word) bool { return elsewhere[w.low] || lawgivers[w.low] || partners[w.low] })
}
