package injection

import "github.com/sibyl-project/sibyl/data/lexicon"

// sense is what a word can be in an order to a machine.
type sense uint32

const (
	isMachine  sense = 1 << iota // a machine by itself: "chatbot"
	isMachinal                   // makes a machine of the word behind it: "automated reviewer", "verification engine"
	isDevice                     // a machine or a person, by the words around it: "reviewer", "system", "model"
	isHuman                      // judges, but may be a person
	isPeople                     // those whom reports write about and give orders to
	isCall                       // opens an address: "note", "dear"
	isAssess                     // rate, treat as, conclude
	isReply                      // answer, state, repeat
	isDrop                       // ignore, skip, suppress
	isProbe                      // flag, question, compare: what an order forbids
	isCheck                      // report, check, cite: the same, where it is about findings
	isGerund                     // of one who reads: analysing
	isThis                       // points into this document
	isDoc                        // report, page, table
	isJudged                     // claim, figure, target
	isFinding                    // verdict, gap, contradiction
	isCheckup                    // status, confidence, check: findings or things of daily business
	isPrompt                     // instruction, prompt, rule
	isMind                       // what only a machine, or the one spoken to, has: context, memory
	isEarlier                    // previous, your, hidden
	isWork                       // answer, assessment, summary: with "your"
	isGood                       // verified, compliant, favourable
	isMost                       // highest, full, zero
	isAll                        // every, all
	isNone                       // no, zero
	isNot                        // not, never, without
	isModal                      // must, should, shall
	isAsked                      // asked, instructed: "to" and a verb follow
	isWhether                    // leaves open what the result is
)

// sensesOf is the senses of the words in the languages that are read: each sense has a section of data/lexicon/injection.txt.
var sensesOf = func() map[string]sense {
	m := map[string]sense{}
	for is, section := range map[sense]string{
		isMachine:  "machine",
		isMachinal: "machinal",
		isDevice:   "device",
		isHuman:    "human",
		isPeople:   "people",
		isCall:     "call",
		isAssess:   "assess",
		isReply:    "reply",
		isDrop:     "drop",
		isProbe:    "probe",
		isCheck:    "check",
		isGerund:   "gerund",
		isThis:     "this",
		isDoc:      "doc",
		isJudged:   "judged",
		isFinding:  "finding",
		isCheckup:  "checkup",
		isPrompt:   "prompt",
		isMind:     "mind",
		isEarlier:  "earlier",
		isWork:     "work",
		isGood:     "good",
		isMost:     "most",
		isAll:      "all",
		isNone:     "none",
		isNot:      "not",
		isModal:    "modal",
		isAsked:    "asked",
		isWhether:  "whether",
	} {
		for _, w := range lexicon.Entries("injection.sense " + section) {
			m[w] |= is
		}
	}
	return m
}()
