package injection

import (
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

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
	if weight, end = s.opening(first); weight > 0 {
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

// opening weighs an address by the word that it opens with: anybody who reads this, a condition on who reads, a role,
// or a call. It weighs 0 if the word opens none.
func (s sentence) opening(first int) (weight, end int) {
	switch text := s.ws[first].text; {
	case anybody[text] && s.near(first, 5, isGerund) && s.near(first, 8, isThis|isDoc):
		return 3, s.clauseEnd(first + 1)
	case conditions[text] && s.supposes(first):
		if weight, at := s.machineIn(first+2, first+9); weight > 0 {
			return weight + 1, s.clauseEnd(at + 1)
		}
	case text == "as" || text == "als" || text == "sebagai":
		if weight, at := s.machineIn(first+1, first+4); weight == 2 {
			return 3, s.clauseEnd(at + 1)
		}
	case s.senses[first]&isCall != 0:
		return s.call(first)
	}
	return 0, 0
}

// supposes reports whether the condition that a word opens is one on the reader: "if you are".
func (s sentence) supposes(first int) bool {
	return first+1 < len(s.ws) && (whom[s.ws[first+1].text] || first+2 < len(s.ws) && whom[s.ws[first+2].text])
}

// call weighs the machine that a word like "note" or "dear" calls.
func (s sentence) call(first int) (weight, end int) {
	weight, at := s.machineIn(first+1, first+8)
	if weight == 0 {
		return 0, 0
	}
	end = s.clauseEnd(at + 1)
	if end == len(s.ws) && end-at > 6 { // it goes on: what is called is part of a statement
		return 0, 0
	}
	text := s.ws[first].text
	if weight == 2 && text != "to" && text != "for" || s.near(at, 3, isGerund) || s.behind(at, 3, isAll) {
		weight++
	}
	return weight, end
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
	linking = lexicon.Set("injection.linking")
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
	next := sense(0) // of the word behind it in the sentence
	if k+1 < len(s.ws) && !s.ws[k+1].starts {
		next = s.senses[k+1]
	}
	switch {
	case w&isMachine != 0 && (s.nounAlone(k) || next&(isDevice|isHuman|isMachine|isMachinal|isModal|isGerund|isAsked|isCall|isNot) != 0):
		return 2
	case w&isMachinal != 0 && w&isDevice == 0 && s.machinal(k, next):
		return 2
	case automatic[s.ws[k].text] && s.automates(k):
		return 2
	case w&isDevice != 0 && (k+1 < len(s.ws) && behindDevice[s.ws[k+1].text] || s.near(k, 3, isGerund) && s.near(k, 5, isThis)):
		return 2 // "sistem otomatis", "the system reading this"
	case w&isDevice != 0 && (next&(isModal|isAsked|isNot) != 0 || s.nounAlone(k)):
		return 1
	}
	return 0
}

// nounAlone reports whether the word at k is a noun for itself, not the beginning of a longer one.
func (s sentence) nounAlone(k int) bool {
	if k+1 >= len(s.ws) {
		return true
	}
	next := &s.ws[k+1]
	return next.starts || next.clause || linking[next.text] || strings.HasSuffix(next.text, "ing")
}

// machinal reports whether the word at k makes a machine of a device or a judge behind it, perhaps with one word
// between: "automated reviewer", "automated report reader". next is the senses of the word behind it.
func (s sentence) machinal(k int, next sense) bool {
	return next&(isDevice|isHuman) != 0 || next&(isMachinal|isDoc) != 0 && k+2 < len(s.ws) && s.senses[k+2]&(isDevice|isHuman) != 0
}

// automates reports whether an automatic something at k is a machine: an automated reader, or an automated assessment
// that has to do something.
func (s sentence) automates(k int) bool {
	if k+1 >= len(s.ws) {
		return false
	}
	next := s.ws[k+1].text
	return readers[next] || procedures[next] && (k+2 == len(s.ws) || s.senses[k+2]&(isModal|isAsked) != 0)
}
