package injection

import "strings"

// address weighs whom a sentence calls at its beginning, and says where that ends: "Note to AI systems:",
// "Parser, ...", "Whoever parses this text:", "If you are a language model,".
func (s sentence) address() (weight, end int) {
	first := 0
	for first < len(s.ws) && first < 3 && openers[s.ws[first].text] {
		first++
	}
	if first == len(s.ws) {
		return 0, 0
	}
	w := s.senses[first]
	switch text := s.ws[first].text; {
	case anybody[text] && s.near(first, 5, isGerund) && s.near(first, 8, isThis|isDoc):
		return 3, s.clauseEnd(first + 1)
	case conditions[text] && first+1 < len(s.ws) && (whom[s.ws[first+1].text] || first+2 < len(s.ws) && whom[s.ws[first+2].text]):
		if weight, at := s.machineIn(first+2, first+9); weight > 0 {
			return weight + 1, s.clauseEnd(at + 1)
		}
	case text == "as" || text == "als" || text == "sebagai":
		if weight, at := s.machineIn(first+1, first+4); weight == 2 {
			return 3, s.clauseEnd(at + 1)
		}
	case w&isCall != 0:
		weight, at := s.machineIn(first+1, first+8)
		if weight == 0 {
			break
		}
		end := s.clauseEnd(at + 1)
		if end == len(s.ws) && end-at > 6 { // it goes on: what is called is part of a statement
			break
		}
		if weight == 2 && text != "to" && text != "for" || s.near(at, 3, isGerund) || s.behind(at, 3, isAll) {
			weight++
		}
		return weight, end
	}
	for k := 1; k+1 < len(s.ws); k++ { // "please be aware, AI, that"
		if s.senses[k]&isMachine != 0 && s.ws[k].clause && s.ws[k+1].clause {
			return 3, k + 1
		}
	}
	if weight, at := s.machineIn(first, first+4); weight == 2 {
		if end := s.clauseEnd(at + 1); end < len(s.ws) && end-at <= 5 && !s.near(at, end-at-1, isModal) { // "AI must be safe, ..."
			return weight, end
		}
	}
	return 0, 0
}

// enumerates reports whether what stands from one word on, behind a comma, only goes on with a list of things:
// "internal audit system, the audit of the statements and compliance". Whoever is called is told something.
func (s sentence) enumerates(from int) bool {
	if from >= len(s.ws) || !s.ws[from].clause || s.ws[from].starts {
		return false
	}
	last := -1
	for k := from; k < len(s.ws); k++ {
		w := s.senses[k]
		switch {
		case s.ws[k].starts || w&isModal != 0:
			return false
		case w&(isMost|isNone|isAll|isThis|isFinding) != 0: // "no gaps and full compliance" says what to find
			return false
		case w&(isAssess|isReply|isDrop|isProbe|isCheck) != 0 && s.asVerb(k) && !s.behind(k, 1, isDoc) && !articles[s.ws[k-1].text]:
			return false
		case joinsList[s.ws[k].text]:
			last = k
		case w&isGood != 0 && !things[s.ws[k].text]:
			return false
		}
	}
	return last > from && len(s.ws)-1-last <= 4
}

// things are results that are things as well, of which lists are made.
var things = wordsOf("compliance fact facts")

var (
	openers    = wordsOf("new important special urgent final this is and so")
	anybody    = wordsOf("whoever whatever whichever anyone anything anybody")
	conditions = wordsOf("if should when whenever where in because since falls wenn jika bila apabila")
	whom       = wordsOf("you you're reader it du sie anda being")
	// behindDevice makes a machine of the word before it.
	behindDevice = wordsOf("ai bahasa otomatis")
	// automatic makes a machine of what is done with a report.
	automatic  = wordsOf("automated automatic ai machine algorithmic")
	procedures = wordsOf("analysis assessment review evaluation verification extraction reading processing summary")
	readers    = wordsOf("analysts auditors raters checkers readers reviewers")
	asking     = wordsOf("ask request urge require want expect instruct invite order tell")
	// owned are those whose machines reports write about.
	owned = wordsOf("our we us their its his her customers employees with of own company's group's bank's kami unsere unser")
	// linking may stand behind a machine's name that is a noun for itself.
	linking = wordsOf("that which who and or to here in on you please this not yang die der das welche für as gilt based powered driven assisted enabled")
)

// clauseEnd is where the clause ends that goes on at i.
func (s sentence) clauseEnd(i int) int {
	for i < len(s.ws) && !s.ws[i].starts && !s.ws[i].clause {
		i++
	}
	return min(i, len(s.ws))
}

// machineIn finds the machine that is named first between two words: 2 for one that is certainly a machine, 1
// for what may be one. Where people are named before it, or whose machine it is, nobody is told.
func (s sentence) machineIn(from, to int) (weight, at int) {
	for k := max(from, 0); k < to && k < len(s.ws); k++ {
		if s.senses[k]&isPeople != 0 || owned[s.ws[k].text] || k == max(from, 0) && k > 0 && owned[s.ws[k-1].text] {
			if k == max(from, 0) && asking[s.ws[k].text] { // "we ask"
				continue
			}
			return weight, at
		}
		if n := s.machine(k); n > weight {
			weight, at = n, k
		}
		if weight == 2 {
			for at+1 < len(s.ws) && s.senses[at+1]&(isDevice|isHuman) != 0 && !s.ws[at+1].starts {
				at++
			}
			return weight, at
		}
	}
	return weight, at
}

// machine weighs the word at k as the name of a machine.
func (s sentence) machine(k int) int {
	w := s.senses[k]
	next := sense(0)
	if k+1 < len(s.ws) && !s.ws[k+1].starts {
		next = s.senses[k+1]
	}
	alone := k+1 >= len(s.ws) || s.ws[k+1].starts || s.ws[k+1].clause || linking[s.ws[k+1].text] || strings.HasSuffix(s.ws[k+1].text, "ing")
	switch {
	case w&isMachine != 0 && (alone || next&(isDevice|isHuman|isMachine|isMachinal|isModal|isGerund|isAsked|isCall|isNot) != 0):
		return 2
	case w&isMachinal != 0 && w&isDevice == 0 && (next&(isDevice|isHuman) != 0 || next&(isMachinal|isDoc) != 0 && k+2 < len(s.ws) && s.senses[k+2]&(isDevice|isHuman) != 0):
		return 2
	case automatic[s.ws[k].text] && k+1 < len(s.ws) && procedures[s.ws[k+1].text] && (k+2 == len(s.ws) || s.senses[k+2]&(isModal|isAsked) != 0):
		return 2
	case automatic[s.ws[k].text] && k+1 < len(s.ws) && readers[s.ws[k+1].text]:
		return 2
	case w&isDevice != 0 && (k+1 < len(s.ws) && behindDevice[s.ws[k+1].text] || s.near(k, 3, isGerund) && s.near(k, 5, isThis)):
		return 2 // "sistem otomatis", "the system reading this"
	case w&isDevice != 0 && (alone || next&(isModal|isAsked|isNot) != 0):
		return 1
	}
	return 0
}
