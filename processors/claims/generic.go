package claims

import (
	"slices"
	"strings"
	"unicode"
)

// What is said of everybody, of what may happen, or by somebody who is quoted.

// generic reports whether the sentence is about no deed and no state of the entity's: a voice in the first person, a duty of
// all companies, what a scenario assumes, what might have been.
func (r *reading) generic() bool {
	own := r.has[cueOwn] || r.house
	switch {
	case len(r.measured)+len(r.counts)+len(r.years)+len(r.names) == 0 && r.wants():
		return true
	case r.voice() && !(own && len(r.measured) > 0),
		!own && r.any("companies are required", "companies are obliged", "requires companies", "require companies", "obliges companies", "undertakings are", "undertakings must", "companies have to", "businesses are required"),
		!own && r.ordained(),
		len(r.measured) == 0 && r.byYear == "" && !r.does() && !r.process() && r.climatesItself(),
		!own && !r.has[cueBody] && r.byYear != "" && r.any("could", "might"),
		r.imagined() && !own, r.standardItself() && !own, r.worldAtLarge() && !own, r.sameAgain(),
		len(r.measured) == 0 && r.any("this means", "means that", "means taking", "shared responsibility", "is an example of", "are an example of", "are examples of"),
		r.words[0].low == "it" && len(r.measured) == 0 && r.any("it is important", "it is vital", "it is essential", "it is crucial", "it is necessary", "it should be noted"),
		len(r.measured) == 0 && r.any("could not", "would not have", "would have"),
		r.any("can fluctuate", "can vary", "can differ", "can affect", "can impact", "can result", "can cause", "can occur", "can arise") && r.byYear == "",
		len(r.measured) == 0 && !r.process() && r.any("high uncertainty", "subject to uncertainty", "uncertainties", "highly uncertain", "unpredictable"),
		len(r.measured) == 0 && holdsAny(r.text[:r.words[min(len(r.words)-1, 3)].end], merits):
		return true
	}
	return false
}

// standardItself reports whether a standard or an initiative is what does something: "The SBTi defines best practices".
func (r *reading) standardItself() bool {
	for _, h := range r.hits {
		if h.cue != cueStandard || h.from > 1 || h.from == 1 && r.words[0].low != "the" || h.to >= len(r.words) {
			continue
		}
		if w := r.words[h.to].low; w == "is" || w == "are" || len(w) > 4 && strings.HasSuffix(w, "s") && !own[w] && !plurals[w] && !concrete[w] && unicode.IsLower(rune(r.text[r.words[h.to].start])) {
			return !r.any("certified", "audited", "verified", "applied", "implemented", "used", "followed", "reported", "referenced")
		}
	}
	return false
}

// everybody are nouns of those who are many.
var everybody = wordSet(`companies businesses industry industries sector sectors countries governments forests oceans cities consumers scientists economy economies society investors`)

// worldAtLarge reports whether everybody is the subject: "As of 2021, over 1,000 companies have set targets".
func (r *reading) worldAtLarge() bool {
	for i := 0; i+1 < min(len(r.words), 11); i++ {
		if !everybody[r.words[i].low] {
			continue
		}
		if i > 0 {
			switch r.words[i-1].low {
			case "group", "our", "consolidated", "portfolio", "acquired", "these", "those", "both", "subsidiary", "of", "with", "by", "to", "for", "in", "from", "energy", "company", "associated", "listed", "all":
				return false
			}
		}
		switch r.words[i+1].low {
		case "have", "has", "are", "is", "need", "needs", "must", "will", "can", "remain", "remains", "play", "plays", "face", "faces", "continue", "continues", "want", "expect":
			return true
		}
	}
	return false
}

// sameAgain reports whether the sentence says what its subject is by naming it again: "Compliance risk is the risk of ...".
func (r *reading) sameAgain() bool {
	for i := 1; i+2 < min(len(r.words), 10); i++ {
		if (r.words[i].low == "is" || r.words[i].low == "are") && (r.words[i+1].low == "the" || r.words[i+1].low == "a") && r.words[i+2].low == r.words[i-1].low {
			return true
		}
	}
	return false
}

// wants reports whether it is said what is needed, or what something asks for: "We need our employees to contribute", "This requires
// learning".
func (r *reading) wants() bool {
	if len(r.words) > 2 && (r.words[0].low == "this" || r.words[0].low == "these") && (r.words[1].low == "requires" || r.words[1].low == "require") {
		return true
	}
	for i, w := range r.words[:max(len(r.words)-1, 0)] {
		if w.low == "we" && r.words[i+1].low == "need" && !(i > 0 && subordinators[r.words[i-1].low]) {
			return true
		}
	}
	return false
}

