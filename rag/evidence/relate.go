package evidence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Relation is what a document says of a statement.
type Relation string

// The closed set of relations.
const (
	Supports    Relation = "supports"
	Contradicts Relation = "contradicts"
	Neutral     Relation = "neutral" // of the same subject, and no ground to say more
)

// Kinds of contradiction. Only a direct one stands against a statement.
const (
	Direct     = "direct"
	Contextual = "contextual" // another figure, which may be of another basis
	Timeline   = "timeline"   // the same figure, of another year
	Omission   = "omission"   // something that happened in the matter and the year of the statement, and that it leaves out
)

// Statement is what documents are related to.
type Statement struct {
	Text    string // its own words
	Company string
	Aliases []string // that others call the company by
	Period  string   // of the report, for figures whose year is not said
	Places  []string // that it names
	Before  string   // the sentence before it: what "they" are
}

// called are the company's names.
func (s Statement) called() issuer.Names { return issuer.NamesOf(s.Company, s.Aliases...) }

// matched is what two statements have in common, in words, and what follows from it.
type matched struct {
	relation      Relation
	contradiction string
	subject       string
	place         string
	period        string
	figure        string
	why           string
	relayed       bool // the company's own word, passed on

	borne []string // the stated figures that it gives too, as the statement prints them
}

// reading is a statement that has been read.
type reading struct {
	assertion
	period      int
	company     string
	called      issuer.Names
	class       class
	plainPlaces []string // as they are looked for in texts
}

// readings are the ways to read a statement: how many there are of what it counts, or what its first clause says, by their own
// words, and it as a whole.
func readings(s Statement) []reading {
	r := readStatement(s)
	var out []reading
	for _, a := range r.more(s.Company, slices.Concat(s.Places, r.places), quantity.Detect(s.Text, quantity.Point)) {
		o := r
		o.assertion, o.class = a, measured
		out = append(out, o)
	}
	return append(out, r)
}

// referring begins a sentence that gives the level or the change of what the sentence before is about. "This saves
// 3,000 MWh" does not: what is saved is not what was used.
var referring = pattern.Compile(`^(?:They|These|It|Both)\s+(?:(?:have|has)\s+)?(?:also\s+)?` +
	`(?:fell|fallen|rose|risen|grew|grown|(?:in|de)creased|declined|dropped|was|were|are|is|amounted|stood|came|totall?ed)\b`)

func readStatement(s Statement) reading {
	format := quantity.Detect(s.Text, quantity.Point)
	text := citing(s.Text)
	matter := matterOf(text, s.Company, slices.Concat(s.Places, placesOf(text, s.Company)))
	r := reading{assertion: assertionOf(text, s.Company, format, matter), period: YearOf(s.Period)}
	if unnamed := len(r.subjects) == 0 || slices.Equal(r.subjects, []string{vague}) || ofItsOwn(r.subjects); unnamed && referring.MatchString(s.Text) {
		if before := assertionOf(s.Before, s.Company, format, subjectsOf(s.Before)); len(before.subjects) > 0 {
			r.refer(before, s.Company)
		}
	}
	for _, p := range s.Places {
		if !slices.Contains(r.places, p) && !names(p, s.Company) {
			r.places = append(r.places, p)
		}
	}
	r.company, r.called = s.Company, s.called()
	r.class, r.planned = classOf(r.subjects), planned.MatchString(r.text)
	for _, p := range r.places {
		r.plainPlaces = append(r.plainPlaces, plainCompany(p))
	}
	return r
}

// named is what a statement is about, for people.
func (r reading) named() string {
	if ofItsOwn(r.subjects) {
		return inItsWords(r.text, r.company, r.places)
	}
	return strings.Join(r.subjects, ", ")
}

// citing is what a statement quotes, where its figure stands in the quotation: who says it is no part of what is said.
func citing(text string) string {
	const figures = "0123456789"
	m := quotation.FindStringSubmatch(text)
	if m == nil || !strings.ContainsAny(m[1], figures) || strings.ContainsAny(strings.Replace(text, m[1], "", 1), figures) {
		return text
	}
	return m[1]
}

var quotation = pattern.Compile(`[“"]([^“”"]{12,})[”"]`)

// refer takes from the sentence before what a statement leaves out: of what it speaks, where and when.
func (r *reading) refer(before assertion, company string) {
	r.text = before.text + " " + r.text
	r.subjects, r.words = before.subjects, wordsOf(r.text, company)
	r.against = r.against || before.against
	for _, p := range before.places {
		if !slices.Contains(r.places, p) {
			r.places = append(r.places, p)
		}
	}
	if len(r.years) > 0 {
		return
	}
	r.years = before.years
	for i := range r.figures {
		r.figures[i].years = before.years
	}
}

