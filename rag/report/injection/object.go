package injection

// object is what an order is about.
type object struct {
	this, every, finding, checkup, none, prompt, hidden, good, most, probed, people bool
}

func (o object) with(p object) object {
	return object{o.this || p.this, o.every || p.every, o.finding || p.finding, o.checkup || p.checkup,
		o.none || p.none, o.prompt || p.prompt, o.hidden || p.hidden,
		o.good || p.good, o.most || p.most, o.probed || p.probed, o.people || p.people}
}

// weight is what an object weighs for an order; the zero told stands for an address that no verb follows.
func (o object) weight(t told) int {
	n := count(o.this) + count(o.every)
	silent := t.verb&isDrop != 0 || t.negated && t.verb&(isProbe|isCheck|isAssess) != 0
	switch {
	case (o.finding || o.checkup) && o.none, o.finding && (silent || t.negated && t.verb&isReply != 0):
		n += 2
	case o.checkup && silent && !t.negated:
		n++
	case (o.finding || o.checkup) && (t.weight > 0 || o.good || o.most || t.verb == 0):
		n++
	}
	if o.prompt && t.verb&isDrop != 0 && !t.negated || o.hidden && t.verb&(isReply|isDrop) != 0 {
		n += 3
	}
	if o.good && !t.negated {
		n += 2
	}
	return n + count(o.most && t.verb&isAssess != 0) + 2*count(o.most && t.verb == 0) + 2*count(o.probed && t.verb == 0)
}

// object reads what stands from one word to another.
func (s sentence) object(from, to int, t told) (o object) {
	open := false // what follows is left open: "whether it is true"
	for k := from; k < to; k++ {
		w := s.senses[k]
		open = open || w&isWhether != 0
		o.good = o.good && s.ws[k].text != "unless"
		switch {
		case s.pointsHere(k, from):
			o.this = true
		case w&isAll != 0 && s.near(k, 3, isDoc|isJudged|isFinding|isCheckup):
			o.every = true
		case w&isNone != 0 && s.near(k, 3, isFinding|isCheckup):
			o.none = true
		case w&isEarlier != 0 && s.near(k, 2, isPrompt), s.ws[k].text == "your" && s.near(k, 2, isMind):
			o.prompt = true
			o.hidden = o.hidden || s.ws[k].text == "system" || s.ws[k].text == "hidden"
		}
		o.finding, o.checkup = o.finding || w&isFinding != 0, o.checkup || w&isCheckup != 0
		o.good = o.good || w&isGood != 0 && !open && s.settles(k, to)
		o.most = o.most || w&isMost != 0 || w&isCheckup != 0 && s.numbered(k)
		o.probed = o.probed || w&isProbe != 0 && s.behind(k, 8, isNot|isNone)
		o.people = o.people || w&isPeople != 0 && w&isJudged == 0
	}
	return o
}

// pointsHere reports whether the word at k points into this document: "this report", "table below", "page 12". The words
// that are read begin at from.
func (s sentence) pointsHere(k, from int) bool {
	const papers = isDoc | isJudged
	w := s.senses[k]
	if w&papers != 0 && s.numbered(k) {
		return true
	}
	return w&isThis != 0 && (s.near(k, 3, papers) || k > from && s.senses[k-1]&papers != 0 || k > 0 && s.ws[k].text == "following" && s.ws[k-1].text == "the")
}

// numbered reports whether a number follows the word at k.
func (s sentence) numbered(k int) bool { return k+1 < len(s.ws) && digits(s.ws[k+1].text) }

// settles reports whether the result at k, in words that end at to, is not left open by the word behind it: "accurate
// only as of", "true or".
func (s sentence) settles(k, to int) bool {
	return k+1 == to || s.ws[k+1].text != "only" && s.ws[k+1].text != "or"
}

// mentions reports whether one of some words stands from one word to another.
func (s sentence) mentions(from, to int, words map[string]bool) bool {
	for k := from; k < to; k++ {
		if words[s.ws[k].text] {
			return true
		}
	}
	return false
}

// assessed is what only those are spoken of with who assess a report.
var assessed = wordsOf("claim claims disclosure disclosures report reports greenwashing klaim laporan bericht")

// near reports whether a word of a sense follows within n words.
func (s sentence) near(k, n int, w sense) bool {
	for j := k + 1; j < len(s.ws) && j <= k+n; j++ {
		if s.senses[j]&w != 0 {
			return true
		}
	}
	return false
}

// behind reports whether a word of a sense stands within n words before.
func (s sentence) behind(k, n int, w sense) bool {
	for j := k - 1; j >= 0 && j >= k-n; j-- {
		if s.senses[j]&w != 0 {
			return true
		}
	}
	return false
}

func digits(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
