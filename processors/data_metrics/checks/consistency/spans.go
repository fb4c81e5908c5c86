package consistency

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

const (
	// begun is how the life of a thing begins, ended how it goes on or ends. What is acquired, reopened or modernised was there before.
	begun = `(?:agreed|signed|issued|launched|opened|begun|started|introduced|adopted|founded|established|inaugurated|set\s+up)`
	ended = `(?:ended|finished|closed|completed|concluded|terminated|repaid|dissolved|discontinued|cancelled|` + goneOn + `)`
	// goneOn is what can only be done with what is there.
	goneOn = `(?:extended|renewed|amended|prolonged)`
	when   = `(?:on|in)\s+(?:the\s+)?(` + aDate + `)`
)

var (
	// beganThenEnded is said of one thing: nothing but a word that links the two verbs stands between them. Of several things, each may
	// have its own dates.
	beganThenEnded = pattern.Compile(`\b(?:began|started|commenced|(?:was|been)\s+` + begun + `)\s+` + when + `,?\s+(?:and|but|then)\s+` +
		`(?:(?:it|then|was|has|had|been|already|finally|successfully)\s+){0,4}` + ended + `\s+` + when + `(.*)$`)
	// lasting is a time from one date to another; what was moved or brought forward goes from any date to any.
	lasting = pattern.Compile(`(?i)\b(?:lasted|ran|running|valid|took\s+place|carried\s+out|conducted|held|open|closed|served|` +
		`in\s+(?:force|operation|office)|period)\s+(?:(?:again|only|there)\s+)?from\s+(?:the\s+)?(` + aDate + `)\s+` +
		`(?:to|until|till|through)\s+(?:the\s+)?(` + aDate + `)(.*)$`)
	// hasBegun is the beginning of the one thing that a sentence speaks of, goesOnWith what the next says of it.
	hasBegun = pattern.Compile(`^(?:The|Our|This)\s+([^;:()]{3,100}?),?\s+(?:(?:which|that)\s+)?(?:was|has\s+been|had\s+been)\s+` +
		begun + `\s+` + when + `(.*)$`)
	goesOnWith = pattern.Compile(`^It\s+(?:was|has\s+been|had\s+been)\s+(?:(?:then|already|first)\s+)?` +
		`(?:` + goneOn + `|completed|terminated|repaid)\s+` + when + `(.*)$`)
	// datedSo ends what is said of a date: on what or for whom would say that it is of a part only.
	datedSo = pattern.Compile(`(?i)^\s*(?:$|[.,;)]|(?:and|but|by|as|while|when|without|with|before|after|although)\b|for\s+(?:an?|one|two|three|four|five|\d+)\b)`)
	// ofSeveral says that there is or was another of the kind, or something that belongs to it.
	ofSeveral = pattern.Compile(`(?i)\b(?:new|current|latest|present|second|third|previous|original|former|again|next|other|the\s+(?:amended|revised|renewed))\b`)
	inAPhrase = pattern.Compile(`(?i)\b(?:of|by|with|from|for|at|in|on)\s+(?:the|an?|our|its|their|this)\b`)
)

// endedFirst finds what is said to have ended, or gone on, before it began: in one sentence, or in one and the next that begins with "It".
func endedFirst(x sheet.Statement) (u sheet.Utterance, ok bool) {
	if ofSeveral.MatchString(x.Text) || sheet.HalvedYear.MatchString(x.Text) {
		return u, false
	}
	for _, p := range []*pattern.Pattern{beganThenEnded, lasting} {
		if m := p.FindStringSubmatch(x.Text); m != nil && (p == lasting || datedSo.MatchString(m[3])) {
			return turnedDates(x, m[1], m[2])
		}
	}
	m, b := goesOnWith.FindStringSubmatch(x.Text), hasBegun.FindStringSubmatch(x.Before)
	if m == nil || b == nil || !datedSo.MatchString(m[2]) || !datedSo.MatchString(b[3]) || inAPhrase.MatchString(b[1]) ||
		ofSeveral.MatchString(x.Before) || sheet.HalvedYear.MatchString(x.Before) {
		return u, false
	}
	return turnedDates(x, b[2], m[1])
}

// turnedDates is the failure of an end that lies wholly before its beginning.
func turnedDates(x sheet.Statement, began, ended string) (u sheet.Utterance, ok bool) {
	a, fine := spanOf(began)
	b, also := spanOf(ended)
	if !fine || !also || !b.last.Before(a.first) {
		return u, false
	}
	c := events.Check{
		Result: events.CheckFail, Severity: "warning", Stated: b.text, Expected: "not before " + a.text,
		Inputs:  []events.CheckInput{{Label: "beginning", Value: a.text, Page: x.Page}, {Label: "what came after", Value: b.text, Page: x.Page}},
		Working: fmt.Sprintf("%s lies before %s", b.text, a.text),
		Message: fmt.Sprintf("The sentence gives %s for the beginning of a thing and %s for what came after: before it began.", a.text, b.text),
	}
	return x.Utter(c, b.text, true), true
}
