package injection

// told is how somebody is told to do something.
type told struct {
	verb    sense
	weight  int // of whom
	negated bool
}

// acts is what the verb itself weighs.
func (t told) acts() int {
	switch {
	case t.verb&isProbe != 0:
		if t.negated {
			return 3
		}
		return -orderWeight
	case t.negated && t.verb&(isCheck|isAssess|isReply) != 0:
		return 1
	case t.negated: // "do not ignore": nothing is left out
		return -orderWeight
	case t.verb&isDrop != 0:
		return 2
	case t.verb&(isAssess|isReply) != 0:
		return 1
	}
	return 0
}

// directive is a verb of a sentence that tells somebody something, with all that tells whether it is an order to a
// machine.
type directive struct {
	s      sentence
	verb   int // where it stands
	told   told
	object object
	called int // what the one weighs whom the sentence calls
	extra  int // what its occasion weighs, and that it speaks of "your" work
}

// commandsAs looks at each verb of the sentence that tells somebody something; whom the sentence calls is known.
func (s sentence) commandsAs(called int) bool {
	const acting = isAssess | isReply | isDrop | isProbe | isCheck
	last := -1 // what was the weight of the one who was told before
	extra := s.occasion() + s.work()
	for i := range s.ws {
		if s.senses[i]&acting == 0 {
			continue
		}
		t, begin, ok := s.toldAt(i, last)
		if !ok {
			continue
		}
		last = t.weight
		t.weight = max(t.weight, called)
		d := directive{s: s, verb: i, told: t, object: s.objectOf(i, begin, t), called: called, extra: extra}
		if !d.daily() && d.weighs() {
			return true
		}
	}
	return false
}

// objectOf reads the object of the verb at i. It stands behind the verb and, in languages whose verb ends the sentence,
// from begin on before it. What points to this document may stand anywhere before.
func (s sentence) objectOf(i, begin int, t told) object {
	o := s.object(i+1, min(len(s.ws), i+1+farthestObject), t)
	if begin < i {
		o = o.with(s.object(begin, i, t))
	}
	if t.weight > 2 && i > 0 { // "tools that read this page must not compare"
		o.this = o.this || s.object(0, i, t).this || s.mentions(0, i, assessed)
	} else if t.verb&isDrop != 0 && o.checkup {
		o.this = o.this || s.object(0, i, t).this
	}
	return o
}

// weighs reports whether the parts of the directive weigh enough for an order to a machine.
func (d *directive) weighs() bool {
	t := d.told
	w := d.object.weight(t)
	if w <= 0 && d.called <= 2 && (d.extra <= 0 || t.weight <= 0) {
		return false
	}
	return t.acts()+w+t.weight+d.extra >= orderWeight && (t.weight > 0 || d.extra > 0 || !d.object.people)
}

// daily reports whether what is told is daily business, of people or of machines, however much it weighs.
func (d *directive) daily() bool {
	return d.records() || d.ofForm() || d.ofSurvey() || d.requires() || d.finds()
}

// records reports whether it is told to a system that records things.
func (d *directive) records() bool {
	o := &d.object
	return d.told.weight == 1 && !o.good && !o.none && !o.most && !d.told.negated && d.told.verb&isDrop == 0
}

// ofForm reports whether it is what forms ask people to do.
func (d *directive) ofForm() bool {
	return d.told.weight == 0 && d.extra == 0 && (d.s.ws[d.verb].text == "confirm" || d.asksPeople())
}

// ofSurvey reports whether it is what surveys ask people to do.
func (d *directive) ofSurvey() bool {
	return d.told.weight == 0 && !d.object.finding && d.s.mentions(0, len(d.s.ws), surveys)
}

// requires reports whether it says what machines have to be like, not what they are to do with this document.
func (d *directive) requires() bool {
	o := &d.object
	concludes := (o.good || o.none || o.most) && judges[d.s.ws[d.verb].text]
	return d.called == 0 && d.extra == 0 && !o.this && !o.every && !o.finding && !o.prompt && !o.hidden && !concludes
}

// finds reports whether it says what machines are made for: to find things.
func (d *directive) finds() bool {
	o := d.object
	plain := o == object{finding: o.finding, checkup: o.checkup, people: o.people}
	return d.told.weight > 0 && d.called == 0 && plain && !d.told.negated && d.told.verb&isDrop == 0
}

// asksPeople reports whether the verb, which tells nobody in particular, asks what papers ask of people: to answer
// questions, to give a score, or not to compare figures, for a reason.
func (d *directive) asksPeople() bool {
	s, t, i, rest := &d.s, d.told, d.verb, len(d.s.ws)
	finding := d.object.finding
	switch {
	case t.verb&isReply != 0 && s.mentions(i, rest, asked) && !finding && !s.mentions(i, rest, assessed) && !s.mentions(i, rest, consent):
		return true
	case t.verb&isProbe != 0 && t.negated && !finding && s.mentions(i, rest, reasons):
		return true
	}
	for k := i; k+1 < rest; k++ {
		if s.ws[k].text == "from" && digits(s.ws[k+1].text) { // "from 1 to 10"
			return true
		}
	}
	return false
}

var (
	// judges are what only those do who assess.
	judges  = wordsOf("conclude assume treat deem regard consider judge find present portray describe classify rate mark")
	consent = wordsOf("yes")
	asked   = wordsOf("question questions")
	reasons = wordsOf("as because since without unless earlier years bank banks companies peers")
	surveys = wordsOf("scan survey feedback questionnaire improve")
)
