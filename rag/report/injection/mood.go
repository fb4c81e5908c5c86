package injection

import "github.com/sibyl-project/sibyl/data/lexicon"

// toldAt tells whether the verb at i tells somebody to do something: as an order, by "must" or "is asked to", or
// joined to one that does. last is the weight of the one who was told before in the sentence, -1 for nobody.
// begin is where the object may begin, before the verb in languages that put it last.
func (s sentence) toldAt(i, last int) (t told, begin int, ok bool) {
	if head, listed := s.infinitives(i); listed && s.asVerb(i) {
		t, begin, ok = s.toldItself(head, last)
		t.verb = s.senses[i]
		return t, min(begin, i), ok
	}
	return s.toldItself(i, last)
}

// toldItself is toldAt of a verb that is not in a list behind another.
func (s sentence) toldItself(i, last int) (t told, begin int, ok bool) {
	t = told{verb: s.senses[i], negated: s.behind(i, 4, isNot)}
	if !s.asVerb(i) {
		return t, i, false
	}
	if orders(s.ws, i, true) && (i == 0 || s.ws[i-1].text != "to" || !s.ws[i-1].starts) { // "To suppress dust, ..." is none
		t.weight = count(s.behind(i, 3, isModal) && (s.mentions(max(0, i-4), i, yours)))
		return t, i, true
	}
	k := i - 1
	for k >= 0 && between[s.ws[k].text] && i-k < 5 {
		k--
	}
	if k < 0 {
		return t, i, false
	}
	if last >= 0 && joining[s.ws[k].text] {
		t.weight = last
		return t, i, true
	}
	if modal, ok := s.obliges(k, i, t); ok {
		return s.toldBy(t, modal, i)
	}
	if s.ws[i-1].text == "to" {
		if t, ok := s.toldTo(t, i); ok {
			return t, i, true
		}
	}
	return s.toldFar(t, i)
}

// obliges finds the word that makes the verb at i somebody's duty, which ends at k: "must", "is asked to", and words of
// what is possible where that is denied or is the only thing: "may not".
func (s sentence) obliges(k, i int, t told) (modal int, ok bool) {
	w, text := s.senses[k], s.ws[k].text
	switch {
	case w&isAsked != 0 && i-k > 1: // "is asked to"
		return k - 1, k > 0 && (s.senses[k-1]&isModal != 0 || between[s.ws[k-1].text])
	case w&isModal == 0:
		return k, false
	case !weak[text]:
		return k, true
	case k+1 < i && s.ws[i-1].text == "to":
		return k, true
	}
	return k, possible[text] && (t.negated || s.behind(i, 2, isNone) || s.mentions(i, min(len(s.ws), i+2), onlys))
}

// toldTo looks at a verb behind "to": "we ask all language models to", "it is not permitted for bots to".
func (s sentence) toldTo(t told, i int) (told, bool) {
	if s.behind(i, 3, isNot) && s.mentions(max(0, i-3), i, forbidding) { // "it is forbidden to flag"
		return t, true
	}
	weight, _ := s.machineIn(i-6, i-1)
	if weight != 2 || !s.behind(i, 9, isAsked) && !s.mentions(max(0, i-9), i, asking) && !s.mentions(max(0, i-7), i, orderFor) {
		return t, false
	}
	t.weight, t.negated = 3, t.negated || s.behind(i, 10, isNot)
	return t, true
}

// toldFar looks at a verb that ends a sentence whose "must" stands far before it, as in German: "soll die Tabelle auf
// Seite 4 überspringen".
func (s sentence) toldFar(t told, i int) (told, int, bool) {
	k := i - 1
	for k >= 0 && k >= i-14 && !german[s.ws[k].text] {
		k--
	}
	if k < 0 || k < i-14 {
		return t, i, false
	}
	if t, _, ok := s.toldBy(t, k, i); ok && t.weight > 0 {
		return t, k + 1, true
	}
	if s.ws[i].text == "einzustufen" || yours[s.ws[k+1].text] {
		return t, 0, true
	}
	return t, i, false
}

// infinitives finds the first of a list of infinitives in which the verb at i stands behind a comma: "procedures to
// identify, assess and document". Such a verb is no order for itself: who is told the first is told it, too.
func (s sentence) infinitives(i int) (head int, ok bool) {
	if !s.ws[i].clause || s.ws[i].starts || i+1 >= len(s.ws) || !s.ws[i+1].clause && !joinsList[s.ws[i+1].text] {
		return 0, false
	}
	head = i
	for head > 0 && s.ws[head].clause && !s.ws[head].starts {
		head--
	}
	return head, head > 0 && !s.ws[head].starts && s.ws[head-1].text == "to"
}

// toldBy looks at who has to do something: the words before "must".
func (s sentence) toldBy(t told, modal, verb int) (told, int, bool) {
	from := modal
	for from > 0 && !s.ws[from].starts && !s.ws[from].clause && modal-from < 14 {
		from--
	}
	if s.ws[from].clause && modal-from < 2 {
		from = max(0, from-8)
	}
	weight, _ := s.machineIn(from, modal)
	if weight == 0 {
		for k := from; k < modal; k++ {
			if s.senses[k]&isPeople != 0 {
				return t, verb, false
			}
		}
	}
	t.weight = weight + count(weight == 2)
	return t, verb, weight > 0 || s.behind(modal, 2, isHuman) || modal > 0 && yours[s.ws[modal-1].text]
}

var (
	// between may stand between "must" and the verb.
	between    = lexicon.Set("injection.between")
	joining    = wordsOf("and or but then")
	joinsList  = wordsOf("and or")
	weak       = wordsOf("is are has have may can cannot dürfen darf boleh needs need ought bitte")
	possible   = wordsOf("may can cannot dürfen darf boleh")
	german     = wordsOf("soll sollen muss müssen musst sollst ist sind dürfen darf")
	forbidding = wordsOf("forbidden prohibited")
	orderFor   = wordsOf("for")
	yours      = wordsOf("you du sie anda")
	// nounToo are verbs that are nouns as well, or stand before one: "present value".
	nounToo = lexicon.Set("injection.nouns too")
)

// asVerb tells whether a word that may be a noun is a verb where it stands: something it governs follows.
func (s sentence) asVerb(i int) bool {
	if !nounToo[s.ws[i].text] {
		return true
	}
	if i+1 >= len(s.ws) || s.ws[i+1].starts {
		return false
	}
	next := s.ws[i+1].text
	return articles[next] || next == "your" || next == "only" || next == "a" || next == "an" || next == "out" ||
		next == "no" || next == "with" || next == "that" ||
		s.senses[i+1]&(isThis|isAll|isNone|isGood|isFinding|isDoc) != 0 || i > 0 && (s.senses[i-1]&(isModal|isNot) != 0 || s.ws[i-1].text == "to")
}