// relate holds a statement against an assertion of a document; documentYear is the year that the document speaks of,
// where it does not say, 0 if unknown. ok is false where they are not about the same thing.
func (r reading) relate(a assertion, documentYear int) (matched, bool) {
	if len(r.subjects) == 0 || !slices.Equal(r.subjects, a.subjects) || r.planned || a.planned {
		return matched{}, false
	}
	place, same := r.samePlace(a)
	if !same {
		return matched{}, false
	}
	m := matched{relation: Neutral, subject: r.named(), place: place}
	switch r.class {
	case event:
		return r.relateEvent(a, documentYear, m)
	case status:
		return r.relateStatus(a, documentYear, m)
	}
	if r.none() {
		return r.relateNone(a, documentYear, m)
	}
	return r.relateFigures(a, documentYear, m)
}

// none reports whether a statement says of what only its own words name that there was none of it.
func (r reading) none() bool { return r.denied && len(r.figures) == 0 && ofItsOwn(r.subjects) }

// relateNone holds "we made no donations" against how much was donated, or against the same.
func (r reading) relateNone(a assertion, documentYear int, m matched) (matched, bool) {
	wanted, at := yearOf(r.years, r.period), yearOf(a.years, documentYear)
	if wanted == 0 || at != wanted || r.against || a.against {
		return m, false
	}
	m.period = strconv.Itoa(at)
	switch {
	case a.denied && len(a.figures) == 0, !a.denied && len(a.figures) == 1 && a.figures[0].Value.IsZero():
		m.relation, m.why = Supports, fmt.Sprintf("%s in %d: none by the document either", m.subject, at)
	case !a.denied && len(a.figures) == 1 && !relative(a.figures[0]) && !a.figures[0].by && a.figures[0].Value.Sign() > 0 && len(r.years) == 1 && !r.otherwise(a):
		m.figure = a.figures[0].Text
		m.relation, m.contradiction, m.why = Contradicts, Direct, fmt.Sprintf("%s for %s in %d, against none", shown(a.figures[0]), m.subject, at)
	default:
		return m, false
	}
	return m, true
}

// samePlace asks for one of the statement's places, or for none where it names none: what is true of one site is not
// yet true of all.
func (r reading) samePlace(a assertion) (string, bool) {
	if len(r.places) == 0 {
		return "", len(a.places) == 0
	}
	for i, p := range r.places {
		plain := r.plainPlaces[i]
		if contains(a.plain, plain) || slices.ContainsFunc(a.places, func(o string) bool { return contains(" "+plainCompany(o)+" ", plain) }) {
			return p, true
		}
	}
	return "", false
}

// relateEvent holds "there was none" against "there was one", or against "there was none". That something can happen,
// or is watched for, is no statement that it has.
func (r reading) relateEvent(a assertion, documentYear int, m matched) (matched, bool) {
	wanted, at := yearOf(r.years, r.period), yearOf(a.years, documentYear)
	if wanted == 0 || at != wanted || !r.denied || !a.denied && !happened.MatchString(a.text) {
		return m, false
	}
	m.period = strconv.Itoa(at)
	count := func(denied bool) string {
		if denied {
			return "none"
		}
		return "at least one"
	}
	m.why = fmt.Sprintf("%s in %d: the document speaks of %s, the statement of %s", m.subject, at, count(a.denied), count(r.denied))
	if a.denied == r.denied {
		m.relation = Supports
	} else {
		m.relation, m.contradiction = Contradicts, Direct
	}
	return m, true
}

// relateStatus looks whether a certificate or the like was held in the period of the statement.
func (r reading) relateStatus(a assertion, documentYear int, m matched) (matched, bool) {
	wanted := yearOf(r.years, r.period)
	first, last := documentYear, 0
	if len(a.years) > 0 {
		first = slices.Min(a.years)
	}
	if len(a.years) > 1 {
		last = slices.Max(a.years)
	}
	if wanted == 0 || first == 0 {
		return m, false
	}
	m.period = strconv.Itoa(first)
	if last > 0 {
		m.period += "-" + strconv.Itoa(last)
	}
	held := !r.denied && !ended.MatchString(r.text)
	gone := ended.MatchString(a.text) || a.denied
	switch {
	case gone && (first > wanted || anew.MatchString(a.text) && !a.denied): // it ended later, or was held again
		return m, false
	case gone && held, !gone && last > 0 && last < wanted && held:
		m.relation, m.contradiction = Contradicts, Direct
		m.why = fmt.Sprintf("%s was no longer held in %d (%s)", m.subject, wanted, m.period)
	case !gone && held && granted.MatchString(a.text) && first <= wanted:
		m.relation = Supports
		m.why = fmt.Sprintf("%s was held in %d (%s)", m.subject, wanted, m.period)
	default:
		return m, false
	}
	return m, true
}
