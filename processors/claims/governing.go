package claims

import (
	"slices"
	"strings"
)

// managers are bodies and persons that manage; the others oversee.
var managers = []string{"managing board", "management board", "executive board", "board of management", "board of managing directors", "executive committee", "ceo", "cfo", "coo", "chro", "chief",
	"council", "steering", "internal audit", "leadership", "senior management", "department", "officer", "group management", "team", "sustainability board", "works"}

// topics are what boards and councils below the management are called after.
var topics = wordSet(`cybersecurity security compliance safety climate diversity ehs hse inclusion privacy innovation water`)

// board reports whether a body is named that oversees management.
func (r *reading) board() bool { return r.governs(false) && !r.executive() }

// management reports whether a body or a person is named that manages.
func (r *reading) management() bool { return r.governs(true) || r.executive() }

// executive reports whether an officer presides over the body that is named: it manages, whatever it is called.
func (r *reading) executive() bool {
	for i, w := range r.words {
		if i == 0 || w.low != "by" || r.words[i-1].low != "chaired" && r.words[i-1].low != "led" && r.words[i-1].low != "headed" {
			continue
		}
		for _, next := range r.words[i+1 : min(len(r.words), i+6)] {
			switch next.low {
			case "ceo", "cfo", "cso", "coo", "chief":
				return true
			}
		}
	}
	return false
}

func (r *reading) governs(manages bool) bool {
	end := 0
	for _, h := range r.hits {
		if h.cue != cueBody || h.from < end {
			continue
		}
		end = h.to
		from := h.from
		if r.words[from].low == "ceo" && h.to < len(r.words) && topics[r.words[h.to].low] {
			continue // what an initiative is called: the CEO Water Mandate
		}
		if from > 0 && topics[r.words[from-1].low] || r.words[from].low == "board" && h.to < len(r.words) && topics[r.words[h.to].low] {
			if manages {
				return true // a board for one topic is one of those who manage
			}
			continue
		}
		if from > 0 && r.words[from-1].low == "sustainability" {
			from--
		}
		name := strings.ToLower(r.text[r.words[from].start:r.words[h.to-1].end])
		if slices.ContainsFunc(managers, func(m string) bool { return strings.Contains(name, m) }) == manages {
			return true
		}
	}
	return false
}

func (r *reading) informed() bool {
	return r.any("quarterly", "annually", "monthly", "regularly", "informed", "reports to", "report to", "reported to", "meets", "meetings", "times a year", "per year", "twice", "briefed", "updates")
}
