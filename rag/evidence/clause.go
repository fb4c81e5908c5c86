package evidence

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// pause is where a sentence may have said what it is about, and goes on with something beside.
var pause = pattern.Compile(`[,;]\s|\s(?:[–—-]\s|\()`)

// firstClause is what a sentence says until it has told a figure and pauses, and what follows: "46 stores were opened, and 19 closed". ok is false
// where it does not go on.
func firstClause(text string, format quantity.Format) (clause, rest string, ok bool) {
	for _, q := range quantity.Find(text, format) {
		if q.Year {
			continue
		}
		at := pause.FindStringIndex(text[q.End:])
		if at == nil {
			return "", "", false
		}
		return text[:q.End+at[0]], text[q.End+at[0]:], true
	}
	return "", "", false
}

// clauseOf reads the first clause of a sentence that goes on, as something that is known by its own words; what the sentence says of time and
// what it denies holds for it.
func clauseOf(whole assertion, company string, places []string, format quantity.Format) (assertion, bool) {
	text, rest, ok := firstClause(whole.text, format)
	if !ok {
		return assertion{}, false
	}
	subject := ownMatter(text, company, places)
	if subject == "" {
		return assertion{}, false
	}
	a := assertionOf(text, company, format, []string{subject})
	if len(a.years) == 0 {
		a.years = whole.years
		for i := range a.figures {
			a.figures[i].years = whole.years
		}
	}
	a.rest, a.places, a.denied = rest, whole.places, whole.denied
	return a, narrowing.FindStringIndex(rest) == nil
}

// more of what a sentence says than what is known of its subject: how many there are of what it names, by its own words, and its first clause.
func (a assertion) more(company string, places []string, format quantity.Format) (out []assertion) {
	if !ofItsOwn(a.subjects) && a.counts() {
		if own := ownMatter(a.text, company, places); own != "" {
			counted := a
			counted.subjects = []string{own}
			out = append(out, counted)
		}
	}
	if len(a.figures) == 0 {
		return out
	}
	if clause, ok := clauseOf(a, company, places, format); ok && (len(a.subjects) == 0 || clause.subjects[0] != strings.Join(a.subjects, "")) {
		out = append(out, clause)
	}
	return out
}

// counts reports whether an assertion counts something.
func (a assertion) counts() bool {
	for _, f := range a.figures {
		if f.Unit.Dimension == quantity.Count {
			return true
		}
	}
	return false
}
