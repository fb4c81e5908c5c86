package extract

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// plays is the part that the figure plays in its sentence: the reader's answer, unless the words right beside the figure leave no other one.
func (t *telling) plays() statement.Answer {
	role := t.reading.Role
	before, after := t.said.Text[:t.q.Start], t.said.Text[t.q.End:]
	settled := func(value string) statement.Answer {
		return statement.Answer{Value: value, Sure: max(role.Sure, sureRole)}
	}
	switch role.Value {
	case "share", "value", "rate", "to":
		switch {
		case towards.MatchString(before):
			return settled("target")
		case t.inPercent() && (strings.HasPrefix(strings.TrimSpace(t.q.Text), "+") || movesBehind(after) || movedBy.MatchString(before)):
			return settled("change")
		}
	case "target":
		if t.reached(); t.reachedIn > 0 {
			if t.inPercent() {
				return settled("share")
			}
			return settled("value")
		}
	}
	return role
}

func (t *telling) inPercent() bool {
	return t.q.Unit.Dimension == quantity.Percent || t.q.Unit.Dimension == quantity.Points
}

const changeNoun = `(?:growth|increase|rise|reduction|decrease|decline|drop)s?`

var (
	// towards leads to what somebody is on the way to: "we are working towards 99 % of".
	towards = pattern.Compile(`(?i)\b(?:work|mov|striv|head|steer)(?:e|es|s|ed|ing)?\s+towards?\s+(?:(?:an?|the|our|its|achieving|reaching|having|attaining|` +
		`goal|target|ambition|of)\s+){0,4}$`)
	// movedBy names a change and leads to how large it is: "with volume growth of 4 %".
	movedBy = pattern.Compile(`(?i)\b(?:an?|the|with|saw|recorded|achieved|delivered)\s+(?:\p{Ll}[\p{L}-]*\s+){0,3}?` + changeNoun + `\s+(?:of|by)\s+` +
		`(?:(?:about|around|over|more\s+than|nearly|almost|some|c\.)\s*)?$`)
	// changing is a change that is named right behind its percentage, and what stands behind it.
	changing = pattern.Compile(`(?i)^\s+((?:\p{Ll}[\p{L}-]*\s+){0,2}?)` + changeNoun + `\b(.*)$`)
	// leadsElsewhere are words between a percentage and a change that make it one of something else: "30 % of the growth".
	leadsElsewhere = pattern.Compile(`(?i)\b(?:of|the|an?|and|or|in|from|to|for|by|with|as|is|are|was|were|has|per)\b`)
	// toCome stands behind a change that is not made yet, or is none: "reduction target", "growth rate".
	toCome = pattern.Compile(`(?i)^\s+(?:in\s+\p{L}+\s+)?(?:targets?|goals?|plans?|pathways?|potentials?|rates?|ambitions?|` +
		`commitments?|scenarios?|markets?|by\s+20)`)
)

// movesBehind reports whether a percentage is how large a change is that the words behind it name: "a 24 % volume growth".
func movesBehind(after string) bool {
	m := changing.FindStringSubmatch(after)
	return m != nil && !leadsElsewhere.MatchString(m[1]) && !toCome.MatchString(m[2])
}

// goalReached is a goal that is said to be reached, and the words that lead from it to the figure.
var goalReached = pattern.Compile(`(?i)\b(?:achieved|reached|met|hit|exceeded|surpassed)\s+(?:our|its|the|this|that)\s+(?:\S+\s+){0,2}?` +
	`(?:goal|target|ambition|objective|milestone)\b([^.;:]*)$`)

// lessens are words for a goal that is a change, of which the percentage stays what was aimed at.
var lessens = pattern.Compile(`(?i)\b(?:reduc|cut|lower|decreas|halv|sav|less|fewer|increas|improv|grow)\w*`)

// reached finds the year in which a goal was reached that the figure is a part of: what was aimed at is there, as "our goal of having 100 % assessed in
// 2023" says. The year of the goal itself is none of them.
func (t *telling) reached() {
	text := t.said.Text
	m := goalReached.FindStringSubmatchIndex(text[:t.q.Start])
	if m == nil || lessens.MatchString(text[m[2]:m[3]]) {
		return
	}
	year := 0
	for _, y := range printedYears.FindAllStringSubmatch(text[:m[0]]+" ; "+text[m[2]:], -1) {
		if at := vocabulary.YearIn(y[1]); at > t.report || year > 0 && at != year {
			return
		} else {
			year = at
		}
	}
	if year == 0 {
		year = t.report
	}
	t.reachedIn = year
}

// nowBefore leads to what is so today, within a few words.
var nowBefore = pattern.Compile(`(?i)\b(?:today|currently|at\s+present)\s+(?:\p{Ll}+\s+){0,3}$`)

// ofThen are words before a figure of another time.
var ofThen = pattern.Compile(`(?i)\b(?:that|was|were|had|did)\s+(?:\p{Ll}+\s+){0,2}$`)

// isToday reports whether the words before the figure say that it is of the day of the report.
func (t *telling) isToday() bool {
	before := t.said.Text[:t.q.Start]
	return t.ofNow() && nowBefore.MatchString(before) && !ofThen.MatchString(before)
}

// likeBefore compares with the year before and leads to the figure of this one: "in line with the prior year at 23 %", "up on the prior year to 25 %".
var likeBefore = pattern.Compile(`(?i)\b(?:(?:in\s+line\s+with|consistent\s+with|similar\s+to|comparable\s+(?:to|with)|the\s+same\s+as|on\s+a\s+par\s+with|` +
	`unchanged\s+(?:from|on|against))\s+` + priorYear + `\s*,?\s+at|(?:from|over|on|than|against|versus)\s+` + priorYear + `\s*,?\s+to)\s+` +
	`(?:(?:about|around|over|nearly|some|c\.)\s*)?$`)

const priorYear = `(?:in\s+|that\s+of\s+)?(?:the\s+)?(?:last|previous|prior|preceding|past)\s+(?:(?:fiscal|financial|reporting)\s+)?(?:year|period)` +
	`(?:['’]s\s+(?:level|figure|value))?`

// supposed reports whether the figure stands in a part of its sentence that says what would be, or when something holds.
func (t *telling) supposed() bool {
	part := t.said.Text[:t.q.Start]
	if cut := strings.LastIndexAny(part, ";:,"); cut >= 0 {
		part = part[cut:]
	}
	return wouldBe.MatchString(part)
}

// wouldBe leads to what is not, or to a condition: "would have fallen by", "if these are greater than".
var wouldBe = pattern.Compile(`(?i)\bwould\s+(?:have|be|not|only)\b|\bif\s+[^.]{0,60}\b(?:more|greater|higher|less|lower|fewer|below|above|exceeds?|over)\b`)