// climatesItself reports whether the change of the climate is what does something.
func (r *reading) climatesItself() bool {
	for i := 0; i+2 < min(len(r.words), 9); i++ {
		if r.words[i].low == "climate" && (r.words[i+1].low == "change" || r.words[i+1].low == "changes") || r.words[i].low == "global" && r.words[i+1].low == "warming" {
			switch next := r.words[r.pastAdverbs(i+2)%len(r.words)].low; next {
			case "is", "are", "has", "have", "presents", "present", "poses", "pose", "affects", "affect", "will", "increases", "increase", "causes", "threatens", "remains":
				return true
			}
		}
	}
	return false
}

// may reports whether the sentence says only what may or can be, and promises nothing.
func (r *reading) may() bool {
	return len(r.years) == 0 && r.hedged() && !r.commits()
}

// hedged reports whether the words of the main clause are those of what may or can be. It knows nothing of promises, since
// commits asks it.
func (r *reading) hedged() bool {
	return r.any("may", "might", "could", "can lead", "can help", "can be", "can contribute", "would") && !r.has[cueMust] && !r.onlyBelow()
}

// onlyBelow reports whether what may be is only said below the main clause, of which the entity did something: "We trained
// all managers in how incidents can be avoided".
func (r *reading) onlyBelow() bool {
	at := r.doneAt()
	if at < 0 {
		return false
	}
	for i, w := range r.words {
		switch w.low {
		case "may", "might", "could", "can", "would":
			if i < at || !slices.ContainsFunc(r.words[at+1:i], func(b word) bool { return subordinators[b.low] || b.low == "so" }) {
				return false
			}
		}
	}
	return true
}

// tells reports whether the sentence says what a word means: "Avoided emissions are emissions that ...".
func (r *reading) tells() bool {
	for i, w := range r.words {
		if i > 6 || (w.low != "are" && w.low != "is") || i+1 >= len(r.words) || i == 0 {
			continue
		}
		for k := i + 1; k < min(len(r.words), i+7); k++ {
			if (r.words[k].low == "that" || r.words[k].low == "which") && (r.words[k-1].low == r.words[i-1].low || (r.words[i+1].low == "a" || r.words[i+1].low == "an") && !r.about()) {
				return true
			}
		}
	}
	return false
}

// merits are what a sentence begins with that says what is good about something: "A further advantage of the scheme is ...".
var merits = wordSet(`advantage advantages`)

// voice reports whether somebody speaks for himself: an interview, a quotation, a greeting.
func (r *reading) voice() bool {
	for i, w := range r.words {
		switch w.low {
		case "my", "myself": // "My Learning World" is what something is called
			if r.text[w.start:w.end] == w.low {
				return true
			}
		case "i": // "Annex I lists" names a number
			if r.text[w.start:w.end] == "I" && i+1 < len(r.words) && unicode.IsLower(rune(r.text[r.words[i+1].start])) && r.words[i+1].start == w.end+1 &&
				!(i > 0 && (naming[r.words[i-1].low] || unicode.IsUpper(rune(r.text[r.words[i-1].start])) && !r.commaBefore(i))) {
				return true
			}
		}
	}
	return false
}

// ordained reports whether a law or a rule of states is the subject of what it demands: "In 2022, the Regulation requires ...".
func (r *reading) ordained() bool {
	for i, w := range r.words[:min(max(len(r.words)-1, 0), 14)] {
		if !lawgivers[w.low] {
			continue
		}
		switch r.words[i+1].low {
		case "requires", "require", "obliges", "oblige", "stipulates", "prescribes", "mandates", "demands", "establishes", "introduces", "defines", "regulates":
			return true
		}
	}
	return false
}

// imagined reports whether the sentence says what a scenario is like.
func (r *reading) imagined() bool {
	for i, w := range r.words[:min(max(len(r.words)-1, 0), 6)] {
		if w.low != "scenario" && w.low != "scenarios" && w.low != "pathway" && w.low != "pathways" {
			continue
		}
		switch r.words[i+1].low {
		case "is", "are", "assumes", "assume", "describes", "describe", "represents", "represent", "depicts", "depict", "looks", "includes", "include", "centres", "centers", "projects", "envisages", "envisions", "limits", "reflects", "models", "leads", "corresponds":
			return true
		}
	}
	return false
}
